"""The windows are a process of their own, which lives as long as one is open."""

import json
import os
import pathlib
import signal
import time

from harness.brews import stage
from harness.processes import send, until
from harness.window import WindowCase


class WindowsProcess(WindowCase):
    def setUp(self):
        super().setUp()
        self.shown = self.server()

    def windows_process(self):
        """The id of the windows' process, or None."""
        return next(iter(self.app.processes()[1:]), None)

    def wait_none(self):
        self.eventually(lambda: self.windows_process() is None, self.app.processes)

    def test_T20_its_memory_goes_with_the_last_window(self):
        self.app.start()
        self.assertIsNone(self.windows_process())
        before = self.app.private_dirty()
        self.open_window("settings")
        first = self.windows_process()
        name = pathlib.Path(f"/proc/{first}/comm").read_text().strip()
        self.assertEqual(name, self.app.name[:15])
        for page in ("hours", "content", "history", "status", "settings"):
            self.go(page)
        self.assertEqual(self.windows_process(), first)
        self.window.key("ctrl+w")
        self.wait_none()
        self.assertFalse(os.path.exists(f"/proc/{first}/exe"))
        self.assertTrue(self.app.answers_within(5))
        # A debug build's own bookkeeping, and what reading the reports took.
        self.assertLess(self.app.private_dirty(), before + (4 << 20))

    def test_T20_whoever_asks_for_a_window_while_the_last_one_closes_gets_one(self):
        self.open_window()
        for number in range(12):
            self.window.key("ctrl+w")
            # Sooner or later than the window goes.
            time.sleep(number * 0.01)
            self.app.ctl("open", "carillon://settings/status")
            self.window.find("push button", "Send Me a Test")
            self.eventually(lambda: len(self.desktop.windows()) == 1, self.desktop.windows)

    def test_B18_it_lives_for_the_window_of_a_subject_too(self):
        self.app.start()
        self.met()
        self.app.call("Push", json.dumps(stage("heating", remainingTime="60")))
        self.shown.wait(1)
        self.app.ctl("open", "firstcrack://brew/b1")
        until("the window", self.desktop.windows)
        self.app.ctl("open", "carillon://settings/hours")
        self.window.wait_text("Your hours")
        self.eventually(lambda: len(self.desktop.windows()) == 2, self.desktop.windows)
        self.window.key("ctrl+w")
        self.eventually(lambda: len(self.desktop.windows()) == 1, self.desktop.windows)
        time.sleep(1)
        self.assertIsNotNone(self.windows_process())
        self.window.key("ctrl+w")
        self.wait_none()

    def test_T1_an_hour_rings_when_the_windows_hang_and_when_they_crash(self):
        self.clock.set(self.at(7, 59, 50))
        self.open_window()
        process = self.windows_process()
        send(process, signal.SIGSTOP)
        self.addCleanup(send, process, signal.SIGCONT)
        for minutes in range(40):
            self.app.set(lateGraceMinutes=30 + minutes % 2)
        self.assertTrue(self.app.answers_within(1))
        self.clock.set(self.at(7, 59, 59))
        self.shown.wait(1)
        send(process, signal.SIGKILL)
        self.wait_none()
        self.assertTrue(self.app.answers_within(1))
        self.open_window("status")
        self.window.find("push button", "Send Me a Test").press()
        self.shown.wait(2)

    def test_D3_what_a_window_that_hangs_would_have_shown_pops_up(self):
        self.open_window("status")
        process = self.windows_process()
        send(process, signal.SIGSTOP)
        self.addCleanup(send, process, signal.SIGCONT)
        for number in range(3):
            self.app.call("Push", json.dumps({"data": {
                "type": "notification", "title": f"Notice {number}", "body": "It is for you."}}))
        self.shown.wait(3, timeout=15)
        # Whoever wants a window gets one, from another process.
        time.sleep(10)
        self.app.ctl("open", "carillon://settings/history")
        self.eventually(lambda: len(self.app.processes()) == 3, self.app.processes)
        self.eventually(lambda: len(self.desktop.windows()) == 2, self.desktop.windows)

    def test_it_ends_with_the_app(self):
        self.open_window()
        process = self.windows_process()
        self.app.kill()
        self.eventually(lambda: not os.path.exists(f"/proc/{process}/exe"))
        self.open_window()
        process = self.windows_process()
        self.app.quit()
        self.eventually(lambda: not os.path.exists(f"/proc/{process}/exe"))
