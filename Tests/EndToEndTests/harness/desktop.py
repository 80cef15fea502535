"""A private desktop for one test: display, buses, home folder, and parts of a shell."""

import configparser
import os
import pathlib
import shutil
import subprocess
import tempfile

from . import screen
from .bus import DAEMON, Bus
from .notifications import NAME as NOTIFICATIONS
from .paths import DATA
from .processes import Processes, adopt_orphans, until

SERVICES = pathlib.Path("/usr/share/dbus-1/services")
NOTIFYD = SERVICES / "org.xfce.xfce4-notifyd.Notifications.service"
WATCHER = "org.kde.StatusNotifierWatcher"

BUS = """<busconfig><type>{type}</type><listen>unix:path={path}</listen><auth>EXTERNAL</auth>
{services}<policy context="default"><allow user="*"/><allow own="*"/>
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/></policy>
<limit name="max_replies_per_connection">50000</limit></busconfig>
"""

PANEL = """<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-panel" version="1.0"><property name="configver" type="int" value="2"/>
<property name="panels" type="array"><value type="int" value="1"/>
<property name="panel-1" type="empty"><property name="position" type="string" value="p=6;x=0;y=0"/>
<property name="position-locked" type="bool" value="true"/>
<property name="length" type="uint" value="100"/><property name="size" type="uint" value="32"/>
<property name="plugin-ids" type="array"><value type="int" value="1"/><value type="int" value="2"/>
<value type="int" value="3"/></property></property></property>
<property name="plugins" type="empty"><property name="plugin-1" type="string" value="tasklist"/>
<property name="plugin-2" type="string" value="separator">
<property name="expand" type="bool" value="true"/></property>
<property name="plugin-3" type="string" value="systray"/></property></channel>
"""


