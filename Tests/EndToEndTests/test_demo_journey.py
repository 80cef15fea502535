"""`carillonctl demo journey`: a transit service, and a journey that changes. (J30)"""

import datetime
import json
import signal
import subprocess

from harness.bus import BusError
from harness.case import CarillonCase
from harness.playing import Playing
from harness.processes import send

OWN = {"id": "office", "destination": "Work", "route": "Bus 7", "stop": "Market", "weekdays": [1, 2],
       "arriveBy": "09:00", "walkMinutes": 8, "rideMinutes": 20, "leadMinutes": 5, "sound": "none"}
LEAVE = "Time to leave for Central Station"
CANCELED = "Tram 12 to Central Station is canceled"


class JourneyDemoCase(Playing, CarillonCase):
    DEMO = "journey"
    SPEED = "10"

    def setUp(self):
        super().setUp()
        self.notifications = self.server()
        self.app.start()
        self.met()
        self.app.set(timezone="UTC", slots=[], journeys=[OWN])
        self.before = self.journeys()
        self.assertEqual(len(self.before), 1)

    def journeys(self):
        return self.app.call("GetConfiguration")["journeys"]

    def tag(self):
        """The demo's journey, of which there is one."""
        [tag] = [thread["tag"] for thread in self.app.state()["threads"]]
        self.assertTrue(tag.startswith("journey:carillon-demo-journey-"), tag)
        return tag

    def is_over(self, demo, status=0):
        """It has ended, and left nothing behind."""
        self.assertEqual(demo.wait(20), status, self.lines())
        self.assertEqual(self.journeys(), self.before)
        self.eventually(lambda: not self.app.state()["threads"],
                        lambda: self.app.state()["threads"])
        self.eventually(lambda: not self.notifications.shown,
                        lambda: [call.summary for call in self.notifications.shown.values()])


class Played(JourneyDemoCase):

    def test_J30_the_whole_story_and_then_the_plan_is_as_it_was(self):
        demo = self.play("--wait", "0", speed="30")
        self.is_over(demo)
        self.assertEqual(
            [(call.summary, call.hints["urgency"]) for call in self.notifications.calls],
            [(LEAVE, 1), ("Delay detected: Leave 6 minutes later", 1),
             ("Delay detected: Leave 8 minutes later", 2), (CANCELED, 2)])
        departure, _, late, canceled = self.notifications.calls
        self.assertRegex(departure.body, r"^Leave now to catch Tram 12 at Main Street in \d+ minutes\n"
                                         r"Arrival 07:\d\d · Platform 2 · Some seats$")
        self.assertEqual(list(departure.actions.values())[1:],
                         ["Start Journey", "Snooze 5 min", "Cancel"])
        self.assertIn("You would arrive at", late.body)
        self.assertIn("Instead: Bus 31 from Town Hall", canceled.body)
        told = [line for line in self.lines() if ": " in line]
        for line, beginning in zip(told, (
                "your plan has one more journey: Tram 12 from Main Street at 07:",
                "the service says that it is time to leave: ",
                "Tram 12 is 2 minutes late: Not shown: it only updates windows",
                "Tram 12 is 6 minutes late: ", "Tram 12 is 14 minutes late and arrives at 07:",
                "Tram 12 is full: Not shown: it only updates windows",
                "Tram 12 is canceled, and there are other ways: "), strict=True):
            self.assertTrue(line.startswith(beginning), (line, beginning))
        self.assertEqual(self.lines()[-2:], ["the service says that the journey is over",
                                             "the journey is removed from your plan"])

    def test_J30_the_seconds_of_its_log_are_those_of_the_story_at_any_speed(self):
        demo = self.play("--json", "--wait", "0", speed="1000")
        self.is_over(demo)
        events = [json.loads(line) for line in self.desktop.processes.log("demo").splitlines()]
        self.assertEqual(
            [(event["event"], event["second"]) for event in events[:-2]],
            [("added", 0), ("departure", 5), ("delay", 22), ("delay", 34), ("delay", 52),
             ("crowding", 68), ("cancellation", 80)])
        self.assertEqual([event["event"] for event in events[-2:]], ["ended", "removed"])
        self.assertEqual([event["minutes"] for event in events if "minutes" in event], [2, 6, 14])
        self.assertEqual(events[2]["verdict"], "skipped")
        self.assertTrue(events[0]["tag"].startswith("journey:carillon-demo-journey-"))

    def test_J30_its_times_are_of_the_plans_zone(self):
        self.app.set(timezone="Asia/Kathmandu")
        demo = self.play(speed="1")
        self.says("your plan has one more journey")
        [own] = [each for each in self.journeys() if each not in self.before]
        start = self.START + datetime.timedelta(hours=5, minutes=45)
        arrive = datetime.datetime.strptime(own["arriveBy"], "%H:%M").replace(
            year=start.year, month=start.month, day=start.day, tzinfo=start.tzinfo)
        self.assertIn((arrive - start).total_seconds() / 60, (39, 40, 41))
        self.assertEqual((own["weekdays"], own["leadMinutes"]), ([6], 0))
        self.assertIn(f"by {own['arriveBy']}", self.lines()[0])
        send(demo.pid, signal.SIGTERM)
        self.is_over(demo)


