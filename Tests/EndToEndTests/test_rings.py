"""The main job: at an hour, the content fetched for it is shown."""

import datetime
import json
import unittest

from harness.case import UTC, CarillonCase
from harness.notifications import EXPIRED
from harness.paths import DATA


class ConfiguredRing(CarillonCase):
    """With 003's own document and a feed on loopback."""

    def test_T3_a_slot_in_the_next_minute_rings_within_a_second_with_the_fetched_text(self):
        # On the machine's real clock, without preloaded libraries.
        self.app.clock = None
        self.clock.shift = 0
        server = self.server()
        feed = self.feed("Tea at four", "With milk.")
        self.app.start()
        soon = datetime.datetime.now(UTC) + datetime.timedelta(seconds=65)
        due = soon.replace(second=0, microsecond=0)
        self.configure(due.strftime("%H:%M"), feed=feed, ttlSeconds=86400)
        feed.wait()
        notification = server.wait(timeout=80)
        self.assert_on_time(notification, due)
        self.assertEqual((notification.summary, notification.body), ("Tea at four", "With milk."))

    def test_T4_the_second_fetch_is_conditional_and_a_304_keeps_the_payload(self):
        server = self.server()
        feed = self.feed("Tea at four")
        self.clock.set(self.at(7, 30))
        self.app.start()
        self.configure("08:00", feed=feed)
        self.assertNotIn("If-None-Match", feed.wait(1).headers)
        self.eventually(lambda: self.title_of("0800") == "Tea at four")

        self.clock.set(self.at(7, 39, 58))  # the lead begins at 07:40
        second = feed.wait(2)
        self.assertEqual(second.headers["If-None-Match"], feed.etag)
        self.assertEqual(second.status, 304)
        self.assertLessEqual((self.clock.at(second.at) - self.at(7, 40)).total_seconds(), 1)
        self.assertGreaterEqual(self.clock.at(second.at), self.at(7, 40))

        self.clock.set(self.at(7, 59, 58))
        notification = server.wait()
        self.assert_on_time(notification, self.at(8))
        self.assertEqual(notification.summary, "Tea at four")
        self.assertIn("not-modified", self.fetched("0800"))
        # It is an event, but no error. (T23)
        self.assertNotIn("ETAG_NOT_MODIFIED", self.errors())
        # One automatic attempt, and no other contact inside the lead.
        self.assertEqual(len(feed.requests), 2)

    def test_T4_a_200_with_a_new_payload_changes_the_armed_text_and_explain_shows_it(self):
        server = self.server()
        feed = self.feed("Yesterday's news")
        self.clock.set(self.at(7, 30))
        self.app.start()
        self.configure("08:00", feed=feed)
        feed.wait(1)
        self.eventually(lambda: self.title_of("0800") == "Yesterday's news")

        feed.set("Today's news", "It is new.")
        self.clock.set(self.at(7, 39, 59))
        self.assertEqual(feed.wait(2).status, 200)
        self.eventually(lambda: self.title_of("0800") == "Today's news")
        renderings = [step for item in self.app.explain("0800@2026-11-21")
                      for step in item["steps"] if step["code"] == "rendered"]
        self.assertEqual([step["values"]["why"] for step in renderings][-2:],
                         ["fetched", "fetched"])
        self.assertIn("new content", renderings[-1]["text"])

        self.clock.set(self.at(7, 59, 58))
        notification = server.wait()
        self.assertEqual((notification.summary, notification.body),
                         ("Today's news", "It is new."))

    def test_T3_a_fetch_that_fails_inside_the_lead_is_not_repeated(self):
        server = self.server()
        feed = self.feed("Kept")
        self.clock.set(self.at(7, 30))
        self.app.start()
        self.configure("08:00", feed=feed)
        self.eventually(lambda: self.title_of("0800") == "Kept")
        feed.status = 503
        self.clock.set(self.at(7, 39, 59))
        feed.wait(2)
        for minute in (45, 50, 55):
            self.clock.set(self.at(7, minute))
            self.app.state()
        self.clock.set(self.at(7, 59, 58))
        self.assertEqual(server.wait().summary, "Kept")
        self.assertEqual(len(feed.requests), 2)

    def test_T6_two_slots_in_consecutive_minutes_both_ring_and_are_planned_for_tomorrow(self):
        server = self.server()
        feed = self.feed("Twice")
        self.clock.set(self.at(7, 59, 55))
        self.app.start()
        self.configure("08:00", "08:01", feed=feed)
        self.assert_on_time(server.wait(1), self.at(8))
        self.clock.set(self.at(8, 0, 58))
        self.assert_on_time(server.wait(2), self.at(8, 1))
        tomorrow = [("0800", self.at(8, day=1)), ("0801", self.at(8, 1, day=1))]
        self.eventually(lambda: self.next_occurrences() == tomorrow, self.next_occurrences)
        self.assertIn("0800", self.app.ctl("state", "--json").stdout)
        self.assertEqual([entry["status"] for entry in self.app.history(limit=2)],
                         ["shown", "shown"])

    def test_T9_date_and_time_are_those_of_the_occurrence(self):
        server = self.server()
        feed = self.feed("x")
        self.clock.set(self.at(7, 59, 56))
        self.app.start()
        self.configure("08:00", feed=feed, template={
            "title": "{{date}} {{time}}", "body": "{{nothing}} {{headline}}"})
        notification = server.wait()
        self.assertEqual(notification.summary, "2026-11-21 08:00")
        self.assertEqual(notification.body, "[Content] x")
        self.assertIn("TEMPLATE_MISSING_TOKEN", self.errors())

    def title_of(self, slot):
        return next((each.get("title") for each in self.app.state()["nextOccurrences"]
                     if each["slotId"] == slot), None)


