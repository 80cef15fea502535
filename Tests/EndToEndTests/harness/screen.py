"""Reads and clicks what is on a test's display; run as a program in that display's session.

  python3 -m harness.screen popups | click TEXT | tray | shot FILE | clipboard | take | clipping FILE
"""

import json
import subprocess
import sys
import time

from .paths import TESTS

# Away from popups, because one under the pointer stays on screen.
RESTING = (200, 400)


def run(environment, *arguments):
    """Runs this file as a program in that session, and returns its result."""
    done = subprocess.run(
        ["/usr/bin/python3", "-W", "ignore", "-m", "harness.screen", *arguments], cwd=TESTS,
        env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout) if done.stdout.strip() else None


def has_window_manager(environment):
    done = subprocess.run(["xprop", "-root", "_NET_SUPPORTING_WM_CHECK"], env=environment,
                          capture_output=True, text=True, check=False)
    return "window id" in done.stdout


def _atspi():
    import gi
    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi
    return Atspi


def _children(accessible):
    """The children that still exist: widgets may vanish at any time."""
    from gi.repository import GLib
    try:
        for index in range(accessible.get_child_count()):
            child = accessible.get_child_at_index(index)
            if child is not None:
                yield child
    except GLib.Error:
        return


class _Node:
    """A widget as it was when it was read."""

    def __init__(self, accessible):
        atspi = _atspi()
        self.name = accessible.get_name() or ""
        self.role = accessible.get_role_name()
        self.showing = accessible.get_state_set().contains(atspi.StateType.SHOWING)
        extents = accessible.get_extents(atspi.CoordType.SCREEN) if self.showing else None
        self.box = (extents.x, extents.y, extents.width, extents.height) if extents else None

    @property
    def middle(self):
        x, y, width, height = self.box
        return x + width // 2, y + height // 2


def _shown(accessible, depth=0):
    """All visible widgets from this one down."""
    from gi.repository import GLib
    try:
        node = _Node(accessible)
    except GLib.Error:
        return
    if not node.showing:
        return
    yield node
    if depth < 30:
        for child in _children(accessible):
            yield from _shown(child, depth + 1)


def _popups():
    """The widgets of each popup of the notification server."""
    for application in _children(_atspi().get_desktop(0)):
        if application.get_name() == "xfce4-notifyd":
            for window in _children(application):
                nodes = list(_shown(window))
                if nodes:
                    yield nodes


def popups():
    found = []
    for nodes in _popups():
        buttons = [node.name for node in nodes if node.role == "push button" and node.name]
        texts = [node.name for node in nodes
                 if node.name and node.role in ("label", "text") and node.name not in buttons]
        found.append({"box": nodes[0].box, "texts": texts, "buttons": buttons})
    return found


def click(text):
    deadline = time.monotonic() + 5
    while True:
        for nodes in _popups():
            # Prefers a button to a label with the same text.
            for node in sorted(nodes, key=lambda node: node.role != "push button"):
                if node.name and text in node.name and node.box[2] > 0:
                    pointer(*node.middle, click=True)
                    pointer(*RESTING)
                    return
        if time.monotonic() > deadline:
            raise SystemExit(f"no popup shows {text!r}: {popups()}")
        time.sleep(0.1)


def tray():
    """Opens the menu of the icon in the panel's tray, which is not accessible."""
    found = subprocess.run(["xdotool", "search", "--onlyvisible", "--class", "^wrapper",
                            "getwindowgeometry", "--shell"], check=True, capture_output=True,
                           text=True).stdout
    box = dict(line.split("=") for line in found.split())
    pointer(int(box["X"]) + int(box["WIDTH"]) // 2, int(box["Y"]) + int(box["HEIGHT"]) // 2,
            click=True)


def pointer(x, y, click=False):
    command = ["xdotool", "mousemove", str(x), str(y)]
    subprocess.run(command + (["sleep", "0.1", "click", "1"] if click else []), check=True)


def clipboard():
    """The text in the clipboard, or None."""
    import gi
    gi.require_version("Gdk", "3.0")
    gi.require_version("Gtk", "3.0")
    from gi.repository import Gdk, Gtk
    return Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD).wait_for_text()


def take():
    """Takes the clipboard, like a program that copies, and leaves it empty."""
    import gi
    gi.require_version("Gdk", "3.0")
    gi.require_version("Gtk", "3.0")
    from gi.repository import Gdk, Gtk
    Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD).set_text("", -1)
    Gdk.Display.get_default().sync()


def clipping(file):
    """Writes the picture in the clipboard to a file; returns whether there is one."""
    import gi
    gi.require_version("Gdk", "3.0")
    gi.require_version("Gtk", "3.0")
    from gi.repository import Gdk, Gtk
    picture = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD).wait_for_image()
    if picture:
        picture.savev(file, "png", [], [])
    return picture is not None


def shot(file):
    import gi
    gi.require_version("Gdk", "3.0")
    from gi.repository import Gdk
    root = Gdk.get_default_root_window()
    picture = Gdk.pixbuf_get_from_window(root, 0, 0, root.get_width(), root.get_height())
    picture.savev(file, "png", [], [])


if __name__ == "__main__":
    RESULT = {"popups": popups, "click": click, "shot": shot, "tray": tray,
              "clipboard": clipboard, "take": take, "clipping": clipping}[
        sys.argv[1]](*sys.argv[2:])
    if RESULT is not None:
        print(json.dumps(RESULT))
