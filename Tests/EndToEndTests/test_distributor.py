"""The stand-in for a UnifiedPush distributor does what it says, so that tests can rely on it."""

import pathlib
import sys
import threading
import unittest

from gi.repository import GLib

from harness.bus import Bus
from harness.desktop import Desktop
from harness.distributor import CONNECTOR_PATH, PATH, REASONS, Distributor
from harness.processes import until

APP = "org.example.App"
TOKEN = "0b4a3d1e-8a5f-4b5e-9b8e-3a9c1f7d2e60"
SECOND = """<interface name="org.unifiedpush.Connector2">
<method name="Message"><arg type="a{sv}" direction="in"/><arg type="a{sv}" direction="out"/></method>
<method name="NewEndpoint"><arg type="a{sv}" direction="in"/><arg type="a{sv}" direction="out"/></method>
<method name="Unregistered"><arg type="a{sv}" direction="in"/><arg type="a{sv}" direction="out"/></method>
</interface>"""
OLD = """<interface name="org.unifiedpush.Connector1">
<method name="Message"><arg type="s" direction="in"/><arg type="ay" direction="in"/>
<arg type="s" direction="in"/></method>
<method name="NewEndpoint"><arg type="s" direction="in"/><arg type="s" direction="in"/></method>
<method name="Unregistered"><arg type="s" direction="in"/></method></interface>"""


class App:
    """An app that only listens, as an object that is there before its name."""

    def __init__(self, address, name_first=False, register=True):
        self.heard = []  # (method, the values of its arguments)
        self.changed = threading.Condition()
        self.bus = Bus(address)
        if name_first:
            self.bus.own(APP)
        else:
            self.export()
            if register:
                self.bus.own(APP)

    def export(self):
        self.bus.export(CONNECTOR_PATH, SECOND, self._called)
        self.bus.export(CONNECTOR_PATH, OLD, self._called)

    def _called(self, _sender, method, arguments, invocation):
        is_new = isinstance(arguments[0], dict)
        with self.changed:
            self.heard.append((method, arguments[0] if is_new else arguments))
            self.changed.notify_all()
        answer = {}
        if is_new and method == "Message" and "id" in arguments[0]:
            answer["id"] = GLib.Variant("s", arguments[0]["id"])
        invocation.return_value(GLib.Variant("(a{sv})", (answer,)) if is_new else None)

    def wait(self, count, timeout=10):
        with self.changed:
            if not self.changed.wait_for(lambda: len(self.heard) >= count, timeout):
                raise AssertionError(f"{len(self.heard)} calls instead of {count}: {self.heard}")
        return self.heard

    def bodies(self):
        return [bytes(values["message"]) for method, values in self.heard if method == "Message"]

    def register(self, distributor, token=TOKEN, **more):
        """Registers; returns the answer, after noting it among what was heard."""
        members = {"service": GLib.Variant("s", APP), "token": GLib.Variant("s", token)}
        members.update({name: GLib.Variant("s", value) for name, value in more.items()})
        done = threading.Event()

        def answered(answer):
            self.heard.append(("answer", answer))
            done.set()

        self.bus.call_later(distributor.name, PATH, "org.unifiedpush.Distributor2", "Register",
                            "(a{sv})", members, done=answered)
        if not done.wait(3):
            raise AssertionError("no answer")
        return self.heard[-1][1][0]


