"""What is stored, how old it may be, and what happens if the file is damaged."""

import os
import pathlib
import sqlite3
import stat
import unittest

from harness.case import CarillonCase


class Content(CarillonCase):
    """With a feed that comes and goes."""

    def configured(self, feed, at, **options):
        """The app at this time, with one slot at 08:00 and the feed's first content."""
        self.clock.set(at)
        self.app.start()
        self.configure("08:00", feed=feed, **options)
        feed.wait(1)
        self.eventually(lambda: self.app.state()["nextOccurrences"][0].get("title"))

    def test_T6_with_a_dead_feed_it_rings_from_the_store(self):
        server = self.server()
        feed = self.feed("From the store")
        self.configured(feed, self.at(7, 30))
        feed.stop()
        self.clock.set(self.at(7, 39, 59))
        self.eventually(lambda: "fetch-failed" in self.codes("0800@2026-11-21"))
        self.clock.set(self.at(7, 59, 58))
        notification = server.wait()
        self.assert_on_time(notification, self.at(8))
        self.assertEqual(notification.summary, "From the store")
        self.assertNotIn("cached", notification.body)

    def test_T5_content_past_its_TTL_is_not_shown_and_explain_says_why(self):
        server = self.server()
        feed = self.feed("Old news")
        self.configured(feed, self.at(7, 30), ttlSeconds=3600)
        feed.stop()
        # The content is 30 minutes old on the same day, and a day old on the next.
        self.clock.set(self.at(7, 59, 58))
        server.wait(1)
        self.clock.set(self.at(7, 59, 58, day=1))
        server.stay_quiet(4)
        entry = self.entry("0800", "2026-11-22")
        self.assertEqual((entry["status"], entry["reason"]), ("skipped", "ttl"))
        gate = [step for item in self.app.explain("0800@2026-11-22")
                for step in item["steps"] if step["code"] == "gate"][-1]
        self.assertEqual(gate["checks"][-1]["passed"], False)
        self.assertIn("24 hours", gate["checks"][-1]["text"])
        told = self.app.ctl("explain", "0800@2026-11-22")
        self.assertEqual(told.returncode, 0)
        self.assertIn("too old", told.stdout)

    def test_T5_a_304_renews_the_validation(self):
        server = self.server()
        feed = self.feed("Still true")
        self.configured(feed, self.at(7, 30), ttlSeconds=3600)
        for day in range(1, 3):
            self.clock.set(self.at(7, 39, 59, day=day))
            self.assertEqual(feed.wait(1 + day).status, 304)
            self.clock.set(self.at(7, 59, 58, day=day))
            self.assertEqual(server.wait(day).summary, "Still true")

    def test_T4_an_occurrence_without_content_is_skipped(self):
        server = self.server()
        feed = self.feed()
        feed.status = 500
        self.clock.set(self.at(7, 59, 56))
        self.app.start()
        self.configure("08:00", feed=feed)
        server.stay_quiet(5)
        entry = self.entry("0800")
        self.assertEqual((entry["status"], entry["reason"]), ("skipped", "no-content"))

    def test_T23_a_feed_that_hangs_times_out_and_the_stored_content_rings(self):
        server = self.server()
        feed = self.feed("Patient")
        self.configured(feed, self.at(7, 30))
        feed.delay = 30
        self.clock.set(self.at(7, 39, 59))
        self.eventually(lambda: "FETCH_TIMEOUT" in self.errors(), self.errors, timeout=15)
        self.assertTrue(self.app.answers_within(1))
        self.clock.set(self.at(7, 59, 58))
        self.assertEqual(server.wait().summary, "Patient")

    def test_T13_run_now_twice_makes_no_duplicate(self):
        server = self.server()
        feed = self.feed("Once")
        self.configured(feed, self.at(7, 59, 52))
        for _ in range(2):
            self.assertEqual(self.app.ctl("run-now").returncode, 0)
        self.assertEqual(len(self.app.state()["nextOccurrences"]), 1)
        server.wait(1)
        server.stay_quiet(2)


