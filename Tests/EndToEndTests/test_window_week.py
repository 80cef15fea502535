"""The page of the next seven days: what will ring, what will not, and why. (T11)"""

import os
import pathlib
import sqlite3
import time
import unittest

from harness.window import WindowCase


class Week(WindowCase):
    def setUp(self):
        super().setUp()
        self.notifications = self.server()

    def picture(self, name):
        """Keeps a picture of the page, if somebody wants one."""
        folder = os.environ.get("CARILLON_PICTURES")
        if folder:
            pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
            self.desktop.screenshot(pathlib.Path(folder, f"week-{name}.png"))

    def open_week(self):
        self.open_window()
        self.met()
        self.window.find("push button", "Week Ahead").press()
        return self.window.wait_text("This is what Carillon will do")

    def rows(self):
        """What the rows say, in the order of the days."""
        return [button.name for button in self.window.all("push button")
                if button.name[:2].isdigit()]

    def test_T11_each_hour_of_the_next_days_is_listed_with_what_will_happen(self):
        self.open_week()
        rows = self.rows()
        self.assertEqual(len(rows), 24)
        self.assertTrue(rows[0].startswith("08:00 Morning. "), rows[0])
        self.assertTrue(all(row.endswith("Rings") for row in rows), rows)
        texts = self.window.texts()
        days = ["Today", "Tomorrow", "Monday, 23 November", "Saturday, 28 November"]
        self.assertEqual(sorted(days, key=texts.index), days)
        self.picture("calm")

    def test_T11_it_changes_with_the_settings_while_it_is_shown(self):
        self.open_week()
        self.app.set(quietHours={"from": "11:00", "to": "19:00"})
        self.window.find("push button", containing="12:00 Noon. ")
        self.eventually(lambda: sum("Rings at 19:00, with 1 other. Held until quiet hours end" in row
                                    for row in self.rows()) == 16, self.rows)
        self.app.ctl("skip", "0800")
        self.eventually(lambda: any("Skipped by you" in row for row in self.rows()[:1]), self.rows)
        self.picture("held")

    def test_T5_what_is_silent_without_a_network_says_so(self):
        feed = self.feed()
        self.app.start()
        self.met()
        # The harness serves on the loopback, which works offline: this address is another.
        self.app.set(callbackProfile={
            "fetchContent": {"method": "GET", "url": "https://carillon.invalid/today.json"}})
        self.open_week()
        # While the list is made anew, it has no rows.
        self.eventually(lambda: (rows := self.rows()) and all(
            "Silent: there is no content" in row for row in rows), self.rows)
        self.eventually(lambda: any("It rings if its source works again by then" in row
                                    for row in self.rows()[:1]), self.rows)
        self.picture("failing")
        self.configure("08:00", feed=feed)
        self.eventually(lambda: len(rows := self.rows()) == 8 and rows[0].endswith("Rings"),
                        self.rows)

    def test_T11_an_hour_that_is_being_added_is_part_of_it(self):
        self.open_window()
        self.met()
        self.window.key("ctrl+n")
        self.window.type("0915", into=self.window.find("text", "Time"))
        self.window.find("push button", "Week Ahead").press()
        self.window.wait_text("With 09:15, which you have not added yet.")
        self.assertEqual(sum("09:15" in text for text in self.window.texts()), 9)
        self.assertNotIn("0915", [slot["slotId"] for slot in self.app.ctl_json("config")["slots"]])
        self.picture("draft")
        self.window.key("alt+Left")
        # It is still being added.
        self.assertTrue(self.window.find("text", "Time"))

    def test_T11_a_row_opens_its_hour_and_back_leads_to_the_hours(self):
        self.open_week()
        self.window.find("push button", containing="12:00 Noon. ").press()
        self.assertEqual(self.window.find("text", "Time").text, "12:00")
        self.go("week")
        self.window.wait_text("This is what Carillon will do")
        self.window.find("push button", "Back").press()
        self.window.wait_text("Your hours")

    def test_T11_no_hours_are_told_as_such(self):
        self.app.start()
        self.met()
        self.app.set(slots=[])
        self.go("week")
        self.window.wait_text("Nothing is planned. Add an hour, or switch one on.")

    def test_T11_the_page_fits_a_narrow_window(self):
        self.open_week()
        self.app.set(quietHours={"from": "11:00", "to": "19:00"})
        self.eventually(lambda: "Rings at 19:00" in " ".join(self.rows()), self.rows)
        self.window.resize(360)
        left, _, width, _ = self.window.find("frame").box
        for row in self.window.all("push button", containing=". "):
            x, _, wide, _ = row.box
            self.assertLessEqual(x + wide, left + width)
        self.picture("narrow")

    def test_T5_what_would_be_silent_offline_says_from_when_on(self):
        feed = self.feed()
        self.app.start()
        self.configure("08:00", "18:00", feed=feed)
        self.eventually(lambda: self.app.state()["nextOccurrences"][0].get("title"))
        self.app.quit()
        # As if it had come from another computer: the harness only serves this one.
        with sqlite3.connect(self.app.database()) as database:
            for table, column in (("notif_config", "value"), ("sources", "key")):
                database.execute(f"UPDATE {table} SET {column} = replace({column}, ?, ?)",
                                 (feed.url, "https://carillon.invalid/today.json"))
        database.close()
        self.open_week()
        silent = "Rings. Silent if offline until then: its content will be too old"
        self.assertEqual([silent in row for row in self.rows()], [False] * 2 + [True] * 14)
        self.picture("offline")

    def test_it_is_idle_once_the_page_is_shown(self):
        self.open_week()
        time.sleep(22)  # until the toolkit's own timers have run out
        self.assertNotIn("rehearsal", {name for name, _ in self.app.wake_ups()})
        self.assertEqual(self.app.woken_in(10), {})


if __name__ == "__main__":
    unittest.main()
