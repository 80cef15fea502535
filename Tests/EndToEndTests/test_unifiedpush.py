"""Sealed messages from pywebpush, through a push server and a distributor, to the screen.
(C1, C2, C3, C6, C8, C10)
"""

import os
import random
import time
import unittest
import urllib.request

from harness.app import NAME
from harness.bus import DAEMON
from harness.disk import Disk
from harness.processes import until
from harness.push import PushCase
from harness.senders import needed, sealed, send

BUTTON = [{"id": "look", "title": "Look", "deepLink": "https://house.example/"}]


@needed
class Arriving(PushCase):
    """From a sender to a popup."""

    def test_C3_a_message_comes_sealed_with_its_buttons_and_once(self):
        self.begin()
        pairing = self.pair()
        self.send(pairing, "The door is open", "Since 7:00", messageId="door-1", actions=BUTTON)
        shown = self.notifier.wait(1)
        self.assertEqual((shown.summary, shown.body), ("The door is open", "Since 7:00"))
        self.assertIn("Look", shown.actions.values())
        # Sealed anew, it has other bytes and the same id.
        self.send(pairing, "The door is open", "Since 7:00", messageId="door-1", actions=BUTTON)
        self.distributor.wait_acknowledged(2)
        self.notifier.stay_quiet(1)

    def test_C3_closed_it_is_started_hidden_takes_the_message_and_stays(self):
        self.begin()
        pairing = self.pair()
        self.app.quit()
        self.send(pairing, "While it was closed", actions=BUTTON)
        shown = self.notifier.wait(1, timeout=20)
        self.assertEqual(shown.summary, "While it was closed")
        self.assertIn("Look", shown.actions.values())
        self.distributor.wait_acknowledged()
        self.assertEqual(self.desktop.windows(), [])
        self.notifier.stay_quiet(2)
        self.assertTrue(self.app.is_running)
        self.is_state("open")
        self.send(pairing, "And the next")
        self.shows("While it was closed", "And the next")

    def test_C3_what_waited_at_the_distributor_comes_in_order_and_once(self):
        self.begin()
        pairing = self.pair()
        self.distributor.stop()
        for number in range(3):
            self.send(pairing, f"Message {number}")
        self.distributor.start()
        self.shows(*(f"Message {number}" for number in range(3)))
        self.distributor.wait_acknowledged(3)
        self.notifier.stay_quiet(1)

    def test_C3_a_copy_without_any_id_is_shown_once_however_late_it_comes(self):
        self.begin()
        body = sealed(self.pair(), "Only words")
        app = self.distributor.only()
        self.distributor.send(app.token, body)
        self.notifier.wait(1)
        self.clock.advance(hours=3)
        self.distributor.send(app.token, body)
        self.distributor.wait_acknowledged(2)
        self.notifier.stay_quiet(1)

    def test_C10_a_sender_is_a_channel_that_can_be_switched_off(self):
        self.begin()
        house, office = self.pair("House"), self.pair("Office")
        send(house, "Only words")
        self.shows("House")
        self.app.set(channels={"sender:House": {"enabled": False}})
        send(house, "Not shown")
        self.send(office, "Shown")
        self.shows("House", "Shown")
        self.notifier.stay_quiet(1)

    def test_C3_the_old_protocol_brings_them_too(self):
        self.distributor.versions = (1,)
        self.begin()
        self.send(self.pair(), "By the old way")
        self.shows("By the old way")


