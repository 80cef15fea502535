"""Where the widgets of the program are, down to the label inside a button, and what is wrong with that.

Read by a GTK module in the program, because assistive technology is not told what a button consists of, nor that
a text is shortened.
"""

import json
import re
import subprocess

from .bus import DAEMON, BusError
from .compiling import compiled
from .processes import until

# They have no content of their own, or are as large as what they are drawn over.
IGNORED = re.compile(r"GtkSeparator|GtkScrollbar|GtkTextHandle|GtkMagnifier|GtkWindow")
# What a text may need more than it has: sizes are rounded.
ROUNDED = 1


class Widget:
    """One widget that is shown, as it was when it was read. Boxes are (x, y, width, height) in its window."""

    def __init__(self, told, parent):
        self.told = told
        self.parent = parent
        self.children = []
        self.type = told["type"]
        self.name = told["name"]
        self.box = tuple(told["box"])
        self.text = told.get("text", "")
        self.scrolls = told.get("scrolls")
        self.classes = told["classes"].split()
        self.is_reachable = bool(told["reachable"])
        if parent:
            parent.children.append(self)

    def __repr__(self):
        return f"<{self.type} {self.text or self.name!r} {self.box}>"

    @property
    def window(self):
        return [self, *self.ancestors][-1]

    @property
    def ancestors(self):
        """From its parent up to its window."""
        above = self.parent
        while above:
            yield above
            above = above.parent

    def is_inside(self, kind):
        return any(above.type == kind for above in self.ancestors)

    @property
    def all(self):
        """It and what is in it, in the order of the container."""
        yield self
        for child in self.children:
            yield from child.all

    @property
    def content(self):
        """The box of what is to be seen of it: of a label, its text."""
        if "ink" not in self.told:
            return self.box
        x, y, width, height = self.told["ink"]
        return (self.box[0] + x, self.box[1] + y, width, height)

    @property
    def surroundings(self):
        """What it must be in: its ancestors as far as the window, or the next popover or scrolled area."""
        for above in self.ancestors:
            if above.type in ("GtkViewport", "GtkScrolledWindow", "GtkTextView"):
                return
            yield above
            if above.type == "GtkPopover":
                return

    @property
    def scroller(self):
        """The scrolled area it is in, or None."""
        return next((above for above in self.ancestors if above.scrolls), None)

    @property
    def is_leaf(self):
        """Whether it is to be seen itself, and is not only a container."""
        if IGNORED.match(self.type) or self.type == "GtkLabel" and not self.text:
            return False
        return not self.children and min(self.box[2:]) > 1


class Widgets:
    """Asks the program, which must be started after this was made."""

    def __init__(self, desktop):
        self.desktop = desktop
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", "gtk+-3.0"], check=True, capture_output=True,
                               text=True).stdout.split()
        desktop.environment["GTK_MODULES"] = str(compiled("widgets.c", desktop.folder, *flags))

    def read(self):
        """The windows that are shown, with all that is in them."""
        windows = []
        # Windows may be another process than the icon.
        for name in self.desktop.bus.call(*DAEMON, "ListNames"):
            if not name.startswith("org.carillon.Widgets."):
                continue
            found = []
            for told in json.loads(self.desktop.bus.call(name, "/org/carillon/Widgets", "org.carillon.Widgets",
                                                         "Widgets")):
                found.append(Widget(told, found[told["parent"]] if told["parent"] >= 0 else None))
            windows += [widget for widget in found if not widget.parent]
        # The icon is in a tray that these desktops do not have.
        return [window for window in windows if window.type != "GtkTrayIcon"]

    def settled(self, wanted=lambda windows: True):
        """Like `read`, once `wanted` is true and nothing has moved for a moment."""
        def places(windows):
            return [(widget.box, widget.text) for window in windows for widget in window.all]

        last = []

        def is_still():
            try:
                now = self.read()
            except BusError:
                return None
            same = places(now)
            if last and last[-1] == same and now and wanted(now):
                return now
            last.append(same)
            return None

        return until("windows that keep still", is_still, interval=0.12)


