"""The popups on the screen, as each notification server shows them."""

import dataclasses
import time

from harness import accessible
from harness.accessible import Missing
from harness.processes import until

from . import pictures


def middle(box):
    return box[0] + box[2] // 2, box[1] + box[3] // 2


@dataclasses.dataclass
class Popup:
    """A popup as it was when it was looked at."""

    box: tuple
    texts: list
    # The place of each button, by its label; those without a label are in `unnamed`.
    buttons: dict
    unnamed: list = dataclasses.field(default_factory=list)
    # Read from a picture, so that characters may be wrong.
    is_read: bool = False

    def says(self, text):
        """Whether it shows this text, wherever it breaks lines."""
        shown = " ".join(" ".join(self.texts).split())
        wanted = " ".join(text.split())
        if self.is_read:
            return pictures.resembles(shown, wanted)
        return wanted in shown


class Popups:
    """Those of a server with accessible widgets; `program` is its name there."""

    # The label of the default action, if the server makes a button of it.
    open_button = None

    def __init__(self, session, program):
        self.session = session
        self.program = program
        self._bus = None

    def all(self):
        found = []
        for top in self._tops():
            try:
                popup = self._popup(top)
            except Missing:
                continue  # it has just gone
            if popup.box[2] > 1 and popup.box[0] > -30000 and (popup.texts or popup.buttons):
                found.append(popup)
        return found

    def texts(self):
        return [text for popup in self.all() for text in popup.texts]

    def wait(self, text, timeout=10):
        """The popup that says this, once it is there."""
        return until(f"a popup that says {text!r}; shown: {self.texts()}",
                     lambda: self.find(text), timeout, interval=0.15)

    def find(self, text):
        return next((popup for popup in self.all() if popup.says(text)), None)

    def wait_gone(self, text, timeout=10):
        until(f"the end of the popup {text!r}", lambda: not self.find(text), timeout, interval=0.15)

    def open(self, text):
        """The popup with all its buttons, as the user sees it when reading it."""
        return self.wait(text)

    def press(self, text, button):
        """Clicks a button of the popup that says this."""
        popup = self.open(text)
        until(f"a button {button!r} of {text!r}; it has {list(popup.buttons)}",
              lambda: button in self.open(text).buttons, timeout=5)
        self.session.hands.click(self.open(text).buttons[button])
        self.session.hands.rest()

    def press_body(self, text):
        popup = self.open(text)
        self.session.hands.click(self._body(popup))
        self.session.hands.rest()

    def dismiss(self, text):
        """Closes the popup as a user does, by its close button."""
        popup = self.open(text)
        close = popup.buttons.get("Close") or min(popup.unnamed, key=lambda at: (at[1], -at[0]))
        self.session.hands.click(close)
        self.session.hands.rest()

    def _body(self, popup):
        return popup.box[0] + popup.box[2] // 2, popup.box[1] + popup.box[3] // 4

    def widgets(self):
        """(role, widget) of all that the server's program shows, which may be a whole shell."""
        return [(role, widget) for top in Popups._tops(self) for _, role, widget in top.seen()]

    def forget(self):
        """Before another session: its buses are new."""
        self._bus = None

    def _applications(self):
        if not self._bus:
            self._bus = accessible.bus(self.session)
        return accessible.applications(self._bus, self.program)

    def _tops(self):
        try:
            return [each for program in self._applications() for each in program.children()
                    if "showing" in each.states]
        except Missing:
            return []

    def _popup(self, top):
        texts, buttons, unnamed = [], {}, []
        for _, role, widget in top.seen():
            try:
                name = widget.name.strip()
                if role == "text" and not name:
                    name = widget.content.strip()
                if "button" in role:
                    if name:
                        buttons[name] = middle(widget.box)
                    else:
                        unnamed.append(middle(widget.box))
                elif role in ("label", "text") and name and name not in texts:
                    texts.append(name)
            except Missing:
                continue
        return Popup(top.box, [text for text in texts if text not in buttons], buttons, unnamed)


class NotifydPopups(Popups):
    """xfce4-notifyd: without a close button, a click on the body closes."""

    open_button = "Open"

    def __init__(self, session):
        super().__init__(session, "xfce4-notifyd")

    def dismiss(self, text):
        self.press_body(text)


class MatePopups(Popups):
    def __init__(self, session):
        super().__init__(session, "mate-notification-daemon")


