"""The page of journeys, as a person uses it: by what can be seen, pressed and typed. (J29, J12, J13)"""

import datetime
import json

from harness.window import WindowCase

# A Monday.
START = datetime.datetime(2026, 11, 23, 7, 0, 0, tzinfo=datetime.timezone.utc)
WORK = {"id": "office", "destination": "Work", "route": "Bus 7", "stop": "Market",
        "departAt": "07:50", "walkMinutes": 4, "weekdays": [1, 2, 3, 4, 5]}
CHOIR = {"id": "choir", "destination": "Choir", "arriveBy": "19:30", "rideMinutes": 20,
         "walkMinutes": 10}


class JourneysCase(WindowCase):

    def setUp(self):
        super().setUp()
        self.notifications = self.server()
        self.clock.set(START)
        self.app.start()
        self.met()
        self.app.set(timezone="UTC", slots=[])

    def begin(self, *journeys):
        self.app.set(journeys=list(journeys))
        self.open_window("journeys")

    def journeys(self):
        """The configured journeys by destination."""
        return {journey["destination"]: journey
                for journey in self.app.call("GetConfiguration")["journeys"]}

    def say(self, event, **more):
        self.app.call("Push", json.dumps({"data": {
            "type": "journey", "journeyId": "office", "event": event} | more}))

    def edit(self, destination):
        self.window.find("push button", f"Edit {destination}").press()
        return self.window.find("text", "Destination")

    def entry(self, name):
        return self.window.find("text", name)


class Added(JourneysCase):

    def test_J29_a_journey_is_added_by_keyboard_and_told_at_its_time(self):
        self.begin()
        self.window.wait_text("No Journeys Yet")
        self.window.key("ctrl+n")
        self.assertTrue(self.entry("Destination").is_focused)
        self.window.type("Work")
        self.window.type("Tram 12", into=self.entry("Route"))
        self.window.type("Main Street", into=self.entry("Stop"))
        self.window.type("742", into=self.entry("Time of departure"))
        self.window.wait_text("Leave at 07:42 to catch Tram 12 at 07:42.")
        self.window.type("8", into=self.entry("Walk to the stop"))
        self.window.wait_text("Leave at 07:34 to catch Tram 12 at 07:42.")
        self.window.find("toggle button", "Sunday").press()
        self.assertEqual(self.journeys(), {})
        self.window.key("Return")
        self.eventually(lambda: "Work" in self.journeys(), self.journeys)
        work = self.journeys()["Work"]
        self.assertEqual(
            {key: work[key] for key in ("route", "stop", "departAt", "walkMinutes", "rideMinutes",
                                        "weekdays", "thresholdMinutes", "enabled")},
            {"route": "Tram 12", "stop": "Main Street", "departAt": "07:42", "walkMinutes": 8,
             "rideMinutes": None, "weekdays": [1, 2, 3, 4, 5, 6], "thresholdMinutes": 3,
             "enabled": True})
        self.window.wait_text("Today, leave at 07:34")
        self.window.wait_text("Tram 12 from Main Street · Every day except Sunday")
        self.eventually(lambda: self.window.find("push button", "Edit Work").is_focused)
        self.clock.advance(minutes=34)
        # In the window, which has the focus. (D3)
        self.eventually(lambda: [entry["title"] for entry in self.app.history()
                                 if entry["status"] == "shown"] == ["Time to leave for Work"],
                        self.app.history)
        self.window.wait_text("Tomorrow, leave at 07:34")
        self.window.wait_text("Today: Time to leave")

    def test_J29_to_arrive_by_a_time_the_ride_is_required(self):
        self.begin()
        self.window.all("push button", "Add Journey")[-1].press()
        self.window.type("Work", into=self.entry("Destination"))
        self.window.find("combo box", "Timing").choose("Arrive by")
        self.window.type("9", into=self.entry("Time of arrival"))
        self.window.wait_text("Required with “Arrive by”")
        self.window.wait_text("Carillon cannot tell yet when to leave.")
        self.window.all("push button", "Add Journey")[-1].press()
        self.window.wait_text("Type how long the ride takes, so that Carillon knows when to leave.")
        self.eventually(lambda: self.entry("Ride").is_focused)
        self.assertEqual(self.journeys(), {})
        self.window.type("30", into=self.entry("Ride"))
        self.window.wait_text("Leave at 08:30 to catch the vehicle at 08:30. You arrive at 09:00.")
        self.window.key("Return")
        self.eventually(lambda: "Work" in self.journeys(), self.journeys)
        work = self.journeys()["Work"]
        self.assertEqual((work["arriveBy"], work["rideMinutes"]), ("09:00", 30))
        self.assertNotIn("departAt", work)

    def test_J29_nothing_is_added_without_a_destination_or_by_escape(self):
        self.begin()
        self.window.key("ctrl+n")
        self.window.all("push button", "Add Journey")[-1].press()
        self.window.wait_text("Type where you want to go.")
        self.assertTrue(self.entry("Destination").is_focused)
        self.window.key("Escape")
        self.window.wait_text("No Journeys Yet")
        self.assertEqual(self.journeys(), {})


