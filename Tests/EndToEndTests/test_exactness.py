"""Hours to the second or within a window: by choice, or because there is no timer. (T15)"""

import datetime
import time
import unittest

from harness.case import CarillonCase

WINDOW = 600  # seconds


class ExactnessCase(CarillonCase):

    def hints(self):
        return [hint["code"] for hint in self.app.state()["hints"]
                if hint["code"] == "EXACT_ALARM_MISSING"]

    def assert_in_window(self, notification, instant):
        late = self.lateness(notification, instant)
        self.assertGreaterEqual(late, 0, "never early")
        self.assertLessEqual(late, WINDOW)


class OnTime(ExactnessCase):
    """What the tests call on time."""

    def test_T15_five_seconds_late_is_not_on_time(self):
        server = self.server()
        self.app.start()
        self.met()
        time.sleep(5)
        self.assertEqual(self.app.ctl("test").returncode, 0)
        shown = server.wait(1)
        arrived = self.clock.at(shown.arrived)
        self.assert_on_time(shown, arrived)
        with self.assertRaises(AssertionError):
            self.assert_on_time(shown, arrived - datetime.timedelta(seconds=5))
        with self.assertRaises(AssertionError):
            self.assert_on_time(shown, arrived + datetime.timedelta(milliseconds=1))


class Chosen(ExactnessCase):
    """The user prefers saving power, or not."""

    def test_T15_exact_is_the_default_and_available(self):
        self.server()
        self.app.start()
        self.assertTrue(self.app.state()["exactAlarmCapable"])
        self.assertNotIn("EXACT_ALARM_MISSING", self.errors())
        self.assertEqual([], self.hints())

    def test_T15_windowed_a_full_hour_stays_that_hour(self):
        server = self.server()
        self.clock.set(self.at(7, 59, 56))
        self.app.start()
        self.app.set(exactness="windowed")
        self.assert_on_time(server.wait(1), self.at(8))
        self.assertTrue(self.app.state()["exactAlarmCapable"])
        self.assertNotIn("EXACT_ALARM_MISSING", self.errors())

    def test_T15_windowed_an_odd_minute_rings_with_the_others_of_its_ten_minutes(self):
        server = self.server()
        self.clock.set(self.at(7, 58, 57))
        self.app.start()
        self.configure("07:59", "08:00")
        self.app.set(exactness="windowed")
        # Longer than it takes to ring to the second.
        server.stay_quiet(10)
        self.assertEqual(self.status("0759"), "scheduled")
        for notification in server.wait(1, timeout=70), server.wait(2):
            self.assert_in_window(notification, self.at(8))
        self.becomes("shown", "0759")
        self.becomes("shown", "0800")

    def test_T15_switching_back_rings_to_the_second_again(self):
        server = self.server()
        self.clock.set(self.at(7, 58, 52))
        self.app.start()
        self.configure("07:59")
        self.app.set(exactness="windowed")
        self.app.set(exactness="exact")
        self.assert_on_time(server.wait(1), self.at(7, 59))


class Forced(ExactnessCase):
    """The kernel refuses timers on the wall clock."""

    def setUp(self):
        super().setUp()
        self.clock.has_timers = False

    def test_T15_without_a_timer_it_says_so_and_rings_within_the_window(self):
        server = self.server()
        self.clock.set(self.at(7, 58, 57))
        self.app.start()
        self.configure("07:59")
        self.assertFalse(self.app.state()["exactAlarmCapable"])
        self.assertEqual(self.errors().count("EXACT_ALARM_MISSING"), 1)
        self.assertEqual(self.hints(), ["EXACT_ALARM_MISSING"])
        server.stay_quiet(5)
        self.assert_in_window(server.wait(1, timeout=80), self.at(7, 59))
        self.becomes("shown", "0759")

    def test_T15_without_a_timer_a_full_hour_is_not_early_and_soon(self):
        server = self.server()
        self.clock.set(self.at(7, 59, 56))
        self.app.start()
        self.assert_in_window(server.wait(1), self.at(8))

    def test_T15_without_a_timer_it_says_so_once_per_process(self):
        self.server()
        self.app.start()
        for mode in "offline-first", "auto":
            self.app.set(mode=mode)
        self.assertEqual(self.errors().count("EXACT_ALARM_MISSING"), 1)


if __name__ == "__main__":
    unittest.main()
