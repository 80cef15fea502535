"""A person who hears the program and types: nothing is known but what a screen reader would say."""

import time

from . import accessible

# What a screen reader says of a state, and of its absence where that is news.
SPOKEN_STATES = {"checked": "on", "pressed": "on", "expanded": "expanded", "collapsed": "collapsed",
                 "selected": "selected"}
SWITCHES = {"toggle button", "check box", "radio button", "switch"}
VALUES = {"spin button", "slider"}


class Reader:
    """Presses keys, and hears the widget that has the focus then.

    It never looks for a widget: it asks which one has the focus, and for its name, role, state, text and
    description, with the names of those that it is in, as far as they were not said before.
    """

    def __init__(self, window):
        self.window = window
        self.heard = []
        self._bus = accessible.bus(window.desktop)
        self._said = []  # the names around what was heard last
        self._announced = None
        self._events = accessible.Events(
            window.desktop, "StateChanged", "object:state-changed:focused", self._changed, "focused")

    def close(self):
        self._events.close()

    def listen(self):
        """What is said of the focus; empty if nothing has it."""
        words = []
        try:
            widget = self._focus()
            if widget:
                words = self._words(widget)
        except accessible.Missing:
            pass
        said = ", ".join(words)
        if not self.heard or self.heard[-1] != said:
            self.heard.append(said)
        return said

    def press(self, *keys):
        self.window.key(*keys)
        time.sleep(0.2)
        return self.listen()

    def type(self, text):
        """Replaces what is in the entry."""
        self.window.key("ctrl+a", "BackSpace")
        self.window.type(text)
        return self.listen()

    def go(self, *words, key="Tab", most=60):
        """Presses `key` until all `words` are heard, beginning with what is heard now."""
        said = self.listen()
        for _ in range(most):
            if all(word in said for word in words):
                return said
            said = self.press(key)
        raise AssertionError(f"{words} was not heard among:\n" + "\n".join(self.heard[-most:]))

    def hear(self, *words, timeout=10):
        """Waits until all `words` are said without a key being pressed."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            said = self.listen()
            if all(word in said for word in words):
                return said
            time.sleep(0.1)
        raise AssertionError(f"{words} was not heard but:\n" + "\n".join(self.heard[-5:]))

    def _words(self, widget):
        around = self._around(widget)
        words = [name for name in around if name not in self._said]
        self._said = around
        role, states = widget.role, widget.states
        words += [widget.name] if widget.name and widget.name not in words else []
        words.append(role)
        words += [word for state, word in SPOKEN_STATES.items() if state in states]
        if role in SWITCHES and not {"checked", "pressed"} & states:
            words.append("off")
        if role == "text":
            words.append(widget.text)
        if role in VALUES:
            words.append(f"{widget.value:g}")
        if "sensitive" not in states:
            words.append("unavailable")
        return words + ([widget.description] if widget.description else [])

    def _focus(self):
        """The widget with the focus: the one that was announced last, if it still has it."""
        self._events.take()
        if self._announced:
            widget = accessible.Accessible(self._bus, *self._announced)
            try:
                if widget.is_focused:
                    return widget
            except accessible.Missing:
                pass
        # What had the focus before anybody listened.
        return self.window.focused

    def _around(self, widget):
        """The names of what it is in, the outermost first."""
        names = []
        while True:
            widget = widget.parent
            if widget is None or widget.role in ("application", "invalid"):
                return names[::-1]
            if widget.name:
                names.append(widget.name)

    def _changed(self, _connection, sender, path, _interface, _signal, values, *_):
        if values.unpack()[1] == 1:
            self._announced = (sender, path)