class Told(JourneysCase):

    def test_J1_the_first_journey_has_notifications_explained_once(self):
        self.begin(WORK)
        self.window.wait_text("This is what a notification looks like")
        self.window.wait_text("when your ride is late or canceled")
        self.window.find("push button", "Notification Settings…")
        self.window.find("push button", "Got It").press()
        self.window.wait_gone("label", containing="This is what a notification")
        self.app.set(journeys=[WORK, CHOIR])
        self.window.wait_text("Choir")
        self.assertFalse(self.app.state()["explanation"])

    def test_J21_what_nothing_can_show_stands_in_the_window_and_can_be_answered(self):
        self.notifications.stop()
        self.met("absent")
        self.app.set(journeys=[WORK])
        self.clock.advance(minutes=46, seconds=5)
        self.eventually(lambda: self.app.state()["waiting"], self.app.state)
        self.open_window("journeys")
        self.window.find(
            "notification", containing="Leave now to catch Bus 7 at Market in 4 minutes")
        self.window.find("push button", "Start Journey").press()
        self.window.wait_gone("notification", containing="Leave now to catch")
        self.assertEqual([thread["heading"] for thread in self.app.state()["threads"]],
                         ["In progress"])


class Edited(JourneysCase):

    def test_J29_a_journey_is_changed_in_place(self):
        self.begin(WORK)
        self.window.type("Office", into=self.edit("Work"), end="Return")
        self.eventually(lambda: "Office" in self.journeys(), self.journeys)
        self.window.type("9", into=self.entry("Walk to the stop"), end="Tab")
        self.window.wait_text("Leave at 07:41 to catch Bus 7 at 07:50.")
        self.window.type("8:10", into=self.entry("Time of departure"), end="Return")
        self.window.type("10", into=self.entry("Small delays up to"), end="Return")
        self.window.find("combo box", "Tell me to leave").choose("10 minutes before, too")
        self.window.find("combo box", "Sound").choose("None")
        self.window.find("toggle button", "Friday").press()
        expected = {"id": "office", "destination": "Office", "route": "Bus 7", "stop": "Market",
                    "departAt": "08:10", "walkMinutes": 9, "thresholdMinutes": 10,
                    "leadMinutes": 10, "sound": "none", "weekdays": [1, 2, 3, 4]}
        self.eventually(lambda: self.journeys()["Office"].items() >= expected.items(),
                        self.journeys)
        self.window.find("push button", "Done").press()
        self.window.wait_text("Today, leave at 08:01")

    def test_J29_arriving_by_a_time_is_saved_with_its_ride(self):
        self.begin(WORK)
        self.edit("Work")
        self.window.find("combo box", "Timing").choose("Arrive by")
        self.eventually(lambda: self.entry("Ride").is_focused)
        self.window.wait_text("Type how long the ride takes")
        self.assertEqual(self.journeys()["Work"]["departAt"], "07:50")
        self.window.type("25", end="Return")
        self.eventually(lambda: self.journeys()["Work"].get("arriveBy") == "07:50", self.journeys)
        self.assertEqual(self.journeys()["Work"]["rideMinutes"], 25)
        self.window.wait_text("Leave at 07:21 to catch Bus 7 at 07:25. You arrive at 07:50.")
        # It cannot do without it any more.
        self.window.type("", into=self.entry("Ride"), end="Return")
        self.window.wait_text("Type how long the ride takes")
        self.assertEqual(self.journeys()["Work"]["rideMinutes"], 25)

    def test_J29_a_bad_value_says_so_and_is_not_saved(self):
        self.begin(WORK)
        self.edit("Work")
        for name, bad, sentence in (("Walk to the stop", "181", "Type a number from 0 to 180."),
                                    ("Small delays up to", "0", "Type a number from 1 to 60."),
                                    ("Time of departure", "25:00", "Type a time such as 7:30."),
                                    ("Destination", " ", "Type where you want to go.")):
            with self.subTest(name):
                before = self.journeys()
                self.window.type(bad, into=self.entry(name), end="Return")
                self.window.wait_text(sentence)
                self.assertEqual(self.journeys(), before)
                self.assertEqual(self.entry(name).text, bad)
        self.window.key("Escape")
        self.edit("Work")
        self.assertEqual(self.entry("Walk to the stop").text, "4")

    def test_J29_the_last_day_cannot_be_removed(self):
        self.begin(WORK | {"weekdays": [1]})
        self.edit("Work")
        monday = self.window.find("toggle button", "Monday")
        monday.press()
        self.window.wait_text("A journey needs at least one day.")
        self.eventually(lambda: monday.is_on)
        self.assertEqual(self.journeys()["Work"]["weekdays"], [1])

    def test_J29_a_switch_turns_a_journey_off_and_on(self):
        self.begin(WORK)
        power = self.window.find("toggle button", "Journey to Work")
        power.press()
        self.eventually(lambda: not self.journeys()["Work"]["enabled"], self.journeys)
        self.window.wait_text("Off")
        self.assertEqual(self.next_occurrences(), [])
        power.press()
        self.window.wait_text("Today, leave at 07:46")
        self.assertTrue(self.journeys()["Work"]["enabled"])

    def test_J29_a_removed_journey_is_restored_as_it_was(self):
        self.begin(WORK | {"leadMinutes": 5, "sound": "bell"}, CHOIR)
        before = self.journeys()
        self.edit("Work")
        self.window.find("push button", "Remove").press()
        self.window.wait_text("“Work” removed")
        self.assertEqual(list(self.journeys()), ["Choir"])
        self.eventually(lambda: self.window.find("push button", "Edit Choir").is_focused)
        self.window.find("push button", "Undo").press()
        self.eventually(lambda: self.journeys() == before, self.journeys)

    def test_J29_typing_is_not_overwritten_by_changes_from_elsewhere(self):
        self.begin(WORK)
        destination = self.edit("Work")
        self.window.type("Offi", into=destination)
        self.app.set(journeys=[WORK | {"walkMinutes": 15}, CHOIR])
        self.window.find("push button", "Edit Choir")
        self.assertEqual(destination.text, "Offi")
        self.assertEqual(self.entry("Walk to the stop").text, "15")
        self.window.key("Return")
        self.eventually(lambda: sorted(self.journeys()) == ["Choir", "Offi"], self.journeys)
        self.assertEqual(self.journeys()["Offi"]["walkMinutes"], 15)


    def test_J29_the_keyboard_is_enough(self):
        self.begin(WORK)
        self.window.find("push button", "Edit Work").focus()
        self.window.key("space")
        self.eventually(lambda: self.entry("Destination").is_focused)
        way = []
        for _ in range(21):
            focused = self.window.focused
            way.append(focused and focused.name)
            self.window.key("Tab")
        # A combo box has the focus in a button inside, which is not listed.
        self.assertEqual(way, [
            "Destination", "Journey to Work", "Done", "Route", "Stop", "Monday", "Tuesday",
            "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", None, "Time of departure",
            "Walk to the stop", "Ride", None, "Small delays up to", None, "Play", "Remove"])
        self.window.key("alt+w")
        self.eventually(lambda: self.entry("Walk to the stop").is_focused)
        self.window.key("Up", "Up", "Return")
        self.eventually(lambda: self.journeys()["Work"]["walkMinutes"] == 6, self.journeys)
        self.assertEqual(self.entry("Time of departure").description,
                         "Leave at 07:44 to catch Bus 7 at 07:50.")
        self.window.key("Escape")
        self.eventually(lambda: self.window.find("push button", "Edit Work").is_focused)


