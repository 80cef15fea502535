"""The history page, as a person uses it. (J22, J23)"""

import json
import unittest

from harness.brews import stage
from harness.window import WindowCase


class History(WindowCase):

    def rows(self):
        """The accessible names of the rows, from the top."""
        return [row.name for row in self.window.all("toggle button")
                if row.name[:2].isdigit()]

    def row(self, containing):
        return self.window.find("toggle button", containing=containing)

    def rang(self):
        """A server that has received a test, with the page open."""
        server = self.server()
        self.app.start()
        self.met()
        self.assertEqual(self.app.ctl("test").returncode, 0)
        server.wait(1)
        self.open_window("history")
        return server

    def test_J22_events_are_listed_live(self):
        self.server()
        window = self.open_window("history")
        window.wait_text("Nothing Has Rung Yet")
        self.assertEqual(self.app.ctl("skip", "0800").returncode, 0)
        # Before its hour, nobody can have missed anything.
        self.clock.set(self.at(8, 0, 5))
        self.row("Not shown: you skipped it")
        window.wait_gone("label", "Nothing Has Rung Yet")
        self.assertEqual(self.app.ctl("test").returncode, 0)
        self.row(", Test, Shown at your request, No response yet")
        self.assertIn(", Test, ", self.rows()[0], "the newest first")
        self.assertEqual(len(self.rows()), 2)

    def test_J23_a_row_opens_by_keyboard_and_stays_open_and_focused_while_news_arrives(self):
        server = self.rang()
        window = self.window
        row = self.row(", Test, ").focus()
        window.key("space")
        window.wait_text("Shown by stand-in")
        window.wait_text("Pause and quiet hours do not apply.")
        self.assertEqual(self.app.ctl("skip", "0800").returncode, 0)
        self.clock.set(self.at(8, 0, 5))
        self.row("Not shown: you skipped it")
        self.assertTrue(row.is_focused)
        self.assertTrue(window.has("label", containing="Shown by stand-in"))
        server.close(server.wait(1))
        window.wait_text("You dismissed it")
        self.row(", Test, Shown at your request, Dismissed")

    def test_S5_unread_ones_are_marked_until_they_are_read(self):
        self.server()
        self.app.start()
        self.met()
        self.app.set(channels={"general": {"at": "slot"}})
        self.app.call("Push", json.dumps({"data": {"title": "Later"}}))
        self.open_window("history")
        self.assertTrue(self.row("Later, Waits for one of your hours").name.endswith("Unread"))
        self.clock.set(self.at(8, 0, 1))
        self.row("Later, Shown")

    def test_T33_an_hour_that_was_shown_may_be_snoozed_again_from_its_row_and_changed(self):
        server = self.server()
        self.app.start()
        self.met()
        self.clock.set(self.at(8))
        self.becomes("shown")
        server.close(server.wait(1))
        self.open_window("history")
        self.window.find("toggle button", containing="Dismissed").press()
        for menu, keys, until in (
                ("Snooze Again", (), "2026-11-21T08:05"),
                ("Change Snooze", ("Down", "Down"), "2026-11-21T09:00"),
                ("Change Snooze", ("Up",), "2026-11-22T06:00")):
            with self.subTest(until):
                self.window.find("toggle button", menu).press()
                self.window.find("menu item", "For 5 Minutes")
                self.assertEqual(
                    [item.name for item in self.window.all("menu item")],
                    ["For 5 Minutes", "For 15 Minutes", "For 1 Hour",
                     "Until tomorrow at 06:00"])
                self.window.key(*keys, "Return")
                self.eventually(
                    lambda until=until: [each["when"][:16] for each in self.app.state()["snoozed"]]
                    == [until], lambda: self.app.state()["snoozed"])

    def test_J23_the_checks_are_explained_and_copied_with_codes(self):
        feed = self.feed()
        self.server()
        self.app.start()
        self.configure("08:00", feed=feed, ttlSeconds=1800, prefetchLeadMinutes=0)
        self.eventually(lambda: self.next_occurrences())
        self.eventually(lambda: self.app.state()["nextOccurrences"][0].get("title"))
        feed.stop()
        self.clock.set(self.at(7, 59, 57))
        self.becomes("skipped", timeout=30)
        window = self.open_window("history")
        row = self.row("Not shown: the content was")
        row.press()
        window.wait_text("Due, but stopped by a check")
        window.wait_text("The other checks were not needed")
        window.wait_text("Your desktop let Carillon show notifications.")
        window.find("push button", "Copy as Text").press()
        window.wait_text("Copied.")
        copied = self.desktop.clipboard()
        self.assertIn("[slot skipped ttl]", copied)
        self.assertRegex(copied, r"2026-11-21T08:00:\d\d(\.\d{1,3})?Z? ?.*Due, but stopped by a check")
        self.assertIn("[ttl]", copied)
        # One sentence of advice, with a button.
        window.wait_text("You can allow older content")
        window.find("push button", "Change…").press()
        self.window.wait_gone("push button", "Copy as Text")
        self.eventually(lambda: "Quiet hours" in window.texts())

    def test_J23_advice_after_a_night_off_fixes_what_was_missing(self):
        self.app.start()
        self.app.quit()
        self.clock.set(self.at(11))
        window = self.open_window("history")
        self.row("Not shown: Carillon was not running until 11:00").press()
        window.wait_text("Let Carillon start with your session")
        window.find("push button", "Start with Session").press()
        self.eventually(lambda: self.app.state()["autostart"]
                        == {"wanted": True, "actual": True, "by": "entry"})
        self.assertTrue(
            (self.desktop.home / ".config/autostart/org.carillon.Carillon.desktop").exists())

    def test_J22_filter_and_search_narrow_the_list_and_escape_ends_the_search(self):
        self.rang()
        window = self.window
        self.assertEqual(self.app.ctl("skip", "0800").returncode, 0)
        # Before its hour, nobody can have missed anything.
        self.clock.set(self.at(8, 0, 5))
        self.eventually(lambda: len(self.rows()) == 2)
        window.find("radio button", "Not Shown").press()
        self.eventually(lambda: len(rows := self.rows()) == 1 and "you skipped it" in rows[0],
                        self.rows)
        window.find("radio button", "Waiting").press()
        window.wait_text("Nothing Here")
        window.find("push button", "Show All").press()
        self.eventually(lambda: len(self.rows()) == 2, self.rows)
        window.key("ctrl+f")
        self.eventually(lambda: window.focused.role == "text", lambda: window.focused)
        window.type("A TEST")
        self.eventually(lambda: len(rows := self.rows()) == 1 and ", Test, " in rows[0],
                        self.rows)
        window.type(" moon")
        window.wait_text("No notification of the last 14 days matches “A TEST moon”.")
        window.key("Escape")
        self.eventually(lambda: len(self.rows()) == 2, self.rows)

    def test_J22_typing_starts_a_search(self):
        self.rang()
        window = self.window
        self.row(", Test, ").focus()
        window.type("xyz")
        window.wait_text("matches “xyz”.")
        window.find("push button", "Clear Search").press()
        self.row(", Test, ")

    def test_J22_more_than_the_last_50_are_shown_on_demand_and_found_by_searching(self):
        self.server()
        self.app.start()
        self.met()
        self.earlier(61)
        window = self.open_window("history")
        self.eventually(lambda: len(self.rows()) == 50, lambda: len(self.rows()))
        window.find("push button", "Show Older").press()
        self.eventually(lambda: len(self.rows()) > 50, lambda: len(self.rows()))
        window.wait_gone("push button", "Show Older")
        self.assertEqual(len(self.rows()), len(self.app.history(limit=200)))

    def test_T21_a_due_notification_is_listed_as_waiting_until_it_is_shown(self):
        self.clock.set(self.at(7, 59, 57))
        window = self.open_window("history")
        window.find("radio button", "Waiting").press()
        self.row("Due; waiting until your desktop can show notifications")
        self.server()
        window.wait_text("Nothing Here")
        window.find("push button", "Show All").press()
        self.row("Shown, No response yet")

    def test_D5_a_link_opens_its_row_despite_filters(self):
        self.rang()
        self.window.find("radio button", "Waiting").press()
        self.window.wait_text("Nothing Here")
        entry = self.app.history()[0]
        self.go(f"history/{entry['requestId']}")
        self.window.wait_text("Shown by stand-in")
        self.eventually(lambda: self.row(", Test, ").is_focused)

    def test_T29_everything_is_exported_to_a_chosen_file(self):
        self.rang()
        window = self.window
        window.find("push button", "Export All…").press()
        dialog = window.find(containing="Export Everything")
        name = window.find("text", within=dialog)
        file = self.desktop.home / "all of it.json"
        window.type(str(file), into=name, end="Return")
        window.wait_text("Exported to")
        document = json.loads(file.read_text())
        self.assertEqual(document["head"]["format"], "carillon-export")
        self.assertIn("Remember a name", file.read_text())
        # The same name again is refused, and the file stays unchanged.
        before = file.read_text()
        window.find("push button", "Export All…").press()
        dialog = window.find(containing="Export Everything")
        window.type(str(file), into=window.find("text", within=dialog))
        window.find("push button", "Export", within=dialog).press()
        window.wait_text("A file with that name already exists")
        self.assertEqual(file.read_text(), before)

    def brewed(self, server):
        """A finished brew on GNOME: two stages, an alert, and updates that would remove the
        buttons.
        """
        count = 0
        for said in ("grinding", "brewing"):
            self.push(stage(said, title=f"Now {said}"))
            count += 1
            server.wait(count)
            self.updates(said, 12)
            if said == "grinding":
                # On GNOME a brew must not pop up a fourth time, so it replaces the popup.
                self.push({"data": {"type": "brew_alert", "brewId": "b1", "title": "Tank low"}})
                count += 1
                server.wait(count)

    def push(self, message):
        return self.app.call("Push", json.dumps(message))["verdict"]

    def earlier(self, number):
        """Messages of as many brews, none of which is shown."""
        channel = "brew_notifications"
        self.app.set(channels={channel: {"enabled": False}})
        for brew in range(number):
            self.assertEqual(self.push(stage("heating", brew=f"earlier-{brew}")), "skipped")
        self.app.set(channels={channel: {"enabled": True}})

    def updates(self, said, number):
        """The updates of a stage after its first message."""
        for second in range(number):
            self.assertEqual(self.push(stage(said, title=f"{said}-{second}",
                                             elapsedTime=str(second))), "skipped")

    def fold(self, containing=" messages"):
        return self.window.find("toggle button", containing=containing)

    def test_J22_the_messages_of_one_brew_are_one_row_that_opens_by_keyboard(self):
        server = self.server(name="gnome-shell", vendor="GNOME")
        self.app.start()
        self.met()
        self.assertEqual(self.app.ctl("skip", "0800").returncode, 0)
        self.brewed(server)
        window = self.open_window("history")
        # The result and the alert, but not the 24 that were not shown, nor an hour that is yet to come.
        fold = self.fold()
        self.assertIn("Now brewing, Shown, No response yet, 25 more messages", fold.name)
        self.assertEqual(len(self.rows()), 2, self.rows())
        self.assertIn("Tank low", self.rows()[1])
        self.assertTrue({"expandable", "focusable"} <= fold.states)
        self.assertNotIn("expanded", fold.states)
        fold.focus()
        window.key("Return")
        self.eventually(lambda: len(self.rows()) == 28, self.rows)
        self.assertIn("expanded", fold.states)
        self.assertTrue(fold.is_focused)
        # Each still opens its explanation.
        window.key("Tab")
        self.assertIn("brewing-11", window.focused.name)
        row = window.focused
        window.key("space")
        window.wait_text("The message arrived")
        self.assertIn("expanded", row.states)
        # News closes nothing and does not move the focus.
        self.updates("brewing", 1)
        self.eventually(lambda: len(self.rows()) == 29, self.rows)
        self.assertIn("Now brewing, 28 messages", self.fold().name)
        self.assertTrue(row.is_focused)
        window.wait_text("The message arrived")
        fold.focus()
        window.key("space")
        self.eventually(lambda: len(self.rows()) == 2, self.rows)
        self.assertTrue(fold.is_focused)
        self.assertNotIn("expanded", fold.states)

    def test_J22_rows_inside_a_fold_are_found_filtered_and_opened_by_a_link(self):
        server = self.server(name="gnome-shell", vendor="GNOME")
        self.app.start()
        self.met()
        self.brewed(server)
        window = self.open_window("history")
        self.fold().focus()
        window.type("grinding-7")
        self.eventually(lambda: len(rows := self.rows()) == 1 and "grinding-7" in rows[0],
                        self.rows)
        window.key("Escape", "ctrl+f")
        window.type("ing-1")
        # Both stages had three such updates; all are visible at once.
        self.eventually(lambda: len(self.rows()) == 7, self.rows)
        self.assertIn("expanded", self.fold().states)
        window.key("Escape")
        self.eventually(lambda: len(self.rows()) == 2, self.rows)
        window.find("radio button", "Not Shown").press()
        self.eventually(lambda: len(rows := self.rows()) == 1 and "23 more messages" in rows[0],
                        self.rows)
        told = next(entry for entry in self.app.history(limit=200)
                    if entry["title"].startswith("grinding-3"))
        self.go(f"history/{told['requestId']}")
        window.wait_text("The message arrived")
        self.eventually(lambda: self.row("grinding-3").is_focused)
        # Its neighbors are visible too: its fold is open.
        self.row("grinding-4")

    def test_J22_a_fold_continues_on_the_next_page(self):
        self.server(name="gnome-shell", vendor="GNOME")
        self.app.start()
        self.met()
        self.earlier(60)
        self.push(stage("brewing", title="Now brewing"))
        self.updates("brewing", 69)
        window = self.open_window("history")
        # The first page ends inside them, and the next page fills up the missing rows.
        self.eventually(lambda: len(self.rows()) >= 30, lambda: len(self.rows()))
        self.assertIn("69 more messages", self.fold().name)
        self.assertEqual(sum("more message" in row for row in self.rows()), 1)


if __name__ == "__main__":
    unittest.main()
