"""Notification servers that are missing, late, frozen, killed or unusual."""

import signal
import time
import unittest

from harness.case import CarillonCase
from harness.desktop import NOTIFYD
from harness.notifications import NAME as NOTIFICATIONS
from harness.processes import send


class RealServer(CarillonCase):
    """xfce4-notifyd."""

    ACCESSIBLE = True

    def setUp(self):
        super().setUp()
        self.desktop.start_window_manager()

    def test_T30_the_popup_shows_text_and_buttons_and_a_click_reaches_the_app(self):
        self.desktop.start_notifyd()
        self.clock.set(self.at(7, 59, 56))
        self.app.start()
        feed = self.feed("Tea at four", "With milk.")
        self.configure("08:00", feed=feed)
        popup = self.desktop.wait_popup("Tea at four")
        self.assertIn("With milk.", popup["texts"])
        self.assertEqual(popup["buttons"], ["Open", "Snooze 10 min", "Skip Tomorrow’s"])
        self.desktop.click("Snooze 10 min")
        self.becomes("snoozed")
        self.clock.advance(minutes=10)
        self.desktop.wait_popup("Tea at four")
        self.desktop.click("Open")
        self.answered("OPEN")

    def test_T21_killed_and_restarted_the_next_notification_is_shown(self):
        first = self.desktop.start_notifyd()
        self.clock.set(self.at(7, 59, 57))
        self.app.start()
        self.becomes("shown")
        send(first.pid, signal.SIGKILL)
        first.wait()
        self.met("absent")
        self.desktop.start_notifyd()
        self.met()
        self.clock.set(self.at(11, 59, 58))
        self.becomes("shown", "1200")

    def test_T21_frozen_for_40_seconds_and_thawed_the_app_keeps_working(self):
        server = self.desktop.start_notifyd()
        self.clock.set(self.at(7, 59, 54))
        self.app.start()
        self.met()
        self.assertEqual(self.app.ctl("test").returncode, 0)
        send(server.pid, signal.SIGSTOP)
        frozen = time.monotonic()
        while time.monotonic() < frozen + 40:
            self.assertTrue(self.app.answers_within(1), "D-Bus within a second")
            time.sleep(0.5)
        self.becomes("unconfirmed")
        state = self.app.state()
        self.assertEqual((state["server"]["state"], state["pendingCount"]), ("silent", 0))
        self.assertTrue(state["attention"])
        send(server.pid, signal.SIGCONT)
        # The call was in the server's socket all the time, and is shown once now.
        title = self.entry("0800")["title"]
        self.desktop.wait_popup(title)
        shown = [popup for popup in self.desktop.popups() if title in popup["texts"]]
        self.assertEqual(len(shown), 1)
        self.met()
        self.clock.set(self.at(11, 59, 58))
        self.becomes("shown", "1200")
        self.assertIn(self.status("0800"), ("shown", "unconfirmed"))

    def test_T21_frozen_for_eight_seconds_the_late_answer_makes_it_shown(self):
        server = self.desktop.start_notifyd()
        self.clock.set(self.at(7, 59, 54))
        self.app.start()
        self.met()
        self.assertEqual(self.app.ctl("test").returncode, 0)
        send(server.pid, signal.SIGSTOP)
        self.becomes("unconfirmed", timeout=20)
        send(server.pid, signal.SIGCONT)
        self.becomes("shown")
        self.met()

    def test_T21_a_startable_server_is_started_when_something_is_due(self):
        self.desktop.add_service("/usr/share/dbus-1/services/org.xfce.Xfconf.service")
        self.desktop.add_service(NOTIFYD)
        self.clock.set(self.at(7, 59, 40))
        self.app.start()
        # In the first ten seconds the session may still start the right one.
        self.met("startable")
        self.assertGreater(self.app.state()["pendingCount"], 0)
        self.clock.set(self.at(7, 59, 57))
        self.becomes("shown", timeout=20)
        self.assertIsNotNone(self.desktop.bus.owner(NOTIFICATIONS))


