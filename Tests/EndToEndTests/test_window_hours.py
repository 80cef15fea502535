"""The page of hours, as a person uses it: by what can be seen, pressed and typed."""

import sqlite3
import time

from harness.window import WindowCase


class HoursCase(WindowCase):
    def slots(self):
        """The configured slots by id."""
        return {slot["slotId"]: slot for slot in self.app.ctl_json("config")["slots"]}

    def armed(self):
        return [slot for slot, _ in self.next_occurrences()]

    def open_hour(self, name):
        self.window.find("push button", f"Edit {name}").press()
        return self.window.find("text", "Time")

    def add(self, time):
        """Adds an hour by keyboard: Ctrl+N, the time, Enter."""
        self.window.key("ctrl+n")
        entry = self.window.find("text", "Time")
        self.window.type(time, into=entry, end="Return")


class Hours(HoursCase):
    def setUp(self):
        super().setUp()
        self.notifications = self.server()
        self.open_window()
        self.met()

    def test_T1_an_added_hour_is_armed(self):
        self.window.find("push button", "Add Hour").press()
        time = self.window.find("text", "Time")
        # It is seven and eight is taken, so nine is proposed.
        self.assertEqual(time.text, "09:00")
        self.window.type("730", into=time)
        self.window.type("Tea", into=self.window.find("text", "Name"))
        self.window.find("toggle button", "Sunday").press()
        self.window.key("Return")
        self.eventually(lambda: "0730" in self.slots(), self.slots)
        slot = self.slots()["0730"]
        self.assertEqual((slot["label"], slot["weekdays"]), ("Tea", [1, 2, 3, 4, 5, 6]))
        state = self.app.ctl("state")
        self.assertIn("07:30", state.stdout)
        self.assertEqual(self.armed()[0], "0730")
        self.window.wait_text("Every day except Sunday · next today, in 30\N{NO-BREAK SPACE}min")
        self.window.wait_gone("push button", "Cancel")

    def test_T1_a_taken_minute_is_refused_and_the_next_free_one_offered(self):
        self.add("12:00")
        self.window.wait_text("12:00 is taken by “Noon”. Each minute can ring once; 12:05 is free.")
        buttons = self.window.all("push button", "Add Hour")
        self.assertIn(False, [button.is_sensitive for button in buttons])
        self.assertEqual(sorted(self.slots()), ["0800", "1200", "1800"])
        self.window.find("push button", "Use 12:05").press()
        self.window.wait_gone("push button", "Use 12:05")
        self.window.key("Return")
        self.eventually(lambda: "1205" in self.slots(), self.slots)

    def test_T1_an_invalid_time_is_not_saved(self):
        self.add("25:00")
        self.window.wait_text("Type a time such as 7:30.")
        self.window.key("Escape")
        self.window.wait_gone("text", "Time")
        self.assertEqual(sorted(self.slots()), ["0800", "1200", "1800"])

    def test_T1_an_hour_is_changed_in_place_and_keeps_the_rest(self):
        time = self.open_hour("12:00 Noon")
        self.window.type("1215", into=time, end="Return")
        self.eventually(lambda: "1215" in self.slots(), self.slots)
        self.assertEqual(sorted(self.slots()), ["0800", "1215", "1800"])
        self.assertEqual(self.slots()["1215"]["label"], "Noon")
        # It is still open and has the focus.
        self.assertTrue(self.window.find("text", "Time").is_focused)
        self.window.key("Down", "Down", "Return")
        self.eventually(lambda: "1205" in self.slots(), self.slots)
        self.window.type("Lunch", into=self.window.find("text", "Name"), end="Tab")
        self.eventually(lambda: self.slots()["1205"]["label"] == "Lunch", self.slots)
        self.window.find("toggle button", "Saturday").press()
        self.eventually(lambda: 6 not in self.slots()["1205"]["weekdays"], self.slots)
        self.window.find("push button", "Done").press()
        self.window.wait_text("Every day except Saturday · next tomorrow, "
                              "in 1\N{NO-BREAK SPACE}day 5\N{NO-BREAK SPACE}h")

    def test_T1_the_last_day_cannot_be_removed(self):
        self.app.set(slots=[{"hour": 8, "minute": 0, "weekdays": [1]}])
        self.window.wait_text("Only on Monday")
        self.open_hour("08:00 Morning")
        monday = self.window.find("toggle button", "Monday")
        monday.press()
        self.window.wait_text("An hour needs at least one day.")
        self.eventually(lambda: monday.is_on)
        self.assertEqual(self.slots()["0800"]["weekdays"], [1])

    def test_T1_a_switch_turns_an_hour_off_and_on(self):
        self.window.find("toggle button", "Ring at 08:00").press()
        self.eventually(lambda: "0800" not in self.armed(), self.armed)
        self.window.wait_text("Every day · off")
        self.window.find("toggle button", "Ring at 08:00").press()
        self.eventually(lambda: "0800" in self.armed(), self.armed)

    def test_T1_a_removed_hour_is_restored_as_it_was(self):
        self.app.set(slots=[
            {"hour": 8, "minute": 0},
            {"hour": 12, "minute": 0, "label": "Noon", "weekdays": [1, 6], "enabled": True,
             "contentTemplate": {"title": "Now: {{headline}}", "body": "x"},
             "fetchContent": {"method": "GET", "url": "file:///nowhere.json",
                              "pointers": {"headline": "/a"}, "timeoutMs": 5000}}])
        self.window.wait_text("own content")
        self.assertEqual(self.app.ctl("skip", "1200").returncode, 0)
        self.window.wait_text("Skipped: today at 12:00")
        before = self.slots()
        self.open_hour("12:00 Noon")
        self.window.find("push button", "Remove").press()
        self.window.wait_text("12:00 “Noon” removed")
        self.assertEqual(sorted(self.slots()), ["0800"])
        self.window.find("push button", "Undo").press()
        self.eventually(lambda: self.slots() == before, self.slots)
        self.window.wait_text("Skipped: today at 12:00")

    def test_T1_an_empty_list_says_what_to_do(self):
        for name in ("08:00 Morning", "12:00 Noon", "18:00 Evening"):
            self.open_hour(name)
            self.window.find("push button", "Remove").press()
            self.window.wait_gone("push button", f"Edit {name}")
        self.window.wait_text("No Hours Yet")
        self.assertEqual(self.armed(), [])
        # The button on the page, not the one in the title bar.
        self.window.all("push button", "Add Hour")[-1].press()
        self.window.type("0900", into=self.window.find("text", "Time"), end="Return")
        self.eventually(lambda: self.armed() == ["0900"], self.armed)
        self.window.wait_gone("label", "No Hours Yet")

    def test_T33_the_next_one_is_skipped_and_the_skip_undone(self):
        self.open_hour("08:00 Morning")
        self.window.find("push button", "Skip Today").press()
        self.window.wait_text("Skipped: today at 08:00")
        self.eventually(lambda: self.status("0800") == "skipped")
        self.window.find("push button", "Undo Skip").press()
        self.eventually(lambda: self.status("0800") == "scheduled")
        self.window.wait_gone("label", "Skipped: today at 08:00")

    def test_T12_ring_now_shows_the_cooldown(self):
        ring = self.window.find("push button", "Ring Now")
        ring.press()
        self.notifications.wait(1)
        again = self.window.find("push button", containing="Again in ")
        self.assertFalse(again.is_sensitive)
        first = again.name
        self.eventually(lambda: again.name != first, lambda: again.name)
        self.assertEqual(self.app.refusal("DeliverStoredNow", "")[0],
                         "org.carillon.Error.Refused")

    def test_T9_an_hour_has_its_own_text_with_a_preview(self):
        self.open_hour("08:00 Morning")
        self.window.find("combo box", "Text").choose("Custom…")
        self.eventually(lambda: self.slots()["0800"]["contentTemplate"], self.slots)
        self.window.type("At {{time}}", into=self.window.find("text", "Title"))
        self.window.wait_text("At 08:00")
        self.window.wait_text("Title: 8 of 50 characters.")
        self.assertNotEqual(self.slots()["0800"]["contentTemplate"]["title"], "At {{time}}")
        self.window.key("Return")
        self.eventually(
            lambda: self.slots()["0800"]["contentTemplate"]["title"] == "At {{time}}", self.slots)
        self.window.find("push button", "Insert Name").press()
        self.window.wait_text("At 08:00Morning")
        self.window.key("Return")
        self.eventually(
            lambda: self.slots()["0800"]["contentTemplate"]["title"] == "At {{time}}{{label}}",
            self.slots)
        self.window.find("combo box", "Text").choose("Default text")
        self.eventually(lambda: not self.slots()["0800"]["contentTemplate"], self.slots)

    def test_T1_an_hour_has_its_own_content(self):
        self.open_hour("08:00 Morning")
        self.window.find("combo box", "Content").choose("Custom…")
        address = self.window.find("text", "Address")
        self.window.type("http://example.org/", into=address, end="Return")
        self.window.wait_text("Enter an address that begins with https://")
        self.window.type("https://localhost:1/a", into=address, end="Return")
        self.eventually(lambda: self.slots()["0800"]["fetchContent"], self.slots)
        self.assertEqual(self.slots()["0800"]["fetchContent"]["url"], "https://localhost:1/a")
        self.window.type("planet.example/feed", into=address, end="Return")
        self.eventually(
            lambda: self.slots()["0800"]["fetchContent"]["url"] == "https://planet.example/feed",
            self.slots)

    def test_T1_fields_that_were_asked_for_are_in_sight_and_focused(self):
        self.window.resize(900, 480)
        self.open_hour("18:00 Evening")
        for choice, field in [("Content", "Address"), ("Text", "Title")]:
            self.window.find("combo box", choice).choose("Custom…")
            self.eventually(lambda: self.window.find("text", field).is_focused)
            time.sleep(0.3)
            page = self.window.find("frame").box
            _, top, _, height = self.window.find("text", field).box
            self.assertGreater(top, page[1] + 40, field)
            self.assertLess(top + height, page[1] + page[3], field)

    def test_changes_from_elsewhere_are_shown_at_once(self):
        done = self.app.ctl("config", "set", '{"slots": [{"hour": 9, "minute": 15, "label": "Tea"}]}')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.window.wait_text("Tea", timeout=2)
        self.window.wait_gone("label", "18:00", timeout=2)
        self.app.ctl("pause", "1h")
        self.window.wait_text("Paused until 08:0", timeout=2)
        self.window.find("push button", "Resume").press()
        self.window.wait_gone("push button", "Resume")
        self.assertNotIn("pause", self.app.state())

    def test_typing_is_not_overwritten(self):
        self.open_hour("08:00 Morning")
        name = self.window.find("text", "Name")
        self.window.type("Breakf", into=name)
        self.app.call("Pause", "1h")
        self.window.wait_text("Paused until")
        self.window.type("ast", end="Return")
        self.eventually(lambda: self.slots()["0800"]["label"] == "Breakfast", self.slots)

    def test_a_failed_save_is_reported_and_shows_the_old_value_again(self):
        holder = sqlite3.connect(self.app.database(), isolation_level=None)
        self.addCleanup(holder.close)
        holder.execute("BEGIN EXCLUSIVE")
        switch = self.window.find("toggle button", "Ring at 08:00")
        switch.press()
        self.window.wait_text("Could not save. “08:00” is still set.")
        self.eventually(lambda: switch.is_on)
        self.open_hour("12:00 Noon")
        self.window.type("1230", into=self.window.find("text", "Time"), end="Return")
        self.window.wait_text("Could not save. “12:00” is still set.")
        self.assertEqual(self.window.find("text", "Time").text, "12:00")
        holder.execute("ROLLBACK")
        self.window.find("push button", "Try Again").press()
        self.eventually(lambda: "1230" in self.slots(), self.slots)
        self.assertTrue(self.slots()["0800"]["enabled"])

    def test_the_keyboard_is_enough(self):
        self.window.key("ctrl+n")
        self.eventually(lambda: self.window.focused.name == "Time")
        self.window.type("0730")
        self.window.key("Tab")
        self.window.type("Tea", end="Return")
        self.eventually(lambda: "0730" in self.slots(), self.slots)
        # The new hour has the focus: Space opens it.
        self.eventually(lambda: self.window.focused.name == "Edit 07:30 Tea",
                        lambda: self.window.focused)
        self.window.key("space")
        self.eventually(lambda: self.window.focused.name == "Time", lambda: self.window.focused)
        self.window.key("Up", "Escape")
        self.window.wait_gone("text", "Time")
        self.assertIn("0730", self.slots())
        self.assertEqual(self.window.focused.name, "Edit 07:30 Tea")
        reached = {name for role, name in filter(None, self.window.tab_walk())}
        for name in ("Add Hour", "Pause", "Menu", "Fetch Now", "Ring Now", "Ring at 08:00",
                     "Edit 18:00 Evening"):
            self.assertIn(name, reached)