class Desktop:
    """Started by `start`; `stop` ends all its processes and fails if any is left."""

    def __init__(self, home=None, folder=None):
        adopt_orphans()
        self.folder = pathlib.Path(folder or tempfile.mkdtemp(prefix="carillon-desktop."))
        self.keep = folder is not None
        self.home = pathlib.Path(home or self.folder / "home")
        self.runtime = self.folder / "run"
        self.services = self.folder / "services"
        for path in (self.home, self.runtime, self.services):
            path.mkdir(parents=True, exist_ok=True)
            path.chmod(0o700)
        self.environment = self._environment()
        self.processes = Processes(self.folder, self.environment)
        self.bus = None
        self.display = None

    def _environment(self):
        """An environment without anything from the session that runs the tests."""
        return {
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LANG": "C.UTF-8",
            # Carillon follows the machine's zone only in tests that remove this.
            "TZ": "Etc/UTC",
            "HOME": str(self.home), "XDG_RUNTIME_DIR": str(self.runtime),
            "XDG_DATA_DIRS": "/usr/local/share:/usr/share", "XDG_CONFIG_DIRS": "/etc/xdg",
            "XDG_CURRENT_DESKTOP": "XFCE", "XDG_SESSION_TYPE": "x11",
            "GSETTINGS_BACKEND": "memory", "NO_AT_BRIDGE": "1",
            "CARILLON_DATA_DIR": str(DATA),
            # Programs built for coverage write their counters at their end; nobody wants these.
            "LLVM_PROFILE_FILE": "/dev/null",
        }

    # Start and end.

    def start(self, display="1280x800", accessible=False, system_bus=True):
        """Starts a display and two buses; with `accessible`, widgets can be read and clicked."""
        try:
            if system_bus:
                self.environment["DBUS_SYSTEM_BUS_ADDRESS"] = self._start_bus("system")
            if display:
                self._start_display(display)
            if accessible:
                self.add_service(SERVICES / "org.a11y.Bus.service")
                del self.environment["NO_AT_BRIDGE"]
            self.environment["DBUS_SESSION_BUS_ADDRESS"] = self._start_bus("session")
            self.bus = Bus(self.environment["DBUS_SESSION_BUS_ADDRESS"])
        except BaseException:
            self.stop()
            raise
        return self

    def stop(self):
        """Ends every process; raises AssertionError if one stays."""
        if self.bus:
            self.bus.close()
        left = self.processes.end()
        if not self.keep:
            shutil.rmtree(self.folder, ignore_errors=True)
        assert not left, f"still running: {left}"

    def end_session(self):
        """Ends the session like a logout; `start` begins another with the same home folder."""
        self.bus.close()
        self.bus = None
        left = self.processes.end()
        assert not left, f"still running: {left}"
        self.processes = Processes(self.folder, self.environment)

    def _start_display(self, size):
        read, write = os.pipe()
        self.processes.spawn("Xvfb", "-displayfd", write, "-screen", "0", f"{size}x24",
                             "-nolisten", "tcp", "-noreset", pass_fds=[write])
        number = _line(read, write) or self.fail("Xvfb")
        self.display = self.environment["DISPLAY"] = f":{number}"

    def _start_bus(self, kind):
        path = self.folder / f"{kind}-bus"
        path.unlink(missing_ok=True)
        services = f"<servicedir>{self.services}</servicedir>" if kind == "session" else ""
        config = self.folder / f"{kind}-bus.conf"
        config.write_text(BUS.format(type=kind, path=path, services=services))
        # It prints its address once it listens.
        read, write = os.pipe()
        self.processes.spawn("dbus-daemon", "--nofork", f"--config-file={config}",
                             f"--print-address={write}", log=f"{kind}-bus", pass_fds=[write])
        return _line(read, write) or self.fail(f"the {kind} bus")

    def fail(self, what):
        logs = "".join(f"--- {log.name}\n{log.read_text(errors='replace')}"
                       for log in self.folder.glob("*.log"))
        raise AssertionError(f"{what} did not start\n{logs}")

    def add_service(self, file):
        """Adds a service file, so that the session bus can start the program."""
        shutil.copy(file, self.services)
        if self.bus:
            self.bus.call(*DAEMON, "ReloadConfig")

    # Optional parts of a session.

    def start_window_manager(self):
        self.processes.spawn("openbox")
        until("the window manager", lambda: screen.has_window_manager(self.environment))

    def start_panel(self):
        """Starts a panel with a tray."""
        self.add_service(SERVICES / "org.xfce.Xfconf.service")
        self.set_xfconf("xfce4-panel", PANEL)
        panel = self.processes.spawn("xfce4-panel", "--disable-wm-check")
        until("the tray", self.has_tray_host, timeout=20)
        return panel

    def set_xfconf(self, channel, text):
        """Sets the Xfce settings, unless there are some already."""
        file = self.home / f".config/xfce4/xfconf/xfce-perchannel-xml/{channel}.xml"
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)

    def has_tray_host(self):
        if not self.bus.owner(WATCHER):
            return False
        return self.bus.get(WATCHER, "/StatusNotifierWatcher", WATCHER,
                            "IsStatusNotifierHostRegistered")

    def start_notifyd(self):
        """Starts the real server of Xfce and waits until it is ready."""
        self.add_service(SERVICES / "org.xfce.Xfconf.service")
        server = self.processes.spawn(notifyd_program())
        until("the notification server", lambda: self.bus.owner(NOTIFICATIONS), timeout=20)
        return server

    def screenshot(self, file):
        self._screen("shot", str(file))

    def clipboard(self):
        """The copied text, or None."""
        return self._screen("clipboard")

    def take_clipboard(self):
        """Takes it away from who has copied something."""
        self._screen("take")

    def copied_picture(self, file):
        """Writes a copied picture to the file as PNG; returns whether there was one."""
        return self._screen("clipping", str(file))

    def popups(self):
        """The popups on screen: a list of {"texts": …, "buttons": …}."""
        return self._screen("popups")

    def wait_popup(self, text, timeout=10):
        """Waits for a popup with this text and returns it."""
        return until(f"a popup that says {text!r}", lambda: next(
            (popup for popup in self.popups() if any(text in shown for shown in popup["texts"])),
            None), timeout, interval=0.1)

    def open_tray_menu(self):
        """Clicks the only icon in the panel's tray."""
        self._screen("tray")

    def click(self, text):
        """Clicks a button or a text of a popup."""
        self._screen("click", text)

    def windows(self, window_class="[Cc]arillon"):
        """The titles of the visible windows of this class."""
        found = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--class", window_class, "getwindowname", "%@"],
            env=self.environment, capture_output=True, text=True, check=False)
        return found.stdout.splitlines()

    def _screen(self, *arguments):
        return screen.run(self.environment, *arguments)


def _line(read, write):
    """The first line that a child writes to the pipe; empty if it ends without one."""
    os.close(write)
    with os.fdopen(read) as answer:
        return answer.readline().strip()


def notifyd_program():
    """The path on this architecture."""
    service = configparser.ConfigParser()
    service.read(NOTIFYD)
    return service["D-BUS Service"]["Exec"]
