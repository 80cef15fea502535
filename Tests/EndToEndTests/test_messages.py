"""Push messages as received: every one is answered, and bad ones are never shown. (B1, B2)"""

import copy
import json
import os
import random
import time
import unicodedata
import unittest

from harness.brews import MESSAGES, stage
from harness.bus import BusError
from harness.case import CarillonCase

SEED = int(
    os.environ.get("CARILLON_SEED")
    or os.environ.get("CARILLON_SIM_SEED")  # the same in every run of CI
    or random.randrange(1 << 30)
)
REFUSED = "org.carillon.Error.InvalidArgument"
# Characters for mutations: ones that end a text, reverse it, or are invalid.
ODD = ["\u0000", "\u001b", "\u202e", "\u2066", "\ufffe", "\U0010ffff", "\u0301" * 40, "👩‍👩‍👧‍👦", "<b>", "&amp;",
       '"', "\\", "{", "}", "[", "]", ":", ",", "\n", "\r", "\t", "9" * 400, "-", "e308", "."]
VALUES = [None, True, False, 0, -1, 1e308, "", "x" * 9000, "NaN", [], {}, [[[[[]]]]],
          {"data": {"data": {}}}, "\u202egnp.exe", "../../etc/passwd", "brew stage", "☕" * 300]


class Mutations:
    """Good messages made bad, with a seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def next(self):
        message = copy.deepcopy(self.random.choice(MESSAGES))
        for _ in range(self.random.randint(0, 3)):
            self._change(message)
        text = json.dumps(message, ensure_ascii=self.random.random() < 0.5)
        if self.random.random() < 0.5:
            for _ in range(self.random.randint(1, 4)):
                text = self._spoil(text)
        # Invalid text cannot be sent over the bus at all.
        return text.replace("\u0000", "")

    def _change(self, message):
        """Changes, removes or adds a member at any depth."""
        holders = [message]
        for holder in holders:
            holders += [value for value in holder.values() if isinstance(value, dict)]
        holder = self.random.choice(holders)
        key = self.random.choice(list(holder) or ["x"])
        what = self.random.randrange(4)
        if what == 0:
            holder.pop(key, None)
        elif what == 1:
            holder[key] = copy.deepcopy(self.random.choice(VALUES))
        elif what == 2:
            value = str(holder.get(key, ""))
            at = self.random.randint(0, len(value))
            holder[key] = value[:at] + self.random.choice(ODD) + value[at:]
        else:
            holder.update({f"k{number}": "v" for number in range(self.random.choice((1, 120)))})

    def _spoil(self, text):
        start = self.random.randint(0, len(text))
        end = min(len(text), start + self.random.randint(0, 12))
        return self.random.choice((
            text[:start] + text[end:], text[:start], text[:end] + text[start:],
            text[:start] + self.random.choice(ODD) + text[start:]))


class Messages(CarillonCase):

    def setUp(self):
        super().setUp()
        self.notifications = self.server()
        self.app.start()
        self.met()

    def push(self, text):
        return self.app.call("Push", text)

    def test_B1_a_thousand_malformed_messages_are_each_answered_and_show_nothing_wrong(self):
        print(f"CARILLON_SEED={SEED}")
        mutations = Mutations(SEED)
        taken = {}
        refused = 0
        slowest = 0
        for number in range(1000):
            text = mutations.next()
            began = time.monotonic()
            try:
                answer = self.push(text)
                self.assertIn(answer["verdict"], ("showing", "shown", "skipped", "held",
                                                  "scheduled", "superseded"), text)
                taken[answer["requestId"]] = text
            except BusError as error:
                # The bad field comes first.
                self.assertEqual(error.name, REFUSED, f"{number}: {text}: {error}")
                self.assertRegex(error.message, r"^(message|data)(\.\S{0,200})?: \w", text)
                refused += 1
            slowest = max(slowest, time.monotonic() - began)
        print(f"{len(taken)} taken, {refused} refused, the slowest answer after {slowest:.2f} s")
        self.assertGreater(len(taken), 100)
        self.assertGreater(refused, 100)
        self.assertTrue(self.app.answers_within(2))
        for call in self.notifications.calls:
            self.seems_right(call)
        self.assertEqual(self.app.pid, self.app.process.pid, "it is the one that was started")
        # Accepted messages are decided or waiting (J26); refused ones are nowhere.
        def listed():
            return [entry["requestId"] for entry in
                    self.every_entry() + self.app.state()["waiting"]]
        # One may still be on its way to the server.
        self.eventually(lambda: sorted(listed()) == sorted(taken),
                        lambda: (set(listed()) ^ set(taken), len(listed()), len(taken)))

    def every_entry(self):
        entries, before = [], None
        while True:
            query = {"limit": 200, "kind": "message", **({"before": before} if before else {})}
            page = self.app.call("GetHistory", json.dumps(query))
            entries += page["entries"]
            before = page.get("next")
            if not before:
                return entries

    def seems_right(self, call):
        """Checks what was sent: a text that the server can show, and valid buttons."""
        self.assertTrue(call.summary or call.body, call)
        self.assertLessEqual(len(call.summary), 50 * 12, call)
        self.assertLessEqual(len(call.actions), 4, call)
        for text in (call.summary, call.body.replace("\n", ""), *call.actions.values()):
            odd = [character for character in text
                   if unicodedata.category(character) == "Cc" or character in "\u202a\u202b\u202c"
                   "\u202d\u202e\u2066\u2067\u2068\u2069"]
            self.assertEqual(odd, [], call)
        for action, label in call.actions.items():
            self.assertRegex(action, r"^[A-Za-z0-9_-]{1,64}$")
            self.assertTrue(label.strip(), call)
        # The stand-in supports markup, so any other markup must be escaped.
        self.assertNotIn("<b>", call.body)

    def test_B1_a_refusal_names_the_field_and_leaves_only_an_event(self):
        for text, field in (("nonsense", "message"), ('{"data":[]}', "data"),
                            (json.dumps({"data": {"x": "y"}}), "data.type"),
                            (json.dumps(stage("heating", "a b")), "data.brewId"),
                            (json.dumps({"data": {"long": "x" * 9000}}), "data.long")):
            with self.subTest(field=field):
                name, message = self.app.refusal("Push", text)
                self.assertEqual(name, REFUSED)
                self.assertTrue(message.startswith(f"{field}: "), message)
        self.assertEqual(self.every_entry(), [])
        self.assertEqual(self.notifications.calls, [])
        self.assertIn("MESSAGE_REFUSED", " ".join(self.errors()))

    def test_push_accepts_a_file_and_stdin(self):
        done = self.app.ctl("push", "-", input=json.dumps(MESSAGES[0]))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.notifications.wait(1).summary, "Heating Water")
        file = self.desktop.folder / "message.json"
        file.write_text(json.dumps({"data": {"title": "From a file", "body": "Hello"}}))
        self.assertEqual(self.app.ctl("push", str(file)).returncode, 0)
        self.assertEqual(self.notifications.wait(2).summary, "From a file")

    def test_push_accepts_lines_and_reports_bad_ones_by_number(self):
        lines = [json.dumps(stage("grinding", "b2")), "", "{}", "nonsense",
                 json.dumps(stage("heating", "b 3")), json.dumps(stage("brewing", "b2"))]
        file = self.desktop.folder / "messages.jsonl"
        file.write_text("\n".join(lines))
        done = self.app.ctl("push", str(file), "--lines")
        self.assertEqual(done.returncode, 1)
        said = done.stderr.splitlines()
        self.assertEqual([line.partition(":")[0] for line in said[:-1]],
                         ["Line 3", "Line 4", "Line 5"], said)
        for line, field in zip(said, ("data.type", "message", "data.brewId")):
            self.assertIn(f": {field}: ", line)
        self.assertEqual(said[-1], "3 lines were refused.")
        self.assertEqual(len(done.stdout.splitlines()), 2)
        self.assertEqual(self.notifications.wait(2).hints["category"], "BREW_EXTRACTION")
        self.notifications.stay_quiet(0.5)

    def test_push_sends_each_line_of_a_pipe_as_it_arrives_and_loses_none(self):
        pipe = self.desktop.folder / "pipe"
        os.mkfifo(pipe)
        reader = self.desktop.processes.spawn(
            self.app.programs / "carillonctl", "push", str(pipe), "--lines", "--json")
        with open(pipe, "w", encoding="utf-8") as sender:
            # In two halves, while the pipe stays open.
            line = json.dumps(stage("heating"))
            for half in (line[:20], line[20:] + "\n"):
                sender.write(half)
                sender.flush()
                time.sleep(0.2)
            self.notifications.wait(1)
            time.sleep(0.5)
            for number in range(150):
                sender.write(json.dumps(stage("brewing", elapsedTime=str(number))) + "\n")
            sender.flush()
            self.eventually(lambda: "149s elapsed" in self.notifications.calls[-1].body,
                            lambda: self.notifications.calls[-1].body, 30)
            # The app quits, and runs again before the next line.
            self.app.quit()
            self.app.start()
            self.met()
            sender.write(json.dumps(stage("complete", elapsedTime="28")))
        self.assertEqual(reader.wait(20), 0)
        # The last one may still be on its way to the server.
        self.eventually(lambda: len(self.every_entry()) == 152,
                        lambda: len(self.every_entry()))
        self.eventually(lambda: self.notifications.calls[-1].summary == "Espresso shot complete")

    def test_B29_the_outcomes_of_messages_are_counted_for_programs(self):
        self.push(json.dumps(stage("grinding")))
        self.notifications.invoke(self.notifications.wait(1), "pause_grinding")
        self.push(json.dumps({"data": {"title": "Hello"}}))
        self.notifications.close(self.notifications.wait(2))
        self.app.refusal("Push", "nonsense")
        def metrics():
            return self.app.ctl_json("state")["metrics"]
        self.eventually(lambda: metrics()["dismissed"] == 1, metrics)
        found = metrics()
        self.assertEqual((found["received"], found["delivered"], found["opened"]), (2, 2, 0))
        self.assertEqual(found["acted"], [
            {"action": "pause_grinding", "stage": "BREW_GRINDING", "count": 1}])
        self.assertEqual(found["commands"]["sent"], 1)
        self.assertIn({"code": "MESSAGE_REFUSED", "count": 1}, found["errors"])
        self.assertLess(found["latencyMs"]["p90"], 5000)
        # The state that is announced at every change omits it.
        heard = []
        self.desktop.bus.on_signal(None, "/org/carillon/Carillon", "org.carillon.Carillon1",
                                   "StateChanged", lambda _, arguments: heard.append(arguments[0]))
        self.app.ctl("pause", "1h")
        self.eventually(lambda: heard)
        self.assertNotIn("metrics", json.loads(heard[0]))

    def test_B1_all_shapes_are_one_message(self):
        data = stage("heating")["data"]
        for count, message in enumerate((
                {"data": data, "message_id": "m1"}, {**data, "message_id": "m1"},
                {"message": {"data": data, "message_id": "m1"}}), 1):
            answer = self.push(json.dumps(message))
            self.assertEqual(answer.get("reason"), None if count == 1 else "duplicate")
        self.notifications.wait(1)
        self.notifications.stay_quiet(0.5)


if __name__ == "__main__":
    unittest.main()
