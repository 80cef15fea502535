"""Messages that arrive by themselves, from topics of an ntfy server. (C1, C4, C5, C6, C10)"""

import os
import pathlib
import random
import time

from harness.browser import Browser
from harness.keyring import Keyring
from harness.ntfy_case import NtfyCase


class Ntfy(NtfyCase):
    def test_C4_a_message_is_shown_as_it_is_sent_and_its_click_opens_the_browser(self):
        browser = Browser(self.desktop)
        self.begin(self.subscription(name="House"))
        self.carrier_is("open")
        self.ntfy.publish("alerts", "The door is open", title="Door", tags=["warning", "hall"],
                          click="https://house.example/door")
        shown = self.notifier.wait(1)
        self.assertEqual(shown.summary, "⚠️ Door")
        self.assertEqual(shown.body, "The door is open\nTags: hall")
        self.notifier.invoke(shown)
        self.eventually(lambda: browser.opened() == ["https://house.example/door"], browser.opened)
        # Without a title, it has the subscription's name.
        self.ntfy.publish("alerts", "Just words")
        self.shows("⚠️ Door", "House")

    def test_C4_what_was_sent_while_carillon_was_closed_comes_once(self):
        self.begin()
        self.ntfy.publish("alerts", "Before", title="Before")
        self.shows("Before")
        for end in (self.app.quit, self.app.kill):
            count = len(self.notifier.calls)
            end()
            self.ntfy.publish("alerts", "While it was closed", title="Closed")
            self.app.start()
            self.eventually(lambda: len(self.notifier.calls) == count + 1, self.summaries)
            self.carrier_is("open")
        self.notifier.stay_quiet(1)
        self.assertEqual(self.summaries(), ["Before", "Closed", "Closed"])

    def test_C4_after_three_hours_of_sleep_urgent_and_young_ones_come_and_the_rest_as_one(self):
        self.begin(self.subscription(priority5="urgent"))
        self.carrier_is("open")
        self.ntfy.freeze()
        gone = self.ntfy.publish("alerts", "Taken back", title="Gone")
        first = self.ntfy.publish("alerts", "20 %", title="Washing 20 %")
        for index in range(34):
            self.ntfy.publish("alerts", f"Old {index}", title=f"Old {index}")
        self.ntfy.publish("alerts", "Smoke in the kitchen", title="Smoke", priority=5)
        self.clock.advance(hours=3)
        self.keep_time()
        self.ntfy.publish("alerts", "80 %", title="Washing 80 %", sequence_id=first["id"])
        self.ntfy.clear("alerts", gone["id"])
        for index in range(2):
            self.ntfy.publish("alerts", f"Young {index}", title=f"Young {index}")
        # The network is there again.
        self.ntfy.restart()
        self.eventually(lambda: len(self.notifier.calls) >= 5, self.summaries, timeout=20)
        self.notifier.stay_quiet(1)
        summaries = self.summaries()
        self.assertEqual(summaries[:1], ["Smoke"])
        self.assertEqual(set(summaries[1:4]), {"Washing 80 %", "Young 0", "Young 1"})
        self.assertIn("34", summaries[4])
        self.assertEqual(len(summaries), 5)
        self.assertIn("lastOutage", self.carrier())

    def test_C4_a_tombstone_closes_and_a_later_message_of_its_sequence_replaces(self):
        self.begin()
        first = self.ntfy.publish("alerts", "20 %", title="Washing")
        shown = self.notifier.wait(1)
        self.ntfy.publish("alerts", "80 %", title="Washing", sequence_id=first["id"])
        self.eventually(lambda: len(self.notifier.calls) == 2)
        self.assertEqual(self.notifier.calls[1].replaces, shown.id)
        self.ntfy.clear("alerts", first["id"])
        self.notifier.wait_closed(self.notifier.calls[1])

    def test_C4_a_token_is_kept_in_the_keyring_and_a_revoked_one_is_said_once(self):
        keyring = Keyring(self.desktop)
        self.addCleanup(keyring.kill)
        keyring.start()
        self.ntfy.protected = {"alerts"}
        self.ntfy.tokens = {"tk_secretword": {"alerts"}}
        self.begin(self.subscription(token={"secret": "tk_secretword"}))
        self.carrier_is("open")
        self.ntfy.publish("alerts", "For you alone", title="Private")
        self.shows("Private")
        self.ntfy.tokens = {"tk_another": {"alerts"}}
        self.ntfy.drop_streams()
        self.carrier_is("refused")
        self.assertIn("access token", self.carrier()["trouble"])
        count = len(self.ntfy.requests)
        time.sleep(2)
        self.assertEqual(len(self.ntfy.requests), count, "it asks no more")
        self.subscribe(self.subscription(token={"secret": "tk_another"}))
        self.carrier_is("open")
        database = b"".join(path.read_bytes() for path in pathlib.Path(self.app.database()).parent.iterdir()
                            if path.is_file())
        for text in (self.app.log, self.app.ctl("state", "--json").stdout):
            self.assertNotIn("tk_", text)
        self.assertNotIn(b"tk_", database)

    def test_C4_of_several_topics_a_refused_one_does_not_silence_the_others(self):
        topics = ("alerts", "backups", "doors")
        subscriptions = [self.subscription(topic=topic, name=topic.title()) for topic in topics]
        self.begin(*subscriptions)
        self.carrier_is("open")
        self.ntfy.protected = {"doors"}
        self.ntfy.publish("alerts", "Sent before it was noticed", title="First")
        self.ntfy.drop_streams()
        self.eventually(lambda: self.carrier().get("refused") == ["Doors"], self.carrier)
        self.carrier_is("open")
        self.ntfy.publish("backups", "x", title="Second")
        self.shows("First", "Second")
        self.assertIn("does not allow reading Doors", self.app.ctl("connections").stdout)
        # All of them: that is a refusal of the connection, as with one.
        self.ntfy.protected = set(topics)
        self.ntfy.drop_streams()
        self.carrier_is("refused")
        # Allowed again, they are read once their owner has changed something.
        self.ntfy.protected = set()
        self.subscribe(*subscriptions[1:])
        self.carrier_is("open")
        self.assertNotIn("refused", self.carrier())
        self.ntfy.publish("doors", "x", title="Third")
        self.shows("First", "Second", "Third")

    def test_C4_two_servers_with_a_topic_of_one_name_are_told_apart(self):
        other = self.ntfy_server()
        self.begin(self.subscription(name="One"), self.subscription(server=other, name="Two"))
        other.wait_streams(1)
        self.ntfy.publish("alerts", "x")
        self.shows("One")
        other.publish("alerts", "x")
        self.shows("One", "Two")
        # Off is off for one of them.
        channel = f"ntfy:127.0.0.1:{other.port}/alerts"
        self.app.set(channels={channel: {"enabled": False}})
        other.publish("alerts", "y")
        self.ntfy.publish("alerts", "z")
        self.shows("One", "Two", "One")

    def test_C4_a_server_that_is_gone_is_asked_again_and_nothing_is_lost(self):
        self.begin()
        self.carrier_is("open")
        self.ntfy.stop()
        self.carrier_is("waiting")
        self.assertIn("deafSince", self.carrier())
        self.ntfy.restart()
        self.ntfy.publish("alerts", "Back", title="Back")
        self.shows("Back", timeout=30)
        self.carrier_is("open")
        # It has lost its cache: after an id that it does not know it sends all, which is not shown
        # again.
        self.ntfy.publish("alerts", "Kept", title="Kept")
        self.shows("Back", "Kept")
        self.ntfy._messages = self.ntfy._messages[:1]
        self.ntfy.drop_streams()
        self.carrier_is("waiting")
        self.carrier_is("open", timeout=30)
        self.notifier.stay_quiet(1)
        self.assertEqual(self.summaries(), ["Back", "Kept"])

    def test_C1_malformed_lines_and_refused_messages_are_counted_and_harm_nothing(self):
        self.begin()
        self.carrier_is("open")
        for _ in range(100):
            self.ntfy.send_raw(b'{"event":"message","id":\n')
            self.ntfy.send_raw(os.urandom(200).replace(b"\n", b"") + b"\n")
        self.ntfy.send_raw(b"x" * 200_000 + b"\n")
        self.ntfy.publish("alerts", '{"data":{"type":"none"}}')
        self.ntfy.publish("alerts", '{"temperature": 21}', title="")
        self.ntfy.publish("alerts", "Good", title="Good")
        self.eventually(lambda: "Good" in self.summaries(), self.summaries)
        dropped = self.carrier()["dropped"]
        self.assertEqual(dropped["malformed"], 200)
        self.assertEqual(dropped["long-line"], 1)
        self.assertEqual(dropped["refused"], 1)
        self.assertEqual(self.carrier()["state"], "open")

    def test_C4_a_flood_is_throttled_and_the_app_answers(self):
        self.begin()
        self.carrier_is("open")
        sent = self.ntfy.flood("alerts", per_second=200, duration=5)
        self.assertTrue(self.app.answers_within(1))
        self.eventually(
            lambda: len(self.notifier.calls) + self.app.state()["waitingCount"] == sent,
            lambda: (sent, len(self.notifier.calls), self.app.state()["waitingCount"]), timeout=60)
        self.assertLessEqual(len(self.notifier.calls), 5)

    def test_C1_killed_at_random_under_load_each_message_is_kept_once(self):
        self.begin()
        self.app.set(channels={self.channel(): {"enabled": False}})
        chance = random.Random(int(os.environ.get("CARILLON_SIM_SEED", time.time_ns())))
        sent = set()
        for round_number in range(10 if "CARILLON_LONG" not in os.environ else 50):
            for index in range(chance.randint(5, 30)):
                title = f"message {round_number}-{index}"
                sent.add(title)
                self.ntfy.publish("alerts", "x", title=title)
                time.sleep(chance.random() * 0.01)
            self.app.kill()
            self.app.start()
        self.carrier_is("open")
        self.assertEqual(self.kept(len(sent)), sent)

    def test_C9_without_a_subscription_no_server_is_asked(self):
        self.app.start()
        self.met()
        self.subscribe()
        self.ntfy.wait_streams(1)
        self.app.set(subscriptions=[])
        self.ntfy.wait_streams(0)
        count = len(self.ntfy.requests)
        time.sleep(2)
        self.assertEqual(len(self.ntfy.requests), count)
        self.assertEqual(self.app.state()["carriers"], [])

    def test_C6_no_topic_address_or_text_is_in_the_log(self):
        self.begin(self.subscription(topic="secrettopic"))
        self.ntfy.publish("secrettopic", "secret words", title="secret title")
        self.shows("secret title")
        self.ntfy.publish("secrettopic", '{"data":{"type":"secret kind"}}')
        self.ntfy.send_raw(b'{"event":"secret event"\n')
        self.ntfy.stop()
        self.carrier_is("waiting")
        self.app.quit()
        self.assertNotIn("secret", self.app.log)
        self.assertNotIn(str(self.ntfy.port), self.app.log)
