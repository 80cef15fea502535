"""The settings page, as a person uses it; its changes are checked with carillonctl."""

import os
import pathlib
import sqlite3
import time
import unittest

from harness.systemd import Systemd
from harness.window import WindowCase

ENTRY = ".config/autostart/org.carillon.Carillon.desktop"


class SettingsPage(WindowCase):

    def setUp(self):
        super().setUp()
        self.plain = self.server()
        self.clock.set(self.at(10))
        self.app.start()

    def settings(self):
        """The settings from carillonctl."""
        return self.app.ctl_json("config", "get")

    def becomes_set(self, key, value):
        self.eventually(lambda: self.settings()[key] == value, lambda: self.settings()[key])

    def combo(self, name):
        return self.window.find("combo box", name)

    def shows(self, name, text):
        self.eventually(lambda: self.combo(name).chosen == text, lambda: self.combo(name).chosen)

    def advanced(self):
        button = self.window.find("toggle button", "Advanced")
        button.set(True)


class Choices(SettingsPage):

    def test_T3_a_choice_takes_effect_at_once_and_after_a_restart(self):
        self.open_window("settings")
        self.shows("Fetch content", "20 minutes before")
        self.combo("Fetch content").choose("1 hour before")
        self.becomes_set("prefetchLeadMinutes", 60)
        self.app.quit()
        self.open_window("settings")
        self.shows("Fetch content", "1 hour before")

    def test_T3_settings_by_carillonctl_are_shown_live(self):
        self.open_window("settings")
        self.shows("Fetch content", "20 minutes before")
        self.app.ctl("config", "set", '{"prefetchLeadMinutes":35,"lateGraceMinutes":0}')
        self.shows("Fetch content", "35 minutes before")
        self.shows("After sleep or a restart", "Never ring late")
        self.assertIn("30 minutes before", self.combo("Fetch content").choices())
        # And an offered value can be chosen instead.
        self.combo("Fetch content").choose("5 minutes before")
        self.becomes_set("prefetchLeadMinutes", 5)
        self.eventually(
            lambda: "35 minutes before" not in self.combo("Fetch content").choices())

    def test_T6_T8_T15_T18_B25_every_choice_sets_the_setting_it_names(self):
        self.open_window("settings")
        self.advanced()
        for name, text, key, value in (
                ("Oldest content to show", "26 hours", "ttlSeconds", 93600),
                ("After sleep or a restart", "Ring up to 2 hours late", "lateGraceMinutes", 120),
                ("Punctuality", "Within 10 min, saves power", "exactness", "windowed"),
                ("Snooze for", "30 minutes", "snoozeMinutes", 30),
                ("Temperatures", "°F", "temperatureUnit", "F"),
                ("Keep history", "30 days", "retentionDays", 30),
                ("Fetch", "Only for the following hour", "mode", "offline-first")):
            with self.subTest(name):
                self.combo(name).choose(text)
                self.becomes_set(key, value)
                self.shows(name, text)
        self.window.wait_text("Up to 10 minutes late, never early")

    def test_T5_a_conflicting_value_is_refused_and_the_old_one_is_back(self):
        self.app.set(ttlSeconds=3600)
        self.open_window("settings")
        self.shows("Oldest content to show", "1 hour")
        self.combo("Fetch content").choose("3 hours before")
        self.window.wait_text("Content fetched 3 hours before its hour would be too old")
        self.shows("Fetch content", "20 minutes before")
        self.assertEqual(self.settings()["prefetchLeadMinutes"], 20)

    def test_T5_if_one_missed_fetch_means_a_silent_day_26_hours_are_offered(self):
        document = self.document("08:00")
        document["callbackProfile"] = {
            "fetchContent": {"method": "GET", "url": "https://nowhere.invalid/daily"}}
        self.app.configure(**document)
        self.open_window("settings")
        self.window.find("push button", "Allow 26 Hours").press()
        self.becomes_set("ttlSeconds", 93600)
        self.window.wait_gone("push button", "Allow 26 Hours")
        self.shows("Oldest content to show", "26 hours")

    def test_a_choice_that_cannot_be_saved_is_reset_and_can_be_retried(self):
        self.open_window("settings")
        self.shows("Keep history", "14 days")
        with sqlite3.connect(self.app.database(), isolation_level=None) as database:
            database.execute("BEGIN IMMEDIATE")
            self.combo("Keep history").choose("90 days")
            self.window.wait_text("Could not save. “14 days” is still set.")
            self.shows("Keep history", "14 days")
            database.execute("ROLLBACK")
        self.window.find("push button", "Try Again").press()
        self.becomes_set("retentionDays", 90)
        self.shows("Keep history", "90 days")

    def test_every_control_has_a_name_and_is_reached_by_keyboard_alone(self):
        self.open_window("settings")
        # GTK reports some widgets far down in a low window as not showing.
        self.window.resize(760, 780)
        self.advanced()
        quiet = self.window.find("toggle button", "Quiet hours")
        quiet.set(True)
        quiet.focus()
        way = self.window.tab_walk()
        # The focus of a combo box is on an inner button, which is not accessible.
        choices = self.window.all("combo box")
        self.assertEqual(way.count(None), len(choices))
        self.assertEqual(
            [choice.name for choice in choices],
            ["Fetch content", "Oldest content to show", "After sleep or a restart", "Punctuality",
             "Snooze for", "Sound", "Temperatures", "Sound of critical alarms",
             "Sound of warnings", "Sound of other alarms", "Tell me to leave",
             "Sound of urgent journey news", "Keep history", "Fetch"])
        names = [step[1] for step in way if step]
        self.assertNotIn("", names)
        for name in ("Quiet hours", "Start of quiet hours", "End of quiet hours",
                     "Remove Quiet Hours", "Sunday", "Add Quiet Hours",
                     "Tell me after unlocking what I missed",
                     "Your hours", "Play", "Desktop notification settings",
                     "Start with your session", "Privacy", "Advanced", "Also plan tomorrow",
                     "Pictures from your network", "Time zone", "Identity"):
            self.assertIn(name, names)

    def test_a_choice_is_made_by_keyboard_alone(self):
        self.open_window("settings")
        self.shows("Keep history", "14 days")
        self.window.key("alt+k", "space")
        self.eventually(lambda: "showing" in self.combo("Keep history").children()[0].states)
        self.window.key("Down", "Return")
        self.becomes_set("retentionDays", 30)


