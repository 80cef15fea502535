"""GNOME Shell 43, on X11 and on Wayland."""

import os
import time

from gi.repository import GLib
from harness import accessible
from harness.accessible import Missing
from harness.bus import BusError
from harness.processes import until

from .pointer import WaylandHands
from .popups import GnomePopups, middle
from .session import Session

SHELL = ("org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell")
SCREENSHOT = "org.gnome.Shell.Screenshot"
SESSION = "[GNOME Session]\nName=headless\nRequiredComponents=org.gnome.Shell;\n"


class Gnome(Session):
    kind, title = "gnome", "GNOME 43 on X11, with the AppIndicator extension"
    desktop = "GNOME"
    # Its own lock needs GDM and logind, and its name is taken by a proxy all the same.
    saver_name = "org.cinnamon.ScreenSaver"
    server, service = "gnome-shell", "org.gnome.Shell.Notifications.service"
    # What nothing else pulls in: GNOME Shell's notification server is a gjs program.
    packages = "gnome-shell gnome-session-bin gjs gnome-shell-extension-appindicator"

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.popups = GnomePopups(self)

    def _environment(self):
        return super()._environment() | {"XDG_MENU_PREFIX": "gnome-"}

    def set_up(self):
        self.put(".config/gnome-session/sessions/headless.session", SESSION)
        # Without GDM there is nothing to unlock a locked screen with, and the shell says so once.
        self.put(".local/share/gnome-shell/lock-warning-shown")
        for schema, key, value in (
                ("org.gnome.desktop.interface", "toolkit-accessibility", "true"),
                ("org.gnome.desktop.interface", "color-scheme",
                 "'prefer-dark'" if self.is_dark else "'default'"),
                ("org.gnome.shell", "enabled-extensions", "['ubuntu-appindicators@ubuntu.com']"),
                ("org.gnome.shell", "welcome-dialog-last-shown-version", "'999'"),
                ("org.gnome.desktop.interface", "enable-animations", "false"),
                ("org.gnome.desktop.interface", "enable-hot-corners", "false"),
                ("org.gnome.desktop.session", "idle-delay", "0")):
            self.gsettings(schema, key, value)

    def start_shell(self):
        self.manager = self.processes.spawn(
            "/usr/libexec/gnome-session-binary", "--builtin", "--session=headless",
            "--disable-acceleration-check")

    def settle(self):
        # It begins with the overview, and tells root that it is root.
        until("the overview", self._overview, timeout=60, interval=0.1)
        if os.geteuid() == 0:
            text = "Logged in as a privileged user"
            self.popups.wait(text, timeout=60)
            self.popups.dismiss(text)
            self.popups.wait_gone(text)
        self.bus.call(*SHELL[:2], "org.freedesktop.DBus.Properties", "Set", "(ssv)", SHELL[2],
                      "OverviewActive", GLib.Variant("b", False))
        until("a bare desktop", lambda: not self._overview(), timeout=20)
        self.hands.rest()

    def _overview(self):
        try:
            return self.bus.get(*SHELL, "OverviewActive")
        except BusError:
            return None

    def leave(self):
        # 1: without asking.
        self.bus.call("org.gnome.SessionManager", "/org/gnome/SessionManager",
                      "org.gnome.SessionManager", "Logout", "(u)", 1)
        self.manager.wait(20)

    def set_do_not_disturb(self, on):
        self.gsettings("org.gnome.desktop.notifications", "show-banners", str(not on).lower())

    # The tray.

    def tray_box(self):
        """The box of Carillon's icon in the top bar."""
        def icon():
            # The rightmost: the window that has the focus has a menu of the same name.
            return max((widget.box for role, widget in self.popups.widgets()
                        if role == "menu" and self._name(widget).startswith("Carillon")), default=None)
        return until("Carillon's icon in the top bar", icon, timeout=5, interval=0.1)

    def open_tray_menu(self):
        if self.is_wayland:
            self.hands.rest()  # now, because the indicator of a remote hand moves the icons
            time.sleep(0.5)
        # The extension waits whether another click follows, and does nothing if the pointer leaves.
        self.hands.click(middle(self.tray_box()))
        until("the menu", self._entries, timeout=5, interval=0.1)
        self.hands.rest()
        time.sleep(0.3)
        return [name for name, _ in self._entries()]

    def choose(self, label, _entries):
        self.hands.click(next(box for name, box in self._entries() if name == label))

    def _entries(self):
        """(label, middle) of each entry of the open menu."""
        found = []
        for role, widget in self.popups.widgets():
            try:
                if role.endswith("menu item") and widget.box[2] > 1:
                    names = [self._name(part) for _, its, part in widget.seen() if its == "label"]
                    label = self._name(widget) or " ".join(filter(None, names))
                    if label:  # separators have none
                        found.append((label, middle(widget.box)))
            except Missing:
                continue
        return found

    @staticmethod
    def _name(widget):
        try:
            return widget.name.strip()
        except Missing:
            return ""


class GnomeWayland(Gnome):
    kind, title = "gnome-wayland", "GNOME 43 on Wayland, with the AppIndicator extension"
    is_wayland = True

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.hands = WaylandHands(self)

    def _environment(self):
        return super()._environment() | {"WAYLAND_DISPLAY": "wayland-0"}

    def set_up(self):
        super().set_up()
        self.put(".local/share/applications/org.gnome.Shell.desktop", f"""[Desktop Entry]
Type=Application
Name=GNOME Shell
Exec=gnome-shell --headless --virtual-monitor {self.width}x{self.height} --wayland-display wayland-0
X-GNOME-Autostart-Phase=DisplayServer
X-GNOME-Autostart-Notify=true
X-GNOME-AutoRestart=false
""")

    def screenshot(self, file):
        # The shell lets only a few names take one.
        self.bus.call("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "RequestName", "(su)",
                      "org.gnome.Screenshot", 4)
        done, _ = self.bus.call(SCREENSHOT, "/org/gnome/Shell/Screenshot", SCREENSHOT, "Screenshot",
                                "(bbs)", False, False, str(file))
        assert done, "GNOME Shell takes no picture"

    def windows(self, window_class="[Cc]arillon"):
        """Carillon's own: the shell tells nobody about windows on Wayland."""
        programs = accessible.applications(accessible.bus(self), "org.carillon.Carillon")
        return [self._name(window) for program in programs for window in program.children()]
