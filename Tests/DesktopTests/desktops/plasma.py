"""Plasma 5.27 on X11."""

import time

from harness.accessible import Missing
from harness.notifications import NAME as NOTIFICATIONS
from harness.notifications import PATH as NOTIFICATIONS_PATH
from harness.processes import until

from . import pictures
from .popups import PlasmaPopups, middle
from .session import Session

SAVER = ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver")
SCHEME = {"light": "BreezeLight", "dark": "BreezeDark"}


class Plasma(Session):
    kind, title = "plasma", "Plasma 5.27 on X11"
    desktop = "KDE"
    server, service = "Plasma", "org.kde.plasma.Notifications.service"
    packages = "plasma-workspace plasma-desktop kwin-x11 breeze breeze-icon-theme tesseract-ocr"

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.popups = PlasmaPopups(self)

    def _environment(self):
        return super()._environment() | {"QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "KWIN_COMPOSE": "N",
                                         "KDE_FULL_SESSION": "true", "KDE_SESSION_VERSION": "5"}

    def set_up(self):
        for name, text in {
                "startkderc": "[General]\nsystemdBoot=false\n",
                "kwinrc": "[Compositing]\nEnabled=false\n",
                "kscreenlockerrc": "[Daemon]\nAutolock=false\nLockOnResume=false\n",
                "baloofilerc": "[Basic Settings]\nIndexing-Enabled=false\n",
                "ksplashrc": "[KSplash]\nEngine=none\nTheme=None\n",
                "kwalletrc": "[Wallet]\nEnabled=false\n",
                "ksmserverrc": "[General]\nconfirmLogout=false\nloginMode=emptySession\n",
                "plasmarc": f"[Theme]\nname=breeze-{self.look}\n",
                "kdeglobals": f"[General]\nColorScheme={SCHEME[self.look]}\n"}.items():
            self.put(f".config/{name}", text)
        self.run("plasma-apply-colorscheme", SCHEME[self.look])

    def start_shell(self):
        self.manager = self.processes.spawn("startplasma-x11")

    def settle(self):
        def panel_is_there():
            try:
                return any("button" in role for role, _ in self.popups.widgets()) and not self.popups.all()
            except Missing:
                return False
        until("a bare desktop", panel_is_there, timeout=60, interval=0.3)
        self.hands.rest()
        self._cookie = None

    def leave(self):
        # Without asking, only ending the session, at once.
        self.bus.call("org.kde.ksmserver", "/KSMServer", "org.kde.KSMServerInterface", "logout",
                      "(iii)", 0, 0, 2)
        self.manager.wait(20)

    def set_do_not_disturb(self, on):
        if on:
            self._cookie = self.bus.call(NOTIFICATIONS, NOTIFICATIONS_PATH, NOTIFICATIONS, "Inhibit",
                                         "(ssa{sv})", "org.kde.plasmashell", "a meeting", {})
        elif self._cookie is not None:
            self.bus.call(NOTIFICATIONS, NOTIFICATIONS_PATH, NOTIFICATIONS, "UnInhibit", "(u)",
                          self._cookie)
            self._cookie = None

    def lock(self, on):
        if on:
            self.bus.call(*SAVER, "Lock")
            until("the screen lock", lambda: self.bus.call(*SAVER, "GetActive"), timeout=20)
        else:
            # The first key only brings the password field.
            self.hands.key("a")
            time.sleep(2)
            self.hands.key("a", "Return")
            until("the end of the screen lock", lambda: not self.bus.call(*SAVER, "GetActive"), timeout=20)

    # The tray.

    def tray_box(self):
        def icon():
            for role, widget in self.popups.widgets():
                try:
                    if widget.name.startswith("Carillon") and "button" in role:
                        return widget.box
                except Missing:
                    continue
            return None
        return until("Carillon's icon in the panel", icon, timeout=10, interval=0.2)

    def open_tray_menu(self):
        before = self._menus()
        self.hands.click(middle(self.tray_box()), 3)
        self.hands.rest()
        box = until("the menu", lambda: self._menus() - before, interval=0.1).pop()
        time.sleep(0.5)
        file = self.folder / "menu.png"
        self.screenshot(file)
        pictures.cut(file, box, scale=3)
        return pictures.read(file)

    def choose(self, label, entries):
        self.hands.key(*["Down"] * (entries.index(label) + 1), "Return")

    def _menus(self):
        boxes = set()
        for window in self.hands.run("search", "--onlyvisible", "--class", "plasmashell").split():
            shown = dict(line.split("=") for line in self.hands.run(
                "getwindowgeometry", "--shell", window).split() if "=" in line)
            if "X" in shown:
                boxes.add(tuple(int(shown[key]) for key in ("X", "Y", "WIDTH", "HEIGHT")))
        return boxes
