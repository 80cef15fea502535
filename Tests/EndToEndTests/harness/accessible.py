"""What assistive technology sees of a program, asked for over AT-SPI's own bus.

Not through libatspi, which keeps copies that grow stale unless a main loop runs, and waits for
itself when one does.
"""

from .bus import Bus, BusError
from .processes import until

REGISTRY = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
ATSPI = "org.a11y.atspi"
# The bits of a state set that tests ask for.
STATES = {1: "active", 4: "checked", 5: "collapsed", 6: "defunct", 7: "editable", 9: "expandable",
          10: "expanded",
          11: "focusable", 12: "focused", 20: "pressed", 23: "selected", 24: "sensitive",
          25: "showing", 30: "visible"}
# Those have nothing inside that anybody would look for.
LEAVES = {"label", "push button", "text", "icon", "image", "separator", "scroll bar"}


class Missing(AssertionError):
    """What is looked for is not there, or not any more."""


def bus(desktop):
    """The bus of assistive technology; starting it is left to D-Bus."""
    address = desktop.bus.call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress",
                               start=True)
    return Bus(address)


def application(connection, name):
    """The program of this name, or None."""
    for program in Accessible(connection, *REGISTRY).children():
        if program.name == name:
            return program
    return None


class Accessible:
    """A widget, as it is at the moment of each question; Missing once it is gone."""

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

    # How it is.

    @property
    def name(self):
        return self._get("Accessible", "Name")

    @property
    def description(self):
        return self._get("Accessible", "Description")

    @property
    def role(self):
        """As AT-SPI calls it: "push button"."""
        return self._call("Accessible", "GetRoleName")

    @property
    def states(self):
        low, high = self._call("Accessible", "GetState")
        bits = low | high << 32
        return {name for bit, name in STATES.items() if bits >> bit & 1}

    @property
    def text(self):
        """What stands in an entry, or a label says."""
        if self.role == "label":
            return self.name
        return self._call("Text", "GetText", "(ii)", 0, -1)

    @property
    def content(self):
        """What a label says that has another name."""
        return self._call("Text", "GetText", "(ii)", 0, -1)

    @property
    def value(self):
        """The number of a spin button, or how full a bar is."""
        return self._get("Value", "CurrentValue")

    @property
    def box(self):
        """(x, y, width, height) on the screen."""
        return tuple(self._call("Component", "GetExtents", "(u)", 0))

    @property
    def is_on(self):
        """Of a switch, a check box, a radio button, a toggle button."""
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

    # What can be done with it.

    def press(self):
        """Does what it is for, as a screen reader would; also if it is scrolled away."""
        assert self.is_sensitive, f"{self!r} is greyed out"
        assert self._call("Action", "DoAction", "(i)", 0), f"{self!r} can do nothing"

    def focus(self):
        """Gives it the keyboard, which also scrolls to it."""
        self._call("Component", "GrabFocus")
        until(f"the focus on {self!r}", lambda: self.is_focused)
        return self

    def set(self, on):
        """A switch or a check box; untouched if it is as wanted."""
        if self.is_on != on:
            self.press()
            until(f"{self!r} {'on' if on else 'off'}", lambda: self.is_on == on)

    def fill(self, text):
        """Writes over all that is in an entry, at once."""
        self._call("EditableText", "SetTextContents", "(s)", text)

    def choices(self):
        """What a combo box offers."""
        return [item.name for item in self._items()]

    def choose(self, text):
        """In a combo box."""
        names = self.choices()
        if text not in names:
            raise Missing(f"{text!r} is not among {names}")
        self._call("Selection", "SelectChild", "(i)", names.index(text))

    @property
    def chosen(self):
        """What a combo box shows."""
        return Accessible(
            self._connection, *self._call("Selection", "GetSelectedChild", "(i)", 0)).name

    def _items(self):
        menus = [child for child in self.children() if child.role == "menu"]
        return menus[0].children() if menus else []

    # What is in it.

    def children(self):
        return [Accessible(self._connection, *child)
                for child in self._call("Accessible", "GetChildren")]

    def seen(self, depth=0, port=None):
        """(depth, role, itself) of all in it that somebody could see, after scrolling if need be.

        GTK says of what is scrolled away that it does not show, and the same of what is hidden: on
        a page at the back, or folded. But the hidden has its place in the part that can be seen,
        `port`.
        """
        try:
            states = self.states
            if "visible" not in states:
                return
            role = self.role
            if role == "viewport":
                # Of this itself GTK says so too, as soon as what is in it is scrolled by more than
                # its height; but then the pane around it shows.
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
