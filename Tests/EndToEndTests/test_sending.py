"""The recipes of docs/sending.md, taken from there and run. (C8)"""

import json
import os
import re
import socket
import subprocess
import sys
import unittest
import urllib.request

import jinja2
import yaml

from harness.ntfy_server import NtfyServer
from harness.paths import ROOT
from harness.processes import until
from harness.push import PushCase
from harness.senders import FOLDER, needed

PAGE = (ROOT / "docs/sending.md").read_text(encoding="utf-8")
TOPIC = "a-long-and-secret-name"


def recipes():
    """(language, text) by name."""
    found = re.findall(r"^<!-- recipe: ([a-z-]+) -->\n```(\w+)\n(.*?)^```$", PAGE, re.M | re.S)
    return {name: (language, text) for name, language, text in found}


RECIPES = recipes()
# What the document says to an Alertmanager 0.25.
ALERTS = {"version": "4", "status": "firing", "receiver": "carillon", "alerts": [
    {"status": "firing", "fingerprint": "1a30ba71cca2921f",
     "labels": {"alertname": "DiskFull", "instance": "nas"},
     "annotations": {"summary": "The disk of nas is full", "description": "2 % are left."},
     "startsAt": "2026-11-21T06:58:00Z", "endsAt": "0001-01-01T00:00:00Z"}]}


