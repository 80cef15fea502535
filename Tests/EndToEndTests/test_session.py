"""The machine sleeps and wakes, and the session ends. (T17, T18, T23)"""

import json
import queue
import signal
import time
import unittest

from harness.app import DOOR, NAME, PATH
from harness.bus import BusError
from harness.case import CarillonCase
from harness.logind import Logind
from harness.notifications import EXPIRED
from harness.processes import send, until
from harness.real_logind import RealLogind, is_possible


class Resume(CarillonCase):
    """As reported by logind."""

    def setUp(self):
        super().setUp()
        self.logind = Logind(self.desktop)
        self.addCleanup(self.logind.stop)

    def wake(self, instant):
        self.logind.sleep(self.clock, instant)

    def network_errors(self):
        return [code for code in self.errors() if code.startswith("FETCH_")]

    def test_T18_after_sleeping_past_an_hour_it_rings_late_within_the_grace(self):
        server = self.server()
        self.app.start()
        self.wake(self.at(8, 29))
        server.wait(1)
        self.becomes("shown")
        server.stay_quiet(2)

    def test_T18_beyond_the_grace_it_is_missed_because_of_sleep(self):
        server = self.server()
        self.app.start()
        self.wake(self.at(8, 31))
        self.becomes("missed")
        self.assertEqual(self.entry("0800")["reason"], "asleep")
        server.stay_quiet(2)
        self.assertEqual(self.next_occurrences()[0], ("1200", self.at(12)))

    def test_T18_several_late_ones_are_one_notification_that_lists_them(self):
        server = self.server()
        self.app.start()
        self.configure("08:00", "08:10", "08:20")
        self.wake(self.at(8, 25))
        digest = server.wait(1)
        server.stay_quiet(2)
        for slot in ("0800", "0810", "0820"):
            self.becomes("merged", slot)
            self.assertIn(f"{slot[:2]}:{slot[2:]}", digest.body)
        self.assertEqual(set(digest.actions), {"default"})

    def test_T18_after_a_night_only_what_the_grace_allows_is_shown(self):
        server = self.server()
        self.app.start()
        self.configure("07:30", "08:00", "08:20")
        self.wake(self.at(8, 40))
        server.wait(1)
        self.becomes("shown", "0820")
        self.assertEqual((self.status("0730"), self.status("0800")), ("missed", "missed"))
        server.stay_quiet(2)

    def test_T17_asleep_for_two_days_nothing_rings_and_the_next_hour_is_armed(self):
        server = self.server()
        self.app.start()
        self.wake(self.at(9, day=2))
        self.eventually(lambda: self.next_occurrences()[:1] == [("1200", self.at(12, day=2))],
                        self.next_occurrences)
        server.stay_quiet(2)
        self.assertEqual(self.status("0800", "2026-11-22"), "missed")
        self.clock.set(self.at(11, 59, 58, day=2))
        server.wait(1)

    def test_T17_waking_inside_the_lead_it_fetches_at_once(self):
        self.server()
        feed = self.feed("Before")
        self.app.start()
        self.configure("08:00", feed=feed)
        # Wait until it is stored, because a fetch in progress would be joined.
        self.eventually(lambda: self.entry("0800").get("title") == "Before")
        feed.set("After", "Fresh.")
        self.wake(self.at(7, 50))
        feed.wait(2)
        self.eventually(lambda: self.entry("0800").get("title") == "After")

    def test_T17_a_network_that_is_not_back_yet_is_no_error(self):
        server = self.server()
        feed = self.feed("From the store")
        self.app.start()
        self.configure("08:00", feed=feed)
        feed.wait(1)
        self.eventually(lambda: self.entry("0800").get("title") == "From the store")
        feed.stop()
        self.wake(self.at(7, 59, 54))
        self.eventually(lambda: "fetch-failed" in self.codes("0800@2026-11-21"))
        self.assertEqual(self.network_errors(), [])
        self.assertEqual(server.wait(1).summary, "From the store")

    def test_T17_later_a_dead_feed_is_reported_as_usual(self):
        feed = self.feed("From the store")
        self.app.start()
        self.configure("08:00", feed=feed)
        feed.wait(1)
        feed.stop()
        self.wake(self.at(7, 30))
        time.sleep(1)  # otherwise both are one awakening
        self.clock.set(self.at(7, 40))
        self.eventually(lambda: self.network_errors() == ["FETCH_UNREACHABLE"],
                        lambda: (self.errors(), self.codes("0800@2026-11-21")))

    def test_T17_asleep_just_before_the_hour_it_rings_on_time(self):
        server = self.server()
        self.app.start()
        self.wake(self.at(7, 59, 57))
        self.assert_on_time(server.wait(1), self.at(8))


