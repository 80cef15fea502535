"""Ringing while Carillon is closed: a timer of the user's systemd starts `carillon --ring`. (003 §3)"""

import datetime
import json
import pathlib
import signal
import time

from harness.app import NAME
from harness.ntfy_case import NtfyCase
from harness.processes import send, until
from harness.systemd import Systemd
from harness.tray import Tray
from harness.window import WindowCase

LATE = datetime.timedelta(seconds=35)  # how much later the timer is than Carillon, while it runs


class RingClosed(WindowCase):
    def setUp(self):
        super().setUp()
        self.systemd = Systemd(self.desktop)
        self.addCleanup(self.systemd.stop)
        self.notifier = self.server()

    def begin(self, **settings):
        """Carillon with an hour at 08:00 and the timer, as its user has left it."""
        self.app.start()
        self.met()
        self.app.set(slots=[{"hour": 8, "minute": 0}], scheduler="systemd", **settings)
        self.eventually(lambda: self.app.state()["closedTimer"] == "set",
                        lambda: self.app.state()["closedTimer"])

    def ring(self):
        """What systemd does when the timer is due."""
        program, *arguments = self.systemd.command()
        self.assertEqual(pathlib.Path(program), pathlib.Path(self.app.programs / "carillon").resolve())
        process = self.app.launch(*arguments)
        self.app.wait_running()
        return process

    def is_gone(self, process, timeout=40):
        self.assertEqual(process.wait(timeout), 0)
        self.assertIsNone(self.desktop.bus.owner(NAME))

    def test_003_the_timer_follows_setting_hours_and_end(self):
        self.app.start()
        self.met()
        self.app.set(slots=[{"hour": 8, "minute": 0}])
        self.assertIsNone(self.systemd.timer())
        self.assertEqual(self.app.state()["closedTimer"], "off")
        self.assertIn("AUTOSTART_OFF", [hint["code"] for hint in self.app.state()["hints"]])
        self.app.set(scheduler="systemd")
        self.eventually(lambda: self.app.state()["closedTimer"] == "set")
        # It is fetched twenty minutes before.
        self.assertEqual(self.systemd.timer(), self.at(7, 40) + LATE)
        self.assertEqual(self.systemd.told,
                         ["EnableUnitFiles", "Reload", "RestartUnit"])
        self.assertNotIn("AUTOSTART_OFF", [hint["code"] for hint in self.app.state()["hints"]])
        self.clock.set(self.at(7, 50))
        self.eventually(lambda: self.fetched("0800"))
        self.app.quit()
        self.assertEqual(self.systemd.timer(), self.at(8))
        self.app.start()
        self.app.set(slots=[{"hour": 9, "minute": 30}])
        self.app.quit()
        self.assertEqual(self.systemd.timer(), self.at(9, 10))
        self.app.start()
        self.eventually(lambda: self.app.state()["closedTimer"] == "set")
        self.systemd.told.clear()
        self.app.set(scheduler="in-app")
        self.eventually(lambda: self.systemd.timer() is None)
        self.eventually(lambda: self.systemd.told == ["StopUnit", "DisableUnitFiles", "Reload"],
                        lambda: self.systemd.told)
        self.assertEqual(list(self.systemd.units.iterdir()), [])

    def test_003_it_rings_what_is_due_and_ends_once_that_is_answered(self):
        self.begin()
        self.app.quit()
        self.clock.set(self.at(8))
        process = self.ring()
        shown = self.notifier.wait(1)
        self.assertEqual(self.entry("0800").get("reason"), None)
        self.assertEqual(self.desktop.windows(), [])
        # It is there for as long as somebody may press one of its buttons.
        time.sleep(17)
        self.assertIsNone(process.poll())
        self.notifier.invoke(shown, "snooze")
        self.eventually(lambda: self.status("0800") == "snoozed")
        self.is_gone(process)
        snoozed = self.systemd.timer()
        self.assertLess(abs(snoozed - self.at(8, 10, 20)), datetime.timedelta(seconds=20))
        self.clock.set(snoozed)
        process = self.ring()
        again = self.notifier.wait(2)
        self.notifier.close(again)
        self.is_gone(process)
        # The next midnight plans the next day.
        self.assertEqual(self.systemd.timer(), self.at(0, day=1))
        self.clock.set(self.at(0, day=1))
        self.is_gone(self.ring())
        self.assertEqual(self.systemd.timer(), self.at(7, 40, day=1))
        self.assertEqual(len(self.notifier.calls), 2)

    def test_003_it_has_no_icon_and_hands_over_to_one_that_runs(self):
        self.desktop.start_panel()
        self.begin()
        until("the icon", Tray(self.desktop).items)
        self.assertEqual(self.app.launch("--ring").wait(20), 0)
        self.assertTrue(self.app.is_running)
        self.assertEqual(self.desktop.windows(), [])
        self.app.process = None
        self.app.quit()
        self.eventually(lambda: not Tray(self.desktop).items())
        self.clock.set(self.at(8))
        self.ring()
        self.notifier.wait(1)
        time.sleep(1)
        self.assertEqual(Tray(self.desktop).items(), [])
        self.assertEqual(self.app.launch("--ring").wait(20), 0)

    def test_003_it_stays_once_carillon_is_started_or_a_window_is_opened(self):
        self.desktop.start_panel()
        self.begin()
        for arguments in (["--hidden"], []):
            self.app.quit()
            self.clock.set(self.clock.now().replace(second=0) + datetime.timedelta(minutes=1))
            process = self.ring()
            self.assertEqual(Tray(self.desktop).items(), [])
            # As at login: the timer was first.
            self.assertEqual(self.app.launch(*arguments).wait(20), 0)
            until("the icon", Tray(self.desktop).items)
            if not arguments:
                until("the window", self.desktop.windows)
            time.sleep(15)
            self.assertEqual(bool(self.desktop.windows()), not arguments)
            self.assertIsNone(process.poll())
            self.app.process = process

    def test_003_a_killed_carillon_is_rung_for_a_little_later(self):
        self.begin()
        self.clock.set(self.at(7, 59))
        self.eventually(lambda: self.systemd.timer() == self.at(8) + LATE, self.systemd.timer,
                        timeout=40)
        self.app.kill()
        self.clock.set(self.systemd.timer())
        process = self.ring()
        shown = self.notifier.wait(1)
        self.assertIsNone(self.entry("0800").get("reason"))
        self.notifier.close(shown)
        self.is_gone(process)

    def test_003_a_start_that_meets_one_that_is_ending_starts_carillon(self):
        self.begin()
        for seconds in (10.1, 10.3, 10.6):  # it ends by itself after ten
            self.app.quit()
            began = time.monotonic()
            self.ring()
            time.sleep(max(0, began + seconds - time.monotonic()))
            self.app.launch("--hidden")
            time.sleep(4)
            self.assertTrue(self.app.is_running)
            self.assertTrue(self.app.answers_within(5))

    def test_003_what_comes_while_it_is_about_to_end_is_taken_in_and_keeps_it(self):
        self.begin()
        self.app.quit()
        process = self.ring()
        self.eventually(lambda: self.app.state()["closedTimer"] == "set")
        # It waits for systemd's answer.
        self.systemd.silent = True
        until("it is about to end", lambda: self.systemd.timer() == self.at(7, 40), 40)
        self.app.call("Push", json.dumps({"title": "Just now"}))
        shown = self.notifier.wait(1)
        self.systemd.silent = False
        time.sleep(15)
        self.assertIsNone(process.poll())
        self.eventually(lambda: self.systemd.timer() == self.at(7, 40) + LATE)
        self.notifier.close(shown)
        self.is_gone(process)

    def test_003_with_nothing_stored_it_stores_nothing(self):
        self.assertEqual(self.app.launch("--ring").wait(20), 0)
        self.assertFalse((self.desktop.home / ".local/share/carillon/carillon.sqlite").exists())

    def test_003_a_database_that_cannot_be_opened_is_tried_again(self):
        self.begin()
        self.app.quit()
        database = self.desktop.home / ".local/share/carillon/carillon.sqlite"
        database.chmod(0)
        database.rename(database.with_suffix(".away"))
        database.mkdir()
        self.assertEqual(self.app.launch("--ring").wait(20), 75)

    def test_003_of_a_damaged_database_the_user_is_told_by_an_icon_that_stays(self):
        self.desktop.start_panel()
        self.begin()
        self.app.quit()
        database = pathlib.Path(self.app.database())
        for file in database.parent.glob("carillon.sqlite-*"):
            file.unlink()
        database.write_bytes(b"\xff" * 65536)
        process = self.app.launch("--ring")
        until("the icon", Tray(self.desktop).items)
        self.assertIn("DATABASE_SET_ASIDE", [hint["code"] for hint in self.app.state()["hints"]])
        time.sleep(15)
        self.assertIsNone(process.poll())

    def test_003_without_a_display_it_asks_systemd_to_try_again(self):
        self.begin()
        self.app.quit()
        self.desktop.environment.pop("DISPLAY")
        self.assertEqual(self.app.launch("--ring").wait(20), 75)

    def test_003_without_systemd_the_state_says_so(self):
        self.systemd.stop()
        self.app.start()
        self.met()
        self.app.set(scheduler="systemd")
        self.eventually(lambda: self.app.state()["closedTimer"] == "absent")
        self.assertIn("CLOSED_TIMER_ABSENT", [hint["code"] for hint in self.app.state()["hints"]])
        name, message = self.app.refusal("Set", json.dumps({"scheduler": "cron"}))
        self.assertEqual(name, "org.carillon.Error.InvalidArgument")
        self.assertIn("scheduler: must be in-app or systemd", message)

    def test_003_deleting_everything_deletes_the_timer(self):
        self.begin()
        self.app.call("DeleteAll", "DELETE")
        self.app.wait_ended()
        self.assertIsNone(self.systemd.timer())
        self.assertEqual(self.systemd.told[-3:], ["StopUnit", "DisableUnitFiles", "Reload"])