class Session(SettingsPage):

    def test_T19_start_with_the_session_is_written_and_read_back(self):
        entry = self.desktop.home / ENTRY
        self.open_window("settings")
        switch = self.window.find("toggle button", "Start with your session")
        self.window.wait_text("Nothing rings unless Carillon is running.")
        self.assertFalse(entry.exists())
        switch.set(True)
        self.eventually(entry.exists)
        self.assertIn("--hidden", entry.read_text())
        self.window.wait_text("Starts hidden, with only its icon in the panel.")
        switch.set(False)
        self.eventually(lambda: not entry.exists())
        self.becomes_set("autostart", False)

    def test_T19_an_entry_broken_by_others_is_noticed_and_restored(self):
        entry = self.desktop.home / ENTRY
        self.open_window("settings")
        switch = self.window.find("toggle button", "Start with your session")
        switch.set(True)
        self.window.wait_text("Starts hidden, with only its icon in the panel.")
        entry.write_text(entry.read_text() + "Hidden=true\n")
        self.window.wait_text("The start entry is missing or was changed")
        self.eventually(lambda: not switch.is_on)
        switch.set(True)
        self.window.wait_text("Starts hidden, with only its icon in the panel.")
        self.assertNotIn("Hidden", entry.read_text())

    def test_T2_planning_ahead_requires_starting_with_the_session(self):
        self.open_window("settings")
        self.advanced()
        tomorrow = self.window.find("toggle button", "Also plan tomorrow")
        tomorrow.press()
        self.window.wait_text("Carillon must start with your session")
        self.eventually(lambda: not tomorrow.is_on)
        self.assertEqual(self.settings()["depth"], 0)
        self.window.find("toggle button", "Start with your session").set(True)
        self.becomes_set("autostart", True)
        tomorrow.set(True)
        self.becomes_set("depth", 1)
        session = self.window.find("toggle button", "Start with your session")
        session.press()
        self.window.wait_text("Planning tomorrow requires")
        self.eventually(lambda: session.is_on)
        self.assertTrue(self.settings()["autostart"])


    def test_003_ringing_while_closed_is_switched_on_and_its_failure_is_said(self):
        self.open_window("settings")
        self.advanced()
        switch = self.window.find("toggle button", "Ring while Carillon is closed")
        self.assertFalse(switch.is_on)
        self.window.wait_text("Carillon then runs until you have answered everything it shows.")
        switch.set(True)
        self.becomes_set("scheduler", "systemd")
        self.window.wait_text("This session has no systemd")
        switch.set(False)
        self.becomes_set("scheduler", "in-app")
        systemd = Systemd(self.desktop)
        self.addCleanup(systemd.stop)
        switch.set(True)
        self.window.wait_text("Carillon also rings while it is closed.")
        self.assertIsNotNone(systemd.timer())
        switch.focus()
        self.picture("ring-while-closed")
        switch.set(False)
        self.eventually(lambda: self.app.state()["closedTimer"] == "off")
        self.assertIsNone(systemd.timer())

    def picture(self, name):
        folder = os.environ.get("CARILLON_PICTURES")
        if folder:
            time.sleep(0.5)  # it is scrolled there
            self.desktop.screenshot(pathlib.Path(folder, f"{name}.png"))


