"""The bus interface of a screen saver, for desktops whose own one needs a display manager."""

from gi.repository import GLib

from harness.bus import Bus

XML = """<interface name="{name}">
<method name="GetActive"><arg type="b" direction="out"/></method>
<signal name="ActiveChanged"><arg type="b"/></signal></interface>"""


class ScreenSaver:
    """Tells programs that the screen is covered, as the desktop's own does; it draws nothing."""

    def __init__(self, session, name):
        self.name = name
        self.path = "/" + name.replace(".", "/")
        self.active = False
        self.bus = Bus(session.environment["DBUS_SESSION_BUS_ADDRESS"])
        self.bus.export(self.path, XML.format(name=name), self._asked)
        self.bus.own(name)

    def cover(self, on):
        self.active = on
        self.bus.emit(self.path, self.name, "ActiveChanged", "(b)", on)

    def _asked(self, _sender, _method, _arguments, invocation):
        invocation.return_value(GLib.Variant("(b)", (self.active,)))
