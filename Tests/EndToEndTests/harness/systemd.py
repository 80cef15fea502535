"""A stand-in for the user's systemd on a test's session bus."""

import datetime
import pathlib
import re
import shlex

from gi.repository import GLib

from .bus import Bus

NAME = "org.freedesktop.systemd1"
PATH = "/org/freedesktop/systemd1"
MANAGER = "org.freedesktop.systemd1.Manager"

MANAGER_XML = f"""<interface name="{MANAGER}"><method name="Subscribe"/>
<method name="GetUnitFileState"><arg type="s" direction="in"/><arg type="s" direction="out"/></method>
<method name="Reload"/>
<method name="EnableUnitFiles"><arg type="as" direction="in"/><arg type="b" direction="in"/>
<arg type="b" direction="in"/><arg type="b" direction="out"/><arg type="a(sss)" direction="out"/></method>
<method name="DisableUnitFiles"><arg type="as" direction="in"/><arg type="b" direction="in"/>
<arg type="a(sss)" direction="out"/></method>
<method name="RestartUnit"><arg type="s" direction="in"/><arg type="s" direction="in"/>
<arg type="o" direction="out"/></method>
<method name="StopUnit"><arg type="s" direction="in"/><arg type="s" direction="in"/>
<arg type="o" direction="out"/></method>
<signal name="UnitFilesChanged"/></interface>"""

ANSWERS = {
    "Reload": None, "EnableUnitFiles": ("(ba(sss))", (True, [])),
    "DisableUnitFiles": ("(a(sss))", ([],)), "RestartUnit": ("(o)", (PATH,)),
    "StopUnit": ("(o)", (PATH,)),
}


class Systemd:
    """Knows one unit, carillon.service; tells only subscribers of changes, like systemd.

    Of timers, it notes what it is told to do. It starts nothing: the test does, when it wants to.
    """

    def __init__(self, desktop, state="disabled"):
        self.state = state
        self.told = []  # the calls about timers, by name
        self.units = pathlib.Path(desktop.environment["HOME"], ".config", "systemd", "user")
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
        if method in ANSWERS:
            self.told.append(method)
            answer = ANSWERS[method]
            invocation.return_value(answer and GLib.Variant(*answer))
        elif method == "Subscribe":
            self.subscribers.add(sender)
            invocation.return_value(None)
        elif arguments == ("carillon.service",):
            invocation.return_value(GLib.Variant("(s)", (self.state,)))
        else:
            invocation.return_dbus_error(f"{NAME}.NoSuchUnit", str(arguments))

    # Timers.

    def timer(self):
        """The instant in Carillon's timer; None if there is no timer."""
        try:
            text = (self.units / "carillon-ring.timer").read_text()
        except FileNotFoundError:
            return None
        found = re.search(r"^OnCalendar=(\S+ \S+) UTC$", text, re.MULTILINE)
        return datetime.datetime.fromisoformat(found[1] + "+00:00")

    def command(self):
        """What its service starts."""
        text = (self.units / "carillon-ring.service").read_text()
        return shlex.split(re.search(r"^ExecStart=(.*)$", text, re.MULTILINE)[1])