@needed
class Junk(PushCase):
    """What nobody with our keys has sealed is counted, and never shown."""

    def test_C2_what_cannot_be_opened_is_counted_by_its_cause_and_never_shown(self):
        self.begin()
        pairing = self.pair()
        token = self.distributor.only().token
        good = sealed(pairing, "Never shown")
        other = sealed({**pairing, "keys": self.pair("Gone")["keys"]}, "Never shown")
        self.app.call("Unpair", "Gone")

        def changed(place):
            return good[:place] + bytes([good[place] ^ 1]) + good[place + 1:]
        bad = {
            "plain": b"Not sealed", "plain and long": b"Not sealed at all. " * 50,
            "a document": b'{"data":{"type":"general","title":"Not sealed"}}' * 3,
            "another key": other, "cut": good[:-1], "cut in its head": good[:50], "salt": changed(3),
            "record size": good[:16] + (17).to_bytes(4) + good[20:], "its key": changed(40),
            "two records": good[:16] + (20).to_bytes(4) + good[20:], "text": changed(90),
            "tag": changed(len(good) - 1),
        }
        for body in bad.values():
            self.distributor.send(token, body)
        self.distributor.wait_acknowledged(len(bad))
        self.eventually(lambda: sum(self.carrier()["dropped"].values()) == len(bad), self.carrier)
        self.send(pairing, "Good")
        self.shows("Good")
        self.assertEqual(set(self.carrier()["dropped"]), {
            "sealed-too-short", "sealed-key", "sealed-not-authentic", "sealed-more-than-one-record",
            "sealed-record-size"}, self.carrier())

    def test_C2_a_thousand_bodies_of_junk_harm_nobody(self):
        self.begin()
        pairing = self.pair()
        token = self.distributor.only().token
        good = sealed(pairing, "Never shown")
        chance = random.Random(4711)
        # The record size may be another: it says only how long a record could be.
        places = [place for place in range(len(good)) if not 16 <= place < 20]
        for number in range(500):
            self.distributor.send(token, chance.randbytes(chance.randint(1, 4096)))
            place = places[number % len(places)]
            self.distributor.send(token, good[:place] + bytes(
                [good[place] ^ (1 + number // len(places))]) + good[place + 1:])
            if number % 50 == 0:
                self.assertTrue(self.app.answers_within(1))
        self.distributor.wait_acknowledged(1000, timeout=60)
        self.eventually(lambda: sum(self.carrier()["dropped"].values()) == 1000, self.carrier,
                        timeout=60)
        self.assertEqual(self.notifier.calls, [])
        self.send(pairing, "Good")
        self.shows("Good")

    def test_C8_renewed_keys_leave_the_former_ones_for_two_days(self):
        self.begin()
        former = self.pair()
        new = self.app.call("RenewPairing", "House")
        self.assertNotEqual(former["keys"], new["keys"])
        self.send(former, "By the former keys")
        self.send(new, "By the new keys")
        self.shows("By the former keys", "By the new keys")
        self.clock.advance(hours=49)
        self.eventually(lambda: "formerUntil" not in self.app.state()["senders"][0],
                        lambda: self.app.state()["senders"])
        self.send(former, "Too late")
        self.eventually(lambda: self.dropped("sealed-not-authentic") == 1, self.carrier)
        self.send(new, "Still good")
        self.shows("By the former keys", "By the new keys", "Still good")

    def test_C8_what_a_sender_sends_is_not_opened_once_it_is_unpaired(self):
        self.begin()
        pairing = self.pair()
        self.assertEqual(self.pair(), pairing)
        self.app.call("Unpair", "House")
        self.send(pairing, "Not any more")
        self.eventually(lambda: self.dropped("sealed-no-sender") == 1, self.carrier)
        self.notifier.stay_quiet(1)
        self.assertNotEqual(self.pair()["keys"], pairing["keys"])
        self.assertEqual(self.app.refusal("Unpair", "Office")[0], "org.carillon.Error.NotFound")

    def test_C8_without_an_address_nobody_is_paired(self):
        self.app.start()
        name, sentence = self.app.refusal("Pair", "House")
        self.assertEqual(name, "org.carillon.Error.Refused")
        self.assertIn("no address", sentence)


@needed
class Distributing(PushCase):
    """Distributors come, go, and change their minds."""

    def test_C3_lost_with_its_distributor_it_registers_again_and_says_so(self):
        self.begin()
        pairing = self.pair()
        self.distributor.stop()
        self.is_state("absent")
        self.assertIn("deafSince", self.carrier())
        self.distributor.start()
        self.is_state("open")
        self.assertIn("stopped", self.carrier()["lastOutage"]["why"])
        self.send(pairing, "Back")
        self.shows("Back")
        # The same token and endpoint, so that senders need nothing new.
        self.assertEqual(self.pair(), pairing)

    def test_C3_of_a_distributor_that_is_gone_for_a_minute_another_takes_the_place(self):
        self.begin()
        pairing = self.pair()
        other = self.new_distributor("zother")
        other.start()
        other.provider = self.push_server.url("/other")
        self.distributor.stop()
        self.is_state("absent")
        self.clock.advance(seconds=50)
        self.new_distributor("zzz").start()
        time.sleep(1)
        self.assertEqual(other.calls, [])
        self.clock.advance(seconds=11)
        # Its timer does not follow the test's clock, but every piece of news does.
        self.new_distributor("zzzz").start()
        self.is_state("open")
        self.assertEqual(self.app.state()["distributor"], other.name)
        self.push_server.distributor = other
        moved = self.pair()
        self.assertNotEqual(moved["endpoint"], pairing["endpoint"])
        self.assertEqual(moved["keys"], pairing["keys"])
        self.send(moved, "By the other")
        self.shows("By the other")

    def test_C3_a_named_one_is_used_and_no_other(self):
        other = self.new_distributor("another")
        other.start()
        self.begin(self.distributor.name)
        self.assertEqual(other.calls, [])
        self.distributor.stop()
        self.is_state("absent")
        self.clock.advance(seconds=300)
        time.sleep(1)
        self.assertEqual(other.calls, [])

    def test_C3_an_endpoint_is_replaced_while_it_runs_and_while_it_is_closed(self):
        self.begin()
        token = self.distributor.only().token
        before = self.pair()
        self.distributor.rotate(token, self.push_server.url("/two"))
        self.eventually(lambda: self.pair()["endpoint"].startswith(self.push_server.url("/two")))
        self.is_state("open")
        self.send(self.pair(), "At the second")
        self.shows("At the second")
        # Replaced in a closed app, it is started by it.
        self.app.quit()
        self.app.process = None
        self.distributor.rotate(token, self.push_server.url("/three"))
        self.app.wait_running()
        self.eventually(lambda: self.pair()["endpoint"].startswith(self.push_server.url("/three")))
        self.send(self.pair(), "At the third")
        self.shows("At the second", "At the third")
        self.assertEqual(self.pair()["keys"], before["keys"])

    def test_C3_a_lost_endpoint_is_asked_for_again(self):
        self.begin()
        token = self.distributor.only().token
        asked = len(self.distributor.calls)
        self.distributor.lose(token)
        # Until then, nobody is given the old one.
        self.eventually(lambda: not self.app.state()["hasAddress"])
        self.assertEqual(self.app.refusal("Pair", "House")[0], "org.carillon.Error.Refused")
        self.is_state("open")
        self.assertEqual(len(self.distributor.calls), asked + 1)
        self.send(self.pair(), "Found again")
        self.shows("Found again")

    def test_C3_null_unregisters_and_keeps_the_senders(self):
        self.begin()
        pairing = self.pair()
        self.app.set(distributor=None)
        self.distributor.wait_calls("Unregister")
        self.distributor.wait(lambda: not self.distributor.apps)
        self.assertEqual(self.app.state()["carriers"], [])
        self.app.set(distributor="auto")
        self.is_state("open")
        again = self.pair()
        self.assertEqual(again["keys"], pairing["keys"])
        self.send(again, "On again")
        self.shows("On again")

    def test_T29_when_everything_is_deleted_the_distributor_forgets_it_too(self):
        self.begin()
        self.pair()
        self.app.call("DeleteAll", "DELETE")
        self.app.wait_ended()
        self.eventually(lambda: not self.distributor.apps, lambda: self.distributor.apps)

    def test_C3_forgotten_at_its_start_for_want_of_a_service_file_it_registers_again(self):
        self.distributor.start()
        self.app.start()
        self.met()
        self.app.set(slots=[], distributor="auto")
        self.is_state("open")
        # Now the bus cannot start us, and the distributor purges.
        self.distributor.stop()
        self.distributor.start()
        self.distributor.wait_calls("Register", 2)
        self.is_state("open")
        self.send(self.pair(), "Here")
        self.shows("Here")

    def test_C3_each_reason_of_a_refusal_is_said(self):
        self.make_startable()
        self.distributor.reason = "ACTION_REQUIRED"
        self.distributor.start()
        self.app.start()
        self.met()
        self.app.set(slots=[])
        for reason, state, words in (
                ("ACTION_REQUIRED", "refused", "not set up"), ("UNAUTHORIZED", "refused", "allow"),
                ("VAPID_REQUIRED", "refused", "sender"), ("NETWORK", "waiting", "network"),
                ("INTERNAL_ERROR", "waiting", "error of its own")):
            with self.subTest(reason=reason):
                self.app.set(distributor=None)
                self.distributor.reason = reason
                time.sleep(2)  # between two calls
                self.app.set(distributor="auto")
                self.is_state(state)
                self.assertIn(words, self.carrier()["trouble"])


@needed
class ByATopic(PushCase):
    """The same sealed messages, through a topic of an ntfy server."""

    begin = PushCase.begin_by_topic

    def test_C2_a_topic_that_is_sealed_takes_nothing_else(self):
        self.begin(sealed=True)
        pairing = self.pair()
        self.assertTrue(pairing["endpoint"].startswith(self.ntfy.url("/alerts")))
        self.ntfy.publish("alerts", "Plain words", title="Not shown")
        self.send(pairing, "Sealed", actions=BUTTON)
        self.shows("Sealed")
        self.assertIn("Look", self.notifier.calls[0].actions.values())
        self.eventually(lambda: self.dropped("unsealed", self.topics_carrier) == 1,
                        lambda: self.carrier(self.topics_carrier))

    def test_C2_a_topic_that_is_not_takes_both_and_junk_is_not_shown(self):
        self.begin()
        pairing = self.pair()
        self.ntfy.publish("alerts", "Plain words", title="Plain")
        self.shows("Plain")
        self.send(pairing, "Sealed")
        self.shows("Plain", "Sealed")
        good = sealed(pairing, "Never shown")
        for body in (good[:-1], random.Random(4711).randbytes(300), good[:16] + b"\xff" * 70):
            request = urllib.request.Request(pairing["endpoint"], body, method="POST")
            urllib.request.urlopen(request, timeout=10).close()
        self.eventually(lambda: sum(self.carrier(self.topics_carrier)["dropped"].values()) == 3,
                        lambda: self.carrier(self.topics_carrier))
        self.notifier.stay_quiet(1)
        self.assertEqual(self.carrier(self.topics_carrier)["state"], "open")

    def test_C2_what_waited_at_the_server_comes_once(self):
        self.begin(sealed=True)
        pairing = self.pair()
        self.app.quit()
        for number in range(3):
            self.send(pairing, f"Message {number}")
        self.app.start()
        self.eventually(lambda: set(self.summaries()) == {f"Message {n}" for n in range(3)},
                        self.summaries)
        self.ntfy.drop_streams()
        self.notifier.stay_quiet(1)
        self.app.kill()
        self.app.start()
        self.is_state("open", self.topics_carrier)
        self.notifier.stay_quiet(1)

    def test_C2_by_both_ways_at_once_the_same_message_is_one(self):
        self.begin(sealed=True)
        by_topic = self.pair()
        self.make_startable()
        self.distributor.start()
        self.app.set(distributor="auto")
        self.is_state("open")
        by_push = self.pair()
        self.assertNotEqual(by_topic["endpoint"], by_push["endpoint"])
        self.assertEqual(by_topic["keys"], by_push["keys"])
        self.send(by_topic, "Twice", messageId="m1")
        self.send(by_push, "Twice", messageId="m1")
        self.shows("Twice")
        self.distributor.wait_acknowledged()
        self.notifier.stay_quiet(1)


@needed
class Keyrings(PushCase):
    """The keys lie in the keyring."""

    def test_C2_while_the_keyring_is_locked_messages_wait_sealed_and_come_with_it(self):
        self.begin()
        pairing = self.pair()
        # Until then, they are in memory only.
        self.eventually(lambda: len(self.keyring.items(kind="secret")) == 1)
        self.keyring.watch_prompts()
        self.keyring.lock()
        self.is_keyring("locked")
        for number in range(2):
            self.send(pairing, f"Marzipan {number}")
        self.distributor.wait_acknowledged(2)
        self.eventually(lambda: self.app.state()["sealedCount"] == 2, self.app.state)
        self.notifier.stay_quiet(1)
        self.assertFalse(b"Marzipan" in self.stored())
        self.app.kill()
        self.app.start()
        self.is_keyring("locked")
        self.notifier.stay_quiet(1)
        self.keyring.unlock()
        self.eventually(lambda: set(self.summaries()) == {"Marzipan 0", "Marzipan 1"},
                        self.summaries)
        self.notifier.stay_quiet(1)
        self.assertEqual(self.app.state()["sealedCount"], 0)
        self.assertEqual(self.keyring.prompts, 0)

    def test_C8_with_a_locked_keyring_nobody_is_paired_and_the_sentence_helps(self):
        self.begin()
        self.pair()
        self.eventually(lambda: len(self.keyring.items(kind="secret")) == 1)
        self.keyring.lock()
        self.is_keyring("locked")
        name, sentence = self.app.refusal("Pair", "House")
        self.assertEqual(name, "org.carillon.Error.Refused")
        self.assertIn("Unlock", sentence)

    def test_C8_killed_right_after_it_paired_it_still_has_the_keys(self):
        self.begin()
        titles = [f"With key {number}" for number in range(5)]
        for number, title in enumerate(titles):
            pairing = self.pair(f"Sender {number}")
            self.app.kill()
            self.app.start()
            self.is_state("open")
            self.send(pairing, title)
            self.shows(*titles[:number + 1])

    def test_C8_unpaired_and_deleted_keys_leave_the_keyring(self):
        self.begin()
        self.pair()
        self.pair("Office")
        self.eventually(lambda: len(self.keyring.items(kind="secret")) == 2)
        self.app.call("Unpair", "House")
        self.eventually(lambda: len(self.keyring.items(kind="secret")) == 1)

    def test_C6_no_endpoint_token_key_or_text_is_in_a_log_or_readable_on_the_disk(self):
        self.begin()
        pairing = self.pair()
        token = self.distributor.only().token
        self.send(pairing, "Marzipan", "on the windowsill")
        self.shows("Marzipan")
        self.distributor.send(token, b"Turnip junk")
        self.push_server.distributor.rotate(token, self.push_server.url("/two"))
        self.eventually(lambda: "/two/" in self.pair()["endpoint"])
        self.app.call("RenewPairing", "House")
        self.app.refusal("Pair", "")
        self.distributor.stop()
        self.eventually(lambda: "deafSince" in self.carrier(), self.carrier)
        self.app.quit()
        words = [pairing["endpoint"], pairing["endpoint"].rsplit("/", 1)[-1], token, "Marzipan",
                 "windowsill", "Turnip", str(self.push_server.port), *pairing["keys"].values()]
        for word in words:
            self.assertNotIn(word, self.logs())
        for word in ("Marzipan", "windowsill", *pairing["keys"].values()):
            self.assertFalse(word.encode() in self.stored(), f"{word} is readable")


@needed
class Crashes(PushCase):
    """Each message once, whatever happens meanwhile."""

    def test_C1_killed_between_the_bytes_and_the_commit_and_after_it(self):
        self.begin()
        pairing = self.pair()
        points = [("before:commit:", number) for number in range(1, 6)] + [
            ("after:commit:", number) for number in range(1, 4)] + [
            ("before:unseal:", 1), ("after:unseal:", 1), ("before:show:", 1)]
        for index, (point, number) in enumerate(points):
            with self.subTest(point=point, number=number):
                self.app.quit()
                # Past what limits the number of popups.
                self.clock.advance(minutes=11)
                self.desktop.environment["CARILLON_KILL_AT"] = f"{point}{number}"
                try:
                    self.app.launch("--hidden")
                finally:
                    del self.desktop.environment["CARILLON_KILL_AT"]
                self.send(pairing, f"Message {index}", messageId=f"m{index}")
                until("its death", lambda: self.app.process.poll() is not None, 20)
                # What was not acknowledged comes again.
                self.app.process = None
                self.desktop.bus.call(*DAEMON, "StartServiceByName", "(su)", NAME, 0, timeout=20)
                self.app.wait_running()
                self.eventually(lambda: f"Message {index}" in self.titles(), self.titles)
                # A popup may have come before its death, or not; it is not repeated.
                self.assertLessEqual(self.summaries().count(f"Message {index}"), 1)
                self.is_state("open")
        self.assertEqual(self.kept(len(points)), {f"Message {i}" for i in range(len(points))})

    def titles(self):
        return [entry.get("title") for entry in self.app.history(limit=50)]

    def test_C1_killed_at_random_under_load_each_message_is_kept_once(self):
        self.begin()
        pairing = self.pair()
        self.app.set(channels={"sender:House": {"enabled": False}})
        chance = random.Random(int(os.environ.get("CARILLON_SIM_SEED", time.time_ns())))
        token = self.distributor.only().token
        sent = set()
        for number in range(50 if "CARILLON_LONG" in os.environ else 20):
            for index in range(chance.randint(5, 20)):
                title = f"message {number}-{index}"
                sent.add(title)
                self.distributor.send(token, sealed(pairing, {"data": {
                    "type": "general", "title": title}}))
                time.sleep(chance.random() * 0.01)
            self.app.kill()
            self.app.start()
        self.is_state("open")
        self.assertEqual(self.kept(len(sent)), sent)
        self.eventually(lambda: not self.distributor.only().waiting)
        self.assertEqual(self.app.state()["sealedCount"], 0)

    def test_C1_a_full_disk_keeps_messages_at_the_distributor_and_loses_none(self):
        try:
            disk = Disk(self.desktop)
        except AssertionError as refused:
            self.skipTest(str(refused))
        self.desktop.environment["XDG_DATA_HOME"] = str(disk.folder)
        self.app.prefix = disk.prefix
        self.begin()
        pairing = self.pair()
        self.app.set(channels={"sender:House": {"enabled": False}})
        disk.fill()
        sent = {f"Message {number}" for number in range(100)}
        for title in sorted(sent):
            self.send(pairing, title, "x" * 2000)
        self.eventually(lambda: self.distributor.only().waiting)
        time.sleep(2)
        acknowledged = len(self.distributor.acknowledged)
        self.assertLess(acknowledged, 100)
        self.assertTrue(self.app.answers_within(1))
        disk.free()
        self.distributor.wait_acknowledged(100, timeout=30)
        self.assertEqual(self.kept(100), sent)


if __name__ == "__main__":
    unittest.main()