class Pressed(JourneyDemoCase):
    """The demo says what the user does, in the popup or in the window. (J16–J18)"""

    def test_J16_start_in_the_popup_leads_to_progress_and_no_further_departure(self):
        demo = self.play()
        self.notifications.invoke(self.shown(LEAVE), "start")
        self.says("Start Journey: you are on the way")
        self.says("on the way, arrival at 07:")
        self.shown("Tram 12 departs 6 minutes later")
        send(demo.pid, signal.SIGTERM)
        self.is_over(demo)

    def test_J16_cancel_in_the_popup_ends_it_with_a_sentence(self):
        demo = self.play()
        self.notifications.invoke(self.shown(LEAVE), "cancel")
        self.says("Cancel: you do not go today, so nothing more is told")
        self.is_over(demo)
        self.assertFalse(any("late" in line for line in self.lines()), self.lines())

    def test_J16_after_snooze_the_news_comes_all_the_same(self):
        demo = self.play()
        self.notifications.invoke(self.shown(LEAVE), "snooze")
        self.says("Snooze: you would be told again in 5 minutes")
        self.shown("Delay detected: Leave 6 minutes later")
        send(demo.pid, signal.SIGINT)
        self.is_over(demo)

    def test_J17_adjust_takes_the_new_time_and_at_last_the_other_way(self):
        demo = self.play("--wait", "20")
        self.notifications.invoke(self.shown("Delay detected: Leave 6 minutes later"), "adjust")
        self.says("Adjust Journey: you go by the new time")
        self.notifications.invoke(self.shown(CANCELED), "adjust")
        self.says("Adjust Journey: you go the way that Carillon has found")
        self.is_over(demo)

    def test_J17_a_way_is_chosen_in_the_window(self):
        demo = self.play("--wait", "20")
        self.notifications.invoke(self.shown(CANCELED), "alternatives")
        self.says("View Alternatives: the window has a button for each way")
        self.app.call("Act", self.tag(), "choose-0")
        self.says("you take Bus 7 at 07:")
        self.is_over(demo)

    def test_J18_the_windows_start_and_cancel_are_heard_too(self):
        demo = self.play()
        self.shown(LEAVE)
        self.app.call("Act", self.tag(), "start")
        self.says("Start Journey: you are on the way")
        with self.assertRaises(BusError):
            self.app.call("Act", "journey:unknown@2026-11-21", "cancel")
        self.app.call("Act", self.tag(), "cancel")
        self.says("Cancel: you do not go today")
        self.is_over(demo)

    def test_J30_dismissing_and_opening_are_said_and_change_nothing(self):
        demo = self.play()
        self.notifications.close(self.shown(LEAVE))
        self.says("you have dismissed the notification")
        self.notifications.invoke(self.shown("Delay detected: Leave 6 minutes later"))
        self.says("you have opened the journey’s window")
        self.shown(CANCELED)
        send(demo.pid, signal.SIGTERM)
        self.is_over(demo)


