"""A stand-in for a UnifiedPush distributor on a test's session bus.

It does what KUnifiedPush was seen to do: `NewEndpoint` comes before the answer to `Register`, a
message comes the instant that the app owns its name, a new provider means an empty endpoint and then
another, what was missed is replayed in order, and at its start it forgets every app that the bus
cannot start. It shares no code with it, and can in addition refuse, stay silent, and speak only the
old protocol.
"""

import dataclasses
import secrets
import threading

from gi.repository import GLib

from .bus import DAEMON, LOOP, Bus, BusError

PREFIX = "org.unifiedpush.Distributor."
PATH = "/org/unifiedpush/Distributor"
CONNECTOR_PATH = "/org/unifiedpush/Connector"

SECOND = """<interface name="org.unifiedpush.Distributor2">
<method name="Register"><arg type="a{sv}" direction="in"/><arg type="a{sv}" direction="out"/></method>
<method name="Unregister"><arg type="a{sv}" direction="in"/><arg type="a{sv}" direction="out"/>
</method></interface>"""
FIRST = """<interface name="org.unifiedpush.Distributor1">
<method name="Register"><arg type="s" direction="in"/><arg type="s" direction="in"/>
<arg type="s" direction="in"/><arg type="s" direction="out"/><arg type="s" direction="out"/></method>
<method name="Unregister"><arg type="s" direction="in"/></method></interface>"""

REASONS = ("INTERNAL_ERROR", "NETWORK", "ACTION_REQUIRED", "VAPID_REQUIRED", "UNAUTHORIZED")


@dataclasses.dataclass
class Registered:
    """An app that gets messages."""

    service: str
    token: str
    version: int
    description: str = ""
    vapid: str = ""
    endpoint: str = ""
    waiting: list = dataclasses.field(default_factory=list)  # what was not acknowledged, in order


@dataclasses.dataclass
class Call:
    """A call of an app, as received."""

    version: int
    method: str
    arguments: dict


@dataclasses.dataclass
class Message:
    body: bytes
    id: str | None = None
    is_under_way: bool = False


