"""Secrets and sealed content: with an open keyring, a locked one, and none. (T27, T28)"""

import json
import os
import pathlib
import unittest

from harness.case import CarillonCase
from harness.keyring import Keyring

SECRET = "Bearer s3cret-Xylophone-4711"
TEXT = "Marzipan on the windowsill"


class KeyringCase(CarillonCase):

    def setUp(self):
        super().setUp()
        self.keyring = Keyring(self.desktop)

    def is_keyring(self, state):
        self.eventually(lambda: self.app.state()["keyring"] == state,
                        lambda: self.app.state()["keyring"])

    def stored(self):
        """The bytes of all files that Carillon stores."""
        folder = pathlib.Path(self.app.database()).parent
        return b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())

    def with_secret(self, feed, *times, **options):
        """A document whose source has a secret header."""
        document = self.document(*times, feed=feed, **options)
        fetch = document["callbackProfile"]["fetchContent"]
        fetch["headers"] = {"Authorization": {"secret": SECRET}, "X-Plain": "said aloud"}
        return json.dumps(document)

    def take(self, document):
        done = self.app.ctl("configure", "-", input=document)
        self.assertEqual(done.returncode, 0, done.stderr)

    def with_text(self):
        """Starts everything, until 08:00 has a sealed text; returns the two servers."""
        self.keyring.start()
        server = self.server()
        self.app.start()
        self.is_keyring("open")
        feed = self.feed(TEXT)
        self.configure("08:00", feed=feed)
        self.has_text()
        return server, feed

    def has_text(self, slot="0800"):
        self.eventually(lambda: self.entry(slot).get("title") == TEXT, lambda: self.entry(slot))


class AtRest(KeyringCase):
    """T28: stored data."""

    def test_T28_with_a_keyring_no_text_is_readable_on_disk(self):
        self.keyring.start()
        server = self.server()
        self.clock.set(self.at(7, 59, 50))
        self.app.start()
        self.is_keyring("open")
        self.configure("08:00", feed=self.feed(TEXT, TEXT))
        self.has_text()
        self.assertEqual(server.wait(1).summary, TEXT)
        self.becomes("shown")
        self.app.quit()
        self.assertNotIn(TEXT.encode(), self.stored())
        self.assertEqual(len(self.keyring.items(kind="content-key")), 1)
        self.assertNotIn("KEYRING_NONE", self.app.log)

    def test_T28_without_one_the_window_says_that_nothing_is_sealed(self):
        self.app.start()
        self.is_keyring("none")
        self.assertIn("KEYRING_NONE", self.hints())
        self.configure("08:00", feed=self.feed(TEXT))
        self.has_text()
        self.app.quit()
        self.assertIn(TEXT.encode(), self.stored())

    def test_T28_a_keyring_that_comes_later_seals_existing_texts(self):
        self.app.start()
        self.configure("08:00", feed=self.feed(TEXT))
        self.has_text()
        self.keyring.start()
        self.is_keyring("open")
        self.assertEqual([], [hint for hint in self.hints() if hint.startswith("KEYRING")])
        self.eventually(lambda: TEXT.encode() not in self.stored(), timeout=20)
        self.has_text()
        self.app.quit()
        self.assertNotIn(TEXT.encode(), self.stored())

    def test_T28_killed_in_between_it_still_rings(self):
        self.keyring.start()
        server = self.server()
        self.clock.set(self.at(7, 59, 50))
        self.app.start()
        self.is_keyring("open")
        self.configure("08:00", feed=self.feed(TEXT))
        self.has_text()
        self.keyring.kill()
        self.is_keyring("none")
        self.assertEqual(server.wait(1).summary, TEXT)

    def test_T28_locked_at_the_hour_it_waits_and_rings_when_unlocked_within_the_grace(self):
        server, feed = self.with_text()
        # A dead feed cannot provide the content again.
        feed.stop()
        self.keyring.watch_prompts()
        self.keyring.lock()
        self.is_keyring("locked")
        self.clock.set(self.at(7, 59, 58))
        self.eventually(lambda: [each["reason"] for each in self.app.state()["waiting"]]
                        == ["locked"], lambda: self.app.state()["waiting"])
        self.clock.set(self.at(8, 20))
        server.stay_quiet(1)
        self.keyring.unlock()
        self.assertEqual(server.wait(1).summary, TEXT)
        self.becomes("shown")
        self.assertEqual(self.keyring.prompts, 0)

    def test_T28_locked_beyond_the_grace_it_is_missed(self):
        server, feed = self.with_text()
        feed.stop()
        self.keyring.lock()
        self.is_keyring("locked")
        self.clock.set(self.at(7, 59, 58))
        self.eventually(lambda: self.app.state()["waiting"])
        self.clock.set(self.at(8, 31))
        self.becomes("missed")
        self.assertEqual(self.entry("0800")["reason"], "locked")
        self.keyring.unlock()
        server.stay_quiet(1)

    def test_T28_locked_at_login_sealed_content_rings_once_it_is_open(self):
        server, feed = self.with_text()
        self.app.quit()
        feed.stop()
        self.keyring.watch_prompts()
        self.keyring.lock()
        self.clock.set(self.at(7, 59, 57))
        self.app.start()
        self.is_keyring("locked")
        server.stay_quiet(4)
        self.keyring.unlock()
        self.assertEqual(server.wait(1).summary, TEXT)
        self.assertEqual(self.keyring.prompts, 0)

    def test_T28_a_deleted_key_means_no_content_until_the_next_fetch(self):
        server, feed = self.with_text()
        self.app.quit()
        feed.stop()
        self.keyring.delete(self.keyring.items(kind="content-key")[0])
        self.app.start()
        self.is_keyring("open")
        self.assertNotEqual(self.entry("0800").get("title"), TEXT)
        self.assertEqual(len(self.keyring.items(kind="content-key")), 1)
        # It fetches at once, and that must be over when the hour's own fetch is due.
        self.eventually(lambda: "FETCH_UNREACHABLE" in self.errors(), self.errors)
        feed.restart()
        self.clock.set(self.at(7, 40, 1))
        self.has_text()
        self.clock.set(self.at(7, 59, 58))
        self.assertEqual(server.wait(1).summary, TEXT)

    def hints(self):
        return [hint["code"] for hint in self.app.state()["hints"]]


