"""Xfce's panel with several notification servers, and sessions that lack one part."""

import time

from harness.desktop import PANEL
from harness.notifications import NAME as NOTIFICATIONS
from harness.notifications import PATH as NOTIFICATIONS_PATH
from harness.processes import until
from gi.repository import GLib

from . import pictures
from .popups import Banners, DunstPopups, MatePopups, NotifydPopups, middle
from .session import Session, start_window_manager

WRAPPER = "^wrapper|[Xx]fce4-panel"


class Xfce(Session):
    kind, title = "xfce", "Xfce 4.18"
    desktop = "XFCE"
    server, service = "Xfce Notify Daemon", "org.xfce.xfce4-notifyd.Notifications.service"
    saver_name = "org.xfce.ScreenSaver"
    packages = "xfce4-panel xfce4-notifyd xfconf openbox dex x11-xserver-utils tesseract-ocr"

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.popups = NotifydPopups(self)

    def set_up(self):
        self.set_xfconf("xfce4-panel", PANEL)
        self.set_xfconf("xsettings", XSETTINGS.format("Adwaita-dark" if self.is_dark else "Adwaita"))

    def start_shell(self):
        start_window_manager(self)
        self.run("xsetroot", "-solid", "#5d7d9a")
        if self.server:
            self.start_service(NOTIFICATIONS)
        if self.has_tray:
            self.processes.spawn("xfce4-panel", "--disable-wm-check")

    def settle(self):
        # There is no session manager: dex starts what one would start.
        if self.has_tray:
            until("the panel", lambda: self.window_box(WRAPPER), interval=0.1)
        self.processes.spawn("dex", "--autostart", "--environment", self.desktop,
                             "--search-paths", self.home / ".config/autostart").wait(10)
        self.hands.rest()

    def set_do_not_disturb(self, on):
        self.run("xfconf-query", "--channel", "xfce4-notifyd", "--property", "/do-not-disturb",
                 "--create", "--type", "bool", "--set", str(on).lower())

    # The panel's tray and its menus are not accessible: they are found by their windows.

    def open_tray_menu(self):
        before = self._menus()
        self.hands.click(self.tray_place())
        self.hands.rest()
        box = until("the menu", lambda: self._menus() - before, interval=0.1).pop()
        time.sleep(0.5)
        file = self.folder / "menu.png"
        self.screenshot(file)
        pictures.cut(file, box, scale=3)
        return pictures.read(file)

    def tray_place(self):
        return middle(self.window_box("^wrapper"))

    def tray_box(self):
        return self.window_box("^wrapper")

    def choose(self, label, entries):
        """Goes to an entry of the open menu by keyboard; `entries` are those that can be chosen."""
        self.hands.key(*["Down"] * (entries.index(label) + 1), "Return")

    def _menus(self):
        """The boxes of all windows of the panel's plugins."""
        boxes = set()
        for window in self.hands.run("search", "--onlyvisible", "--class", "wrapper").split():
            shown = dict(line.split("=") for line in self.hands.run(
                "getwindowgeometry", "--shell", window).split() if "=" in line)
            if "X" in shown:
                boxes.add(tuple(int(shown[key]) for key in ("X", "Y", "WIDTH", "HEIGHT")))
        return boxes


class Mate(Xfce):
    kind, title = "mate", "MATE's notification daemon 1.26, Xfce's panel"
    desktop = "MATE"
    server = "Notification Daemon"
    service = "org.freedesktop.mate.Notifications.service"
    saver_name = "org.mate.ScreenSaver"
    packages = "xfce4-panel openbox dex x11-xserver-utils tesseract-ocr mate-notification-daemon"

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.popups = MatePopups(self)

    def set_do_not_disturb(self, on):
        self.gsettings("org.mate.NotificationDaemon", "do-not-disturb", str(on).lower())


DUNSTRC = """[global]
    dmenu = {folder}/dmenu
    width = 400
    mouse_left_click = do_action, close_current
    mouse_middle_click = context
    mouse_right_click = close_current
"""


class Dunst(Xfce):
    kind, title = "dunst", "dunst 1.9, Xfce's panel"
    desktop = "openbox"
    server, service = "dunst", "org.knopwob.dunst.service"
    saver_name = "org.freedesktop.ScreenSaver"
    packages = "xfce4-panel openbox dex x11-xserver-utils tesseract-ocr dunst"

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.popups = DunstPopups(self)

    def set_up(self):
        super().set_up()
        self.put(".config/dunst/dunstrc", DUNSTRC.format(folder=self.folder))
        menu = self.folder / "dmenu"
        menu.write_text(DunstPopups.MENU.format(folder=self.folder))
        menu.chmod(0o700)

    def set_do_not_disturb(self, on):
        self.bus.call(NOTIFICATIONS, NOTIFICATIONS_PATH, "org.freedesktop.DBus.Properties", "Set",
                      "(ssv)", "org.dunstproject.cmd0", "paused", GLib.Variant("b", on))


class NoTray(Xfce):
    """A window manager and a notification server, nothing else."""

    kind, title = "no-tray", "A session without a tray, xfce4-notifyd"
    has_tray = False


class NoServer(Xfce):
    """A window manager and a tray; nobody shows notifications."""

    kind, title = "no-server", "A session without a notification server, Xfce's panel"
    server = service = None

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.popups = Banners(self)

    def set_do_not_disturb(self, on):
        pass


XSETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<channel name="xsettings" version="1.0"><property name="Net" type="empty">
<property name="ThemeName" type="string" value="{}"/></property></channel>
"""
