"""The privacy page: stored data, contacted hosts, export and deletion. (T27, T28, T29)"""

import json
import pathlib
import stat
import unittest

from harness.keyring import Keyring
from harness.site import Site, answer
from harness.window import WindowCase


class PrivacyPage(WindowCase):

    def setUp(self):
        super().setUp()
        self.server()
        self.clock.set(self.at(7, 30))

    def open_privacy(self):
        return self.open_window("privacy")


class Told(PrivacyPage):

    def test_T28_without_a_keyring_it_says_that_nothing_is_encrypted(self):
        self.open_privacy()
        self.window.wait_text("What is stored is not encrypted")
        self.window.wait_text("No keyring found: only in memory, never in files")
        self.window.wait_text("Nobody was contacted in the last 14 days.")

    def test_T27_T28_with_a_keyring_it_says_where_the_key_is(self):
        Keyring(self.desktop).start()
        self.app.start()
        self.eventually(lambda: self.app.state()["keyring"] == "open")
        self.open_privacy()
        self.window.wait_text("What is stored is encrypted")
        self.window.wait_text("Only in your keyring, never in files or reports")

    def test_T29_a_host_is_listed_with_the_reason_as_soon_as_it_was_contacted(self):
        feed = self.feed("Hello")
        self.open_privacy()
        self.window.wait_text("Nobody was contacted in the last 14 days.")
        self.configure("08:00", feed=feed)
        self.window.wait_text("127.0.0.1")
        self.window.wait_text("To fetch content, because you entered its address")
        self.window.wait_text("Nobody else was contacted in the last 14 days.")
        self.window.wait_text("2 items; the latest from each source is kept")

    def test_T29_whom_a_feed_redirects_to_is_named(self):
        self.open_privacy()
        self.window.wait_text("Nobody was contacted in the last 14 days.")
        other, feed = Site(), Site()
        for site in (other, feed):
            self.addCleanup(site.stop)
        other.page("/moved", '{"headline": "Hello"}')
        feed.pages["/feed"] = answer(
            status="302 Found", Location=f"http://localhost:{other.port}/moved")
        self.configure("08:00", callbackProfile={
            "fetchContent": {"method": "GET", "url": feed.url("/feed")}})
        self.window.wait_text("localhost")
        self.window.wait_text("Because a source or a picture redirected there")

    def test_T8_retention_is_shown_as_set(self):
        self.open_privacy()
        self.window.wait_text("14 days")
        self.app.set(retentionDays=30)
        self.window.wait_text("30 days")
        self.window.wait_gone("label", "14 days")


class Export(PrivacyPage):

    def save_as(self, path):
        self.window.find("push button", "Export everything").press()
        chooser = self.window.find("file chooser", "Export Everything")
        name = self.window.find("text", within=chooser)
        self.eventually(lambda: name.is_focused)
        name.fill(str(path))
        self.window.find("push button", "Export", within=chooser).press()
        self.window.wait_gone("file chooser")

    def test_T29_everything_is_exported_to_the_chosen_file(self):
        self.open_privacy()
        path = self.desktop.folder / "all.json"
        self.save_as(path)
        self.window.wait_text(f"Exported to {path}")
        document = json.loads(path.read_text())
        self.assertEqual(document["head"]["format"], "carillon-export")
        self.assertEqual(len(document["head"]["configuration"]["slots"]), 3)
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o600)
        self.assertTrue(self.window.find("push button", "Export everything").is_sensitive)

    def test_T29_an_existing_file_is_kept_and_another_can_be_chosen(self):
        self.open_privacy()
        path = self.desktop.folder / "all.json"
        path.write_text("mine")
        self.save_as(path)
        self.window.wait_text("A file with that name already exists. Nothing was written.")
        self.assertEqual(path.read_text(), "mine")
        self.window.find("push button", "Other File…")


class Delete(PrivacyPage):

    def setUp(self):
        super().setUp()
        self.open_privacy()
        self.app.set(autostart=True)
        self.data = pathlib.Path(self.app.database()).parent
        self.entry = (self.desktop.home / ".config/autostart/org.carillon.Carillon.desktop")
        self.eventually(self.entry.exists)

    def ask(self):
        self.window.find("push button", "Delete everything").press()
        return self.window.find("text", "Type DELETE to confirm")

    def test_T29_a_wrong_word_deletes_nothing(self):
        entry = self.ask()
        self.window.wait_text("Carillon will then quit.")
        delete = self.window.find("push button", "Delete")
        for word in ("delete", "DELETE ", "DELET", ""):
            self.window.type(word, into=entry, end="Return")
            self.assertFalse(delete.is_sensitive, word)
        self.window.key("Escape")
        self.window.wait_gone("text", "Type DELETE to confirm")
        self.assertTrue(self.data.exists() and self.entry.exists())
        self.assertTrue(self.app.answers_within(2))

    def test_T29_cancel_is_a_button_too(self):
        self.ask()
        self.window.find("push button", "Cancel").press()
        self.window.wait_gone("text", "Type DELETE to confirm")
        self.assertTrue(self.data.exists())
        self.ask()  # and the dialog can be opened again

    def test_T29_the_right_word_deletes_everything_and_quits(self):
        self.window.type("DELETE", into=self.ask())
        delete = self.window.find("push button", "Delete")
        self.eventually(lambda: delete.is_sensitive)
        delete.press()
        self.app.wait_ended()
        self.assertEqual(self.app.process.returncode, 0)
        self.assertFalse(self.data.exists())
        self.assertFalse(self.entry.exists())


if __name__ == "__main__":
    unittest.main()
