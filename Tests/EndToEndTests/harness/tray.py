"""Carillon's tray icon and its menu, as seen by a panel."""

import os

from gi.repository import GLib

from .bus import BusError
from .desktop import WATCHER
from .processes import until

ITEM = "org.kde.StatusNotifierItem"
MENU = "com.canonical.dbusmenu"


class Tray:
    """The tray icons known to the panel's watcher."""

    def __init__(self, desktop):
        self.desktop = desktop
        self.bus = desktop.bus

    def items(self):
        """(owner, path) of each registered icon."""
        try:
            names = self.bus.get(WATCHER, "/StatusNotifierWatcher", WATCHER,
                                 "RegisteredStatusNotifierItems")
        except BusError:
            return []
        return [(name.partition("/")[0].lstrip("@"), "/" + name.partition("/")[2])
                for name in names]

    def item(self, timeout=10):
        try:
            return until("the tray icon", self.items, timeout)[0]
        except AssertionError as failure:
            raise AssertionError(f"{failure}; {self.watcher()}") from failure

    def watcher(self):
        """What the panel is doing, for the report of an icon that did not come."""
        if not self.bus.owner(WATCHER):
            return "nobody owns the watcher's name: the panel has ended"
        try:
            host = self.desktop.has_tray_host()
        except BusError as error:
            return f"the watcher does not answer: {error}"
        return f"the watcher answers, and a host is {'' if host else 'not '}registered"

    def property(self, name):
        owner, path = self.item()
        return self.bus.get(owner, path, ITEM, name)

    def icon(self):
        """The name of the current icon, without its folder."""
        return os.path.basename(self.property("IconName"))

    def menu(self):
        """The properties of every visible entry, submenus after their parent."""
        owner, path = self.item()
        menu = self.bus.get(owner, path, ITEM, "Menu")
        self.bus.call(owner, menu, MENU, "AboutToShow", "(i)", 0)
        _, layout = self.bus.call(owner, menu, MENU, "GetLayout", "(iias)", 0, -1, [])
        return list(_entries(layout))

    def labels(self):
        return [entry["label"] for entry in self.menu()]

    def find(self, text):
        """The entry whose label contains the text."""
        return until(f"an entry {text!r} in the menu", lambda: next(
            (entry for entry in self.menu() if text in entry["label"]), None), timeout=5)

    def choose(self, text):
        """Clicks an entry like a panel: one that has just been replaced is looked up again."""
        until(f"a click on {text!r}", lambda: self._click(self.find(text)), timeout=5)

    def _click(self, entry):
        """Whether the menu still had the entry."""
        assert entry["enabled"], f"{entry['label']!r} cannot be chosen"
        owner, path = self.item()
        menu = self.bus.get(owner, path, ITEM, "Menu")
        try:
            self.bus.call(owner, menu, MENU, "Event", "(isvu)", entry["id"], "clicked",
                          GLib.Variant("i", 0), 0)
        except BusError as error:
            if "does not refer to a menu item" not in str(error):
                raise
            return False
        return True


def _entries(layout, depth=0):
    number, properties, children = layout
    if depth and properties.get("visible", True) and properties.get("type") != "separator":
        yield {"id": number, "label": properties.get("label", "").replace("_", "", 1),
               "enabled": properties.get("enabled", True),
               "checked": properties.get("toggle-state", 0) == 1, "depth": depth}
    for child in children:
        yield from _entries(child, depth + 1)
