"""Journeys as people make them: several at once, for a week, on the move, at night. (J14, J20, J24–J26)"""

import datetime
import json
import zoneinfo

from harness.case import CarillonCase

# A Monday, 7:25 in UTC.
START = datetime.datetime(2026, 11, 23, 7, 25, 0, tzinfo=datetime.timezone.utc)


def journey(name, departure, **more):
    """One with a destination of its own, eight minutes on foot from the stop."""
    return {"id": name.lower(), "destination": name, "route": f"Line {name[0]}", "stop": "Market",
            "departAt": departure, "walkMinutes": 8, "rideMinutes": 20} | more


class Day(CarillonCase):

    def setUp(self):
        super().setUp()
        self.notifications = self.server()
        self.clock.set(START)

    def begin(self, *journeys, server="present", **settings):
        self.app.start()
        self.met(server)
        self.app.set(**({"timezone": "UTC", "slots": [], "journeys": list(journeys)} | settings))

    def say(self, name, event, **more):
        return self.app.call("Push", json.dumps({"data": {
            "type": "journey", "journeyId": name.lower(), "event": event} | more}))

    def summaries(self):
        return [shown.summary for shown in self.notifications.calls]

    def test_J24_four_minutes_apart_they_are_one_with_a_button_each_six_they_are_two(self):
        self.begin(journey("Work", "07:42"), journey("School", "07:46"), journey("Gym", "07:52"))
        self.clock.advance(minutes=9)
        self.notifications.wait(1)
        self.clock.advance(minutes=4)
        both = self.notifications.wait(2)
        self.assertEqual(list(both.actions.values())[1:], ["Start Work", "Start School", "Show All"])
        self.assertIn("Time to leave for Work", both.body)
        self.assertIn("Time to leave for School", both.body)
        key = next(key for key, label in both.actions.items() if label == "Start School")
        self.notifications.invoke(both, key)
        # Work is left, as a notification of its own.
        self.assertEqual(self.notifications.wait(3).summary, "Time to leave for Work")
        self.assertEqual([thread["heading"] for thread in self.app.state()["threads"]
                          if thread["title"] == "School"], ["In progress"])
        # Six minutes after the last, and ten after the first.
        self.clock.advance(minutes=6)
        last = self.notifications.wait(4)
        self.assertEqual((last.summary, last.replaces), ("Time to leave for Gym", 0))

    def test_J25_delays_110_seconds_apart_are_one_130_they_are_two(self):
        self.begin(journey("Work", "09:42"), journey("School", "10:46"), journey("Gym", "11:52"))
        self.say("Work", "delay", delayMinutes="5")
        self.notifications.wait(1)
        self.clock.advance(seconds=110)
        self.say("School", "delay", delayMinutes="6")
        both = self.notifications.wait(2)
        self.assertIn("Multiple updates received", both.body)
        self.clock.advance(seconds=130)
        self.say("Gym", "delay", delayMinutes="7")
        third = self.notifications.wait(3)
        self.assertEqual(third.summary, "Delay detected: Leave 7 minutes later")
        self.assertNotIn("Multiple updates received", third.body)

    def test_J26_the_sixth_in_ten_minutes_waits_and_what_is_critical_does_not(self):
        names = ["Work", "School", "Gym", "Pool", "Bank", "Home", "Opera"]
        self.begin(*(journey(name, f"{12 + number}:00") for number, name in enumerate(names)))
        for number, name in enumerate(names[:6], 1):
            verdict = self.say(name, "crowding", crowding="full", body="It is full.")["verdict"]
            if number < 6:
                self.notifications.wait(number)
        self.assertEqual(verdict, "held")
        self.say("Opera", "delay", delayMinutes="30")
        urgent = self.notifications.wait(6)
        self.assertEqual(urgent.hints["urgency"], 2)
        self.clock.advance(minutes=10, seconds=1)
        self.assertEqual(self.notifications.wait(7).summary, "Home")

    def test_J14_in_quiet_hours_over_midnight_only_what_is_critical_is_told(self):
        self.begin(journey("Airport", "01:30"), quietHours={"from": "22:00", "to": "07:00"})
        self.clock.advance(hours=15, minutes=30)
        self.say("Airport", "delay", delayMinutes="5", date="2026-11-24")
        self.assertEqual(self.app.state()["waitingCount"], 1)
        self.say("Airport", "delay", delayMinutes="40", date="2026-11-24")
        urgent = self.notifications.wait(1)
        self.assertEqual(urgent.summary, "Delay detected: Leave 35 minutes later")
        self.assertIn("02:10", urgent.body)
        # In the night nothing rings, and at its end it is too late for it.
        self.clock.advance(hours=8)
        self.app.state()
        self.assertEqual(len(self.notifications.calls), 1)

    def test_J20_a_push_before_it_is_time_is_the_departure_and_later_ones_are_none(self):
        self.begin(journey("Work", "07:42"))
        self.clock.advance(minutes=7)
        self.say("Work", "departure", departure="2026-11-23T07:42:00Z")
        self.assertEqual(self.notifications.wait(1).summary, "Time to leave for Work")
        self.clock.advance(minutes=2)
        self.say("Work", "departure")
        self.clock.advance(minutes=1)
        self.assertEqual(self.say("Work", "departure")["verdict"], "skipped")
        self.app.state()
        self.assertEqual(len(self.notifications.calls), 1)

    def test_J16_canceled_today_tomorrows_is_there(self):
        self.begin(journey("Work", "07:42"))
        self.clock.advance(minutes=9)
        self.notifications.invoke(self.notifications.wait(1), "cancel")
        self.assertEqual(self.notifications.wait(2).summary, "Journey canceled for today")
        self.say("Work", "delay", delayMinutes="20")
        self.clock.advance(days=1)
        self.assertEqual(self.notifications.wait(3).summary, "Time to leave for Work")

    def test_J21_without_a_server_the_window_says_how_long_is_left(self):
        self.notifications.stop()
        self.begin(journey("Work", "07:42"), server="absent")
        self.clock.advance(minutes=9, seconds=5)
        self.eventually(lambda: self.app.state()["waiting"], self.app.state)
        waiting, = self.app.state()["waiting"]
        self.assertEqual((waiting["title"], waiting["reason"]),
                         ("Time to leave for Work", "no-server"))
        self.assertIn("in 8 minutes", waiting["body"])
        self.clock.advance(minutes=5)
        self.assertIn("in 3 minutes", self.app.state()["waiting"][0]["body"])
        self.assertTrue(self.app.state()["attention"])

    def test_T16_four_journeys_through_a_week_with_the_end_of_summer_time_and_a_flight(self):
        # The Thursday before clocks go back in Berlin; to New York on Tuesday.
        berlin, york = (zoneinfo.ZoneInfo(name) for name in ("Europe/Berlin", "America/New_York"))
        start = datetime.datetime(2026, 10, 22, 0, 30, tzinfo=berlin)
        flight = datetime.datetime(2026, 10, 27, 14, 0, tzinfo=berlin)
        self.clock.set(start)
        times = {"Work": ("07:42", [1, 2, 3, 4, 5]), "Gym": ("18:10", [2, 4]),
                 "Market": ("02:38", [7]), "Opera": ("19:50", [1, 2, 3, 4, 5, 6, 7])}
        self.begin(*(journey(name, at, weekdays=days) for name, (at, days) in times.items()),
                   timezone="Europe/Berlin")
        expected = []
        for day in range(-1, 9):
            for name, (at, days) in times.items():
                for zone in (berlin, york):
                    hour, minute = map(int, at.split(":"))
                    leave = datetime.datetime(2026, 10, 22, hour, minute, tzinfo=zone)
                    leave = (leave + datetime.timedelta(days=day)).replace(fold=0)
                    instant = leave.astimezone(datetime.timezone.utc) - datetime.timedelta(minutes=8)
                    is_there = (instant < flight) == (zone is berlin)
                    if leave.isoweekday() in days and is_there:
                        expected.append((instant, name))
        end = start + datetime.timedelta(days=8)
        expected = sorted((at, name) for at, name in expected if start < at < end)
        for number, (at, name) in enumerate(expected, 1):
            if at > flight and self.app.state()["timezone"] == "Europe/Berlin":
                self.clock.set(flight)
                self.app.set(timezone="America/New_York")
            self.clock.set(at - datetime.timedelta(seconds=1))
            self.assertEqual(len(self.notifications.calls), number - 1, (at, name))
            self.clock.set(at)
            shown = self.notifications.wait(number)
            self.assertEqual(shown.summary, f"Time to leave for {name}")
            self.assertIn("in 8 minutes", shown.body)
            self.notifications.close(shown)
        self.assertGreaterEqual(len(expected), 15)