class TopicsWhileClosed(NtfyCase):
    def test_003_C4_what_a_topic_has_received_meanwhile_is_shown(self):
        self.begin()
        self.carrier_is("open")
        self.app.quit()
        self.ntfy.publish("alerts", "It was sent while nothing ran.", title="Meanwhile")
        process = self.app.launch("--ring")
        shown = self.notifier.wait(1)
        self.assertEqual(shown.summary, "Meanwhile")
        self.notifier.close(shown)
        self.assertEqual(process.wait(40), 0)

    def test_003_C5_what_was_copied_can_be_pasted_until_something_else_is(self):
        self.begin()
        self.carrier_is("open")
        self.app.quit()
        self.ntfy.publish("alerts", "It is 1234.", title="Code", actions=[
            {"action": "copy", "label": "Copy the Code", "value": "1234"}])
        process = self.app.launch("--ring")
        shown = self.notifier.wait(1)
        self.notifier.invoke(shown, next(key for key, label in shown.actions.items()
                                         if label == "Copy the Code"))
        self.eventually(lambda: self.desktop.clipboard() == "1234")
        time.sleep(15)
        self.assertEqual(self.desktop.clipboard(), "1234")
        self.assertIsNone(process.poll())
        self.desktop.take_clipboard()
        self.assertEqual(process.wait(60), 0)