class Pauses(HoursCase):
    """Pauses of every length. (T20, T37)"""

    def setUp(self):
        super().setUp()
        self.server()
        self.open_window()
        self.met()

    def choose(self, *keys):
        self.window.find("toggle button", "Pause").press()
        self.window.find("menu item", "For 20 Minutes")
        self.window.key(*keys)

    def until(self):
        return self.app.state().get("pause", {}).get("until")

    def test_T37_the_button_offers_four_lengths_and_a_calendar(self):
        self.window.find("toggle button", "Pause").press()
        self.window.find("menu item", "For 20 Minutes")
        self.assertEqual(
            [item.name for item in self.window.all("menu item")],
            ["For 20 Minutes", "For 1 Hour", "For 8 Hours", "Until Tomorrow, 06:00",
             "Until a Date…"])
        self.window.key("Return")
        self.eventually(lambda: self.until() and self.until().startswith("2026-11-21T07:20"),
                        self.until)
        self.window.find("push button", "Resume").press()
        self.eventually(lambda: self.until() is None, self.until)

    def test_T37_a_pause_ends_on_a_day_of_the_calendar_at_a_typed_time(self):
        self.choose("Up", "Return")
        entry = self.window.find("text", "Time at which the pause ends")
        self.assertEqual(entry.text, "06:00")
        calendar = self.window.find("calendar", "Day on which the pause ends")
        self.eventually(lambda: calendar.is_focused)
        # From tomorrow to two days later, over the week after.
        self.window.key("Down", *["Left"] * 5)
        self.window.type("1830", into=entry, end="Return")
        self.eventually(lambda: self.until() == "2026-11-24T18:30:00Z"
                        or self.until() == "2026-11-24T18:30:00+00:00", self.until)
        self.window.wait_gone("calendar", "Day on which the pause ends")
        self.window.find("push button", "Resume")

    def test_T37_a_past_moment_and_nonsense_are_refused_in_words(self):
        self.choose("Up", "Return")
        entry = self.window.find("text", "Time at which the pause ends")
        self.window.type("2561", into=entry, end="Return")
        self.window.wait_text("“2561” is not a time of day.")
        self.window.find("calendar", "Day on which the pause ends").focus()
        self.window.key("Left")
        self.window.type("5:00", into=entry, end="Return")
        self.window.wait_text("05:00 on that day has passed.")
        self.assertIsNone(self.until())
        self.window.key("Escape")
        self.window.wait_gone("calendar", "Day on which the pause ends")