class Stand(unittest.TestCase):
    def setUp(self):
        self.desktop = Desktop()
        self.addCleanup(self.desktop.stop)
        self.desktop.start(display=None, system_bus=False)
        self.address = self.desktop.environment["DBUS_SESSION_BUS_ADDRESS"]
        self.distributor = Distributor(self.address)

    def start(self):
        self.distributor.start()
        self.addCleanup(self.distributor.stop)
        return self.distributor

    def app(self, **options):
        app = App(self.address, **options)
        self.addCleanup(app.bus.close)
        return app

    def make_startable(self, program="true"):
        """A service file; by default of a program that never takes the name."""
        file = self.desktop.folder / f"{APP}.service"
        file.write_text(f"[D-BUS Service]\nName={APP}\nExec={program}\n")
        self.desktop.add_service(file)

    def test_the_endpoint_comes_before_the_answer(self):
        self.start()
        app = self.app()
        self.assertEqual(app.register(self.distributor), {"success": "REGISTRATION_SUCCEEDED"})
        endpoint = self.distributor.only().endpoint
        self.assertEqual(app.heard[0], ("NewEndpoint", {"token": TOKEN, "endpoint": endpoint}))
        self.assertEqual(app.heard[1][0], "answer")
        self.assertTrue(endpoint.startswith("https://"))

    def test_a_known_token_is_refreshed_with_its_endpoint(self):
        self.start()
        app = self.app()
        app.register(self.distributor, description="one")
        endpoint = self.distributor.only().endpoint
        app.register(self.distributor, description="two")
        app.wait(4)
        self.assertEqual([values["endpoint"] for method, values in app.heard
                          if method == "NewEndpoint"], [endpoint, endpoint])
        self.assertEqual(self.distributor.only().description, "two")

    def test_messages_come_in_order_and_are_acknowledged(self):
        self.start()
        app = self.app()
        app.register(self.distributor)
        junk = b"\x00\xffnot sealed"
        self.distributor.send(TOKEN, b"1")
        self.distributor.send(TOKEN, junk, id="i2")
        self.assertEqual(self.distributor.wait_acknowledged(2), (TOKEN, "i2", junk))
        self.assertEqual(app.bodies(), [b"1", junk])
        self.assertNotIn("id", app.heard[2][1])
        self.assertEqual(app.heard[3][1]["id"], "i2")

    def test_rotation_is_an_empty_endpoint_and_then_another(self):
        self.start()
        app = self.app()
        app.register(self.distributor)
        old = self.distributor.only().endpoint
        self.distributor.rotate(TOKEN)
        heard = app.wait(4)
        self.assertEqual(heard[2][1]["endpoint"], "")
        self.assertNotIn(heard[3][1]["endpoint"], ("", old))
        self.distributor.lose(TOKEN)
        self.assertEqual(app.wait(5)[4][1]["endpoint"], "")

    def test_what_was_missed_is_replayed_after_a_restart(self):
        self.make_startable()
        self.start()
        app = self.app()
        app.register(self.distributor)
        self.distributor.send(TOKEN, b"0")
        self.distributor.wait_acknowledged()
        self.distributor.stop()
        for body in (b"1", b"2", b"3"):
            self.distributor.send(TOKEN, body)
        self.distributor.start()
        self.distributor.wait_acknowledged(4)
        self.assertEqual(app.bodies(), [b"0", b"1", b"2", b"3"])

    def test_an_app_that_is_closed_is_started_and_gets_its_message_at_once(self):
        script = self.desktop.folder / "app.py"
        marker = self.desktop.folder / "heard"
        script.write_text(
            f"import sys, time\nsys.path.insert(0, {str(pathlib.Path(__file__).parent)!r})\n"
            "from test_distributor import App\n"
            f"app = App({self.address!r})\napp.wait(1)\n"
            f"open({str(marker)!r}, 'wb').write(app.bodies()[0])\ntime.sleep(1)\n")
        self.make_startable(f"{sys.executable} -W ignore {script}")
        self.start()
        app = self.app()
        app.register(self.distributor)
        app.bus.close()
        self.distributor.send(TOKEN, b"wake up")
        self.distributor.wait_acknowledged(timeout=20)
        until("the app has the message",
              lambda: marker.exists() and marker.read_bytes() == b"wake up")

    def test_an_app_whose_object_comes_after_its_name_misses_the_message(self):
        self.make_startable()
        self.start()
        first = self.app()
        first.register(self.distributor)
        first.bus.close()
        self.distributor.stop()
        self.distributor.send(TOKEN, b"1")
        self.distributor.start()
        late = self.app(name_first=True)
        self.distributor.wait(lambda: self.distributor.failed)
        self.assertEqual(late.heard, [])
        # It is kept, and comes when the app is back.
        late.bus.close()
        again = self.app()
        self.distributor.wait_acknowledged()
        self.assertEqual(again.bodies(), [b"1"])

    def test_a_start_forgets_apps_that_cannot_be_started(self):
        self.start()
        app = self.app()
        app.register(self.distributor)
        self.distributor.stop()
        self.distributor.start()
        self.assertEqual(app.wait(3)[2], ("Unregistered", {"token": TOKEN}))
        self.assertEqual(self.distributor.apps, {})

    def test_unregistering_is_confirmed(self):
        self.start()
        app = self.app()
        app.register(self.distributor)
        app.bus.call(self.distributor.name, PATH, "org.unifiedpush.Distributor2", "Unregister",
                     "(a{sv})", {"token": GLib.Variant("s", TOKEN)})
        self.assertEqual(app.wait(3)[-1], ("Unregistered", {"token": TOKEN}))

    def test_registrations_fail_with_each_reason(self):
        self.start()
        app = self.app()
        for reason in REASONS:
            self.distributor.reason = reason
            self.assertEqual(app.register(self.distributor),
                             {"success": "REGISTRATION_FAILED", "reason": reason})
        self.assertEqual([method for method, _ in app.heard], ["answer"] * len(REASONS))
        self.assertEqual(self.distributor.apps, {})

    def test_silence_and_malformed_calls_have_no_answer(self):
        self.start()
        app = self.app()
        with self.assertRaisesRegex(AssertionError, "no answer"):
            app.register(self.distributor, token="x" * 101)
        self.distributor.is_silent = True
        with self.assertRaisesRegex(AssertionError, "no answer"):
            app.register(self.distributor)
        self.assertEqual(len(self.distributor.calls), 2)
        self.assertEqual(self.distributor.apps, {})

    def test_the_old_protocol(self):
        self.distributor = Distributor(self.address, versions=(1,))
        self.start()
        app = self.app()
        introspected = app.bus.call(self.distributor.name, PATH,
                                    "org.freedesktop.DBus.Introspectable", "Introspect")
        self.assertIn("Distributor1", introspected)
        self.assertNotIn("Distributor2", introspected)
        answer = app.bus.call(self.distributor.name, PATH, "org.unifiedpush.Distributor1",
                              "Register", "(sss)", APP, TOKEN, "an app")
        self.assertEqual(tuple(answer), ("REGISTRATION_SUCCEEDED", ""))
        endpoint = self.distributor.only().endpoint
        self.assertEqual(app.wait(1)[0], ("NewEndpoint", (TOKEN, endpoint)))
        self.distributor.send(TOKEN, b"hi")
        method, (token, body, _) = app.wait(2)[1]
        self.assertEqual((method, token, bytes(body)), ("Message", TOKEN, b"hi"))
        app.bus.call(self.distributor.name, PATH, "org.unifiedpush.Distributor1", "Unregister",
                     "(s)", TOKEN)
        # An empty token confirms.
        self.assertEqual(app.wait(3)[2], ("Unregistered", ("",)))