class Recipes(PushCase):
    """In a folder with the pairing, as a sender has it."""

    def setUp(self):
        super().setUp()
        self.ran = self.desktop.home
        # The programs of the recipes, where a shell finds them.
        self.environment = {
            **self.desktop.environment, "PYTHONPATH": str(FOLDER),
            "PATH": f"{self.app.programs}:{self.ran}/bin:{os.environ.get('PATH', '/usr/bin:/bin')}"}

    def text(self, name, **instead):
        language, text = RECIPES[name]
        for old, new in instead.items():
            text = text.replace({"server": "https://ntfy.example"}[old], new)
        return text

    def run_recipe(self, name, **instead):
        """Runs it with its own interpreter; returns what it printed."""
        language = RECIPES[name][0]
        program = {"sh": ["sh", "-e"], "python": ["/usr/bin/python3"]}[language]
        done = subprocess.run(
            [*program, "-"] if language == "python" else [*program, "-s"], cwd=self.ran,
            env=self.environment, input=self.text(name, **instead), capture_output=True, text=True,
            timeout=30, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""), name)
        return done.stdout

    def paired(self):
        self.begin()
        self.run_recipe("pair")

    def subscribed(self):
        self.ntfy = NtfyServer()
        self.addCleanup(self.ntfy.stop)
        self.ntfy.set_clock(self.clock.now().timestamp())
        self.app.start()
        self.met()
        self.app.set(slots=[])
        self.run_recipe("subscribe", server=self.ntfy.url())
        self.is_state("open", f"ntfy:127.0.0.1:{self.ntfy.port}")

    def last(self, count=1):
        return self.notifier.wait(count)

    # By a pairing.

    def test_C8_pair_renew_and_unpair(self):
        self.paired()
        file = self.ran / "house.pairing"
        self.assertEqual(file.stat().st_mode & 0o777, 0o600)
        first = file.read_text()
        self.assertEqual(set(json.loads(first)), {"endpoint", "keys"})
        self.run_recipe("renew")
        self.assertNotEqual(file.read_text(), first)
        self.run_recipe("unpair")
        self.assertEqual(self.app.state()["senders"], [])

    def test_C8_the_shell(self):
        self.paired()
        self.run_recipe("shell")
        self.assertEqual((self.last().summary, self.last().body), ("House", "The washing is done."))
        self.run_recipe("shell-json")
        self.assertEqual(self.last(2).summary, "Washing")

    def test_C8_a_cron_job_tells_of_failures_only(self):
        self.paired()
        folder = self.ran / "bin"
        folder.mkdir()
        for name, text in (("tell-on-failure", self.text("tell-on-failure")),
                           ("backup", "#!/bin/sh\necho \"$1: the disk is full\"\nexit 3\n")):
            (folder / name).write_text(text)
            (folder / name).chmod(0o755)
        # The command of the line, as cron hands it to a shell.
        command = self.text("cron").strip().split(None, 5)[5]
        done = subprocess.run(["sh", "-c", command], cwd=self.ran, env=self.environment,
                              capture_output=True, text=True, timeout=30, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (3, "", ""))
        self.assertEqual(self.last().body, "backup failed (3).\n--all: the disk is full")
        (folder / "backup").write_text("#!/bin/sh\necho fine\n")
        subprocess.run(["sh", "-c", command], cwd=self.ran, env=self.environment, check=True)
        # What it says may be long, and in any bytes.
        (folder / "backup").write_text(
            "#!/bin/sh\nhead -c 9000 /dev/zero | tr '\\0' '\\377'\nyes ä | head -n 9000\nexit 1\n")
        subprocess.run(["sh", "-c", command], cwd=self.ran, env=self.environment, check=False)
        self.assertTrue(self.last(2).body.startswith("backup failed (1).\nä\n"))
        self.notifier.stay_quiet(1)

    @needed
    def test_C8_python(self):
        self.paired()
        self.assertEqual(self.run_recipe("python"), "")
        self.assertEqual((self.last().summary, self.last().body),
                         ("Washing", "The machine is done."))
        self.run_recipe("python")
        self.notifier.stay_quiet(1)
        self.push_server.stop()
        self.push_server.refuse(404)
        self.push_server.start()
        self.assertIn("not sent:", self.run_recipe("python"))

    @needed
    def test_C8_alertmanager(self):
        self.paired()
        config = yaml.safe_load(self.text("alertmanager"))
        url = config["receivers"][0]["webhook_configs"][0]["url"]
        self.assertEqual(url, "http://127.0.0.1:9099/")
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        script = self.ran / "alerts.py"
        script.write_text(self.text("alerts"))
        self.desktop.processes.spawn(sys.executable, script, self.ran / "house.pairing", port,
                                     environment=self.environment)
        until("the receiver", lambda: not socket.socket().connect_ex(("127.0.0.1", port)))
        self.post(f"http://127.0.0.1:{port}/", ALERTS)
        first = self.last()
        self.assertEqual((first.summary, first.body), ("The disk of nas is full", "2 % are left."))
        alert = {**ALERTS["alerts"][0], "status": "resolved"}
        self.post(f"http://127.0.0.1:{port}/", {**ALERTS, "status": "resolved", "alerts": [alert]})
        self.assertEqual(self.last(2).summary, "Resolved: The disk of nas is full")
        self.assertEqual(self.last(2).replaces, first.id)
        self.push_server.refuse(503)
        with self.assertRaises(urllib.error.HTTPError):
            self.post(f"http://127.0.0.1:{port}/", ALERTS)

    def test_C8_the_messages_that_are_shown_as_examples(self):
        self.paired()
        for name, title in (("message", "Door"), ("brew", "Extraction in progress")):
            file = self.ran / "message.json"
            file.write_text(self.text(name))
            done = self.app.ctl("send", str(self.ran / "house.pairing"), str(file))
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.eventually(lambda title=title: title in self.summaries(), self.summaries)
        door = next(call for call in self.notifier.calls if call.summary == "Door")
        self.assertIn("Camera", door.actions.values())

    # By a topic.

    def test_C8_curl_and_a_topic(self):
        self.subscribed()
        self.run_recipe("curl", server=self.ntfy.url())
        self.assertEqual((self.last().summary, self.last().body), ("House", "The machine is done."))
        self.run_recipe("curl-more", server=self.ntfy.url())
        door = self.last(2)
        self.assertEqual(door.summary, "⚠️ Door")
        self.assertIn("Camera", door.actions.values())

    def test_C8_home_assistant(self):
        self.subscribed()
        config = yaml.safe_load(self.text("home-assistant", server=self.ntfy.url()))
        command = config["rest_command"]["carillon"]
        self.assertEqual((command["method"], command["content_type"]), ("post", "application/json"))
        environment = jinja2.Environment()
        environment.filters["to_json"] = json.dumps
        payload = environment.from_string(command["payload"]).render(
            title='The "door"', message="It is open.\nStill.")
        self.post(command["url"], json.loads(payload))
        self.assertEqual((self.last().summary, self.last().body),
                         ('The "door"', "It is open.\nStill."))
        notify, = config["notify"]
        self.assertEqual((notify["platform"], notify["method"]), ("rest", "POST_JSON"))
        self.post(notify["resource"], {
            **notify["data"], "message": "By the other", notify["title_param_name"]: "Notified"})
        self.assertEqual(self.last(2).summary, "Notified")

    def post(self, url, document):
        request = urllib.request.Request(
            url, json.dumps(document).encode(), {"Content-Type": "application/json"})
        return urllib.request.urlopen(request, timeout=10)


class Page(unittest.TestCase):
    def test_C8_every_recipe_is_run_and_no_other_block_is_there(self):
        blocks = len(re.findall(r"^```\w+$", PAGE, re.M))
        self.assertEqual(blocks, len(RECIPES))
        source = (ROOT / "Tests/EndToEndTests/test_sending.py").read_text(encoding="utf-8")
        for name in RECIPES:
            self.assertIn(f'"{name}"', source, "a test takes it from the page")

    def test_C8_the_limits_on_the_page_are_those_of_the_code(self):
        for number in ("3,993 bytes", "At most 5 messages", "Up to 20 senders", "50 topics"):
            self.assertIn(number, PAGE)


if __name__ == "__main__":
    unittest.main()