class FirstStart(CarillonCase):
    """Without configuration or network, it does its job."""

    def test_T25_the_default_hours_show_the_thought_of_the_day(self):
        server = self.server()
        self.clock.set(self.at(7, 59, 57))
        self.app.start()
        state = self.app.state()
        self.assertEqual([each["slotId"] for each in state["nextOccurrences"]],
                         ["0800", "1200", "1800"])
        pack = json.loads((DATA / "daily-thoughts.json").read_text(encoding="utf-8"))
        thoughts = {item["place"]: item for item in pack["items"] if item["day"] == 21}

        notification = server.wait(1)
        self.assert_on_time(notification, self.at(8))
        self.assertEqual(notification.summary, thoughts["first"]["headline"])
        self.clock.set(self.at(11, 59, 58))
        self.assertEqual(server.wait(2).summary, thoughts["second"]["headline"])
        self.clock.set(self.at(17, 59, 58))
        self.assertEqual(server.wait(3).summary, thoughts["later"]["headline"])

    def test_nothing_is_shown_before_an_hour_is_due(self):
        server = self.server()
        self.app.start()
        server.stay_quiet(3)

    def test_T30_a_notification_names_the_application_and_has_its_three_buttons(self):
        server = self.server()
        self.clock.set(self.at(7, 59, 57))
        self.app.start()
        notification = server.wait()
        self.assertEqual(notification.app_name, "Carillon")
        self.assertEqual(notification.hints["desktop-entry"], "org.carillon.Carillon")
        self.assertEqual(notification.hints["urgency"], 1)
        self.assertIn("category", notification.hints)
        self.assertIn("org.carillon.Carillon", notification.icon
                      + str(notification.hints.get("image-path", "")))
        self.assertEqual(notification.actions, {
            "default": "Open", "snooze": "Snooze 10 min", "skip": "Skip Tomorrow’s"})