class GnomePopups(Popups):
    """GNOME Shell shows one banner at a time; it unfolds under the pointer."""

    def __init__(self, session):
        super().__init__(session, "gnome-shell")

    def _tops(self):
        return [widget for role, widget in self.widgets() if role == "notification"]

    def open(self, text):
        popup = self.wait(text)
        self.session.hands.move(middle(popup.box))
        time.sleep(0.5)
        return self.wait(text)

    def _body(self, popup):
        return popup.box[0] + popup.box[2] // 2, popup.box[1] + 30


class PlasmaPopups(Popups):
    def __init__(self, session):
        super().__init__(session, "plasmashell")

    def _tops(self):
        # Its other windows are panels and the desktop.
        return [top for top in super()._tops()
                if any(role == "notification" for _, role, _ in top.seen())]


class DunstPopups(Popups):
    """dunst draws its popups: their texts are read from a picture, their buttons are a menu's.

    The menu is opened by the middle button. dunst shows it by a program of the user's, dmenu by
    default, and here by one that writes down the entries and chooses what it is told.
    """

    MENU = """#!/bin/sh
cat >"{folder}/menu.new"
mv "{folder}/menu.new" "{folder}/menu"
while [ ! -e "{folder}/choice" ]; do sleep 0.1; done
cat "{folder}/choice"
rm -f "{folder}/choice"
"""

    def __init__(self, session):
        super().__init__(session, "dunst")
        self.folder = session.folder

    def all(self):
        box = self.session.window_box("^Dunst$")
        if not box:
            return []
        file = self.folder / "dunst.png"
        self.session.screenshot(file)
        pictures.cut(file, box, scale=3)
        return [Popup(box, pictures.read(file), {}, is_read=True)]

    def menu(self):
        """The entries of its menu, which stays open."""
        popup = until("dunst's popup", lambda: next(iter(self.all()), None))
        (self.folder / "menu").unlink(missing_ok=True)
        self.session.hands.click(middle(popup.box), 2)
        self.session.hands.rest()
        until("dunst's menu", (self.folder / "menu").exists)
        return [line for line in (self.folder / "menu").read_text().splitlines() if line]

    def choose(self, entry=""):
        (self.folder / "choice.new").write_text(entry)
        (self.folder / "choice.new").rename(self.folder / "choice")
        until("the end of dunst's menu", lambda: not (self.folder / "choice").exists())

    def open(self, text):
        popup = self.wait(text)
        # A line of the menu is "#Label (summary) [id,key]", in some versions without the brackets.
        entries = self.menu()
        self.choose()
        popup.buttons = {label_of(entry): None for entry in entries}
        return popup

    def press(self, text, button):
        self.wait(text)
        entry = next((entry for entry in self.menu() if label_of(entry) == button), None)
        self.choose(entry or "")
        assert entry, f"dunst's menu has no {button!r}"

    def press_body(self, text):
        self.session.hands.click(middle(self.wait(text).box))
        self.session.hands.rest()

    def dismiss(self, text):
        self.session.hands.click(middle(self.wait(text).box), 3)
        self.session.hands.rest()


def label_of(entry):
    """The label in a line of dunst's menu."""
    return entry.lstrip("#").rpartition(" (")[0] or entry.lstrip("#")


class Banners(Popups):
    """Where there is no server, Carillon's window shows what a popup would: at its top, or as due."""

    def __init__(self, session):
        super().__init__(session, "org.carillon.Carillon")

    def _tops(self):
        return [widget for role, widget in self.widgets() if role in ("notification", "alert")]

    def _popup(self, top):
        popup = super()._popup(top)
        # Its texts are inside a button, and in the name by which a screen reader announces it.
        popup.texts.append(top.name)
        return popup

    def press(self, text, button):
        self._button(text, lambda name: name == button).press()

    def press_body(self, text):
        self._button(text, lambda name: name.startswith("Open")).press()

    def dismiss(self, text):
        self._button(text, lambda name: name in ("Dismiss", "Close")).press()

    def _button(self, text, fits):
        """A button of the banner, pressed as by a screen reader: it may have to be scrolled to."""
        self.wait(text)
        names = []
        for top in self._tops():
            if self._popup(top).says(text):
                for _, role, widget in top.seen():
                    if role == "push button":
                        names.append(widget.name)
                        if fits(widget.name):
                            return widget
        raise AssertionError(f"{text!r} has no such button: {names}")