class Distributor:
    """Owns its name from `start` on; what it remembers outlives `stop`."""

    def __init__(self, address, name="test", versions=(1, 2), provider="https://push.example"):
        self.address = address
        self.name = PREFIX + name
        self.versions = tuple(versions)
        self.provider = provider
        self.apps = {}          # Registered by token
        self.calls = []         # every call of an app, in order
        self.acknowledged = []  # (token, id or None, body), in the order of the answers
        self.failed = []        # the errors that apps answered with
        self.reason = None      # why registrations fail; one of REASONS
        self.is_silent = False  # whether calls are received, and never answered
        self.bus = None
        self._changed = threading.Condition()

    def start(self):
        """Joins the bus, forgets apps that cannot be started, and replays what they missed."""
        self.bus = Bus(self.address)
        # Before the name, because an app looks as soon as that is there.
        for version, xml in ((1, FIRST), (2, SECOND)):
            if version in self.versions:
                self.bus.export(PATH, xml, self._receiver(version))
        self.bus.on_signal(DAEMON[0], DAEMON[1], DAEMON[2], "NameOwnerChanged", self._owner_changed)
        self.bus.own(self.name)
        startable = self.bus.call(*DAEMON, "ListActivatableNames")
        for app in list(self.apps.values()):
            if app.service not in startable:
                self._forget(app)
            else:
                self._deliver_all(app)
        return self

    def stop(self):
        """Leaves the bus like a killed process."""
        if self.bus:
            self.bus.close()
            self.bus = None
            for app in self.apps.values():
                for message in app.waiting:
                    message.is_under_way = False

    # What a test does.

    def send(self, token, body, id=None):
        """Brings a message to the app, which is started if need be; waits for a distributor."""
        app = self.apps[token]
        with self._changed:
            app.waiting.append(Message(bytes(body), id))
        if self.bus:
            self._deliver_all(app)

    def rotate(self, token, provider=None):
        """Changes the provider: the app loses its endpoint, and has another 10 ms later."""
        app = self.apps[token]
        self.provider = provider or self.provider + ".new"
        app.endpoint = ""
        self._tell(app, "NewEndpoint", {"endpoint": ""})
        _later(10, lambda: self._new_endpoint(app))

    def lose(self, token):
        """Takes the endpoint away; another may never come."""
        app = self.apps[token]
        app.endpoint = ""
        self._tell(app, "NewEndpoint", {"endpoint": ""})

    def unregister(self, token):
        """Forgets the app, and tells it."""
        self._forget(self.apps[token])

    def only(self, timeout=10):
        """The one app that is registered and has an endpoint."""
        self.wait(lambda: any(app.endpoint for app in self.apps.values()), timeout)
        app, = self.apps.values()
        return app

    def wait(self, condition, timeout=10):
        with self._changed:
            if not self._changed.wait_for(condition, timeout):
                raise AssertionError(f"not in {timeout} s; calls: {self.calls}")

    def wait_calls(self, method, count=1, timeout=10):
        """Waits for so many calls of this method in all, and returns the last."""
        def made():
            return [call for call in self.calls if call.method == method]
        self.wait(lambda: len(made()) >= count, timeout)
        return made()[count - 1]

    def wait_acknowledged(self, count=1, timeout=10):
        self.wait(lambda: len(self.acknowledged) >= count, timeout)
        return self.acknowledged[count - 1]

    # How it does it; all of it runs on the bus thread.

    def _receiver(self, version):
        def called(_sender, method, arguments, invocation):
            if version == 2:
                given = arguments[0]
            elif method == "Register":
                given = dict(zip(("service", "token", "description"), arguments))
            else:
                given = {"token": arguments[0]}
            with self._changed:
                self.calls.append(Call(version, method, given))
                self._changed.notify_all()
            if self.is_silent:
                return
            if method == "Register":
                self._register(version, given, invocation)
            else:
                self._unregister(version, given, invocation)
        return called

    def _register(self, version, given, invocation):
        names = ("service", "token")
        if not all(isinstance(given.get(name), str) and given[name] for name in names):
            return  # a malformed call is ignored
        if (len(given["token"].encode()) > 100 or len(given.get("description", "").encode()) > 100
                or given.get("vapid") and len(given["vapid"]) != 87):
            return
        reason = self.reason
        if not reason:
            known = self.apps.get(given["token"])
            app = known or Registered(given["service"], given["token"], version)
            app.version = version
            app.description = given.get("description", "")
            app.vapid = given.get("vapid", "")
            with self._changed:
                self.apps[app.token] = app
            if known:
                self._start_service(app.service)
            # Before the answer.
            self._new_endpoint(app)
        result = "REGISTRATION_FAILED" if reason else "REGISTRATION_SUCCEEDED"
        if version == 2:
            answer = {"success": GLib.Variant("s", result)}
            if reason:
                answer["reason"] = GLib.Variant("s", reason)
            invocation.return_value(GLib.Variant("(a{sv})", (answer,)))
        else:
            invocation.return_value(GLib.Variant("(ss)", (result, reason or "")))
        if not reason:
            self._deliver_all(app)

    def _unregister(self, version, given, invocation):
        app = self.apps.get(given.get("token"))
        invocation.return_value(GLib.Variant("(a{sv})", ({},)) if version == 2 else None)
        if app:
            # In the old protocol, an empty token confirms.
            self._forget(app, token="" if app.version == 1 else app.token)

    def _forget(self, app, token=None):
        with self._changed:
            self.apps.pop(app.token, None)
            self._changed.notify_all()
        self._tell(app, "Unregistered", {}, token)

    def _new_endpoint(self, app):
        # The same for a known app, as long as the provider is the same.
        if not app.endpoint.startswith(self.provider + "/"):
            app.endpoint = f"{self.provider}/up{secrets.token_hex(6)}"
        self._tell(app, "NewEndpoint", {"endpoint": app.endpoint})
        with self._changed:
            self._changed.notify_all()

    def _deliver_all(self, app):
        """Sends what is waiting, one at a time, so that the order is kept."""
        with self._changed:
            if not app.waiting or app.waiting[0].is_under_way or not self.bus:
                return
            message = app.waiting[0]
            message.is_under_way = True
        bus = self.bus
        details = {"message": message.body}
        if message.id is not None or app.version == 1:
            details["id"] = message.id or ""

        def answered(answer):
            if bus is not self.bus:
                return
            with self._changed:
                if isinstance(answer, BusError):
                    # Kept for the next start of either side.
                    message.is_under_way = False
                    self.failed.append(answer)
                    self._changed.notify_all()
                    return
                app.waiting.remove(message)
                self.acknowledged.append((app.token, message.id, message.body))
                self._changed.notify_all()
            self._deliver_all(app)

        self._tell(app, "Message", details, done=answered if app.version == 2 else None)
        if app.version == 1:
            # The old protocol has no answers: what is sent is done.
            answered(None)

    def _owner_changed(self, _signal, arguments):
        name, _old, new = arguments
        for app in list(self.apps.values()):
            # What was under way to a process that has gone ends with an error of its own.
            if app.service == name and new:
                self._deliver_all(app)

    def _start_service(self, service):
        self.bus.connection.call(
            *DAEMON, "StartServiceByName", GLib.Variant("(su)", (service, 0)), None, 0, 60_000,
            None, None)

    def _tell(self, app, method, details, token=None, done=None):
        """Calls the app, which the bus starts if it does not run."""
        token = app.token if token is None else token
        if app.version == 2:
            types = {"message": "ay"}
            members = {"token": GLib.Variant("s", token)}
            for name, value in details.items():
                members[name] = GLib.Variant(types.get(name, "s"), value)
            arguments = GLib.Variant("(a{sv})", (members,))
        elif method == "Message":
            arguments = GLib.Variant("(says)", (token, details["message"], details["id"]))
        elif method == "NewEndpoint":
            arguments = GLib.Variant("(ss)", (token, details["endpoint"]))
        else:
            arguments = GLib.Variant("(s)", (token,))

        def finish(connection, result):
            try:
                connection.call_finish(result)
                answer = None
            except GLib.Error as error:
                answer = BusError(error)
            if done:
                done(answer)

        def call():
            self.bus.connection.call(
                app.service, CONNECTOR_PATH, f"org.unifiedpush.Connector{app.version}", method,
                arguments, None, 0, 60_000, None, finish)

        # Answers arrive on the thread that called.
        if threading.current_thread().name == "bus":
            call()
        else:
            LOOP.do(call)


def _later(milliseconds, body):
    """Runs `body` once, later, on the bus thread."""
    source = GLib.timeout_source_new(milliseconds)

    def run(*_):
        body()
        return False

    source.set_callback(run)
    source.attach(LOOP.context)
