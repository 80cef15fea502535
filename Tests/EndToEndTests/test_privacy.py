"""Stored data: how long it is kept, for whom, and how it is exported or deleted. (T8, T29)"""

import json
import os
import pathlib
import sqlite3
import stat
import unittest

from harness.case import CarillonCase
from harness.keyring import Keyring

SECRET = "Bearer s3cret-Zeppelin-0815"


class Identity(CarillonCase):
    """T29: content fetched for one identity is never shown to another."""

    def armed(self, title):
        self.eventually(lambda: self.app.state()["nextOccurrences"][0].get("title") == title,
                        lambda: self.app.state()["nextOccurrences"])

    def test_T29_nothing_of_the_previous_identity_is_shown_and_explain_says_so(self):
        server = self.server()
        feed = self.feed("For Alice")
        self.clock.set(self.at(7, 30))
        self.app.start()
        self.configure("08:00", feed=feed)
        self.armed("For Alice")
        feed.status = 500
        done = self.app.ctl("config", "set", '{"did":"did:web:bob.example"}')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.clock.set(self.at(7, 59, 58))
        server.stay_quiet(4)
        entry = self.entry("0800")
        self.assertEqual((entry["status"], entry["reason"]), ("skipped", "no-content"))
        told = self.app.ctl("explain", "0800@2026-11-21")
        self.assertIn("identity was changed", told.stdout)
        self.assertNotIn("Alice", told.stdout)

    def test_T29_the_popup_is_closed_and_the_history_hides_its_text(self):
        server = self.server()
        feed = self.feed("For Alice")
        self.clock.set(self.at(7, 59, 50))
        self.app.start()
        self.configure("08:00", feed=feed)
        self.armed("For Alice")
        self.clock.set(self.at(7, 59, 58))
        server.wait(1)
        self.becomes("shown")
        self.app.set(did="did:web:bob.example")
        self.eventually(lambda: server.closed_by_app)
        self.assertNotIn("Alice", json.dumps(self.app.history()))
        self.app.set(did=None)
        self.assertIn("Alice", json.dumps(self.app.history()))

    def test_T29_the_new_identity_has_its_own_content_and_the_previous_one_gets_its_back(self):
        feed = self.feed("For Alice")
        self.clock.set(self.at(7, 30))
        self.app.start()
        self.configure("08:00", feed=feed)
        self.armed("For Alice")
        feed.set("For Bob", "")
        self.app.set(did="did:web:bob.example")
        self.armed("For Bob")
        self.assertNotIn("If-None-Match", feed.requests[-1].headers)
        feed.status = 500
        self.app.set(did=None)
        self.armed("For Alice")

    def test_T28_the_log_contains_no_address_and_no_text(self):
        feed = self.feed("Tell nobody")
        self.app.start()
        document = self.document("08:00", feed=feed)
        document["callbackProfile"]["fetchContent"]["url"] += "?token=tell-nobody-4711"
        self.app.configure(**document)
        self.armed("Tell nobody")
        feed.status = 500
        self.app.ctl("run-now")
        self.eventually(lambda: "FETCH_STATUS" in self.errors(), self.errors)
        self.app.ctl("try-fetch", feed.url + "?token=tell-nobody-4711")
        self.app.ctl("open", "carillon://nowhere/tell-nobody-4711")
        self.app.quit()
        self.assertIn("FETCH_STATUS", self.app.log)
        for secret in ("4711", "token", "daily", "Tell nobody", "127.0.0.1"):
            self.assertNotIn(secret, self.app.log)

    def test_T29_the_log_contains_no_DID(self):
        self.app.start()
        self.app.set(did="did:web:bob.example")
        self.app.refusal("Set", '{"did":"did:web:"}')
        self.assertNotIn("did:", self.app.log)