class Alone(CarillonCase):
    """Sleep is not announced: no logind, or no system bus at all."""

    def test_T17_without_logind_the_clocks_reveal_sleep(self):
        server = self.server()
        self.app.start()
        self.clock.sleep_until(self.at(8, 20))
        server.wait(1)
        self.clock.sleep_until(self.at(12, 40))
        self.becomes("missed", "1200")
        self.assertEqual(self.entry("1200")["reason"], "asleep")

    def test_T17_without_a_system_bus_everything_works(self):
        self.desktop.environment["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=/nonexistent"
        server = self.server()
        self.clock.set(self.at(7, 59, 57))
        self.app.start()
        self.assert_on_time(server.wait(1), self.at(8))


class EndOfSession(CarillonCase):
    """However a session ends, the next one finds everything."""

    def ended(self):
        until("its end", lambda: self.app.process.poll() is not None)
        return self.app.process.returncode

    def again(self):
        """Starts another session with the same home folder."""
        self.desktop.end_session()
        self.desktop.start()
        self.app.process = None
        self.app.start()
        self.assertEqual([slot for slot, _ in self.next_occurrences()], ["0915", "1730"])

    def begin(self):
        self.app.start()
        self.configure("09:15", "17:30")

    def test_SIGTERM_ends_it_in_order(self):
        self.begin()
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            send(self.app.process.pid, number)
            self.assertEqual(self.ended(), 0)
            self.app.start()
        self.again()

    def test_the_end_of_the_session_bus_ends_it(self):
        self.begin()
        bus = self.desktop.bus.pid("org.freedesktop.DBus")
        send(bus, signal.SIGTERM)
        self.assertEqual(self.ended(), 0)
        self.again()

    def test_the_end_of_the_display_ends_it_and_loses_nothing(self):
        self.begin()
        self.app.set(ttlSeconds=7200)
        display = self.desktop.processes.started[1]
        self.assertEqual(display.args[0], "Xvfb")
        send(display.pid, signal.SIGKILL)
        # GTK ends a program whose display is gone, without asking.
        self.ended()
        self.again()
        self.assertEqual(self.app.call("GetConfiguration")["ttlSeconds"], 7200)

    def test_a_visible_notification_does_not_delay_the_end(self):
        server = self.server()
        self.clock.set(self.at(7, 59, 57))
        self.app.start()
        server.wait(1)
        began = time.monotonic()
        send(self.app.process.pid, signal.SIGTERM)
        self.assertEqual(self.ended(), 0)
        self.assertLess(time.monotonic() - began, 5)

    def test_a_frozen_server_does_not_delay_the_end(self):
        server = self.server()
        self.clock.set(self.at(7, 59, 54))
        self.app.start()
        self.acquainted(server)
        server.freeze()
        self.becomes("showing")
        began = time.monotonic()
        send(self.app.process.pid, signal.SIGTERM)
        self.assertEqual(self.ended(), 0)
        self.assertLess(time.monotonic() - began, 5)

    def test_a_call_that_is_open_at_the_end_is_refused_by_carillon(self):
        server = self.server()
        self.app.start()
        self.acquainted(server)
        server.freeze()
        answers = queue.Queue()
        self.desktop.bus.call_later(NAME, PATH, DOOR, "SendTest", "()", done=answers.put)
        server.wait_held()
        send(self.app.process.pid, signal.SIGTERM)
        answer = answers.get(timeout=10)
        self.assertIsInstance(answer, BusError)
        self.assertEqual((answer.name, answer.message),
                         ("org.carillon.Error.Refused", "Carillon is closing."))
        self.assertEqual(self.ended(), 0)


class Restarted(CarillonCase):
    """Restarted while its notification is still on screen, as with xfce4-notifyd. (T30)"""

    ACCESSIBLE = True

    def setUp(self):
        super().setUp()
        self.desktop.start_window_manager()
        self.desktop.start_notifyd()
        self.clock.set(self.at(7, 59, 57))
        self.app.start()
        self.becomes("shown")
        self.title = self.entry("0800")["title"]
        self.desktop.wait_popup(self.title)

    def test_T30_after_an_orderly_end_its_button_still_works(self):
        self.app.quit()
        self.app.start()
        self.desktop.click("Snooze 10 min")
        self.becomes("snoozed")
        self.clock.advance(minutes=10)
        self.desktop.wait_popup(self.title)

    def test_T30_after_a_crash_its_button_still_works(self):
        self.app.kill()
        self.app.start()
        self.desktop.click("Skip Tomorrow’s")
        self.answered("SKIP_NEXT")
        self.assertEqual(self.status("0800", "2026-11-22"), "skipped")

    def test_T30_dismissed_while_closed_and_shown_again_nothing_is_mixed_up(self):
        self.app.quit()
        self.desktop.click("Snooze 10 min")  # nobody receives it
        self.clock.set(self.at(11, 59, 57))
        self.app.start()
        self.becomes("shown", "1200")
        self.desktop.wait_popup(self.entry("1200")["title"])
        self.desktop.click("Snooze 10 min")
        self.becomes("snoozed", "1200")
        self.assertEqual(self.status("0800"), "shown")


class Locked(CarillonCase):
    """As the real logind tells, asked by the real loginctl."""

    def setUp(self):
        super().setUp()
        if not is_possible():
            self.skipTest("there is no logind, or mount namespaces are refused here (unshare)")
        self.logind = RealLogind(self.desktop)
        self.addCleanup(self.logind.stop)

    def start(self):
        """Starts Carillon as the first process of a session."""
        begun = self.desktop.folder / "begun"
        self.app.prefix = [
            "sh", "-c", f'until [ -e "{begun}" ]; do sleep 0.05; done; exec "$@"', "sh"]
        process = self.app.launch("--hidden")
        self.logind.begin_session(process.pid)
        begun.touch()
        self.app.wait_running()

    def lock(self, locked):
        done = self.logind.loginctl(
            "lock-session" if locked else "unlock-session", self.logind.session)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.eventually(lambda: self.logind.is_locked == locked)

    def test_T38_what_left_the_screen_while_loginctl_had_locked_it_is_told_once(self):
        server = self.server()
        self.start()
        self.acquainted(server)
        server.close(server.calls[-1])
        self.lock(True)
        for number in range(5):
            message = {"data": {"title": f"Message {number}", "body": "Shown to nobody"}}
            self.app.call("Push", json.dumps(message))
            server.close(server.wait(number + 2), reason=EXPIRED)
        self.eventually(lambda: [entry["text"] for entry in self.app.history()].count(
            "Shown while the screen was locked") == 5, self.app.history)
        server.stay_quiet(1)
        self.lock(False)
        told = server.wait(7)
        self.assertEqual(told.summary, "While you were away")
        for number in range(5):
            self.assertIn(f"Message {number}", told.body)
        server.stay_quiet(2)
        # Unlocked, what expires was seen. So many popups within minutes would have to wait.
        self.clock.advance(minutes=11)
        self.app.call("Push", json.dumps({"data": {"title": "Seen", "body": "By somebody"}}))
        server.close(server.wait(8), reason=EXPIRED)
        self.lock(True)
        self.lock(False)
        server.stay_quiet(2)


if __name__ == "__main__":
    unittest.main()
