"""`carillonctl demo alarms`: a maintenance service on this computer, which Carillon is signed in to. (J30)"""

import json
import pathlib
import re
import signal
import subprocess
import urllib.error
import urllib.request

from harness.case import CarillonCase
from harness.keyring import Keyring
from harness.playing import Playing
from harness.processes import send
from harness.push import PushCase


class AlarmsPlaying(Playing):
    """Looks at what is left of the demo."""

    DEMO = "alarms"

    def backend(self):
        return self.app.call("GetConfiguration").get("backend")

    def is_signed_out(self):
        self.assertIsNone(self.backend())
        self.assertEqual(self.app.state()["accounts"], [])
        self.eventually(lambda: self.keyring.items(kind="secret") == [],
                        lambda: self.keyring.items(kind="secret"))

    def is_over(self):
        """Nothing of the demo is open, on the screen or counted."""
        self.eventually(lambda: not self.app.state()["threads"],
                        lambda: self.app.state()["threads"])
        self.eventually(lambda: not self.notifications.shown, lambda: self.notifications.shown)
        self.assertEqual(self.app.state()["badge"], 0)

    def refusal_of(self, request):
        with self.assertRaises(urllib.error.HTTPError) as raised:
            urllib.request.urlopen(request, timeout=5)
        with raised.exception as error:
            return error.code


class DemoCase(AlarmsPlaying, CarillonCase):

    def setUp(self):
        super().setUp()
        self.keyring = Keyring(self.desktop)
        self.keyring.start()
        self.notifications = self.server()
        self.app.start()
        self.met()
        self.eventually(lambda: self.app.state()["keyring"] == "open")


