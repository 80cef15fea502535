"""What carriers and their senders may try. (C2, C4)"""

import base64
import json
import os
import signal
import threading
import time

from gi.repository import Gio, GLib

from harness.app import DOOR, NAME, PATH
from harness.ntfy_case import NtfyCase
from harness.processes import send
from harness.push import PushCase

MOST = 1000  # milliseconds; on a busy machine, and in a debug build


class Servers(NtfyCase):
    def test_C4_a_flood_of_short_lines_keeps_nothing_waiting(self):
        self.begin()
        self.carrier_is("open")
        self.ntfy.send_raw(b"x\n" * 32_000)
        self.eventually(lambda: self.carrier()["dropped"].get("malformed") == 32_000,
                        self.carrier, timeout=120)
        self.assertLess(self.app.state()["metrics"]["longestHoldMs"], MOST)


    def test_C4_what_is_left_out_of_many_messages_keeps_nothing_waiting(self):
        self.begin()
        self.carrier_is("open")
        count, now = 1000, int(self.ntfy.now())
        actions = [{"id": "1", "action": "broadcast", "label": "B"},
                   {"id": "2", "action": "view", "label": "V", "url": "ftp://a.example"},
                   {"id": "3", "action": "http", "label": "H", "url": "http://a.example"}]
        self.ntfy.send_raw(b"".join(json.dumps({
            "id": f"g{number:011}", "time": now, "event": "message", "topic": "alerts",
            "message": "m", "priority": 1, "click": "javascript:a", "icon": "x",
            "actions": actions}).encode() + b"\n" for number in range(count)))
        self.eventually(lambda: self.carrier()["dropped"].get("left-out-click") == count,
                        self.carrier, timeout=120)
        self.assertLess(self.app.state()["metrics"]["longestHoldMs"], MOST)


    def test_C4_a_process_that_asks_without_a_pause_keeps_no_message_and_no_click_waiting(self):
        self.begin(self.subscription(priority5="urgent"))
        self.carrier_is("open")
        self.ntfy.publish("alerts", "one", title="One", priority=5)
        one = self.notifier.wait(1)
        stop = threading.Event()
        asking = threading.Thread(target=self.ask_without_a_pause, args=(stop,))
        asking.start()
        self.addCleanup(asking.join)
        self.addCleanup(stop.set)
        time.sleep(2)
        self.ntfy.publish("alerts", "two", title="Two", priority=5)
        for number in range(25):
            self.notifier.bus.connection.emit_signal(
                None, "/org/freedesktop/Notifications", "org.freedesktop.Notifications",
                "NotificationClosed", GLib.Variant("(uu)", (9000 + number, 2)))
        self.notifier.invoke(one)
        self.notifier.wait(2, timeout=4)
        self.eventually(lambda: [entry.get("response") for entry in self.app.history(limit=5)
                                 if entry.get("title") == "One"] == ["OPEN"],
                        lambda: self.app.history(limit=5), timeout=4)

    def ask_without_a_pause(self, stop):
        """300 calls that wait for their answers at any time."""
        context = GLib.MainContext.new()
        context.push_thread_default()
        bus = Gio.DBusConnection.new_for_address_sync(
            self.desktop.environment["DBUS_SESSION_BUS_ADDRESS"],
            Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
            | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)
        open_calls = 0

        def ask():
            nonlocal open_calls
            open_calls += 1
            bus.call(NAME, PATH, DOOR, "GetState", None, None, 0, 60_000, None, answered)

        def answered(_, result):
            nonlocal open_calls
            open_calls -= 1
            try:
                bus.call_finish(result)
            except GLib.Error:
                return
            if not stop.is_set():
                ask()
        for _ in range(300):
            ask()
        while open_calls:
            context.iteration(True)
        context.pop_thread_default()
        bus.close_sync(None)

    def test_T15_any_number_of_urgent_messages_keeps_no_hour_waiting(self):
        self.begin(self.subscription(priority5="urgent"))
        self.app.set(slots=[{"hour": 8, "minute": 0}])
        self.carrier_is("open")
        self.clock.set(self.at(7, 59, 58))
        self.keep_time()
        for number in range(400):
            self.ntfy.publish("alerts", "m", title=f"Urgent {number}", priority=5)
        found = []
        self.eventually(lambda: found.extend(
            call for call in list(self.notifier.calls) if not call.summary.startswith("Urgent")
        ) or found, timeout=30)
        # Behind all of them, it came twelve seconds late.
        self.assertLess(self.lateness(found[0], self.at(8)), 3)
        # They are shown all the same.
        self.assertGreater(len(self.notifier.calls), 20)


class Senders(PushCase):
    def test_C3_a_distributors_flood_waits_behind_others_and_is_refused_beyond_a_thousand(self):
        self.begin()
        self.pair()
        app = self.distributor.only()
        connection = self.distributor.bus.connection
        count, most = 3000, 1000
        # All of them have come before the app reads the first.
        send(self.app.pid, signal.SIGSTOP)
        self.addCleanup(send, self.app.pid, signal.SIGCONT)
        for _ in range(count):
            call = Gio.DBusMessage.new_method_call(
                NAME, "/org/unifiedpush/Connector", "org.unifiedpush.Connector2", "Message")
            call.set_flags(Gio.DBusMessageFlags.NO_REPLY_EXPECTED)
            call.set_body(GLib.Variant("(a{sv})", ({
                "token": GLib.Variant("s", app.token),
                "message": GLib.Variant("ay", os.urandom(60))},)))
            connection.send_message(call, Gio.DBusSendMessageFlags.NONE)
        connection.flush_sync(None)
        answers = []
        asking = threading.Thread(target=lambda: answers.append(self.taken()))
        asking.start()
        time.sleep(0.5)
        send(self.app.pid, signal.SIGCONT)
        asking.join(60)
        self.assertLess(answers[0], most, "who asks later does not wait for all of them")
        self.eventually(lambda: self.taken() >= most, self.carrier, timeout=120)
        self.assertLess(self.taken(), count)

    def taken(self):
        return sum(self.carrier()["dropped"].values())

    def test_C2_thousands_that_waited_for_the_keyring_keep_nothing_waiting(self):
        self.begin_by_topic(sealed=True)
        self.pair()
        self.eventually(lambda: len(self.keyring.items(kind="secret")) == 1)
        self.keyring.watch_prompts()
        self.keyring.lock()
        self.is_keyring("locked")
        count, now = 3000, int(self.ntfy.now())
        for number in range(count):
            message = base64.b64encode(os.urandom(2000)).decode()
            self.ntfy.send_raw(json.dumps({
                "id": f"g{number:011}", "time": now, "event": "message", "topic": "alerts",
                "encoding": "base64", "message": message}).encode() + b"\n")
        self.eventually(lambda: self.app.state().get("sealedCount") == count, self.app.state,
                        timeout=60)
        self.keyring.unlock()
        self.eventually(lambda: self.dropped("sealed-key", self.topics_carrier) == count,
                        lambda: self.carrier(self.topics_carrier), timeout=120)
        self.assertLess(self.app.state()["metrics"]["longestHoldMs"], MOST)
