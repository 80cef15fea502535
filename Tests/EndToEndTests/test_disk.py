"""A disk that is full, read-only or locked: clear answers, and no promise is broken."""

import datetime
import json
import os
import pathlib
import signal
import sqlite3
import time
import unittest

from harness.app import NAME
from harness.bus import BusError
from harness.case import CarillonCase
from harness.disk import Disk
from harness.feed import Feed
from harness.processes import send, until
from harness.tray import Tray

BUSY = "org.carillon.Error.StorageBusy"


class Troubled(CarillonCase):
    """Helpers for an app that cannot store anything."""

    def launch_into_trouble(self, *words, arguments=("--hidden",)):
        """Starts it; returns the sentence of its refusal, which must contain these words."""
        self.app.launch(*arguments)
        until("the app on the bus", lambda: self.desktop.bus.owner(NAME))
        refused = [self.app.refusal("GetState"), self.app.refusal("Set", "{}"),
                   self.app.refusal("DeliverStoredNow", "")]
        for name, sentence in refused:
            self.assertEqual(name, BUSY)
            for word in words:
                self.assertIn(word, sentence)
        self.assertEqual(len({sentence for _, sentence in refused}), 1)
        return refused[0][1]

    def recovers(self, timeout=15):
        """Waits until it answers normally; the first retries are after 2, 4 and 8 s."""
        until("an ordinary start", lambda: self.app.answers_within(5), timeout, interval=0.1)
        self.assertIsNone(self.app.process.poll())

    def refused_within(self, seconds, *words):
        """Changes settings until one is refused: an existing WAL has room left."""
        deadline = time.monotonic() + 20
        number = 0
        while time.monotonic() < deadline:
            number += 1
            began = time.monotonic()
            try:
                self.app.set(lateGraceMinutes=30 + number % 2)
            except BusError as error:
                self.assertLess(time.monotonic() - began, seconds)
                self.assertEqual(error.name, BUSY)
                for word in words:
                    self.assertIn(word, error.message)
                return
        self.fail("everything was stored")


class AtStart(Troubled):
    """The database cannot be opened."""

    def setUp(self):
        super().setUp()
        self.data = pathlib.Path(self.app.database()).parent
        self.data.parent.mkdir(parents=True, exist_ok=True)

    def test_a_file_in_place_of_the_folder_is_named_by_icon_and_answers_until_it_is_gone(self):
        self.desktop.start_window_manager()
        self.desktop.start_panel()
        server = self.server()
        self.data.write_text("in the way")
        self.clock.set(self.at(7, 59, 50))
        sentence = self.launch_into_trouble("cannot", str(self.data))
        tray = Tray(self.desktop)
        self.assertEqual(tray.icon(), "org.carillon.Carillon-attention-symbolic")
        self.assertEqual(tray.labels(), [sentence, "Quit"])
        done = self.app.ctl("state")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn(sentence, done.stderr)

        self.data.unlink()
        self.recovers()
        self.eventually(lambda: tray.icon() == "org.carillon.Carillon-symbolic", tray.icon)
        self.eventually(lambda: any("08:00" in label for label in tray.labels()), tray.labels)
        self.eventually(lambda: self.app.state()["nextOccurrences"][0].get("title"))
        self.clock.set(self.at(11, 59, 58))
        server.wait(1)

    def test_it_retries_at_growing_intervals_and_logs_the_reason_once(self):
        self.data.write_text("in the way")
        self.launch_into_trouble()
        time.sleep(7)  # retries after 2 and 6 s
        self.assertEqual(self.app.log.count("cannot be opened"), 1, self.app.log)
        self.data.unlink()
        self.recovers()  # the next, after 14 s

    def test_it_quits_when_it_is_told_to(self):
        self.data.write_text("in the way")
        self.launch_into_trouble()
        send(self.app.process.pid, signal.SIGTERM)
        self.app.wait_ended()
        self.assertEqual(self.app.process.returncode, 0)

    def test_T20_started_by_hand_its_window_says_why(self):
        self.desktop.start_window_manager()
        self.data.write_text("in the way")
        self.launch_into_trouble(arguments=())
        until("the window", self.desktop.windows)
        self.data.unlink()
        self.recovers()

    def test_it_waits_for_a_database_locked_by_another_process_and_leaves_it_unchanged(self):
        server = self.server()
        self.app.start()
        self.configure("08:00")
        self.app.quit()
        holder = sqlite3.connect(self.app.database(), isolation_level=None)
        self.addCleanup(holder.close)
        holder.execute("PRAGMA locking_mode = EXCLUSIVE")
        holder.execute("BEGIN EXCLUSIVE")
        self.clock.set(self.at(7, 59, 58))
        self.launch_into_trouble("is using", self.app.database().rpartition("/")[0])
        time.sleep(3)  # past the hour
        holder.execute("COMMIT")
        holder.close()
        self.recovers()
        server.wait(1)
        self.becomes("shown")
        self.assertEqual([name for name in os.listdir(self.data) if "aside" in name], [])


