"""Two sessions of one user, with one home folder. (T32)"""

import fcntl
import pathlib
import signal
import time
import unittest

from harness.app import Carillon
from harness.bus import BusError
from harness.case import CarillonCase
from harness.desktop import Desktop
from harness.notifications import NotificationServer
from harness.processes import send
from harness.tray import Tray


class TwoSessions(CarillonCase):

    def setUp(self):
        super().setUp()
        self.there = Desktop(home=self.desktop.home)
        self.addCleanup(self.there.stop)
        self.there.start()
        self.second = Carillon(self.there, self.clock)
        self.here_server = self.server()
        self.there_server = NotificationServer(
            self.there.environment["DBUS_SESSION_BUS_ADDRESS"]).start()
        self.addCleanup(self.there_server.stop)

    def start_second(self):
        """Starts it in the other session; returns the sentence with which it refuses."""
        self.second.launch("--hidden")
        self.eventually(lambda: self.second.is_running and self.refusal())
        return self.refusal()

    def refusal(self):
        try:
            self.second.state()
        except BusError as error:
            return error.message
        return None

    def test_T32_an_hour_rings_in_the_first_session_only_and_the_second_says_why(self):
        self.clock.set(self.at(7, 59, 50))
        self.app.start()
        self.there.start_panel()
        sentence = self.start_second()
        self.assertIn("another session", sentence)
        self.assertEqual(Tray(self.there).labels(), [sentence, "Quit"])
        done = self.second.ctl("state")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn(sentence, done.stderr)
        self.clock.set(self.at(7, 59, 58))
        self.here_server.wait(1)
        self.assertEqual(len(self.there_server.calls), 0)
        self.assertEqual(self.second.log.count("another session"), 1, self.second.log)

    def test_T32_killed_in_the_first_session_it_continues_in_the_second(self):
        self.clock.set(self.at(7, 59, 57))
        self.app.start()
        self.here_server.wait(1)
        self.start_second()
        self.app.kill()
        self.eventually(lambda: self.refusal() is None)
        self.assertEqual([entry["status"] for entry in self.second.history()], ["shown"])
        self.clock.set(self.at(11, 59, 58))
        self.there_server.wait(1)
        self.assertEqual(len(self.here_server.calls), 1)

    def test_T32_waiting_for_the_other_session_it_quits_when_told_to(self):
        self.app.start()
        self.start_second()
        send(self.second.process.pid, signal.SIGTERM)
        self.second.wait_ended()
        self.assertEqual(self.second.process.returncode, 0)
        self.assertTrue(self.app.state()["nextOccurrences"])

    def test_T32_one_that_is_still_closing_its_database_is_no_other_session(self):
        self.app.start()
        self.app.quit()
        folder = pathlib.Path(self.app.database()).parent
        with (folder / "carillon.lock").open() as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            self.app.launch("--hidden")
            self.eventually(lambda: self.app.is_running)
            time.sleep(1)
        self.assertTrue(self.app.state()["nextOccurrences"])
        self.assertNotIn("another session", self.app.log)


if __name__ == "__main__":
    unittest.main()
