"""A stand-in for logind on a test's system bus, for sleep."""

from gi.repository import GLib

from .bus import Bus

NAME = "org.freedesktop.login1"
PATH = "/org/freedesktop/login1"
MANAGER = "org.freedesktop.login1.Manager"
SESSION = "org.freedesktop.login1.Session"
SESSION_PATH = "/org/freedesktop/login1/session/_31"

MANAGER_XML = f"""<interface name="{MANAGER}">
<method name="GetSessionByPID"><arg type="u" direction="in"/><arg type="o" direction="out"/></method>
<signal name="PrepareForSleep"><arg type="b"/></signal></interface>"""
SESSION_XML = f"""<interface name="{SESSION}">
<property name="LockedHint" type="b" access="read"/></interface>"""


class Logind:
    """Provides one session, that of the calling program."""

    def __init__(self, desktop):
        self.bus = Bus(desktop.environment["DBUS_SYSTEM_BUS_ADDRESS"])
        self.bus.export(PATH, MANAGER_XML, self._called)
        self.bus.export(SESSION_PATH, SESSION_XML, self._called,
                        lambda: {"LockedHint": GLib.Variant("b", False)})
        self.bus.own(NAME)

    def stop(self):
        self.bus.close()

    def sleep(self, clock, until):
        """Simulates sleep until this instant of the app's clock, with logind's signals."""
        self.bus.emit(PATH, MANAGER, "PrepareForSleep", "(b)", True)
        clock.sleep_until(until)
        self.bus.emit(PATH, MANAGER, "PrepareForSleep", "(b)", False)

    def _called(self, _sender, method, _arguments, invocation):
        if method == "GetSessionByPID":
            invocation.return_value(GLib.Variant("(o)", (SESSION_PATH,)))
        else:
            invocation.return_dbus_error(f"{NAME}.NotSupported", method)