class QuietHours(SettingsPage):

    def entry(self, end):
        return self.window.find("text", f"{end} of quiet hours")

    def test_J14_quiet_hours_are_switched_on_and_typed_as_people_type(self):
        self.open_window("settings")
        self.window.find("toggle button", "Quiet hours").set(True)
        self.becomes_set("quietHours", {"from": "22:00", "to": "07:00"})
        self.window.type("2130", into=self.entry("Start"), end="Return")
        self.becomes_set("quietHours", {"from": "21:30", "to": "07:00"})
        # Leaving without Enter saves as well.
        self.window.type("6", into=self.entry("End"), end="Tab")
        self.becomes_set("quietHours", {"from": "21:30", "to": "06:00"})
        self.eventually(lambda: self.entry("End").text == "06:00")
        self.window.wait_text("together at 06:00.")
        self.window.find("toggle button", "Quiet hours").set(False)
        self.becomes_set("quietHours", None)

    def test_J14_equal_times_and_nonsense_are_refused_and_the_old_times_are_back(self):
        self.app.set(quietHours={"from": "22:00", "to": "07:00"})
        self.open_window("settings")
        self.window.type("7:00", into=self.entry("Start"), end="Return")
        self.window.wait_text("Quiet hours cannot start and end at the same time.")
        self.eventually(lambda: self.entry("Start").text == "22:00")
        self.window.type("2560", into=self.entry("End"), end="Return")
        self.window.wait_text("“2560” is not a time of day.")
        self.eventually(lambda: self.entry("End").text == "07:00")
        self.assertEqual(self.settings()["quietHours"], {"from": "22:00", "to": "07:00"})

    def test_typing_is_kept_while_something_else_changes(self):
        self.app.set(quietHours={"from": "22:00", "to": "07:00"})
        self.open_window("settings")
        self.window.type("23", into=self.entry("Start"))
        self.app.set(retentionDays=30)
        self.shows("Keep history", "30 days")
        self.assertEqual(self.entry("Start").text, "23")
        self.window.key("Return")
        self.becomes_set("quietHours", {"from": "23:00", "to": "07:00"})

    def test_T37_several_ranges_with_days_are_edited_in_place_added_and_removed(self):
        night, noon = {"from": "22:00", "to": "07:00"}, {"from": "13:00", "to": "14:00"}
        self.open_window("settings")
        self.window.find("toggle button", "Quiet hours").set(True)
        self.window.wait_text("Every day, until 07:00 the next day")
        self.window.find("push button", "Add Quiet Hours").press()
        self.becomes_set("quietHours", [night, noon])
        self.eventually(lambda: self.window.focused.name == "Start of quiet hours 2",
                        lambda: self.window.focused)
        self.window.type("15", into=self.window.find("text", "End of quiet hours 2"), end="Return")
        self.becomes_set("quietHours", [night, {"from": "13:00", "to": "15:00"}])
        for day in self.window.all("toggle button", "Saturday")[:1]:
            day.set(False)
        self.eventually(lambda: self.settings()["quietHours"][0].get("weekdays") == [1, 2, 3, 4, 5, 7])
        self.window.wait_text("Every day except Saturday, until 07:00 the next day")
        # Off and on again, all are back.
        both = self.settings()["quietHours"]
        self.window.find("toggle button", "Quiet hours").set(False)
        self.becomes_set("quietHours", None)
        self.window.find("toggle button", "Quiet hours").set(True)
        self.becomes_set("quietHours", both)
        self.window.find("push button", "Remove Quiet Hours").press()
        self.becomes_set("quietHours", {"from": "13:00", "to": "15:00"})
        self.window.wait_gone("text", "Start of quiet hours 2")
        self.assertEqual(self.entry("Start").text, "13:00")
        self.window.find("notification", "Quiet hours from 22:00 to 07:00 removed")
        self.window.find("push button", "Undo").press()
        self.becomes_set("quietHours", both)
        self.eventually(lambda: self.window.focused.name == "Start of quiet hours",
                        lambda: self.window.focused)

    def test_T37_what_a_range_refuses_is_said_below_it_and_the_old_value_is_back(self):
        self.app.set(quietHours=[{"from": "00:00", "to": "12:00"}, {"from": "13:00", "to": "23:00"}])
        self.open_window("settings")
        second = self.window.find("text", "End of quiet hours 2")
        self.window.type("13", into=second, end="Return")
        said = self.window.wait_text("Quiet hours cannot start and end at the same time.")
        self.eventually(lambda: second.text == "23:00")
        self.assertGreater(said.box[1], second.box[1])
        # All hours of the week would be quiet.
        self.window.type("12", into=self.window.find("text", "Start of quiet hours 2"), end="Return")
        self.window.type("0", into=second, end="Return")
        said = self.window.wait_text("Quiet hours must leave some time of the week.")
        self.assertGreater(said.box[1], second.box[1])
        self.eventually(lambda: second.text == "23:00")
        # The last day of a range stays.
        self.app.set(quietHours={"from": "22:00", "to": "07:00", "weekdays": [1]})
        self.eventually(lambda: self.entry("Start").text == "22:00")
        monday = self.window.find("toggle button", "Monday")
        self.eventually(lambda: not self.window.find("toggle button", "Tuesday").is_on)
        monday.press()
        self.window.wait_text("Quiet hours need at least one day.")
        self.eventually(lambda: monday.is_on)


