"""One user, several devices: what was done on one is told, and not told again on the others. (J27, J28)"""

import datetime
import json

from harness.maintenance import STATUS
from harness.senders import needed, send
from harness.site import answer
from test_accounts import AccountCase

# A Monday, some minutes before it is time to leave.
START = datetime.datetime(2026, 11, 23, 7, 25, 0, tzinfo=datetime.timezone.utc)
JOURNEY = {"id": "office", "destination": "Work", "route": "Tram 12", "stop": "Main Street",
           "departAt": "07:42", "walkMinutes": 8, "rideMinutes": 20}
SUBJECT = "journey:office@2026-11-23"


@needed
class Devices(AccountCase):

    def setUp(self):
        super().setUp()
        self.clock.set(START)
        self.service.pages[STATUS] = answer(status="204 No Content")

    def begin(self):
        super().begin()
        self.app.set(timezone="UTC", journeys=[JOURNEY])
        self.sign_in()
        self.is_registered()

    def statuses(self):
        return [json.loads(asked.body) for asked in self.service.asked if asked.path == STATUS]

    def is_told(self, count=1):
        self.eventually(lambda: len(self.statuses()) >= count, self.statuses)
        return self.statuses()

    def hear(self, operation, **fields):
        """The service passes on what was done on another device, sealed."""
        device = self.device(next(asked for asked in self.service.told if asked.method == "POST"))
        send(device, {"data": {
            "type": "sync", "op": operation, "subject": SUBJECT, "origin": "phone"} | fields})

    def heading(self):
        return [thread["heading"] for thread in self.app.state()["threads"]]

    def test_J27_what_is_done_here_is_told_once_each(self):
        self.begin()
        self.clock.advance(minutes=9)
        departure = self.notifier.wait(1)
        self.notifier.invoke(departure, "snooze")
        told = self.is_told()[0]
        self.assertEqual((told["op"], told["subject"]), ("snoozed", SUBJECT))
        self.clock.advance(minutes=5)
        again = self.notifier.wait(2)
        self.notifier.invoke(again, "start")
        told = self.is_told(2)
        self.assertEqual([status["op"] for status in told], ["snoozed", "started"])
        self.assertEqual(len({status["origin"] for status in told}), 1)
        self.assertEqual(len({status["eventId"] for status in told}), 2)
        # What comes back to it changes nothing.
        self.hear("snoozed", origin=told[0]["origin"], at="2026-11-23T07:50:00Z")
        self.eventually(lambda: self.app.history(kind="message", limit=1)[0]["status"] == "skipped")
        self.assertEqual(self.heading(), ["In progress"])

    def test_J27_it_is_told_after_a_crash_and_an_outage(self):
        self.begin()
        self.service.pages[STATUS] = answer(status="503 Later")
        self.clock.advance(minutes=9)
        self.notifier.close(self.notifier.wait(1))
        self.is_told()
        self.app.kill()
        self.service.pages[STATUS] = answer(status="204 No Content")
        self.app.start()
        self.met()
        self.clock.advance(minutes=3)
        told = self.is_told(2)
        self.assertEqual(told[0], told[1])
        self.assertEqual(told[0]["op"], "dismissed")

    def test_J28_dismissed_elsewhere_before_and_after_it_is_shown_here(self):
        self.begin()
        self.clock.advance(minutes=9)
        shown = self.notifier.wait(1)
        self.hear("dismissed")
        self.notifier.wait_closed(shown)
        # Tomorrow the other device is two minutes faster.
        self.clock.advance(hours=23, minutes=58)
        self.hear("dismissed", subject="journey:office@2026-11-24")
        self.eventually(lambda: self.app.history(kind="message", limit=1)[0]["status"] == "skipped")
        self.clock.advance(minutes=20)
        self.app.state()
        self.assertEqual(len(self.notifier.calls), 1)

    def test_J28_started_elsewhere_it_is_in_progress_here(self):
        self.begin()
        self.hear("started")
        self.eventually(lambda: self.heading() == ["In progress"], self.heading)
        self.app.kill()
        self.app.start()
        self.met()
        self.clock.advance(minutes=12)
        self.assertEqual(self.heading(), ["In progress"])
        self.assertEqual(len(self.notifier.calls), 0)