class Explanation(HoursCase):
    """The explanation of notifications after the first hour was saved. (T22)"""

    def setUp(self):
        super().setUp()
        self.notifications = self.server()
        self.open_window()
        self.met()

    def test_T22_it_is_shown_after_the_first_saved_hour_and_dismissed_for_good(self):
        self.assertFalse(self.window.has("push button", "Show a Test"))
        self.add("0730")
        self.window.wait_text("07:30 is set")
        self.window.find("push button", "Show a Test").press()
        self.notifications.wait(1)
        self.assertFalse(self.app.state()["autostart"]["actual"])
        self.window.find("toggle button", "Start with your session").press()
        self.eventually(lambda: self.app.state()["autostart"]["actual"])
        self.window.find("push button", "Got It").press()
        self.window.wait_gone("push button", "Show a Test")
        self.assertFalse(self.app.state()["explanation"])
        self.window.key("ctrl+w")
        self.eventually(lambda: not self.desktop.windows())
        self.go("hours")
        self.window.wait_text("Your hours")
        self.assertFalse(self.window.has("push button", "Show a Test"))

    def test_T22_it_leaves_when_its_hour_rings_and_does_not_come_back(self):
        self.add("0730")
        self.window.wait_text("07:30 is set")
        self.clock.set(self.at(7, 30))
        self.notifications.wait(1)
        self.window.wait_gone("label", "07:30 is set")
        self.eventually(lambda: not self.app.state()["explanation"])
        self.app.quit()
        self.app.wait_ended()
        self.app.start()
        self.go("hours")
        self.window.wait_text("Your hours")
        self.assertFalse(self.window.has("push button", "Show a Test"))


