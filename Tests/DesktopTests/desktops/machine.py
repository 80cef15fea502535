"""A layer over this machine in which the package is installed, and which vanishes with the process.

dpkg installs the package as it would for a user, with its triggers, into overlays over /usr, /etc and
/var that only our processes see. Nothing in the package is moved or edited for the test, its
dependencies are checked, and the machine stays as it was. The network is a new one, with loopback alone.
Needs root: a namespace of an ordinary user may not write below /etc.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

LAYERED = ("/usr", "/etc", "/var")
INSIDE = "CARILLON_DESKTOPS_INSIDE"


def enter():
    """Runs this program again inside new namespaces, and ends with its status; returns inside."""
    if os.environ.get(INSIDE):
        return
    if os.geteuid() != 0:
        sys.exit("Run this as root: it installs the package, into a layer that vanishes.")
    command = ["unshare", "--mount", "--net"]
    if subprocess.run([*command, "true"], check=False).returncode != 0:
        sys.exit("This system allows no namespaces.")
    os.environ[INSIDE] = "1"
    os.execvp(command[0], [*command, sys.executable, *sys.argv])


def install(package):
    """Installs the package into the layer, with its triggers; ends the program if that fails."""
    upper = pathlib.Path(tempfile.mkdtemp(prefix="carillon-layer."))
    _run("mount", "-t", "tmpfs", "tmpfs", upper)
    for path in LAYERED:
        top, work = upper / path[1:], upper / f"work-{path[1:]}"
        top.mkdir()
        work.mkdir()
        _run("mount", "-t", "overlay", "overlay", "-o",
             f"lowerdir={path},upperdir={top},workdir={work}", path)
    _run("ip", "link", "set", "lo", "up")
    # By its default route a desktop tells that it has a network; this one leads nowhere else.
    _run("ip", "route", "add", "default", "dev", "lo")
    # Plasma's screen lock opens for any password.
    pathlib.Path("/etc/pam.d/kde").write_text("auth required pam_permit.so\naccount required pam_permit.so\n")
    _run("dpkg", "--install", package)


def trust(file):
    """Adds a certificate, which may be followed by its key, to those that programs in the layer trust."""
    text = pathlib.Path(file).read_text()
    end = "-----END CERTIFICATE-----\n"
    pathlib.Path("/usr/local/share/ca-certificates/carillon-desktops.crt").write_text(
        text[text.index("-----BEGIN CERTIFICATE"):text.index(end)] + end)
    _run("update-ca-certificates")


def leave():
    """Takes the empty folder of the layer away; the layer itself ends with the namespace."""
    for folder in pathlib.Path(tempfile.gettempdir()).glob("carillon-layer.*"):
        if os.path.ismount(folder):
            _run("umount", "--lazy", folder)
            folder.rmdir()


def _run(*command):
    done = subprocess.run([str(word) for word in command], check=False, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}")
    return done.stdout