class RingNow(CarillonCase):
    """T12."""

    def test_T12_the_second_within_a_minute_is_refused_with_the_seconds_left(self):
        server = self.server()
        self.app.start()
        self.assertEqual(self.app.ctl("deliver").returncode, 0)
        server.wait(1)
        refused = self.app.ctl("deliver")
        self.assertEqual(refused.returncode, 1)
        self.assertRegex(refused.stderr, r"\b(5[0-9]|60)\b")
        name, message = self.app.refusal("DeliverStoredNow", "1200")  # over all slots
        self.assertEqual(name, "org.carillon.Error.Refused")
        self.assertRegex(message, r"\b(5[0-9]|60)\b")

        self.app.quit()  # and preserved across restarts
        self.app.start()
        self.assertEqual(self.app.ctl("deliver").returncode, 1)
        self.clock.advance(seconds=61)
        self.assertEqual(self.app.ctl("deliver").returncode, 0)
        server.wait(2)

    def test_T12_it_is_refused_without_content(self):
        server = self.server()
        feed = self.feed()
        feed.status = 500
        self.app.start()
        self.configure("09:00", feed=feed)
        feed.wait(1)
        refused = self.app.ctl("deliver")
        self.assertEqual(refused.returncode, 1)
        self.assertIn("content", refused.stderr)
        server.stay_quiet(0.5)

    def test_T12_it_is_refused_past_the_ttl(self):
        server = self.server()
        feed = self.feed()
        self.app.start()
        self.configure("09:00", feed=feed, ttlSeconds=3600)
        self.eventually(lambda: self.app.state()["nextOccurrences"][0].get("title"))
        feed.stop()
        self.clock.set(self.at(12))
        refused = self.app.ctl("deliver")
        self.assertEqual(refused.returncode, 1)
        self.assertIn("old", refused.stderr)
        server.stay_quiet(0.5)

    def test_T12_it_is_refused_without_a_server_and_the_cooldown_is_canceled(self):
        self.app.start()
        refused = self.app.ctl("deliver")
        self.assertEqual(refused.returncode, 1)
        server = self.server()
        self.met()
        self.assertEqual(self.app.ctl("deliver").returncode, 0)
        server.wait()

    def test_T7_it_spends_no_occurrence(self):
        server = self.server()
        self.clock.set(self.at(7, 59, 50))
        self.app.start()
        self.assertEqual(self.app.ctl("deliver", "0800").returncode, 0)
        server.wait(1)
        self.clock.set(self.at(7, 59, 58))
        self.assert_on_time(server.wait(2), self.at(8))


class Database(CarillonCase):
    """The file itself."""

    def test_T28_only_the_user_may_read_it(self):
        self.app.start()
        database = pathlib.Path(self.app.database())
        self.assertEqual(stat.S_IMODE(database.parent.stat().st_mode), 0o700)
        for file in database.parent.iterdir():
            self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o600, file.name)

    def test_a_file_that_is_not_a_database_is_set_aside_and_the_app_works(self):
        database = pathlib.Path(self.app.database())
        database.parent.mkdir(parents=True)
        spoilt = b"This is no database at all, but somebody may want to look at it. " * 40
        database.write_bytes(spoilt)
        self.assert_usable_with_the_old_file_kept(database, spoilt)

    def test_a_database_of_a_newer_version_is_set_aside_and_the_app_works(self):
        self.app.start()
        self.app.quit()
        database = pathlib.Path(self.app.database())
        connection = sqlite3.connect(database)
        connection.execute(
            "INSERT INTO grdb_migrations (identifier) VALUES ('9999 from the future')")
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
        self.assert_usable_with_the_old_file_kept(database, database.read_bytes())

    def test_a_database_damaged_while_running_does_not_break_the_app_for_good(self):
        self.app.start()
        self.app.quit()
        database = pathlib.Path(self.app.database())
        with open(database, "r+b") as file:
            file.seek(4096)
            file.write(os.urandom(16 * 4096))
        for suffix in ("-wal", "-shm"):
            pathlib.Path(f"{database}{suffix}").unlink(missing_ok=True)
        server = self.server()
        self.app.start()
        self.assertEqual(self.app.ctl("deliver").returncode, 0)
        server.wait()

    def assert_usable_with_the_old_file_kept(self, database, old):
        server = self.server()
        self.app.start()
        self.assertIn("set aside", self.app.log)
        self.assertEqual(self.app.ctl("deliver").returncode, 0)
        server.wait()
        kept = [file for file in database.parent.iterdir()
                if file.is_file() and file != database and file.read_bytes() == old]
        self.assertEqual(len(kept), 1, list(database.parent.iterdir()))


if __name__ == "__main__":
    unittest.main()
