"""Carillon's windows, used like a person does: by keyboard, pointer and assistive technology.

    class HistoryPage(WindowCase):
        def test_T18_something(self):
            window = self.open_window("history")
            window.find("push button", "Show Older").press()
            window.wait_text("Nothing Found")

Widgets are found by their AT-SPI role and name. Roles are "push button", "toggle button" (also
for switches), "radio button", "check box", "text" (entries), "combo box", "list item", "label".
`print(window.tree())` lists all widgets.
"""

import os
import pathlib
import subprocess
import time

from . import accessible
from .accessible import Missing
from .case import CarillonCase
from .processes import until

APPLICATION = "org.carillon.Carillon"


class Window:
    """All open windows of Carillon."""

    def __init__(self, desktop):
        self.desktop = desktop
        self._bus = None

    def all(self, role=None, name=None, containing=None, within=None):
        """All visible widgets of this kind, in the order of the window."""
        return [widget for root in ([within] if within else self._windows())
                for _, its, widget in root.seen() if role in (None, its)
                and _fits(widget, name, containing)]

    def find(self, role=None, name=None, containing=None, within=None, timeout=10):
        """Waits for a widget of this kind and returns the first."""
        deadline = time.monotonic() + timeout
        while True:
            found = self.all(role, name, containing, within)
            if found:
                return found[0]
            if time.monotonic() > deadline:
                raise Missing(f"not within {timeout} s: {role} {name or containing or ''!r}")
            time.sleep(0.05)

    def has(self, role=None, name=None, **how):
        return bool(self.all(role, name, **how))

    def wait_gone(self, role=None, name=None, timeout=10, **how):
        until(f"no {role} {name or how}", lambda: not self.has(role, name, **how), timeout, 0.05)

    def texts(self, within=None):
        """The texts of all labels, in the order of the window."""
        return [label.name for label in self.all("label", within=within)]

    def wait_text(self, containing, timeout=10):
        """Waits for a label with this text and returns it."""
        return self.find("label", containing=containing, timeout=timeout)

    def tree(self):
        """The visible widgets as text, for debugging."""
        lines = []
        for window in self._windows():
            for depth, role, widget in window.seen():
                try:
                    lines.append(f"{'  ' * depth}{role} {widget.name!r}")
                except Missing:
                    continue
        return "\n".join(lines)

    # Keyboard and pointer.

    def key(self, *keys):
        """Presses keys, named as in xdotool: "Tab", "ctrl+f", "Escape"."""
        self._xdotool("key", "--delay", "20", *keys)

    def type(self, text, into=None, end=None):
        """Types key by key, replacing the text of the entry `into`, and then presses `end`."""
        if into:
            into.focus()
            self.key("ctrl+a", "BackSpace")
        self._xdotool("type", "--delay", "20", text)
        if end:
            self.key(end)

    def click(self, widget, times=1):
        """Clicks its middle with the pointer, after scrolling to it if it can have the focus.

        Two `times` are as far apart as a double click's.
        """
        if "showing" not in widget.states:
            widget.focus()
        x, y, width, height = widget.box
        self._xdotool("mousemove", str(x + width // 2), str(y + height // 2), "sleep", "0.1",
                      "click", "--repeat", str(times), "--delay", "200", "1")

    @property
    def focused(self):
        """The widget with the keyboard focus, or None."""
        return next((widget for window in self._windows() for _, _, widget in window.seen()
                     if widget.is_focused), None)

    def tab_walk(self, most=100):
        """(role, name) of everything that Tab reaches, until it is back at the start."""
        way = []
        while len(way) < most:
            self.key("Tab")
            here = self.focused
            if way and here == way[0]:
                break
            way.append(here)
        return [(widget.role, widget.name) if widget else None for widget in way]

    def resize(self, width, height=560):
        """Resizes twice, because folding allows the window to become narrower still."""
        for _ in range(2):
            self._xdotool("search", "--onlyvisible", "--class", "[Cc]arillon", "windowsize",
                          str(width), str(height))
            time.sleep(0.5)

    def _xdotool(self, *arguments):
        subprocess.run(["xdotool", *arguments], env=self.desktop.environment, check=True,
                       capture_output=True, timeout=30)

    def _windows(self):
        if not self._bus:
            self._bus = accessible.bus(self.desktop)
        windows = []
        try:
            programs = accessible.applications(self._bus, APPLICATION)
        except Missing:
            return []
        for program in programs:
            try:
                windows += program.children()
            except Missing:
                continue
        return windows


def _fits(widget, name, containing):
    if name is None and containing is None:
        return True
    try:
        shown = widget.name
    except Missing:
        return False
    return shown == name if name is not None else containing in shown


class WindowCase(CarillonCase):
    """A desktop with accessible windows; a failed test leaves a screenshot.

    Screenshots go to $CARILLON_PICTURES, if set.
    """

    ACCESSIBLE = True

    def setUp(self):
        super().setUp()
        self.desktop.start_window_manager()
        self.window = Window(self.desktop)

    def open_window(self, page="hours"):
        """Opens Carillon's window on a page, starting Carillon if necessary."""
        if not self.app.is_running:
            self.app.start()
        self.go(page)
        return self.window

    def go(self, page):
        """Opens a deep link: `history`, or anything after `carillon://`."""
        link = page if "/" in page else f"settings/{page}"
        done = self.app.ctl("open", f"carillon://{link}")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.eventually(lambda: "active" in self.window.find("frame").states)

    def run(self, result=None):
        self._result = result
        return super().run(result)

    def tearDown(self):
        # While everything is still visible.
        folder = os.environ.get("CARILLON_PICTURES")
        if folder and any(test is self for test, _ in self._result.failures + self._result.errors):
            pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
            self.desktop.screenshot(pathlib.Path(folder, f"{self.id()}.png"))
            print(self.window.tree(), flush=True)
        super().tearDown()