class Secrets(KeyringCase):
    """T27: secrets that a source requires."""

    def test_T27_a_secret_is_sent_and_is_nowhere_else(self):
        self.keyring.start()
        self.app.start()
        self.is_keyring("open")
        feed = self.feed(TEXT)
        monitor = self.desktop.processes.spawn(
            self.app.programs / "carillonctl", "monitor", log="monitor")
        document = self.with_secret(feed, "08:00")
        self.take(document)
        headers = feed.wait(1).headers
        self.assertEqual((headers["Authorization"], headers["X-Plain"]), (SECRET, "said aloud"))
        answers = [self.app.call("GetConfiguration"), self.app.state(), self.app.history(),
                   self.app.explain("0800")]
        command_lines = b"".join(
            pathlib.Path("/proc", str(pid), "cmdline").read_bytes()
            for pid in (self.app.pid, monitor.pid))
        self.app.quit()
        for place, content in {
                "answers": json.dumps(answers).encode(), "files": self.stored(),
                "log": self.app.log.encode(), "command lines": command_lines,
                "signals": self.desktop.processes.log("monitor").encode()}.items():
            self.assertNotIn(b"Xylophone", content, place)
        self.assertEqual(len(self.keyring.items(kind="secret")), 1)

    def test_T27_a_secret_outlives_the_process(self):
        self.keyring.start()
        self.app.start()
        self.is_keyring("open")
        feed = self.feed(TEXT)
        self.take(self.with_secret(feed, "08:00"))
        feed.wait(1)
        self.eventually(lambda: len(self.keyring.items(kind="secret")) == 1)
        self.app.quit()
        self.clock.set(self.at(7, 40, 1))
        self.app.start()
        self.assertEqual(feed.wait(2).headers["Authorization"], SECRET)

    def test_T27_a_configuration_read_and_written_back_keeps_its_secret(self):
        self.keyring.start()
        self.app.start()
        self.is_keyring("open")
        feed = self.feed(TEXT)
        self.take(self.with_secret(feed, "08:00"))
        feed.wait(1)
        # The fetch of the lead would join one that is in progress. (T3)
        self.eventually(lambda: self.app.state()["nextOccurrences"][0].get("title"))
        profile = self.app.call("GetConfiguration")["callbackProfile"]
        self.app.set(callbackProfile=profile)
        self.assertEqual(len(self.keyring.items(kind="secret")), 1)
        self.clock.set(self.at(7, 40, 1))
        self.assertEqual(feed.wait(2).headers["Authorization"], SECRET)

    def test_T27_unused_secrets_are_deleted(self):
        self.keyring.start()
        self.app.start()
        self.is_keyring("open")
        feed = self.feed(TEXT)
        self.take(self.with_secret(feed, "08:00"))
        self.eventually(lambda: len(self.keyring.items(kind="secret")) == 1)
        self.configure("08:00", feed=feed)
        self.eventually(lambda: self.keyring.items(kind="secret") == [])

    def test_T27_without_a_keyring_a_secret_lasts_for_the_session(self):
        self.app.start()
        self.is_keyring("none")
        feed = self.feed(TEXT)
        self.take(self.with_secret(feed, "08:00"))
        self.assertEqual(feed.wait(1).headers["Authorization"], SECRET)
        self.app.quit()
        self.assertNotIn(b"Xylophone", self.stored())
        self.clock.set(self.at(7, 40, 1))
        self.app.start()
        self.eventually(lambda: "FETCH_SECRET" in self.errors(), self.errors)
        self.assertEqual(len(feed.requests), 1)

    def test_T29_without_a_keyring_everything_is_deleted_and_nothing_else_is_said(self):
        self.app.start()
        self.is_keyring("none")
        feed = self.feed(TEXT)
        self.take(self.with_secret(feed, "08:00"))
        feed.wait(1)
        done = self.app.ctl("delete-all", "--confirm", "DELETE")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.app.wait_ended()
        self.assertFalse(pathlib.Path(self.app.database()).exists())

    def test_T29_a_keyring_that_was_used_and_is_gone_is_named_and_the_rest_deleted(self):
        said = "The keyring cannot be reached. It may still contain Carillon’s items."
        for restarts in (False, True):
            with self.subTest(restarts=restarts):
                self.keyring.start()
                self.app.start()
                self.is_keyring("open")
                feed = self.feed(TEXT)
                self.take(self.with_secret(feed, "08:00"))
                feed.wait(1)
                self.has_text()
                if restarts:
                    self.app.quit()
                self.keyring.kill()
                if restarts:
                    self.app.start()
                self.is_keyring("none")
                done = self.app.ctl("delete-all", "--confirm", "DELETE")
                self.assertEqual(done.returncode, 1)
                self.assertIn(said, done.stderr)
                self.app.wait_ended()
                self.assertFalse(pathlib.Path(self.app.database()).exists())

    def test_T27_a_keyring_that_comes_later_receives_it(self):
        self.app.start()
        feed = self.feed(TEXT)
        self.take(self.with_secret(feed, "08:00"))
        feed.wait(1)
        self.keyring.start()
        self.eventually(lambda: len(self.keyring.items(kind="secret")) == 1)
        self.app.quit()
        self.clock.set(self.at(7, 40, 1))
        self.app.start()
        self.assertEqual(feed.wait(2).headers["Authorization"], SECRET)

    def test_T27_locked_at_login_there_is_no_prompt_and_it_continues_once_unlocked(self):
        self.keyring.start()
        server = self.server()
        self.app.start()
        self.is_keyring("open")
        feed = self.feed(TEXT)
        self.take(self.with_secret(feed, "08:00"))
        feed.wait(1)
        self.eventually(lambda: len(self.keyring.items(kind="secret")) == 1)
        self.app.quit()
        self.keyring.lock()
        self.keyring.watch_prompts()
        self.clock.set(self.at(7, 45))
        self.app.start()
        self.is_keyring("locked")
        server.stay_quiet(1)
        self.assertEqual(len(feed.requests), 1)
        self.keyring.unlock()
        self.assertEqual(feed.wait(2).headers["Authorization"], SECRET)
        self.clock.set(self.at(7, 59, 58))
        self.assertEqual(server.wait(1).summary, TEXT)
        self.assertEqual(self.keyring.prompts, 0)

    def test_T27_a_trial_stores_nothing(self):
        self.keyring.start()
        self.app.start()
        self.is_keyring("open")
        feed = self.feed(TEXT)
        fetch = json.loads(self.with_secret(feed, "08:00"))["callbackProfile"]["fetchContent"]
        path = os.path.join(self.desktop.folder, "fetch.json")
        pathlib.Path(path).write_text(json.dumps(fetch))
        self.assertEqual(self.app.ctl("try-fetch", path).returncode, 0)
        self.assertEqual(feed.wait(1).headers["Authorization"], SECRET)
        self.eventually(lambda: self.keyring.items(kind="secret") == [])

    def test_T29_after_DeleteAll_nothing_of_ours_is_left_in_it(self):
        self.keyring.start()
        self.app.start()
        self.is_keyring("open")
        self.take(self.with_secret(self.feed(TEXT), "08:00"))
        self.eventually(lambda: len(self.keyring.items()) == 2)
        done = self.app.ctl("delete-all", "--confirm", "DELETE")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.app.wait_ended()
        self.assertEqual(self.keyring.items(), [])


if __name__ == "__main__":
    unittest.main()
