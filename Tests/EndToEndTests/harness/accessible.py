"""A program's widgets as assistive technology sees them, read over AT-SPI's own bus.

libatspi is not used: its cached copies grow stale unless a main loop runs, and it blocks itself if
one does.
"""

from gi.repository import Gio, GLib

from .bus import Bus, BusError
from .processes import until

REGISTRY = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
ATSPI = "org.a11y.atspi"
# The bits of a state set that tests need.
STATES = {1: "active", 4: "checked", 5: "collapsed", 6: "defunct", 7: "editable", 9: "expandable",
          10: "expanded",
          11: "focusable", 12: "focused", 20: "pressed", 23: "selected", 24: "sensitive",
          25: "showing", 30: "visible"}
# Roles whose descendants tests never look for.
LEAVES = {"label", "push button", "text", "icon", "image", "separator", "scroll bar"}


class Missing(AssertionError):
    """The widget does not exist, or no longer."""


def address(desktop):
    """Of the accessibility bus, which D-Bus starts if necessary."""
    return desktop.bus.call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress",
                            start=True)


def bus(desktop):
    return Bus(address(desktop))


def application(connection, name):
    """The program of this name, or None."""
    return next(iter(applications(connection, name)), None)


def applications(connection, name):
    """The programs of this name: Carillon's windows are another process than its icon."""
    found = []
    for program in Accessible(connection, *REGISTRY).children():
        try:
            if program.name == name:
                found.append(program)
        except Missing:
            continue
    return found


class Events:
    """What the registry tells assistive technology: events of one kind, each handed to `called` when they are taken."""

    def __init__(self, desktop, member, name, called, detail=None):
        self._context = GLib.MainContext.new()
        self._context.push_thread_default()
        flags = Gio.DBusConnectionFlags
        self._connection = Gio.DBusConnection.new_for_address_sync(
            address(desktop), flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)
        self._connection.signal_subscribe(
            None, f"{ATSPI}.Event.Object", member, None, detail, Gio.DBusSignalFlags.NONE, called)
        self._context.pop_thread_default()
        self._connection.call_sync(
            f"{ATSPI}.Registry", "/org/a11y/atspi/registry", f"{ATSPI}.Registry", "RegisterEvent",
            GLib.Variant("(s)", (name,)), None, Gio.DBusCallFlags.NONE, -1, None)

    def take(self):
        while self._context.iteration(False):
            pass

    def close(self):
        self._connection.close_sync(None)


