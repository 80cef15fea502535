"""The user's hands: a pointer and a keyboard."""

import subprocess
import time

from harness.bus import BusError

# Where a pointer touches nothing of any desktop.
RESTING = (200, 500)


class X11Hands:
    """By xdotool."""

    def __init__(self, session):
        self.session = session

    def move(self, place):
        # In two steps, or a shell does not notice that the pointer has come.
        x, y = map(str, place)
        self.run("mousemove", str(place[0] - 1), y, "mousemove", x, y)

    def click(self, place, button=1):
        self.move(place)
        self.run("sleep", "0.2", "click", str(button), "sleep", "0.2")

    def rest(self):
        self.move(RESTING)

    def key(self, *keys):
        self.run("key", "--delay", "60", *keys)

    def run(self, *arguments):
        done = subprocess.run(["xdotool", *arguments], env=self.session.environment, check=False,
                              capture_output=True, text=True, timeout=30)
        return done.stdout


REMOTE = "org.gnome.Mutter.RemoteDesktop"
BUTTONS = {1: 0x110, 2: 0x112, 3: 0x111}


class WaylandHands:
    """By Mutter's remote desktop, which shows an indicator in the top bar while it is used."""

    def __init__(self, session):
        self.session = session
        self._path = None

    def move(self, place):
        # From the bottom left corner: from the top one, it would open menus of the bar on its way.
        height = self.session.height
        self._tell("NotifyPointerMotionRelative", "(dd)", -9999, 9999)
        self._tell("NotifyPointerMotionRelative", "(dd)", place[0] - 1, place[1] - height + 1)
        self._tell("NotifyPointerMotionRelative", "(dd)", 1, 0)

    def click(self, place, button=1):
        self.move(place)
        time.sleep(0.2)
        for down in (True, False):
            self._tell("NotifyPointerButton", "(ib)", BUTTONS[button], down)
        time.sleep(0.2)

    def rest(self):
        self.move(RESTING)

    def key(self, *keys):
        """Keys named as for xdotool, such as "alt+k"."""
        import gi
        gi.require_version("Gdk", "3.0")
        from gi.repository import Gdk
        names = {"alt": "Alt_L", "ctrl": "Control_L", "shift": "Shift_L"}
        for chord in keys:
            values = [Gdk.keyval_from_name(names.get(name, name)) for name in chord.split("+")]
            for down, order in ((True, values), (False, reversed(values))):
                for value in order:
                    self._tell("NotifyKeyboardKeysym", "(ub)", value, down)
            time.sleep(0.06)

    def _tell(self, method, signature, *arguments):
        if not self._path:
            self._begin()
        try:
            self.session.bus.call(REMOTE, self._path, f"{REMOTE}.Session", method, signature, *arguments)
        except BusError:
            # The shell ends such a session with the screen lock, and with itself.
            self._begin()
            self.session.bus.call(REMOTE, self._path, f"{REMOTE}.Session", method, signature, *arguments)

    def _begin(self):
        self._path = self.session.bus.call(
            REMOTE, "/org/gnome/Mutter/RemoteDesktop", REMOTE, "CreateSession")
        self.session.bus.call(REMOTE, self._path, f"{REMOTE}.Session", "Start")
        time.sleep(0.5)  # the indicator moves the icons of the tray