class Ended(JourneyDemoCase):

    def test_J30_the_end_signals_remove_the_journey_and_its_popup(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            log = f"demo-{number}"
            demo = self.play(log=log)
            self.says("it is time to leave: ", log)
            self.assertEqual(len(self.journeys()), 2)
            send(demo.pid, number)
            self.is_over(demo)
            self.assertEqual(self.lines(log)[-1], "the journey is removed from your plan")

    def test_J30_if_its_reader_has_gone_the_journey_is_removed(self):
        with subprocess.Popen([self.app.programs / "carillonctl", "demo", "journey", "--speed", "20"],
                              env={**self.desktop.environment, **self.clock.environment},
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as demo:
            demo.stdout.readline()
            demo.stdout.close()
            said = demo.stderr.read()
            self.is_over(demo, -signal.SIGPIPE)
        self.assertEqual(said, b"")

    def test_J30_what_the_user_changes_meanwhile_stays(self):
        demo = self.play(speed="1")
        self.says("your plan has one more journey")
        [own] = [each for each in self.journeys() if each not in self.before]
        changed = OWN | {"destination": "Office"}
        self.app.set(journeys=[changed, own])
        send(demo.pid, signal.SIGTERM)
        self.assertEqual(demo.wait(10), 0)
        self.assertEqual([each["destination"] for each in self.journeys()], ["Office"])

    def test_J30_a_journey_that_the_user_has_removed_is_said_to_be_gone(self):
        demo = self.play(speed="1")
        self.says("it is time to leave: ")
        self.app.set(journeys=[OWN])
        send(demo.pid, signal.SIGTERM)
        self.is_over(demo)
        self.assertEqual(self.lines()[-1], "the journey was not in your plan any more")

    def test_J30_what_a_killed_demo_has_left_is_taken_over(self):
        killed = self.play(log="killed")
        self.says("Tram 12 is 6 minutes late", "killed")
        send(killed.pid, signal.SIGKILL)
        killed.wait(10)
        self.assertEqual(len(self.journeys()), 2)
        left = self.tag()
        demo = self.play(speed="1")
        self.says("removed a journey that a former demo had left in your plan")
        self.says("it is time to leave: ")
        self.assertEqual(len(self.journeys()), 2)
        self.assertNotEqual(self.tag(), left)
        send(demo.pid, signal.SIGTERM)
        self.is_over(demo)

    def test_J30_a_second_demo_leaves_the_first_alone(self):
        first = self.play(log="first", speed="1")
        self.says("your plan has one more journey", "first")
        before = self.journeys()
        second = self.play(log="second")
        self.assertEqual(second.wait(10), 1)
        self.assertEqual(self.desktop.processes.log("second"), "Another demo is running.\n")
        self.assertEqual(self.journeys(), before)
        send(first.pid, signal.SIGTERM)
        self.is_over(first)

    def test_J30_if_carillon_quits_it_says_so_and_the_next_demo_tidies_up(self):
        demo = self.play("--no-start", log="left")
        self.says("it is time to leave: ", "left")
        self.eventually(lambda: self.app.history()[0]["status"] == "shown")
        self.app.quit()
        self.assertEqual(demo.wait(20), 3)
        self.assertIn("Carillon is not running.", self.desktop.processes.log("left"))
        self.app.start()
        self.met()
        demo = self.play("--wait", "0", speed="100")
        self.says("removed a journey that a former demo had left in your plan")
        self.is_over(demo)
