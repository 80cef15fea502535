"""Reading and clicking what is on a test's display; run as a program, in that display's session.

  python3 -m harness.screen popups | click TEXT | shot FILE | windows
"""

import json
import subprocess
import sys
import time

from .paths import TESTS

# Where the pointer touches no popup: one under the pointer stays on the screen.
RESTING = (200, 400)


def run(environment, *arguments):
    """Runs this file as a program there, and answers what it found."""
    done = subprocess.run(
        ["/usr/bin/python3", "-W", "ignore", "-m", "harness.screen", *arguments], cwd=TESTS,
        env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout) if done.stdout.strip() else None


def has_window_manager(environment):
    done = subprocess.run(["xprop", "-root", "_NET_SUPPORTING_WM_CHECK"], env=environment,
                          capture_output=True, text=True, check=False)
    return "window id" in done.stdout


def _walk(accessible, depth=0):
    if accessible is None or depth > 30:
        return
    yield accessible
    for index in range(accessible.get_child_count()):
        yield from _walk(accessible.get_child_at_index(index), depth + 1)


def _box(accessible):
    import gi
    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi
    try:
        extents = accessible.get_extents(Atspi.CoordType.SCREEN)
    except Exception:
        return None
    if extents.width <= 0 or extents.height <= 0:
        return None
    return extents.x, extents.y, extents.width, extents.height


def _applications(name=None):
    import gi
    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        application = desktop.get_child_at_index(index)
        if application is not None and name in (None, application.get_name()):
            yield application


def _shown(accessible):
    import gi
    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi
    return accessible.get_state_set().contains(Atspi.StateType.SHOWING)


def _popups():
    """(window, [(node, name, role)]) of each popup of the notification server."""
    for application in _applications("xfce4-notifyd"):
        for index in range(application.get_child_count()):
            window = application.get_child_at_index(index)
            if window is None or not _shown(window):
                continue
            nodes = [(node, node.get_name() or "", node.get_role_name())
                     for node in _walk(window) if _shown(node)]
            yield window, nodes


def popups():
    found = []
    for window, nodes in _popups():
        buttons = [name for _, name, role in nodes if role == "push button" and name]
        texts = [name for _, name, role in nodes
                 if name and role in ("label", "text") and name not in buttons]
        found.append({"box": _box(window), "texts": texts, "buttons": buttons})
    return found


def windows():
    """The names of what stands on the screen besides popups, by application."""
    found = {}
    for application in _applications():
        for index in range(application.get_child_count()):
            window = application.get_child_at_index(index)
            if window is not None and _shown(window):
                texts = [node.get_name() for node in _walk(window) if node.get_name()]
                found.setdefault(application.get_name(), []).append(texts)
    return found


def click(text):
    deadline = time.monotonic() + 5
    while True:
        for _, nodes in _popups():
            # A button before a label that reads the same.
            for node, name, _ in sorted(nodes, key=lambda node: node[2] != "push button"):
                box = _box(node)
                if name and text in name and box:
                    x, y = box[0] + box[2] // 2, box[1] + box[3] // 2
                    pointer(x, y, click=True)
                    pointer(*RESTING)
                    return
        if time.monotonic() > deadline:
            raise SystemExit(f"no popup shows {text!r}: {popups()}")
        time.sleep(0.1)


def pointer(x, y, click=False):
    command = ["xdotool", "mousemove", str(x), str(y)]
    subprocess.run(command + (["sleep", "0.1", "click", "1"] if click else []), check=True)


def shot(file):
    import gi
    gi.require_version("Gdk", "3.0")
    from gi.repository import Gdk
    root = Gdk.get_default_root_window()
    picture = Gdk.pixbuf_get_from_window(root, 0, 0, root.get_width(), root.get_height())
    picture.savev(file, "png", [], [])


if __name__ == "__main__":
    RESULT = {"popups": popups, "click": click, "shot": shot, "windows": windows}[
        sys.argv[1]](*sys.argv[2:])
    if RESULT is not None:
        print(json.dumps(RESULT))
