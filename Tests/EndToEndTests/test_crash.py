"""Killed at any point and restarted: nothing due later is lost, nothing is shown twice."""

import unittest

from harness.case import CarillonCase


class Killed(CarillonCase):
    """T32."""

    def test_T32_killed_between_arming_and_firing_it_rings_once(self):
        server = self.server()
        self.clock.set(self.at(7, 59, 50))
        self.app.start()
        self.assertEqual(self.next_occurrences()[0], ("0800", self.at(8)))
        self.app.kill()
        self.app.start()
        self.clock.set(self.at(7, 59, 59))
        self.assert_on_time(server.wait(1), self.at(8))
        server.stay_quiet(2)

    def test_T32_killed_right_after_showing_it_does_not_show_it_again(self):
        server = self.server()
        self.clock.set(self.at(7, 59, 57))
        self.app.start()
        server.wait(1)
        self.app.kill()
        self.app.start()
        server.stay_quiet(3)
        self.assertIn(self.status("0800"), ("shown", "unconfirmed"))

    def test_T32_killed_while_the_server_was_busy_it_is_unconfirmed_and_not_shown_again(self):
        server = self.server()
        self.clock.set(self.at(7, 59, 54))
        self.app.start()
        self.acquainted(server)
        server.freeze()
        server.wait_held()
        self.becomes("showing")
        self.app.kill()
        server.thaw()
        server.wait(2)  # the call was still in the server's socket
        self.app.start()
        self.becomes("unconfirmed")
        server.stay_quiet(3)

    def test_T32_killed_many_times_around_the_hour_it_rings_once(self):
        server = self.server()
        for second in (56, 58, 60, 62):
            self.clock.set(self.at(7, 59, 0))
            self.clock.advance(seconds=second)
            self.app.start()
            self.app.state()
            self.app.kill()
        self.app.start()
        self.eventually(lambda: server.calls or self.status("0800") == "unconfirmed")
        server.stay_quiet(2)
        self.assertLessEqual(len(server.calls), 1)

    def test_T33_a_snooze_survives_a_crash(self):
        server = self.server()
        self.clock.set(self.at(7, 59, 57))
        self.app.start()
        first = server.wait(1)
        self.becomes("shown")
        server.invoke(first, "snooze")
        self.becomes("snoozed")
        self.app.kill()
        self.clock.advance(minutes=5)
        self.app.start()
        self.assertEqual(len(self.app.state()["snoozed"]), 1)
        self.clock.advance(minutes=5)
        self.assertEqual(server.wait(2).summary, first.summary)

    def test_T33_a_skip_survives_a_crash(self):
        server = self.server()
        self.clock.set(self.at(7, 59, 50))
        self.app.start()
        self.assertEqual(self.app.ctl("skip", "0800").returncode, 0)
        self.app.kill()
        self.clock.set(self.at(7, 59, 58))
        self.app.start()
        self.assertEqual(self.app.state()["skipped"][0]["slotId"], "0800")
        server.stay_quiet(4)
        entry = self.entry("0800")
        self.assertEqual((entry["status"], entry["reason"]), ("skipped", "user"))

    def test_T30_a_click_on_a_notification_from_before_a_crash_counts(self):
        server = self.server()
        self.clock.set(self.at(7, 59, 57))
        self.app.start()
        shown = server.wait(1)
        self.becomes("shown")
        self.app.kill()
        self.app.start()
        self.met()
        server.invoke(shown, "default")
        self.answered("OPEN")

    def test_T3_a_lost_fetch_is_not_repeated_inside_the_lead(self):
        self.server()
        feed = self.feed("Stored")
        self.clock.set(self.at(7, 30))
        self.app.start()
        self.configure("08:00", feed=feed)
        # Wait until it is stored, because a fetch in progress would be joined.
        self.eventually(
            lambda: self.app.state()["nextOccurrences"][0].get("title") == "Stored")
        feed.delay = 30
        self.clock.set(self.at(7, 40, 1))
        self.eventually(lambda: "fetching" in self.codes("0800@2026-11-21"))
        self.eventually(lambda: feed.arrived == 2)
        self.app.kill()
        feed.stop()
        feed.delay = 0
        feed.restart()
        self.app.start()
        self.app.state()
        self.clock.set(self.at(7, 45))
        self.app.state()
        self.assertEqual(feed.arrived, 2)


class Away(CarillonCase):
    """T18: Carillon was not running at the hour."""

    def test_T18_within_the_grace_it_rings_late(self):
        server = self.server()
        self.app.start()
        self.app.quit()
        self.clock.set(self.at(8, 20))
        self.app.start()
        server.wait(1)
        self.becomes("shown")

    def test_T18_beyond_the_grace_it_is_missed_because_carillon_was_off(self):
        server = self.server()
        self.app.start()
        self.app.quit()
        self.clock.set(self.at(8, 31))
        self.app.start()
        server.stay_quiet(2)
        entry = self.entry("0800")
        self.assertEqual((entry["status"], entry["reason"]), ("missed", "off"))

    def test_T18_several_late_ones_are_one_notification_and_share_its_fate(self):
        server = self.server()
        self.app.start()
        self.configure("08:00", "08:05", "08:10")
        self.app.quit()
        self.clock.set(self.at(8, 25))
        self.app.start()
        digest = server.wait(1)
        server.stay_quiet(2)
        self.assertEqual(list(digest.actions), ["default"])
        for hour in ("08:00", "08:05", "08:10"):
            self.assertIn(hour, digest.body)
        for slot in ("0800", "0805", "0810"):
            self.assertEqual(self.entry(slot)["status"], "merged")
        self.app.kill()  # all of them are spent
        self.app.start()
        server.stay_quiet(2)


if __name__ == "__main__":
    unittest.main()
