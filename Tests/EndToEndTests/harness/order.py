"""The order of a window's widgets as a screen reader remembers it: by what it is told of changes, and no second look."""

from . import accessible


class Order:
    """Remembers which widgets each one contains."""

    def __init__(self, window):
        self._children = {}
        self._widgets = {}
        self._events = accessible.Events(
            window.desktop, "ChildrenChanged", "object:children-changed", self._changed)
        self._look(window.find("frame"))

    def close(self):
        self._events.close()

    def mistakes(self):
        """The widgets whose children it remembers in another order than they have."""
        self._events.take()
        found = []
        for place, remembered in self._children.items():
            try:
                real = [child.place for child in self._widgets[place].children()]
            except accessible.Missing:
                continue
            # What came and went at once may still be on its way.
            if [child for child in remembered if child in real] != [child for child in real if child in remembered]:
                found.append((self._widgets[place], remembered, real))
        return found

    def _look(self, widget):
        try:
            children = widget.children()
        except accessible.Missing:
            return
        self._widgets[widget.place] = widget
        self._children[widget.place] = [child.place for child in children]
        for child in children:
            self._look(child)

    def _changed(self, _connection, sender, path, _interface, _signal, values, *_):
        change, index, _, child = values.unpack()[:4]
        children = self._children.get((sender, path))
        if children is None:
            return
        child = tuple(child)
        if child in children:
            children.remove(child)
        if change == "add":
            children.insert(index, child)
