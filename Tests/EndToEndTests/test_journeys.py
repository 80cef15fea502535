"""When to leave, and what changed. (J5–J11, J16, J17, J20)"""

import datetime
import json

from harness.case import CarillonCase

# A Monday.
START = datetime.datetime(2026, 11, 23, 7, 25, 0, tzinfo=datetime.timezone.utc)
JOURNEY = {"id": "office", "destination": "Work", "route": "Tram 12", "stop": "Main Street",
           "departAt": "07:42", "walkMinutes": 8, "rideMinutes": 20}


class Journeys(CarillonCase):

    def setUp(self):
        super().setUp()
        self.notifications = self.server()
        self.clock.set(START)

    def begin(self, **journey):
        self.app.start()
        self.met()
        self.app.set(timezone="UTC", slots=[], journeys=[JOURNEY | journey])

    def say(self, event, **more):
        self.app.call("Push", json.dumps({"data": {
            "type": "journey", "journeyId": "office", "event": event} | more}))

    def test_J5_J20_it_is_told_at_its_time_once_also_after_a_crash(self):
        self.begin()
        self.clock.advance(minutes=9)
        shown = self.notifications.wait(1)
        self.assertEqual(shown.summary, "Time to leave for Work")
        self.assertIn("Leave now to catch Tram 12 at Main Street in 8 minutes", shown.body)
        self.assertEqual(list(shown.actions.values())[1:],
                         ["Start Journey", "Snooze 5 min", "Cancel"])
        self.app.kill()
        self.app.start()
        self.say("departure")
        self.eventually(lambda: self.app.history()[0]["status"] == "skipped")
        self.assertEqual(len(self.notifications.calls), 1)

    def test_J6_J16_it_comes_early_is_started_and_says_no_more(self):
        self.begin(leadMinutes=5)
        self.clock.advance(minutes=4)
        early = self.notifications.wait(1)
        self.assertIn("Optimal departure in 5 minutes", early.body)
        self.notifications.invoke(early, "start")
        self.eventually(lambda: [thread["heading"] for thread in self.app.state()["threads"]]
                        == ["In progress"])
        self.clock.advance(minutes=10)
        self.say("crowding", crowding="low")
        self.assertEqual(len(self.notifications.calls), 1)

    def test_J9_J17_a_delay_is_told_at_once_and_the_new_time_kept(self):
        self.begin()
        self.say("delay", delayMinutes="6", reason="Road works")
        delay = self.notifications.wait(1)
        self.assertEqual(delay.summary, "Delay detected: Leave 6 minutes later")
        self.assertIn("Road works", delay.body)
        self.notifications.invoke(delay, "adjust")
        self.assertEqual(self.notifications.wait(2).summary, "You leave for Work at 07:40")
        self.clock.advance(minutes=14)
        self.assertEqual(
            [shown.summary for shown in self.notifications.calls if "Time to leave" in shown.summary],
            [])
        self.clock.advance(minutes=1)
        self.eventually(
            lambda: self.notifications.calls[-1].summary == "Time to leave for Work",
            lambda: [shown.summary for shown in self.notifications.calls])

    def test_J11_what_does_not_run_is_urgent_with_another_way(self):
        self.begin()
        self.say("cancellation", alternatives=json.dumps([
            {"route": "Bus 7", "stop": "Market", "departure": "2026-11-23T07:50:00Z",
             "arrival": "2026-11-23T08:10:00Z", "walkMinutes": 4}]))
        shown = self.notifications.wait(1)
        self.assertEqual((shown.summary, shown.hints["urgency"]), ("Tram 12 to Work is canceled", 2))
        self.assertIn("Bus 7 from Market at 07:50", shown.body)

    def test_J5_a_bad_journey_or_message_is_refused_with_its_field(self):
        self.begin()
        for patch, field in (({"journeys": [{"id": "x"}]}, "journeys[0].destination"),
                             ({"journeyLeadMinutes": 7}, "journeyLeadMinutes")):
            refused = self.app.ctl("config", "set", "-", input=json.dumps(patch))
            self.assertEqual(refused.returncode, 1)
            self.assertIn(field, refused.stderr)
        refused = self.app.ctl("push", "-", input=json.dumps({"data": {
            "type": "journey", "journeyId": "home", "event": "delay"}}))
        self.assertIn("data.journeyId", refused.stderr)