class Played(DemoCase):

    def test_J30_it_ends_when_the_popup_is_acknowledged_and_signs_out(self):
        demo = self.play()
        pump = self.shown("Pump 5: Vibration")
        self.assertEqual(pump.hints["urgency"], 2)
        self.says("the demo waits for 60 seconds")
        # Closed by the list that the silent message was about: nothing else has said so.
        self.notifications.wait_closed(self.shown("Boiler 1: Pressure"))
        self.notifications.invoke(pump, "ack")
        self.assertEqual(demo.wait(30), 0, self.lines())
        self.is_signed_out()
        self.is_over()
        lines = self.lines()
        self.assertRegex(lines[0], r"signed in to the demo’s service at http://127\.0\.0\.1:\d+/demo$")
        told = [line for line in lines if re.match(r"(information|warning|critical|work order|resolved|"
                                                   r"acknowledged|a colleague)", line)]
        at = [next(number for number, line in enumerate(told) if line.startswith(beginning))
              for beginning in (
                  "information: Compressor 2", "warning: Boiler 1", "critical alarm: Pump 5: Vibration",
                  "work order: Inspect Pump 5", "critical alarm: Pump 5: Temperature",
                  "resolved by the service: Pump 5: Temperature", "a colleague has acknowledged")]
        self.assertEqual(at, sorted(at), lines)
        self.assertIn("acknowledged: Pump 5: Vibration", told)
        self.assertIn("until it is acknowledged, Carillon shows it again every 5 minutes", lines)
        self.assertIn("its message also says that 7 messages wait to be read in all", lines)
        self.assertIn("Carillon counts 7 unread messages", lines)
        self.assertIn("Carillon has asked for the alarms: 4 in the list", lines)
        self.assertEqual(lines[-1], "Carillon is signed out of the demo’s service")

    def test_J30_the_end_signals_sign_out_too(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            log = f"demo-{number}"
            demo = self.play(log=log, speed="1")
            self.says("signed in", log)
            self.assertIsNotNone(self.backend())
            self.says("information: ", log)
            send(demo.pid, number)
            self.assertEqual(demo.wait(10), 0)
            self.is_signed_out()
            self.is_over()

    def test_J30_unacknowledged_it_ends_after_the_wait(self):
        demo = self.play("--wait", "1", speed="100")
        self.assertEqual(demo.wait(20), 0, self.lines())
        self.assertTrue(any("the demo waits for 1 second" in line for line in self.lines()))
        self.is_signed_out()
        self.is_over()

    def test_J30_if_its_reader_has_gone_it_signs_out(self):
        with subprocess.Popen([self.app.programs / "carillonctl", "demo", "alarms", "--speed", "20"],
                              env=self.desktop.environment, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as demo:
            demo.stdout.readline()
            demo.stdout.close()
            said = demo.stderr.read()
            self.assertEqual(demo.wait(20), -signal.SIGPIPE)
        self.assertEqual(said, b"")
        self.is_signed_out()
        self.is_over()

    def test_J30_programs_read_json(self):
        demo = self.play("--json", "--wait", "0", speed="100")
        self.assertEqual(demo.wait(20), 0)
        events = [json.loads(line) for line in self.desktop.processes.log("demo").splitlines()]
        self.assertEqual((events[0]["event"], events[-1]["event"]), ("signedIn", "signedOut"))
        raised = [event for event in events if event["event"] == "raised"]
        self.assertEqual(len(raised), 5)
        self.assertEqual(raised[0]["kind"], "information")
        self.assertIn("verdict", raised[0])


class Signing(DemoCase):

    def test_J30_who_is_signed_in_stays_signed_in(self):
        self.app.set(backend={"url": "https://maintenance.example", "token": {"secret": "mine"}})
        before = self.backend()
        demo = self.play()
        self.assertEqual(demo.wait(10), 1)
        self.assertIn("Carillon is signed in to https://maintenance.example",
                      self.desktop.processes.log("demo"))
        self.assertEqual(self.backend(), before)
        self.assertEqual(self.notifications.calls, [])

    def test_J30_who_signs_in_meanwhile_stays_signed_in(self):
        demo = self.play(speed="1")
        self.says("information: ")
        self.app.set(backend={"url": "https://maintenance.example", "token": {"secret": "mine"}})
        send(demo.pid, signal.SIGTERM)
        self.assertEqual(demo.wait(10), 0)
        self.assertEqual(self.backend()["url"], "https://maintenance.example")
        self.assertEqual(self.lines()[-1],
                         "Carillon was not signed in to the demo’s service any more")

    def test_J30_a_killed_demo_is_taken_over_with_all_that_it_left(self):
        killed = self.play(log="killed", speed="20")
        self.says("work order: Inspect Pump 5", "killed")
        send(killed.pid, signal.SIGKILL)
        killed.wait(10)
        left = self.backend()["url"]
        tags = {thread["tag"] for thread in self.app.state()["threads"]}
        self.assertGreaterEqual(len(tags), 4)
        demo = self.play(speed="1")
        self.says("signed in")
        self.assertIn("took over from a demo that could not sign out", self.lines())
        self.assertEqual(self.backend()["url"], left)
        self.eventually(
            lambda: not tags & {thread["tag"] for thread in self.app.state()["threads"]})
        send(demo.pid, signal.SIGTERM)
        self.assertEqual(demo.wait(10), 0)
        self.is_signed_out()
        self.is_over()

    def test_J30_a_second_demo_leaves_the_first_alone(self):
        first = self.play(log="first", speed="1")
        self.says("signed in", "first")
        before = self.backend()
        second = self.play(log="second")
        self.assertEqual(second.wait(10), 1)
        self.assertIn("Another demo is running", self.desktop.processes.log("second"))
        self.assertEqual(self.backend(), before)
        send(first.pid, signal.SIGTERM)
        self.assertEqual(first.wait(10), 0)

    def test_J30_others_on_this_computer_get_401_and_nothing(self):
        demo = self.play(speed="1")
        self.says("signed in")
        url = self.backend()["url"]
        path = f"{url}/api/v1/alarms"
        for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "Bearer "}):
            for method in ("GET", "POST", "PUT", "DELETE"):
                request = urllib.request.Request(path, headers=headers, method=method)
                self.assertEqual(self.refusal_of(request), 401)
        self.assertEqual(self.refusal_of(url.removesuffix("/demo") + "/"), 404)
        self.says("refused a request without the right token")
        host, port = url.split("/")[2].split(":")
        self.assertEqual(host, "127.0.0.1")
        sockets = pathlib.Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()
        listening = [line.split()[1] for line in sockets if line.split()[3] == "0A"]
        self.assertIn(f"0100007F:{int(port):04X}", listening)
        send(demo.pid, signal.SIGTERM)
        self.assertEqual(demo.wait(10), 0)

    def test_J30_without_a_keyring_it_plays_all_the_same(self):
        self.keyring.kill()
        self.eventually(lambda: self.app.state()["keyring"] == "none")
        demo = self.play()
        self.notifications.invoke(self.shown("Pump 5: Vibration"), "ack")
        self.assertEqual(demo.wait(20), 0, self.lines())
        self.assertIn("acknowledged: Pump 5: Vibration", self.lines())
        self.assertIsNone(self.backend())
        self.is_over()


class Registered(AlarmsPlaying, PushCase):
    """With a distributor, so that there is a device to register. (D1)"""

    def test_D1_this_computer_is_registered_and_removed_again_also_after_a_killed_demo(self):
        self.begin()
        killed = self.play(log="killed", speed="1")
        self.says("Carillon has registered this computer", "killed")
        send(killed.pid, signal.SIGKILL)
        killed.wait(10)
        demo = self.play(speed="1")
        self.says("Carillon has registered this computer")
        send(demo.pid, signal.SIGTERM)
        self.assertEqual(demo.wait(10), 0)
        self.assertEqual(self.lines()[-2:], ["Carillon has removed this computer",
                                             "Carillon is signed out of the demo’s service"])
        self.is_signed_out()
        log = self.desktop.processes.log("demo") + self.desktop.processes.log("killed")
        self.assertNotIn(self.distributor.only().endpoint, log)