class Away(SettingsPage):

    def test_T38_telling_after_unlocking_is_switched_off(self):
        self.open_window("settings")
        self.window.find("toggle button", "Tell me after unlocking what I missed").set(False)
        self.becomes_set("away", False)

    def test_T38_on_a_desktop_whose_own_list_reappears_it_says_so(self):
        self.app.quit()
        self.plain.stop()
        self.server(name="gnome-shell", vendor="GNOME")
        self.open_window("settings")
        switch = self.window.find("toggle button", "Tell me after unlocking what I missed")
        self.window.wait_text("Your desktop shows its own list after unlocking.")
        self.eventually(lambda: not switch.is_sensitive)


class Advanced(SettingsPage):

    def test_T29_an_invalid_identity_is_refused_below_its_entry(self):
        self.open_window("settings")
        self.advanced()
        entry = self.window.find("text", "Identity")
        self.window.type("bob", into=entry, end="Return")
        complaint = self.window.wait_text("This is not a valid identity.")
        # It was below the edge of the window and is scrolled to.
        self.eventually(lambda: "showing" in complaint.states)
        self.eventually(lambda: entry.text == "")
        self.assertIsNone(self.settings()["did"])
        self.window.type("did:web:bob.example", into=entry, end="Return")
        self.becomes_set("did", "did:web:bob.example")
        self.window.wait_gone("label", containing="This is not a valid identity.")
        self.window.type("", into=entry, end="Return")
        self.becomes_set("did", None)

    def test_T16_the_zone_is_found_by_its_city(self):
        self.open_window("settings")
        self.advanced()
        button = self.window.find("toggle button", "Time zone").focus()
        for typed, name, zone in (("toky", "Asia/Tokyo", "Asia/Tokyo"), ("default", None, "Etc/UTC")):
            self.window.key("space")
            search = self.window.find("text", "Search for a city")
            self.eventually(lambda search=search: search.is_focused)
            self.window.type(typed, end="Return")
            self.becomes_set("timezone", name)
            self.assertEqual(self.app.state()["timezone"], zone)
            self.eventually(lambda: not button.is_on and button.is_focused)


