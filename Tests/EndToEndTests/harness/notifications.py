"""A stand-in notification server, for behavior that a real one cannot be made to show."""

import dataclasses
import threading
import time

from gi.repository import GLib

from .bus import Bus

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"
INTERFACE = f"""<interface name="{NAME}">
<method name="GetServerInformation"><arg type="s" direction="out"/><arg type="s" direction="out"/>
<arg type="s" direction="out"/><arg type="s" direction="out"/></method>
<method name="GetCapabilities"><arg type="as" direction="out"/></method>
<method name="Notify"><arg type="s" direction="in"/><arg type="u" direction="in"/>
<arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/>
<arg type="as" direction="in"/><arg type="a{{sv}}" direction="in"/><arg type="i" direction="in"/>
<arg type="u" direction="out"/></method>
<method name="CloseNotification"><arg type="u" direction="in"/></method>
<signal name="NotificationClosed"><arg type="u"/><arg type="u"/></signal>
<signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal>
<signal name="ActivationToken"><arg type="u"/><arg type="s"/></signal>
</interface>"""

EXPIRED, DISMISSED, CLOSED = 1, 2, 3


@dataclasses.dataclass
class Notification:
    """A Notify call as received."""

    arrived: int  # time.time_ns()
    id: int
    sender: str
    app_name: str
    replaces: int
    icon: str
    summary: str
    body: str
    actions: dict
    hints: dict
    timeout: int


class NotificationServer:
    """Owns the name from `start` on, and records each Notify with its time of arrival."""

    def __init__(self, address, capabilities=("actions", "body", "body-markup", "persistence"),
                 name="stand-in", vendor="carillon", version="1"):
        self.address = address
        self.capabilities = list(capabilities)
        self.information = (name, vendor, version, "1.2")
        self.calls = []         # every Notify, in order of arrival
        self.shown = {}         # what is on screen, by id
        self.closed_by_app = []  # the ids of CloseNotification calls
        self.errors = []        # (name, message): the errors for the next Notify calls
        self.click_before_answering = None  # an action whose signal is sent before the answer
        self.click_replaced = None  # an action clicked on the old notification first
        self.bus = None
        self.zeros = 0  # how many of the next Notify calls are answered with the id 0
        self._changed = threading.Condition()
        self._frozen = False
        self._held = []
        self._next = 1

    def start(self):
        self.bus = Bus(self.address)
        self.bus.export(PATH, INTERFACE, self._called)
        self.bus.own(NAME)
        return self

    def stop(self):
        """Leaves the bus like a killed process."""
        if self.bus:
            self.bus.close()
            self.bus = None
            self.shown = {}

    def restart(self):
        """Forgets everything and numbers from 1, like a new process."""
        self.stop()
        self._next = 1
        self.start()

    def freeze(self):
        """Receives calls without answering, like a stopped process."""
        self._frozen = True

    def thaw(self):
        with self._changed:
            self._frozen = False
            held, self._held = self._held, []
        for call in held:
            self._answer(*call)

    def refuse(self, name="org.freedesktop.DBus.Error.Failed", message="not today", times=1):
        """Answers the next Notify calls with an error."""
        self.errors += [(name, message)] * times

    def answer_zero(self, times=1):
        """Answers the next Notify calls with the id 0, which no notification has, and shows nothing."""
        self.zeros += times

    # The user's actions.

    def invoke(self, notification, action="default", token=None, stays=False):
        """Clicks a button, or the body."""
        if token is not None:
            self._emit("ActivationToken", "(us)", notification.id, token)
        self._emit("ActionInvoked", "(us)", notification.id, action)
        if not stays:
            self.close(notification)

    def close(self, notification, reason=DISMISSED):
        with self._changed:
            self.shown.pop(notification.id, None)
        self._emit("NotificationClosed", "(uu)", notification.id, reason)

    # Waiting.

    def wait(self, count=1, timeout=10):
        """Waits until this many Notify calls have arrived in all, and returns the last."""
        with self._changed:
            if not self._changed.wait_for(lambda: len(self.calls) >= count, timeout):
                raise AssertionError(f"{len(self.calls)} Notify instead of {count} in {timeout} s:"
                                     f" {[call.summary for call in self.calls]}")
            return self.calls[count - 1]

    def wait_held(self, timeout=10):
        """Waits until a Notify call waits for the end of `freeze`."""
        def held():
            return any(method == "Notify" for _, method, *_ in self._held)
        with self._changed:
            if not self._changed.wait_for(held, timeout):
                raise AssertionError(f"no Notify in {timeout} s")

    def wait_closed(self, notification, timeout=10):
        """Waits until the app has closed the notification."""
        with self._changed:
            if not self._changed.wait_for(lambda: notification.id in self.closed_by_app, timeout):
                raise AssertionError(f"{notification.summary!r} was not closed in {timeout} s")

    def stay_quiet(self, seconds):
        """Fails if a Notify arrives within this time."""
        before = len(self.calls)
        with self._changed:
            if self._changed.wait_for(lambda: len(self.calls) > before, seconds):
                raise AssertionError(f"an unwanted Notify: {self.calls[-1]}")

    # Answers.

    def _called(self, sender, method, arguments, invocation):
        arrived = time.time_ns()
        with self._changed:
            if self._frozen:
                self._held.append((sender, method, arguments, invocation, arrived))
                self._changed.notify_all()
                return
        self._answer(sender, method, arguments, invocation, arrived)

    def _answer(self, sender, method, arguments, invocation, arrived):
        reply = None
        if method == "GetServerInformation":
            reply = GLib.Variant("(ssss)", self.information)
        elif method == "GetCapabilities":
            reply = GLib.Variant("(as)", (self.capabilities,))
        elif method == "CloseNotification":
            self._close(arguments[0])
        elif self.errors:
            invocation.return_dbus_error(*self.errors.pop(0))
            return
        elif self.zeros:
            self.zeros -= 1
            reply = GLib.Variant("(u)", (0,))
        else:
            if self.click_replaced and arguments[1] in self.shown:
                self.invoke(self.shown[arguments[1]], self.click_replaced)
                self.click_replaced = None
                time.sleep(0.2)
            # Answered before a test that waits for it goes on and clicks: a click that overtook the
            # answer would be about what was on the screen before.
            with self._changed:
                notification = self._show(sender, arguments, arrived)
                if self.click_before_answering:
                    self.invoke(notification, self.click_before_answering)
                invocation.return_value(GLib.Variant("(u)", (notification.id,)))
            return
        invocation.return_value(reply)

    def _show(self, sender, arguments, arrived):
        name, replaces, icon, summary, body, actions, hints, timeout = arguments
        with self._changed:
            if replaces:
                number = replaces
            else:
                number, self._next = self._next, self._next + 1
            notification = Notification(
                arrived, number, sender, name, replaces, icon, summary, body,
                dict(zip(actions[::2], actions[1::2])), hints, timeout)
            self.calls.append(notification)
            self.shown[number] = notification
            self._changed.notify_all()
        return notification

    def _close(self, number):
        with self._changed:
            self.closed_by_app.append(number)
            known = self.shown.pop(number, None)
            self._changed.notify_all()
        if known:
            self._emit("NotificationClosed", "(uu)", number, CLOSED)

    def _emit(self, signal, signature, *arguments):
        self.bus.emit(PATH, NAME, signal, signature, *arguments)
