"""A stand-in for the user's systemd on a test's session bus."""

from gi.repository import GLib

from .bus import Bus

NAME = "org.freedesktop.systemd1"
PATH = "/org/freedesktop/systemd1"
MANAGER = "org.freedesktop.systemd1.Manager"

MANAGER_XML = f"""<interface name="{MANAGER}"><method name="Subscribe"/>
<method name="GetUnitFileState"><arg type="s" direction="in"/><arg type="s" direction="out"/></method>
<signal name="UnitFilesChanged"/></interface>"""


class Systemd:
    """Knows one unit, carillon.service; tells only subscribers of changes, like systemd."""

    def __init__(self, desktop, state):
        self.state = state
        self.silent = False
        self.subscribers = set()
        self.bus = Bus(desktop.environment["DBUS_SESSION_BUS_ADDRESS"])
        self.bus.export(PATH, MANAGER_XML, self._called)
        self.bus.own(NAME)

    def stop(self):
        self.bus.close()

    def set(self, state):
        """Like `systemctl --user enable` and `disable`."""
        self.state = state
        for subscriber in sorted(self.subscribers):
            self.bus.emit(PATH, MANAGER, "UnitFilesChanged", "()", to=subscriber)

    def _called(self, sender, method, arguments, invocation):
        if self.silent:
            return
        if method == "Subscribe":
            self.subscribers.add(sender)
            invocation.return_value(None)
        elif arguments == ("carillon.service",):
            invocation.return_value(GLib.Variant("(s)", (self.state,)))
        else:
            invocation.return_dbus_error(f"{NAME}.NoSuchUnit", str(arguments))