class Listed(JourneysCase):

    def order(self):
        return [button.name for button in self.window.all("push button", containing="Edit ")]

    def test_J29_the_next_one_comes_first_and_the_order_follows(self):
        self.begin(CHOIR, WORK, WORK | {"id": "off", "destination": "Aunt", "enabled": False})
        self.window.wait_text("Today, leave at 07:46")
        self.window.wait_text("Today, leave at 19:00")
        self.assertEqual(self.order(), ["Edit Work", "Edit Choir", "Edit Aunt"])
        self.clock.advance(minutes=46)
        self.eventually(lambda: self.order() == ["Edit Choir", "Edit Work", "Edit Aunt"],
                        self.order)

    def test_J29_what_is_known_of_the_next_time_is_shown_with_its_window(self):
        self.begin(WORK)
        self.window.wait_text("Bus 7 from Market · Monday to Friday")
        self.say("delay", delayMinutes="7")
        self.window.wait_text("Today, leave at 07:53")
        self.window.wait_text("7 minutes late")
        self.window.find("push button", "Show the journey to Work").press()
        self.eventually(lambda: "Work" in [frame.name for frame in self.window.all("frame")],
                        lambda: self.window.all("frame"))
        self.say("cancellation")
        self.window.wait_text("Today: The ride is canceled.")
        self.window.wait_text("Tomorrow, leave at 07:46")

    def test_J29_a_hundred_journeys_scroll(self):
        self.begin(*({"id": f"j{n}", "destination": f"Place {n}", "departAt": f"{8 + n // 60:02}:{n % 60:02}"}
                     for n in range(100)))
        self.window.find("push button", "Edit Place 99", timeout=20).focus()
        self.eventually(lambda: "showing" in self.window.find("push button", "Edit Place 99").states)
        self.edit("Place 99")
        self.assertTrue(self.entry("Destination").is_focused)

    def test_J29_the_shell_lists_them_too(self):
        self.begin(CHOIR, WORK)
        listed = self.app.ctl("journeys")
        self.assertEqual(listed.returncode, 0, listed.stderr)
        self.assertEqual([line.split()[0] for line in listed.stdout.splitlines()],
                         ["office", "choir"])
        self.assertIn("07:46", listed.stdout)
        self.assertEqual([row["next"] for row in self.app.ctl_json("journeys")["rows"]],
                         ["2026-11-23T07:46:00Z", "2026-11-23T19:00:00Z"])
        self.app.set(journeys=[])
        self.assertEqual(self.app.ctl("journeys").stdout, "No journeys.\n")