class Running(Troubled):
    """Another process locks the database while Carillon runs."""

    def test_locked_past_the_hour_it_refuses_changes_still_reads_and_rings_afterwards(self):
        server = self.server()
        self.app.start()
        self.configure("08:00")
        self.eventually(lambda: self.app.state()["nextOccurrences"][0].get("title"))
        holder = sqlite3.connect(self.app.database(), isolation_level=None)
        self.addCleanup(holder.close)
        holder.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        self.refused_within(2, "busy")
        self.clock.set(self.at(7, 59, 58))
        while time.monotonic() - began < 60:
            self.refused_within(2, "busy")
            self.assertTrue(self.app.answers_within(1))
            self.assertEqual(server.calls, [])
            time.sleep(2)
        holder.execute("COMMIT")
        server.wait(1)
        self.becomes("shown")
        server.stay_quiet(2)
        self.assertIn("STORAGE_BUSY", self.errors())
        self.app.set(lateGraceMinutes=45)
        self.assertEqual(self.app.call("GetConfiguration")["lateGraceMinutes"], 45)


class SmallDisk(Troubled):
    """The data is on a disk that fills up or becomes read-only."""

    def setUp(self):
        super().setUp()
        try:
            self.disk = Disk(self.desktop)
        except AssertionError as refused:
            self.skipTest(str(refused))
        self.desktop.environment["XDG_DATA_HOME"] = str(self.disk.folder)
        self.app.prefix = self.disk.prefix

    def test_full_at_the_first_start_it_begins_as_soon_as_there_is_room(self):
        self.server()
        self.disk.fill()
        self.launch_into_trouble("no disk space")
        self.disk.free()
        self.recovers()
        self.assertEqual([slot for slot, _ in self.next_occurrences()], ["0800", "1200", "1800"])

    def test_full_at_a_later_start_nothing_is_lost_and_due_hours_ring_late(self):
        server = self.server()
        self.app.start()
        self.configure("08:00", "09:15")
        self.app.quit()
        self.disk.fill()
        self.clock.set(self.at(7, 59, 58))
        self.launch_into_trouble("no disk space")
        time.sleep(3)  # past the hour
        self.disk.free()
        self.recovers()
        server.wait(1)
        self.becomes("shown")
        self.assertEqual(self.next_occurrences()[0], ("0915", self.at(9, 15)))

    def test_full_while_running_it_says_so_still_reads_and_rings_once_there_is_room(self):
        server = self.server()
        self.app.start()
        self.configure("08:00")
        self.eventually(lambda: self.app.state()["nextOccurrences"][0].get("title"))
        self.disk.fill()
        self.refused_within(2, "full")
        name, sentence = self.app.refusal(
            "Configure", json.dumps(self.document("10:00", label="x" * 2000)))
        self.assertEqual(name, BUSY)
        self.assertIn("full", sentence)
        self.assertEqual(self.next_occurrences()[0], ("0800", self.at(8)))
        self.clock.set(self.at(7, 59, 59))
        server.stay_quiet(3)  # an hour that cannot be recorded is not shown
        self.assertTrue(self.app.answers_within(1))
        self.disk.free()
        server.wait(1)
        self.becomes("shown")
        server.stay_quiet(2)
        self.assertIn("STORAGE_BUSY", self.errors())
        self.app.kill()
        self.app.start()
        server.stay_quiet(2)

    def test_T23_an_answer_that_leaves_no_room_for_hours_is_not_taken(self):
        server = self.server()
        feed = Feed("Small", "It fits.")
        self.addCleanup(feed.stop)
        self.app.start()
        self.app.set(slots=[{"hour": 8, "minute": 0,
                             "fetchContent": {"method": "GET", "url": feed.url}},
                            {"hour": 8, "minute": 1, "label": "Another"}])
        feed.wait(1)
        self.eventually(lambda: self.app.state()["nextOccurrences"][0].get("title"))
        # As much as one of 1 MiB takes in the log, but not also in the database.
        self.disk.fill(leaving=1400 << 10)
        feed.body = json.dumps({"version": 1, "items": [
            {"day": 1 + number % 31, "place": "first", "headline": "Large"}
            for number in range(15000)]}).encode()
        self.clock.set(self.at(7, 39, 59))
        self.eventually(lambda: "STORAGE_BUSY" in self.errors(), self.errors)
        for number, minute in ((1, 0), (2, 1)):
            self.clock.set(self.at(8, minute) - datetime.timedelta(seconds=2))
            server.wait(number)
        self.assertEqual(server.calls[0].summary, "Small")

    def test_read_only_at_start_it_waits_and_then_finds_everything(self):
        server = self.server()
        self.app.start()
        self.configure("08:00", "09:15")
        self.app.quit()
        before = sorted(os.listdir(self.disk.path / "carillon"))
        self.disk.close()
        self.launch_into_trouble("cannot")
        self.disk.open()
        self.recovers()
        self.assertEqual([slot for slot, _ in self.next_occurrences()], ["0800", "0915"])
        self.assertFalse(set(name for name in os.listdir(self.disk.path / "carillon")
                             if "aside" in name) - set(before))
        self.clock.set(self.at(7, 59, 58))
        server.wait(1)


if __name__ == "__main__":
    unittest.main()