class Responses(CarillonCase):
    """The user's responses."""

    def setUp(self):
        super().setUp()
        self.notifications = self.server()
        self.clock.set(self.at(7, 59, 57))
        self.app.start()
        self.shown = self.notifications.wait()
        self.becomes("shown")

    def test_T30_open_reaches_the_app_and_is_in_the_history(self):
        self.notifications.invoke(self.shown, "default", token="token-1")
        self.answered("OPEN")

    def test_a_dismissal_is_in_the_history(self):
        self.notifications.close(self.shown)
        self.answered("DISMISS")

    def test_an_expiry_is_in_the_history_and_open_may_still_follow(self):
        self.notifications.close(self.shown, EXPIRED)
        self.answered("EXPIRED")
        self.notifications.invoke(self.shown, "default", stays=True)
        self.answered("OPEN")

    def test_an_undeclared_action_changes_nothing(self):
        self.notifications.invoke(self.shown, "format-disk", stays=True)
        self.notifications.invoke(self.shown, "default")
        self.answered("OPEN")

    def test_a_click_on_another_applications_notification_changes_nothing(self):
        self.shown.id += 5
        self.notifications.invoke(self.shown, "default")
        self.app.state()
        self.assertIsNone(self.entry("0800").get("response"))

    def test_T33_snooze_shows_the_same_notification_again_after_ten_minutes(self):
        self.notifications.invoke(self.shown, "snooze")
        self.becomes("snoozed")
        self.assertEqual(len(self.app.state()["snoozed"]), 1)
        self.clock.advance(minutes=9)
        self.notifications.stay_quiet(1)
        self.clock.advance(seconds=65)
        again = self.notifications.wait(2)
        self.assertEqual((again.summary, again.body), (self.shown.summary, self.shown.body))
        self.becomes("shown")
        self.assertEqual(self.app.state()["snoozed"], [])

    def test_T33_skip_next_skips_tomorrows_once_and_can_be_undone(self):
        self.notifications.invoke(self.shown, "skip")
        self.eventually(lambda: len(self.app.state()["skipped"]) == 1)
        skipped = self.app.state()["skipped"][0]
        self.assertEqual((skipped["slotId"], skipped["when"][:10]), ("0800", "2026-11-22"))
        self.assertEqual(self.app.ctl("skip", "0800").returncode, 0)  # skipping twice has no effect
        self.assertEqual(len(self.app.state()["skipped"]), 1)
        self.assertIn(("0800", self.at(8, day=2)), self.next_occurrences())

        self.assertEqual(self.app.ctl("skip", "0800", "--undo").returncode, 0)
        self.assertEqual(self.app.state()["skipped"], [])
        self.assertIn(("0800", self.at(8, day=1)), self.next_occurrences())

    def test_T7_a_newer_notification_of_the_same_hour_replaces_it(self):
        self.clock.set(self.at(7, 59, 57, day=1))
        second = self.notifications.wait(2)
        self.assertEqual(second.replaces, self.shown.id)


class Pausing(CarillonCase):
    """T20, J14: notifications are held back and shown later."""

    def test_T20_a_pause_holds_notifications_until_it_ends(self):
        server = self.server()
        self.clock.set(self.at(7, 59, 50))
        self.app.start()
        self.assertEqual(self.app.ctl("pause", "1h").returncode, 0)
        self.clock.set(self.at(7, 59, 59))
        server.stay_quiet(2.5)
        self.assertEqual(self.status("0800"), "held")
        self.clock.set(self.at(8, 59, 48))
        self.assertGreaterEqual(self.lateness(server.wait(), self.at(8, 59, 50)), 0)

    def test_T20_ending_a_pause_early_releases_held_notifications(self):
        server = self.server()
        self.clock.set(self.at(7, 59, 57))
        self.app.start()
        self.app.ctl("pause", "tomorrow")
        server.stay_quiet(4)
        self.app.ctl("pause", "off")
        server.wait()

    def test_J14_quiet_hours_across_midnight_hold_until_they_end(self):
        server = self.server()
        self.clock.set(self.at(23, 29, 50))
        self.app.start()
        self.configure("23:30")
        self.app.set(quietHours={"from": "22:00", "to": "07:00"})
        self.clock.set(self.at(23, 29, 59))
        server.stay_quiet(2.5)
        self.assertEqual(self.status("2330"), "held")
        self.clock.set(self.at(6, 59, 58, day=1))
        self.assert_on_time(server.wait(), self.at(7, day=1))

    def test_T12_ring_now_ignores_a_pause(self):
        server = self.server()
        self.app.start()
        self.app.ctl("pause", "1h")
        self.assertEqual(self.app.ctl("deliver").returncode, 0)
        server.wait()

    def test_D7_a_disabled_channel_shows_nothing_and_says_so(self):
        server = self.server()
        self.clock.set(self.at(7, 59, 56))
        self.app.start()
        self.app.set(channels={"timesafari.daily": {"enabled": False}})
        server.stay_quiet(5)
        entry = self.entry("0800")
        self.assertEqual((entry["status"], entry["reason"]), ("skipped", "channel-off"))


if __name__ == "__main__":
    unittest.main()
