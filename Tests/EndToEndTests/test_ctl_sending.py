"""carillonctl pair, unpair, send and test --carrier. (C7, C8)"""

import json
import unittest

from harness import qr
from harness.ntfy_server import NtfyServer
from harness.push import PushCase

STEPS = ["Connected", "Encrypted", "Sent", "Accepted by the server", "Received", "Opened",
         "Decided", "On the screen"]


class Control(PushCase):
    def ok(self, *arguments, input=None):
        done = self.app.ctl(*arguments, input=input)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def refused(self, *arguments, input=None, exit=1):
        done = self.app.ctl(*arguments, input=input)
        self.assertEqual((done.returncode, done.stdout), (exit, ""))
        return done.stderr.strip()

    def pairing_file(self, line):
        path = self.desktop.folder / "pairing"
        path.write_text(line)
        return str(path)

    def send(self, line, message, *options, path=None):
        return self.app.ctl("send", path or self.pairing_file(line), *options, input=message)


class Pairing(Control):
    def test_C8_pair_prints_one_line_and_the_same_again(self):
        self.begin()
        line = self.ok("pair", "House")
        self.assertEqual(line.count("\n"), 1)
        pairing = json.loads(line)
        self.assertEqual(set(pairing), {"endpoint", "keys"})
        self.assertEqual(set(pairing["keys"]), {"auth", "p256dh"})
        self.assertEqual(self.ok("pair", "House"), line)
        renewed = self.ok("pair", "House", "--renew")
        self.assertNotEqual(renewed, line)
        self.assertEqual(self.ok("pair", "House", "--json"), renewed)
        self.assertIn("House", self.ok("unpair", "House"))
        self.assertEqual(self.app.state()["senders"], [])
        self.assertIn("no sender", self.refused("unpair", "House"))
        self.assertIn("no sender", self.refused("pair", "House", "--renew"))

    def test_C8_the_code_is_read_as_the_line_on_dark_and_light(self):
        self.begin()
        shown = self.ok("pair", "House", "--qr")
        line, code = shown.split("\n", 1)
        rows = qr.picture(code)
        self.assertEqual(qr.read(rows), [line])
        self.assertLessEqual(len(rows[0]), 80, "it fits into a terminal")
        # Four light modules around it, in colors of its own.
        self.assertFalse(any(any(row) for row in rows[:4]))
        self.assertFalse(any(row[column] for row in rows for column in (0, 1, 2, 3, -1, -2, -3, -4)))
        for drawn in code.splitlines():
            self.assertTrue(drawn.startswith("\x1b[38;5;16;48;5;231m"))

    def test_C6_connections_lists_the_distributor_and_the_senders(self):
        self.begin()
        self.ok("pair", "House")
        said = self.ok("connections")
        for text in ("UnifiedPush: Connected since", self.distributor.name, "House"):
            self.assertIn(text, said)
        document = self.app.ctl_json("connections")
        self.assertEqual(document["distributor"], self.distributor.name)
        self.assertEqual([sender["name"] for sender in document["senders"]], ["House"])
        self.assertNotIn("p256dh", str(document))

    def test_C8_without_carillon_or_an_address_it_says_so(self):
        self.assertIn("not running", self.refused("pair", "House", exit=3))
        self.app.start()
        self.assertIn("no address", self.refused("pair", "House"))