class Kinds(SettingsPage):

    def channel(self):
        return self.settings()["channels"].get("timesafari.daily", {})

    def becomes_channel(self, **members):
        self.eventually(lambda: {key: self.channel().get(key) for key in members} == members,
                        self.channel)

    def test_D7_a_notification_type_is_switched_off_and_its_sound_chosen(self):
        self.open_window("settings")
        self.window.find("toggle button", "Your hours").set(False)
        self.becomes_channel(enabled=False)
        self.combo("Sound").choose("Bell")
        self.becomes_channel(enabled=False, sound="bell")
        self.combo("Sound").choose("None")
        self.eventually(lambda: not self.window.find("push button", "Play").is_sensitive)
        self.assertIsNone(self.channel()["sound"])
        self.shows("Sound", "None")

    def test_S5_a_type_is_told_with_an_hour_and_a_removed_hour_is_named(self):
        self.configure("08:00", "18:00")
        self.open_window("settings")
        self.window.find("toggle button", "More about Other messages").set(True)
        self.shows("When", "Now")
        self.assertEqual(self.combo("When").choices(),
                         ["Now", "With my next hour", "08:00 Morning", "18:00 Evening"])
        self.combo("When").choose("18:00 Evening")
        self.eventually(lambda: self.settings()["channels"]["general"]["at"] == "1800")
        self.configure("08:00")
        self.shows("When", "18:00 (removed)")
        self.window.wait_text("This hour was removed. The next one counts instead.")
        self.combo("When").choose("With my next hour")
        self.eventually(lambda: self.settings()["channels"]["general"]["at"] == "slot")

    def test_D7_the_list_only_is_offered_where_the_desktop_supports_it(self):
        self.open_window("settings")
        self.shows("Sound", "Default")
        self.assertFalse(self.window.has("combo box", "Shown as"))
        self.app.quit()
        self.plain.stop()
        self.server(name="gnome-shell", vendor="GNOME")
        self.open_window("settings")
        self.combo("Shown as").choose("In the list only")
        self.becomes_channel(popup=False)

    def test_T31_the_desktops_own_settings_are_opened(self):
        told = self.desktop.folder / "opened"
        program = self.desktop.folder / "bin" / "xfce4-notifyd-config"
        program.parent.mkdir()
        program.write_text(f"#!/bin/sh\necho opened > '{told}'\n")
        program.chmod(0o755)
        self.app.quit()
        self.desktop.environment["PATH"] = (
            f"{program.parent}:{self.desktop.environment['PATH']}")
        self.open_window("settings")
        self.window.find("push button", "Desktop notification settings").press()
        self.eventually(told.exists)

    def test_T31_unknown_settings_are_explained_in_words(self):
        self.app.quit()
        self.desktop.environment["XDG_CURRENT_DESKTOP"] = "Sway"
        self.open_window("settings")
        self.window.find("push button", "Desktop notification settings").press()
        self.window.wait_text("Look for Carillon under Notifications")

    def test_T29_privacy_is_a_page_behind_this_one(self):
        self.open_window("settings")
        self.window.find("push button", "Privacy").press()
        self.window.wait_text("Stays on this computer")
        self.window.find("push button", "Back").press()
        self.window.wait_text("When an hour is due")


if __name__ == "__main__":
    unittest.main()