class Accessible:
    """A widget, queried anew for each property; raises Missing once it is gone."""

    def __init__(self, connection, owner, path):
        self._connection = connection
        self._owner = owner
        self._path = path

    def __repr__(self):
        try:
            return f"<{self.role} {self.name!r}>"
        except Missing:
            return "<gone>"

    def __eq__(self, other):
        return (isinstance(other, Accessible)
                and (self._owner, self._path) == (other._owner, other._path))

    def __hash__(self):
        return hash((self._owner, self._path))

    @property
    def place(self):
        """What identifies it: its program, and its path there."""
        return self._owner, self._path

    # State.

    @property
    def name(self):
        return self._get("Accessible", "Name")

    @property
    def description(self):
        return self._get("Accessible", "Description")

    @property
    def role(self):
        """The role as AT-SPI names it: "push button"."""
        return self._call("Accessible", "GetRoleName")

    @property
    def states(self):
        low, high = self._call("Accessible", "GetState")
        bits = low | high << 32
        return {name for bit, name in STATES.items() if bits >> bit & 1}

    @property
    def text(self):
        """The text of an entry or a label."""
        if self.role == "label":
            return self.name
        return self._call("Text", "GetText", "(ii)", 0, -1)

    @property
    def content(self):
        """The text of a label that has another accessible name."""
        return self._call("Text", "GetText", "(ii)", 0, -1)

    @property
    def value(self):
        """The number in a spin button, or the fraction of a progress bar."""
        return self._get("Value", "CurrentValue")

    @property
    def box(self):
        """(x, y, width, height) on the screen."""
        return tuple(self._call("Component", "GetExtents", "(u)", 0))

    @property
    def is_on(self):
        """The state of a switch, check box, radio button or toggle button."""
        return bool({"checked", "pressed"} & self.states)

    @property
    def is_sensitive(self):
        return "sensitive" in self.states

    @property
    def is_focused(self):
        return "focused" in self.states

    @property
    def is_there(self):
        try:
            return "visible" in self.states
        except Missing:
            return False

    # Actions.

    def press(self):
        """Performs its action like a screen reader, even if it is scrolled out of view."""
        assert self.is_sensitive, f"{self!r} is greyed out"
        assert self._call("Action", "DoAction", "(i)", 0), f"{self!r} can do nothing"

    def focus(self):
        """Gives it the keyboard focus, which also scrolls to it."""
        self._call("Component", "GrabFocus")
        until(f"the focus on {self!r}", lambda: self.is_focused)
        return self

    def set(self, on):
        """Sets a switch or check box, unless it is already as wanted."""
        if self.is_on != on:
            self.press()
            until(f"{self!r} {'on' if on else 'off'}", lambda: self.is_on == on)

    def fill(self, text):
        """Replaces the text of an entry at once."""
        self._call("EditableText", "SetTextContents", "(s)", text)

    def choices(self):
        """The options of a combo box."""
        return [item.name for item in self._items()]

    def choose(self, text):
        """Selects an option of a combo box."""
        names = self.choices()
        if text not in names:
            raise Missing(f"{text!r} is not among {names}")
        self._call("Selection", "SelectChild", "(i)", names.index(text))

    @property
    def chosen(self):
        """The selected option of a combo box."""
        return Accessible(
            self._connection, *self._call("Selection", "GetSelectedChild", "(i)", 0)).name

    def _items(self):
        menus = [child for child in self.children() if child.role == "menu"]
        return menus[0].children() if menus else []

    # Ancestors and descendants.

    @property
    def parent(self):
        """What contains it; None for a program."""
        owner, path = self._get("Accessible", "Parent")
        return None if path.endswith("/null") else Accessible(self._connection, owner, path)

    def children(self):
        return [Accessible(self._connection, *child)
                for child in self._call("Accessible", "GetChildren")]

    def seen(self, depth=0, port=None):
        """(depth, role, widget) of all visible descendants, including those scrolled out of view.

        GTK reports widgets that are scrolled out of view as not showing, like hidden ones on other
        pages or in folded rows. But hidden ones have a position inside the visible area, `port`.
        """
        try:
            states = self.states
            if "visible" not in states:
                return
            role = self.role
            if role == "viewport":
                # GTK also reports the scrolled widget itself as not showing once it is scrolled by
                # more than its height; its scroll pane is showing then.
                port = self.box
            elif "showing" not in states:
                if port is None or _overlap(port, self.box):
                    return
            yield depth, role, self
            children = [] if role in LEAVES else self.children()
        except Missing:
            return
        for child in children:
            yield from child.seen(depth + 1, port)

    def _call(self, interface, method, signature="()", *arguments):
        try:
            return self._connection.call(self._owner, self._path, f"{ATSPI}.{interface}", method,
                                         signature, *arguments)
        except BusError as error:
            raise Missing(f"{self._path}, {interface}.{method}: {error}") from None

    def _get(self, interface, name):
        try:
            return self._connection.get(self._owner, self._path, f"{ATSPI}.{interface}", name)
        except BusError as error:
            raise Missing(f"{self._path}, {interface}.{name}: {error}") from None


def _overlap(a, b):
    return (a[0] < b[0] + b[2] and b[0] < a[0] + a[2]
            and a[1] < b[1] + b[3] and b[1] < a[1] + a[3])