def problems(windows, screen, shortened=lambda label: False):
    """What a user would notice, as sentences.

    `screen` is (width, height); `shortened` tells which labels may end in "…".
    """
    found = []
    for window in windows:
        leaves = [widget for widget in window.all if widget.is_leaf]
        found += off_screen(window, screen)
        for widget in window.all:
            if widget.is_leaf or widget.is_reachable:
                found += out_of_reach(widget)
        for leaf in leaves:
            found += cut(leaf, shortened)
        found += overlaps(leaves)
    return found


def off_screen(window, screen):
    left, top = window.told["origin"]
    _, _, width, height = window.box
    if left < 0 or top < 0 or left + width > screen[0] or top + height > screen[1]:
        yield f"{window} at {left}, {top} is larger than the screen"


def out_of_reach(widget):
    """Beyond an edge, and nothing scrolls to it."""
    x, y, width, height = widget.content
    across = down = True
    for above in widget.ancestors:
        left, top, wide, high = above.box
        if not (above.scrolls or above.parent is None or above.type == "GtkPopover"):
            continue
        if above.scrolls and above.scrolls[0]:
            across = False
        if across and (x < left - ROUNDED or x + width > left + wide + ROUNDED):
            yield f"{widget} is cut off at the side of {above}"
            across = False
        if above.scrolls and above.scrolls[1]:
            down = False
        if down and (y < top - ROUNDED or y + height > top + high + ROUNDED):
            yield f"{widget} is cut off at the top or the bottom of {above}"
            down = False
        if above.scrolls and above.scrolls[1] and high < min(60, above.window.box[3] // 4):
            yield f"{above} has no room to scroll {widget}"
            return


def cut(leaf, shortened):
    """Its text is not to be read whole."""
    x, y, width, height = leaf.content
    _, _, wide, high = leaf.box
    if leaf.told.get("ellipsized") and not shortened(leaf):
        yield f"{leaf} is shortened"
    if width > wide + ROUNDED or height > high + ROUNDED:
        yield f"{leaf} is smaller than its text of {width} × {height}"
    if "needs" in leaf.told:
        yield from cut_line(leaf)
    for above in leaf.surroundings:
        left, top, wide, high = above.box
        if (x < left - ROUNDED or y < top - ROUNDED or x + width > left + wide + ROUNDED
                or y + height > top + high + ROUNDED):
            yield f"{leaf} sticks out of {above}"
            return


def cut_line(leaf):
    """A line that is edited or chosen may be longer than its field, but not than a word."""
    needs, has = leaf.told["needs"], leaf.told["has"]
    is_short = leaf.type == "GtkSpinButton" or len(leaf.text) <= 12 and leaf.told.get("typed", 1)
    if needs > has + ROUNDED and (is_short or leaf.told.get("typed") == 0):
        yield f"{leaf} shows {has} of the {needs} pixels of its text"


def overlaps(leaves):
    """Two of them are in the same place."""
    for index, one in enumerate(leaves):
        for other in leaves[index + 1:]:
            if one.scroller is other.scroller and overlap(one.content, other.content) and not stacked(one, other):
                yield f"{one} and {other} overlap"


def overlap(one, other):
    return all(one[i] + one[i + 2] - ROUNDED > other[i] and other[i] + other[i + 2] - ROUNDED > one[i] for i in (0, 1))


def stacked(one, other):
    """Whether one is meant to be over the other."""
    above = set(map(id, one.ancestors))
    shared = next(widget for widget in other.ancestors if id(widget) in above)
    layers = ("GtkOverlay", "GtkEntry", "GtkSpinButton", "GtkSwitch")
    return shared.type in layers or one.is_inside("GtkPopover") != other.is_inside("GtkPopover")