class NoServer(CarillonCase):
    """T21: there is no server."""

    def test_T21_no_server_is_SCHEDULE_DENIED_and_nothing_is_pending(self):
        self.app.start()
        state = self.app.state()
        self.assertEqual(state["server"]["state"], "absent")
        self.assertEqual(state["pendingCount"], 0)
        self.assertEqual(len(state["nextOccurrences"]), 3)  # planned anyway
        self.assertIn("SCHEDULE_DENIED", [hint["code"] for hint in state["hints"]])
        self.assertTrue(state["attention"])
        permissions = self.app.ctl_json("permissions")
        self.assertEqual((permissions["granted"], permissions["reason"]),
                         (False, "SCHEDULE_DENIED"))

    def test_T21_it_rings_when_a_server_comes_within_the_grace(self):
        self.clock.set(self.at(7, 59, 58))
        self.app.start()
        self.eventually(lambda: self.app.state()["waiting"])
        self.assertEqual(self.app.state()["waiting"][0]["reason"], "no-server")
        self.assertIn("SCHEDULE_DENIED", self.errors())
        self.clock.set(self.at(8, 25))
        server = self.server()
        server.wait(1)
        self.becomes("shown")
        self.eventually(lambda: not self.app.state()["attention"])
        self.assertEqual(self.app.state()["pendingCount"], 3)

    def test_T21_beyond_the_grace_it_is_missed_for_lack_of_a_server(self):
        self.clock.set(self.at(7, 59, 58))
        self.app.start()
        self.eventually(lambda: self.app.state()["waiting"])
        self.clock.set(self.at(8, 30, 59))
        self.becomes("missed")
        self.assertEqual(self.entry("0800")["reason"], "no-server")
        self.server().stay_quiet(1)

    def test_T21_a_notification_answered_in_the_banner_counts_as_shown(self):
        self.clock.set(self.at(7, 59, 58))
        self.app.start()
        self.eventually(lambda: self.app.state()["waiting"])
        waiting = self.app.state()["waiting"][0]["requestId"]
        self.assertEqual(self.app.ctl("respond", waiting, "open").returncode, 0)
        entry = self.entry("0800")
        self.assertEqual((entry["status"], entry["reason"], entry["response"]),
                         ("shown", "banner", "OPEN"))
        self.server().stay_quiet(1)


class Unwilling(CarillonCase):
    """A server with inconvenient answers."""

    def test_J19_refused_once_it_is_tried_again_a_second_later(self):
        server = self.server()
        server.refuse()
        self.clock.set(self.at(7, 59, 57))
        self.app.start()
        notification = server.wait(1)
        self.assertGreaterEqual(self.lateness(notification, self.at(8)), 1)
        self.assertLess(self.lateness(notification, self.at(8)), 4)
        self.becomes("shown")
        self.assertIn("refused", self.codes("0800@2026-11-21"))

    def test_J19_refused_twice_it_has_failed_and_the_next_hour_rings(self):
        server = self.server()
        server.refuse(times=2)
        self.clock.set(self.at(7, 59, 57))
        self.app.start()
        self.becomes("failed")
        self.clock.set(self.at(11, 59, 58))
        server.wait(1)
        server.stay_quiet(1.5)

    def test_J19_an_answer_with_the_id_0_counts_as_refused(self):
        server = self.server()
        server.answer_zero()
        self.clock.set(self.at(7, 59, 57))
        self.app.start()
        notification = server.wait(1)
        self.assertGreaterEqual(self.lateness(notification, self.at(8)), 1)
        self.becomes("shown")
        self.assertIn("refused", self.codes("0800@2026-11-21"))

    def test_J19_after_two_answers_with_the_id_0_the_next_hour_rings(self):
        server = self.server()
        server.answer_zero(times=2)
        self.clock.set(self.at(7, 59, 57))
        self.app.start()
        self.becomes("failed")
        self.clock.set(self.at(11, 59, 58))
        server.wait(1)

    def test_KDEs_error_for_a_repeated_notification_means_shown(self):
        server = self.server(name="Plasma", vendor="KDE")
        server.refuse("org.freedesktop.Notifications.Error.ExcessNotificationGeneration",
                      "Created too many similar notifications in quick succession")
        self.clock.set(self.at(7, 59, 57))
        self.app.start()
        self.becomes("shown")
        server.stay_quiet(2)

    def test_a_server_that_exits_during_a_call_makes_it_unconfirmed(self):
        server = self.server()
        self.clock.set(self.at(7, 59, 54))
        self.app.start()
        self.acquainted(server)
        server.freeze()
        server.wait_held()
        self.becomes("showing")
        server.stop()
        self.becomes("unconfirmed")
        other = self.server()
        other.stay_quiet(2)

    def test_T21_a_server_without_an_answer_counts_as_none_until_it_answers(self):
        server = self.server()
        server.freeze()
        self.app.start()
        self.assertTrue(self.app.answers_within(1))
        self.met("silent")
        self.assertEqual(self.app.state()["pendingCount"], 0)
        server.thaw()
        self.met()
        self.assertEqual(self.app.state()["pendingCount"], 3)

    def test_T30_buttons_go_only_to_a_server_that_shows_them(self):
        server = self.server(capabilities=("body",))
        self.clock.set(self.at(7, 59, 57))
        self.app.start()
        self.assertEqual(server.wait().actions, {})

    def test_signals_that_overtake_the_answer_are_not_lost(self):
        server = self.server()
        self.clock.set(self.at(7, 59, 56))
        self.app.start()
        self.met()
        server.click_before_answering = "default"
        server.wait(1)
        self.answered("OPEN")


if __name__ == "__main__":
    unittest.main()