class Sending(Control):
    def test_C8_a_message_is_sent_from_a_file_a_line_and_stdin(self):
        self.begin()
        line = self.ok("pair", "House").strip()
        message = self.desktop.folder / "message.json"
        message.write_text(json.dumps({"title": "From a file"}))
        self.assertIn("accepted", self.ok("send", self.pairing_file(line), str(message)))
        self.shows("From a file")
        self.ok("send", line, input="Plain words")
        self.shows("From a file", "House")
        self.assertEqual(self.notifier.calls[1].body, "Plain words")
        self.ok("send", "-", str(message), "--ttl", "60", "--urgency", "high", input=line)
        self.eventually(lambda: len(self.push_server.posted) == 3)
        headers = [posted.headers for posted in self.push_server.posted]
        self.assertEqual([each["ttl"] for each in headers], ["86400", "86400", "60"])
        self.assertEqual([each["urgency"] for each in headers], ["normal", "normal", "high"])
        self.assertEqual({each["content-encoding"] for each in headers}, {"aes128gcm"})
        for posted in self.push_server.posted:
            self.assertNotIn(b"From a file", posted.body)

    def test_C8_it_works_without_a_carillon_and_without_a_session(self):
        self.begin()
        line = self.ok("pair", "House").strip()
        self.app.quit()
        self.distributor.stop()
        address = self.desktop.environment.pop("DBUS_SESSION_BUS_ADDRESS")
        try:
            self.ok("send", line, input="While it is off")
        finally:
            self.desktop.environment["DBUS_SESSION_BUS_ADDRESS"] = address
        self.distributor.start()
        self.notifier.wait(1, timeout=20)
        self.assertEqual(self.notifier.calls[0].body, "While it is off")

    def test_C8_a_brew_and_the_longest_text(self):
        self.begin()
        line = self.ok("pair", "House").strip()
        self.ok("send", line, input=json.dumps(
            {"data": {"type": "brew_stage", "stage": "brewing", "brewId": "b1"}}))
        self.assertEqual(self.notifier.wait(1).summary, "Extraction in progress")
        self.ok("send", line, input="x" * 3993)
        self.notifier.wait(2)
        self.assertIn("3994 bytes", self.refused("send", line, input="x" * 3994))

    def test_C8_what_would_not_be_taken_is_refused_by_the_field(self):
        self.begin()
        line = self.ok("pair", "House").strip()
        for message, words in (
                ("", "message: is empty"), ('{"tilte":"x"}', "message: has neither"),
                ('{"data":{"type":"brew_stage","stage":"brewing"}}', "data.brewId"),
                ('{"data":{"type":"none"}}', "data.type"), ('{"data":3}', "data: must be")):
            with self.subTest(message=message):
                self.assertIn(words, self.refused("send", line, input=message))
        self.assertEqual(self.push_server.posted, [])
        self.ok("send", line, "--text", input='{"tilte":"x"}')
        self.assertEqual(self.notifier.wait(1).body, '{"tilte":"x"}')

    def test_C8_a_bad_pairing_is_refused_by_the_field_and_never_quoted(self):
        self.begin()
        pairing = json.loads(self.ok("pair", "House"))
        keys = pairing["keys"]
        for changed, words in (
                ({"endpoint": None}, "endpoint: must be a text"),
                ({"endpoint": "http://push.example/x"}, "pairing.endpoint: must be"),
                ({"keys": {**keys, "auth": "abcd"}}, "pairing.keys.auth: must have 16 bytes"),
                ({"keys": {**keys, "p256dh": keys["p256dh"][:-4]}}, "pairing.keys.p256dh"),
                ({"keys": {"auth": keys["auth"]}}, "pairing.keys.p256dh: is required")):
            with self.subTest(words=words):
                said = self.refused("send", json.dumps({**pairing, **changed}), input="x")
                self.assertIn(words, said)
                self.assertNotIn(keys["auth"], said)
        self.assertIn("not a JSON document", self.refused("send", "{", input="x"))
        self.assertIn("cannot be read", self.refused("send", "/nowhere", input="x"))
        self.assertIn("Usage", self.refused("send", "-", "-", input="x", exit=2))
        self.assertIn("--urgency", self.refused(
            "send", "{}", "--urgency", "huge", input="x", exit=2))

    def test_C8_a_topic_gets_its_token_from_a_file(self):
        ntfy = NtfyServer()
        self.addCleanup(ntfy.stop)
        ntfy.set_clock(self.clock.now().timestamp())
        ntfy.protected, ntfy.tokens = {"alerts"}, {"tk_word": {"alerts"}}
        self.app.start()
        self.met()
        self.app.set(slots=[], subscriptions=[{
            "server": ntfy.url(), "topic": "alerts", "token": {"secret": "tk_word"}}])
        self.is_state("open", f"ntfy:127.0.0.1:{ntfy.port}")
        line = self.ok("pair", "House").strip()
        self.assertIn("(403)", self.refused("send", line, input="x"))
        token = self.desktop.folder / "token"
        token.write_text("tk_word\n")
        self.ok("send", line, "--token", str(token), input="With a token")
        self.assertEqual(self.notifier.wait(1).body, "With a token")

    def test_C8_what_the_server_says_is_told(self):
        self.begin()
        line = self.ok("pair", "House").strip()
        for status, words in ((404, "Pair again (404)"), (410, "(410)"), (429, "wait"),
                              (507, "nobody listens"), (503, "Try again later"), (301, "(301)")):
            self.push_server.refuse(status)
            self.assertIn(words, self.refused("send", line, input="x"))
        self.push_server.stop()
        self.assertIn("cannot be reached", self.refused("send", line, input="x"))


class Carrier(Control):
    def test_C7_each_step_is_printed_and_the_end_is_the_exit_status(self):
        self.begin()
        printed = self.ok("test", "--carrier", "unifiedpush")
        lines = [row.split("s  ", 1) for row in printed.splitlines()]
        self.assertEqual([name for _, name in lines], STEPS)
        self.assertTrue(all(0 <= float(time) < 10 for time, _ in lines))
        report = json.loads(self.ok("test", "--carrier", "unifiedpush", "--json"))
        self.assertEqual([step["name"] for step in report["steps"]], STEPS)

    def test_C7_the_first_that_fails_is_named_with_what_helps(self):
        self.begin()
        self.push_server.refuse(403)
        done = self.app.ctl("test", "--carrier", "unifiedpush")
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stdout.endswith("s  Accepted by the server: failed\n"))
        self.assertEqual(done.stderr, "The server does not allow sending to this address.\n")
        self.assertIn("no such connection", self.refused("test", "--carrier", "none"))
        self.app.quit()
        self.assertIn("not running", self.refused(
            "test", "--carrier", "unifiedpush", "--no-start", exit=3))


if __name__ == "__main__":
    unittest.main()
