"""systemd's own logind on a test's system bus, with one session, and loginctl.

Only the manager that it asks to start units is a stand-in. Needs root, for a mount namespace and for
the control group by which logind knows the processes of a session.
"""

import itertools
import os
import pathlib
import shutil
import subprocess

from gi.repository import Gio, GLib

from .bus import Bus
from .logind import MANAGER, NAME, PATH, SESSION
from .processes import until

PROGRAM = "/lib/systemd/systemd-logind"
SYSTEMD = "org.freedesktop.systemd1"
SYSTEMD_PATH = "/org/freedesktop/systemd1"
SYSTEMD_MANAGER = "org.freedesktop.systemd1.Manager"
SYSTEMD_XML = f"""<interface name="{SYSTEMD_MANAGER}">
<method name="Subscribe"/>
<method name="StartUnit"><arg type="s" direction="in"/><arg type="s" direction="in"/>
<arg type="o" direction="out"/></method>
<method name="StartTransientUnit"><arg type="s" direction="in"/><arg type="s" direction="in"/>
<arg type="a(sv)" direction="in"/><arg type="a(sa(sv))" direction="in"/>
<arg type="o" direction="out"/></method>
<method name="StopUnit"><arg type="s" direction="in"/><arg type="s" direction="in"/>
<arg type="o" direction="out"/></method>
<signal name="JobRemoved"><arg type="u"/><arg type="o"/><arg type="s"/><arg type="s"/></signal>
</interface>"""
# As on a machine that was booted with systemd, and without a trace on this one.
BOOTED = ["unshare", "--mount", "sh", "-c",
          'mount -t tmpfs none /run/systemd && mkdir /run/systemd/system && exec "$@"', "sh"]
# The tree of groups that systemd keeps: one of its own, or the kernel's only one.
GROUPS = next((tree for tree in map(pathlib.Path, (
    "/sys/fs/cgroup/unified", "/sys/fs/cgroup/systemd", "/sys/fs/cgroup"))
    if (tree / "cgroup.procs").exists()), None)


def is_possible():
    """Whether logind can run here."""
    return GROUPS and os.access(GROUPS, os.W_OK) and os.access(PROGRAM, os.X_OK) and bool(shutil.which("loginctl")) and subprocess.run(
        [*BOOTED, "true"], capture_output=True, check=False).returncode == 0


class RealLogind:
    """With a lock screen that does what all do: it covers the screen and tells logind."""

    def __init__(self, desktop):
        self.desktop = desktop
        self.session = None
        self._path = None
        self._held = None
        self._scope = None
        self._jobs = itertools.count(1)
        self.bus = Bus(desktop.environment["DBUS_SYSTEM_BUS_ADDRESS"])
        self.bus.export(SYSTEMD_PATH, SYSTEMD_XML, self._asked)
        self.bus.own(SYSTEMD)
        desktop.processes.spawn(*BOOTED, PROGRAM, log="logind")
        until("logind", lambda: self.bus.owner(NAME))

    def stop(self):
        self.bus.close()
        if self._scope:
            for process in (self._scope / "cgroup.procs").read_text().split():
                (GROUPS / "cgroup.procs").write_text(process)
            self._scope.rmdir()

    def begin_session(self, leader):
        """Begins a session of this process, as a login does."""
        values, self._held = self.bus.connection.call_with_unix_fd_list_sync(
            NAME, PATH, MANAGER, "CreateSession",
            GLib.Variant("(uusssssussbssa(sv))", (
                os.getuid(), leader, "test", "x11", "user", "", "", 0, "",
                self.desktop.environment["DISPLAY"], False, "", "", [])),
            None, Gio.DBusCallFlags.NONE, 10_000, None, None)
        self.session, self._path = values.unpack()[:2]
        self._scope = GROUPS / f"session-{self.session}.scope"
        self._scope.mkdir(exist_ok=True)
        (self._scope / "cgroup.procs").write_text(str(leader))
        self.bus.on_signal(NAME, self._path, SESSION, None, self._told)

    @property
    def is_locked(self):
        return self.bus.get(NAME, self._path, SESSION, "LockedHint")

    def loginctl(self, *arguments):
        return subprocess.run([*BOOTED, "loginctl", *arguments], env=self.desktop.environment,
                              capture_output=True, text=True, timeout=30, check=False)

    def _told(self, signal, _arguments):
        # On the bus thread, which must not wait for itself.
        if signal in ("Lock", "Unlock"):
            self.bus.connection.call(
                NAME, self._path, SESSION, "SetLockedHint", GLib.Variant("(b)", (signal == "Lock",)),
                None, Gio.DBusCallFlags.NONE, 10_000, None, None)

    def _asked(self, _sender, method, arguments, invocation):
        if method == "Subscribe":
            invocation.return_value(None)
            return
        # Each unit is started at once.
        number = next(self._jobs)
        job = f"{SYSTEMD_PATH}/job/{number}"
        invocation.return_value(GLib.Variant("(o)", (job,)))
        self.bus.emit(SYSTEMD_PATH, SYSTEMD_MANAGER, "JobRemoved", "(uoss)", number, job,
                      arguments[0], "done")