class Retention(CarillonCase):
    """T8."""

    def rows(self, table):
        with sqlite3.connect(f"file:{self.app.database()}?mode=ro", uri=True) as database:
            return database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]

    def test_T8_after_15_days_old_rows_are_gone_and_the_last_payload_is_kept(self):
        server = self.server()
        feed = self.feed("Day 0")
        self.clock.set(self.at(7, 59, 50))
        self.app.start()
        self.configure("08:00", feed=feed)
        self.eventually(lambda: self.app.state()["nextOccurrences"][0].get("title"))
        self.clock.set(self.at(7, 59, 58))
        server.wait(1)
        self.becomes("shown")
        # What may still be on the screen would stay.
        self.app.call("Respond", self.app.history()[0]["requestId"], "dismiss")
        feed.stop()
        for day, following in ((7, "2026-11-29"), (14, "2026-12-06"), (16, "2026-12-08")):
            self.clock.set(self.at(9, 0, day=day))
            self.eventually(lambda: following in [
                occurrence["date"] for occurrence in self.app.state()["nextOccurrences"]])
        self.eventually(
            lambda: "2026-11-21" not in [entry.get("date") for entry in self.app.history(limit=200)],
            lambda: self.app.history(limit=200))
        dates = [entry["date"] for entry in self.app.history(limit=200)]
        self.assertEqual(min(dates), "2026-11-22")  # decided on the 28th
        self.assertGreaterEqual(self.rows("notif_contents"), 1)
        self.clock.set(self.at(7, 59, 58, day=17))
        # The payload is too old to be shown, but still stored.
        self.becomes("skipped", date="2026-12-08")


class Everything(CarillonCase):
    """T29: export and deletion."""

    def setUp(self):
        super().setUp()
        self.keyring = Keyring(self.desktop)
        self.keyring.start()
        self.server()
        self.source = self.feed("Export me")
        self.clock.set(self.at(7, 30))
        self.app.start()
        self.eventually(lambda: self.app.state()["keyring"] == "open")
        document = self.document("08:00", feed=self.source)
        document["callbackProfile"]["fetchContent"]["headers"] = {
            "Authorization": {"secret": SECRET}}
        done = self.app.ctl("configure", "-", input=json.dumps(document))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.eventually(lambda: self.app.state()["nextOccurrences"][0].get("title"))
        self.app.set(autostart=True)

    def test_T29_the_export_is_complete_and_without_secrets(self):
        self.app.ctl("deliver")
        path = self.desktop.folder / "export.json"
        done = self.app.ctl("export", "export.json")  # relative to the working directory
        self.assertEqual(done.returncode, 0, done.stderr)
        text = path.read_text()
        self.assertNotIn(SECRET, text)
        document = json.loads(text)
        self.assertEqual(document["head"]["configuration"]["slots"][0]["hour"], 8)
        self.assertIn("Export me", json.dumps(document["notif_contents"]))
        self.assertIn("Export me", json.dumps(document["notif_deliveries"]))
        for table in ("plan_items", "sources", "delivery_trace", "fetches", "events", "spent",
                      "notes"):
            self.assertIn(table, document)
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o600)

        again = self.app.ctl("export", str(path))
        self.assertEqual(again.returncode, 1)
        self.assertIn(str(path), again.stderr)
        self.assertEqual(path.read_text(), text)
        nowhere = self.app.ctl("export", str(self.desktop.folder / "nowhere" / "x.json"))
        self.assertEqual(nowhere.returncode, 1)
        self.assertIn("folder", nowhere.stderr)

    def test_T29_after_DeleteAll_nothing_is_left(self):
        self.assertTrue(self.keyring.items())
        start = pathlib.Path(self.desktop.home) / ".config/autostart/org.carillon.Carillon.desktop"
        self.assertTrue(start.exists())
        data = pathlib.Path(self.app.database()).parent
        refused = self.app.ctl("delete-all", "--confirm", "delete")
        self.assertEqual(refused.returncode, 1)
        self.assertTrue(data.exists())

        done = self.app.ctl("delete-all", "--confirm", "DELETE")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.app.wait_ended()
        self.assertEqual(self.app.process.returncode, 0)
        self.assertFalse(data.exists(), os.listdir(data) if data.exists() else "")
        self.assertFalse(start.exists())
        self.assertEqual(self.keyring.items(), [])
        for folder, _, files in os.walk(self.desktop.home):
            self.assertEqual([file for file in files if "carillon" in file.lower()], [], folder)

        self.app.start()  # and it starts like on the first day
        slots = [slot["hour"] for slot in self.app.call("GetConfiguration")["slots"]]
        self.assertEqual(slots, [8, 12, 18])
        self.assertEqual(self.app.history(), [])


if __name__ == "__main__":
    unittest.main()
