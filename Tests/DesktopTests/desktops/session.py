"""A session with the real programs of a desktop: display, buses, home, notification server, tray."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

from harness import screen
from harness.bus import DAEMON, Bus, BusError
from harness.desktop import SERVICES, Desktop
from harness.keyring import Keyring
from harness.notifications import NAME as NOTIFICATIONS
from harness.notifications import PATH as NOTIFICATIONS_PATH
from harness.processes import descendants, send, until

from .pointer import X11Hands
from .screensaver import ScreenSaver

# What the bus must not start by itself: another desktop's notification server, a second keyring, and
# services of the machine.
UNWANTED = re.compile(r"Notifications\.service|knopwob|kwallet|org\.freedesktop\.secrets|"
                      r"org\.gnome\.keyring|Tracker|systemd1|evolution|PackageKit")


class Session(Desktop):
    """Started by `begin`, ended by `stop`; `again` logs out and in.

    The subclasses are the kinds of desktop, and say what runs in each.
    """

    kind = None
    title = None
    # What GetServerInformation names; None: no server.
    server = None
    # XDG_CURRENT_DESKTOP, and the file with which the bus starts the notification server.
    desktop = None
    service = None
    has_tray = True
    # The name under which its screen saver is on the bus.
    saver_name = "org.freedesktop.ScreenSaver"
    is_wayland = False
    width, height = 1280, 800

    def __init__(self, look="light", home=None):
        self.look = look
        super().__init__(home=home)
        self.hands = X11Hands(self)
        self.popups = None

    @property
    def is_dark(self):
        return self.look == "dark"

    def _environment(self):
        environment = super()._environment()
        # As for programs of a user: the installed content, accessible widgets, settings that are kept.
        for name in ("CARILLON_DATA_DIR", "NO_AT_BRIDGE", "GSETTINGS_BACKEND"):
            del environment[name]
        environment.update(
            XDG_CURRENT_DESKTOP=self.desktop, DESKTOP_SESSION=self.desktop.lower(),
            XDG_SESSION_DESKTOP=self.desktop,
            XDG_SESSION_TYPE="wayland" if self.is_wayland else "x11", LIBGL_ALWAYS_SOFTWARE="1",
            GTK_THEME="Adwaita:dark" if self.is_dark else "Adwaita")
        return environment

    # Start and end.

    def begin(self):
        """Starts it, and waits until notifications and the tray are ready."""
        self.began = time.monotonic()
        try:
            self.environment["DBUS_SYSTEM_BUS_ADDRESS"] = self._start_bus("system")
            if not self.is_wayland:
                self._start_display(f"{self.width}x{self.height}")
            for file in SERVICES.glob("*.service"):
                if file.name == self.service or not UNWANTED.search(file.name):
                    shutil.copy(file, self.services)
            self.environment["DBUS_SESSION_BUS_ADDRESS"] = self._start_bus("session")
            self.bus = Bus(self.environment["DBUS_SESSION_BUS_ADDRESS"])
            # As by PAM at a login, before the desktop starts one that is locked.
            Keyring(self).start()
            self.saver = None
            self.set_up()
            self.start_shell()
            if self.server:
                found = until("the notification server", self.server_name, timeout=60, interval=0.1)
                assert found == self.server, f"the notification server is {found}"
            if self.has_tray:
                until("the tray", self.has_tray_host, timeout=60, interval=0.1)
            self.settle()
        except BaseException as error:
            logs = self.logs()
            self.stop()
            raise AssertionError(f"{self.title} did not start: {error}\n{logs}") from error
        self.seconds = time.monotonic() - self.began
        return self

    def stop(self):
        mine = set(descendants(os.getpid()))
        try:
            super().stop()
        finally:
            self._forget_displays(mine)

    def log_out(self):
        """Ends the session as its user does, and then the display, as a display manager does."""
        self.leave()
        for process in self.processes.started:
            if "Xvfb" in process.args[0]:
                send(process.pid, signal.SIGTERM)
                process.wait(10)

    def again(self):
        """Begins another session of the same user."""
        mine = set(descendants(os.getpid()))
        self.end_session()
        self._forget_displays(mine)
        self.popups.forget()
        return self.begin()

    @staticmethod
    def _forget_displays(pids):
        """Removes the locks of X servers of ours that had to be killed, as an X server does at its end."""
        for lock in pathlib.Path("/tmp").glob(".X*-lock"):
            try:
                if int(lock.read_text()) in pids and not os.path.exists(f"/proc/{int(lock.read_text())}"):
                    lock.unlink()
                    number = lock.name[2:].removesuffix("-lock")
                    pathlib.Path(f"/tmp/.X11-unix/X{number}").unlink(missing_ok=True)
            except (OSError, ValueError):
                continue  # gone, or just being made

    # What subclasses fill in.

    def set_up(self):
        """Prepares the home of the user."""

    def start_shell(self):
        raise NotImplementedError

    def settle(self):
        """Waits until nothing moves any more."""

    def leave(self):
        """Asks the session manager, if there is one, to end the session, and waits until it has."""

    # Small things.

    def logs(self, lines=15):
        """The end of what each program has written."""
        return "".join(f"--- {log.name}\n" + "\n".join(log.read_text(errors="replace").splitlines()[-lines:])
                       + "\n" for log in sorted(self.folder.glob("*.log")))

    def put(self, path, text=""):
        """A file of the home, unless it is there."""
        file = self.home / path
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return file

    def gsettings(self, schema, key, value):
        self.run("gsettings", "set", schema, key, value)

    def run(self, *command, timeout=30):
        done = subprocess.run(command, env=self.environment, check=False, capture_output=True, text=True,
                              timeout=timeout)
        assert done.returncode == 0, f"{' '.join(command)}: {done.stderr}"
        return done.stdout.strip()

    def start_service(self, name):
        self.bus.call(*DAEMON, "StartServiceByName", "(su)", name, 0, timeout=30)

    def server_information(self):
        """Name, vendor, version; None while there is no server."""
        try:
            return self.bus.call(NOTIFICATIONS, NOTIFICATIONS_PATH, NOTIFICATIONS,
                                 "GetServerInformation")
        except BusError:
            return None

    def server_name(self):
        return (self.server_information() or (None,))[0]

    def has_tray_host(self):
        try:
            return super().has_tray_host()
        except BusError:
            return False

    def window_box(self, window_class):
        """The box of the visible window of this class, or None."""
        shown = self.hands.run("search", "--onlyvisible", "--class", window_class,
                               "getwindowgeometry", "--shell")
        found = dict(line.split("=") for line in shown.split() if "=" in line)
        return tuple(int(found[key]) for key in ("X", "Y", "WIDTH", "HEIGHT")) if "X" in found else None

    # What a user can do on every desktop, each in its own way.

    def set_do_not_disturb(self, on):
        raise NotImplementedError

    def open_tray_menu(self):
        """Clicks the icon, and returns the labels of the menu that opens."""
        raise NotImplementedError

    def close_menu(self):
        self.hands.key("Escape", "Escape")
        self.hands.rest()

    def lock(self, on):
        """Covers or uncovers the screen; most desktops need a display manager for it, so this only tells."""
        if not self.saver:
            self.saver = ScreenSaver(self, self.saver_name)
        self.saver.cover(on)


def start_window_manager(session):
    session.processes.spawn("openbox")
    until("the window manager", lambda: screen.has_window_manager(session.environment))