class NoServer(HoursCase):
    """Due notifications that nothing else can show are in the window. (T21)"""

    def setUp(self):
        super().setUp()
        self.app.start()
        self.eventually(lambda: self.app.state()["nextOccurrences"][0].get("title"))
        self.open_window()
        self.window.wait_text("Your desktop shows no notifications at the moment", timeout=20)
        self.title = self.app.state()["nextOccurrences"][0]["title"]
        self.clock.set(self.at(8))
        self.window.wait_text("Due now")

    def test_T21_a_due_notification_is_opened_in_the_window(self):
        self.assertTrue(self.window.has("label", self.title))
        self.assertTrue(self.app.state()["attention"])
        self.window.find("push button", "Open").press()
        self.window.wait_gone("label", "Due now")
        self.becomes("shown")
        self.assertEqual(self.entry("0800")["reason"], "banner")
        self.answered("OPEN")

    def test_T21_a_due_notification_is_dismissed_in_the_window(self):
        self.window.find("push button", "Dismiss").press()
        self.window.wait_gone("label", "Due now")
        self.answered("DISMISS")

    def test_T21_a_due_notification_is_snoozed_in_the_window(self):
        self.window.find("push button", "Snooze 10 min").press()
        self.becomes("snoozed")
        self.window.wait_text("Snoozed until 08:1")
        self.window.find("push button", "Cancel Snooze").press()
        self.becomes("shown")

    def test_T21_get_help_opens_the_status_page(self):
        self.assertTrue(self.window.has("list item", "Status, 1 problem")
                        or self.window.has("list item", containing="Status, "))
        self.window.find("push button", "Get Help").press()
        self.eventually(lambda: "selected" in self.window.find(
            "list item", containing="Status").states)
