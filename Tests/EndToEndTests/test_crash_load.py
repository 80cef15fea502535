"""Killed at random under load: at the end everything is accounted for. (T32)"""

import contextlib
import datetime
import json
import re
import threading
import time
import unittest

from harness.bus import BusError
from harness.crash import LONG, TODAY, CrashCase
from harness.processes import until
from harness.site import answer

HOURS = 40  # one a minute, from 08:00
KILLS = 120 if LONG else 14


class Load(CrashCase):
    """A morning full of hours, with callbacks, clicks and questions, while it is being killed."""

    def setUp(self):
        super().setUp()
        self.numbers = self.random()
        self.clicked = set()     # the arrival times of answered notifications
        self.snoozed = {}        # how often Snooze was pressed, by the notification's title
        self.skipped = set()     # slots for which Skip was pressed
        self.grace = {30}        # the possible values of the setting
        self.busy = threading.Event()
        self.over = threading.Event()
        self.calls = 0

    def test_T32_killed_at_random_under_load_nothing_is_doubled_and_nothing_is_lost(self):
        times = [f"08:{minute:02}" for minute in range(HOURS)]
        server = self.notifications = self.server()
        self.prepare(*times)
        self.site.pages["/ack"] = self.sometimes
        self.clock.set(self.at(7, 59, 50))
        users = [threading.Thread(target=user, daemon=True)
                 for user in (self.clicks, self.asks, self.hurries)]
        self.launch()
        for user in users:
            user.start()
        kills = self.kills()
        self.over.set()
        for user in users:
            user.join(15)
            self.assertFalse(user.is_alive())
        print(f"{self.id()}: {kills} kills, {len(server.calls)} notifications, "
              f"{self.calls} questions, {len(self.site.asked)} callbacks", flush=True)
        self.reckon(times)

    # Actions meanwhile.

    def kills(self):
        """Kills it until all hours have passed, and often enough; leaves it running."""
        count = 0
        while count < KILLS or self.clock.now() < self.at(8, HOURS, 30):
            # Some during the start, most later.
            time.sleep(self.numbers.choice((0.05, 0.3, 0.6, 1, 1.5)) * self.numbers.random() * 2)
            self.app.process.kill()
            self.app.process.wait()
            count += 1
            self.assert_intact()
            self.launch()
        self.app.wait_running()
        return count

    def hurries(self):
        """Advances the clock, but never so fast that an hour would be late."""
        numbers = self.numbers
        while not self.over.wait(0.4):
            if self.clock.now() < self.at(8, HOURS, 30):
                seconds = HOURS * 60 / (KILLS * 0.8 / 0.4)
                self.clock.advance(seconds=min(55, seconds * 2 * numbers.random()))

    def clicks(self):
        """Presses a button on the screen, like a quick user."""
        while not self.over.wait(0.15):
            for call in list(self.notifications.calls):
                if call.arrived in self.clicked or self.numbers.random() < 0.3:
                    continue
                self.clicked.add(call.arrived)
                action = self.numbers.choice(("default", "snooze", "close", "close", "nothing"))
                if action == "snooze" and "snooze" in call.actions:
                    self.snoozed[call.summary] = self.snoozed.get(call.summary, 0) + 1
                if action == "close":
                    self.notifications.close(call)
                elif action in call.actions:
                    self.notifications.invoke(call, action)

    def asks(self):
        """Asks questions, whether the app is running or not."""
        while not self.over.wait(0.05):
            question = self.numbers.choice(
                (self.reads, self.sets, self.explains, self.reschedules, self.fetches, self.skips))
            with contextlib.suppress(BusError):
                question()
                self.calls += 1

    def reads(self):
        self.app.state()
        self.app.history(limit=50)

    def sets(self):
        value = self.numbers.randrange(30, 120)
        self.grace.add(value)
        self.app.set(lateGraceMinutes=value)
        # A confirmed change must persist.
        self.grace = {value}

    def explains(self):
        self.app.explain(f"08{self.numbers.randrange(HOURS):02}")

    def reschedules(self):
        self.app.call("Reschedule")

    def fetches(self):
        self.content.set(f"News {self.calls}", "Still news.")
        self.app.call("RunFullPipelineNow")

    def skips(self):
        if self.numbers.random() > 0.1:
            return
        # Not the first, which must ring tomorrow.
        slot = f"08{self.numbers.randrange(1, HOURS):02}"
        self.skipped.add(slot)
        self.app.call("SkipNext", slot)

    def sometimes(self, connection, _asked):
        """A server that accepts an ack, refuses it for now, or answers too late."""
        chance = self.numbers.random()
        if chance < 0.2:
            self.site.pause(0.3)
        connection.sendall(answer(
            status="503 Later" if chance > 0.8 else "204 No Content"))

    # Final checks.

    def reckon(self, times):
        server = self.notifications
        self.site.pages["/ack"] = answer(status="204 No Content")
        # Snoozes end, and refused callbacks are retried, however long it takes.
        until("all that was begun", self.is_settled, timeout=30, interval=0.3)
        counts = self.rings()
        acks = self.acks()
        for time_ in times:
            slot = time_.replace(":", "")
            entry = self.entry(slot)
            with self.subTest(slot=slot, status=entry["status"], reason=entry.get("reason")):
                title = f"{TODAY} {time_}"
                count = counts.get(title, 0)
                self.assertLessEqual(count, 1 + self.snoozed.get(title, 0))
                fate = self.fate(slot)
                if fate == "skipped":
                    self.assertIn(slot, self.skipped)
                else:
                    self.assertIn(fate, ("shown", "unconfirmed"))
                    if count == 0:
                        self.assertEqual(fate, "unconfirmed")
                if fate == "shown":
                    self.assertIn(f"ack:{slot}@{TODAY}", acks)
                self.assertTrue(self.app.explain(f"{slot}@{TODAY}"))
        self.assert_callbacks_keep_their_keys()
        self.assertIn(self.app.call("GetConfiguration")["lateGraceMinutes"], self.grace)
        self.assert_answers(f"0800@{TODAY}")
        # The next day is undisturbed.
        self.clock.set(self.at(7, 59, 59, day=1))
        self.becomes("shown", "0800", "2026-11-22")
        self.app.quit()
        self.assert_intact()

    def is_settled(self):
        if self.rows("SELECT id FROM outbox") or self.rows(
                "SELECT id FROM notif_deliveries WHERE status IN ('snoozed', 'showing', 'held')"):
            self.clock.advance(minutes=6)
            return False
        return True

    def fate(self, slot):
        """The outcome of a delivery, or of its digest."""
        found = self.rows(
            "SELECT d.status, m.status FROM notif_deliveries d "
            "LEFT JOIN notif_deliveries m ON m.id = d.merged_into "
            "WHERE d.origin = 'planned' AND d.item = ? AND d.local_date = ?", slot, TODAY)
        self.assertEqual(len(found), 1)
        status, digest = found[0]
        return digest if status == "merged" else status

    def rings(self):
        """How often each was shown, alone or in a digest."""
        counts = {}
        for call in self.notifications.calls:
            if re.fullmatch(r"\d+ notifications?", call.summary):
                names = [f"{TODAY} {line[:5]}" for line in call.body.splitlines()]
            else:
                names = [call.summary]
            for name in names:
                counts[name] = counts.get(name, 0) + 1
        return counts


if __name__ == "__main__":
    unittest.main()
