"""A test that Carillon sends to itself, and each way in which it can fail. (C7)"""

import json
import threading
import time
import unittest

from harness.bus import BusError
from harness.push import PushCase

STEPS = ["registered", "encrypted", "sent", "accepted", "received", "opened", "judged", "on-screen"]


class WholeWay(PushCase):
    """Begins a test, and hears of its steps."""

    def setUp(self):
        super().setUp()
        self.told = []
        self.desktop.bus.on_signal(None, "/org/carillon/Carillon", "org.carillon.Carillon1",
                                   "TestStep", lambda _, values: self.told.append(values[0]))

    def probe(self, name="unifiedpush", meanwhile=None):
        """The report; `meanwhile` runs while it is being made."""
        answers = []

        def ask():
            try:
                answers.append(self.app.call("TestCarrier", name, timeout=45))
            except BusError as error:
                answers.append(error)

        asking = threading.Thread(target=ask)
        asking.start()
        if meanwhile:
            meanwhile()
        asking.join()
        if isinstance(answers[0], BusError):
            raise answers[0]
        return answers[0]

    def passes(self, report):
        self.assertEqual([step["step"] for step in report["steps"]], STEPS, report)
        times = [step["afterMs"] for step in report["steps"]]
        self.assertTrue(all("problem" not in step for step in report["steps"]), report)
        self.assertGreaterEqual(min(times), 0)
        self.assertLess(max(times), 10_000)

    def fails(self, report, step, *words):
        """Only its last step has failed, and says why."""
        last = report["steps"][-1]
        self.assertEqual(last["step"], step, report)
        for word in words:
            self.assertIn(word, last["problem"])
        self.assertTrue(all("problem" not in other for other in report["steps"][:-1]), report)
        names = [other["step"] for other in report["steps"]]
        self.assertEqual(names, STEPS[:len(names)])

    def time_is_over(self):
        """Lets half a minute pass."""
        time.sleep(1.5)
        self.clock.advance(seconds=31)


class ByADistributor(WholeWay):
    def test_C7_all_steps_are_told_as_they_happen_and_in_the_report(self):
        self.begin()
        report = self.probe()
        self.passes(report)
        self.assertEqual(report["carrier"], "unifiedpush")
        self.shows("The test has arrived")
        self.eventually(lambda: len(self.told) == len(STEPS), lambda: self.told)
        told = [json.loads(document) for document in self.told]
        self.assertEqual([step for document in told for step in document["steps"]],
                         report["steps"])
        posted = self.push_server.posted[0]
        self.assertEqual(posted.headers["content-encoding"], "aes128gcm")
        self.assertEqual(posted.headers["ttl"], "30")
        self.assertNotIn(b"arrived", posted.body)

    def test_C7_a_server_that_refuses_is_named_with_what_it_says(self):
        self.begin()
        for status, words in ((403, "allow"), (507, "error 507"), (429, "wait"), (404, "know")):
            with self.subTest(status=status):
                self.push_server.refuse(status)
                self.fails(self.probe(), "accepted", words)
                self.clock.advance(minutes=1)
        self.assertEqual(self.notifier.calls, [])

    def test_C7_a_server_that_is_down_and_one_that_never_answers(self):
        self.begin()
        self.push_server.stop()
        self.fails(self.probe(), "sent", "server")
        self.push_server.start()
        self.clock.advance(minutes=1)
        self.push_server.pause = 3
        self.fails(self.probe(meanwhile=self.time_is_over), "sent", "30 seconds")

    def test_C7_a_distributor_that_is_gone(self):
        self.begin()
        self.distributor.stop()
        self.is_state("absent")
        self.fails(self.probe(), "registered", "distributor")

    def test_C7_a_message_that_never_arrives_ends_after_half_a_minute(self):
        self.begin()
        self.push_server.loses = True
        self.fails(self.probe(meanwhile=self.time_is_over), "received", "30 seconds")
        # The next test is not about it.
        self.push_server.loses = False
        self.clock.advance(minutes=1)
        self.passes(self.probe())

    def test_C7_what_the_user_has_set_holds_it_back_and_is_named(self):
        self.begin()
        self.app.set(quietHours={"from": "06:00", "to": "09:00"})
        report = self.probe()
        self.fails(report, "on-screen")
        self.assertIn("uiet", report["steps"][-1]["problem"])

    def test_C7_a_locked_keyring(self):
        self.begin()
        self.keyring.lock()
        self.is_keyring("locked")
        self.fails(self.probe(meanwhile=self.time_is_over), "opened", "keyring is locked")

    def test_C7_no_notification_server(self):
        self.begin()
        self.notifier.stop()
        self.met("absent")
        self.fails(self.probe(meanwhile=self.time_is_over), "on-screen")

    def test_C7_one_at_a_time_and_only_what_there_is(self):
        self.begin()
        self.assertEqual(self.app.refusal("TestCarrier", "none")[0],
                         "org.carillon.Error.NotFound")
        self.push_server.pause = 2

        def second():
            time.sleep(0.5)
            self.assertIn("under way", self.app.refusal("TestCarrier", "unifiedpush")[1])
        self.passes(self.probe(meanwhile=second))


class ByATopic(WholeWay):
    begin = PushCase.begin_by_topic

    def test_C7_a_topic_that_is_sealed(self):
        self.begin(sealed=True)
        self.passes(self.probe(self.topics_carrier))
        self.shows("The test has arrived")

    def test_C7_a_topic_by_its_name(self):
        self.begin()
        self.passes(self.probe("Alerts"))

    def test_C7_the_token_of_the_topic_is_used(self):
        self.begin()
        self.ntfy.protected = {"alerts"}
        self.ntfy.tokens = {"tk_secretword": {"alerts"}}
        self.app.set(subscriptions=[{"server": self.ntfy.url(), "topic": "alerts",
                                     "name": "Alerts", "token": {"secret": "tk_secretword"}}])
        self.is_state("open", self.topics_carrier)
        self.passes(self.probe("Alerts"))
        self.assertNotIn("tk_", self.logs())

    def test_C7_a_server_that_refuses_or_is_gone(self):
        self.begin(sealed=True)
        self.ntfy.refuse(507)
        self.fails(self.probe("Alerts"), "accepted", "507")
        self.clock.advance(minutes=1)
        self.ntfy.stop()
        self.is_state("waiting", self.topics_carrier)
        self.fails(self.probe("Alerts"), "registered")

    def test_C7_a_stream_that_is_silent(self):
        self.begin(sealed=True)
        self.ntfy.freeze()
        self.fails(self.probe("Alerts", meanwhile=self.time_is_over), "received", "30 seconds")


if __name__ == "__main__":
    unittest.main()
