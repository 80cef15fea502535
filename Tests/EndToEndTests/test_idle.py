"""An idle Carillon does not wake up."""

import pathlib
import time
import unittest

from harness.case import CarillonCase
from harness.keyring import Keyring
from harness.tray import Tray


class Idle(CarillonCase):
    """In the tray, with a server and a keyring, and nothing due for an hour."""

    def test_it_does_not_wake_up_in_half_a_minute(self):
        self.desktop.start_window_manager()
        self.desktop.start_panel()
        self.server()
        Keyring(self.desktop).start()
        self.app.start()
        self.eventually(lambda: self.app.state()["keyring"] == "open")
        Tray(self.desktop).item()
        self.eventually(lambda: self.app.state()["nextOccurrences"][0].get("title"))
        time.sleep(10)  # until the work after the start is done
        before = self.wake_ups()
        time.sleep(30)
        after = self.wake_ups()
        self.assertEqual({thread: after[thread] - before.get(thread, 0) for thread in after
                          if after[thread] != before.get(thread, 0)}, {})

    def test_it_does_not_wake_up_after_an_export(self):
        self.server()
        self.app.start()
        self.eventually(lambda: self.app.state()["nextOccurrences"][0].get("title"))
        exported = self.desktop.home / "all.json"
        self.assertEqual(self.app.ctl("export", str(exported)).returncode, 0)
        time.sleep(10)
        before = self.wake_ups()
        time.sleep(10)
        after = self.wake_ups()
        self.assertEqual({thread: after[thread] - before.get(thread, 0) for thread in after
                          if after[thread] != before.get(thread, 0)}, {})

    def wake_ups(self):
        """How often each thread has gone to sleep so far, by name and id."""
        found = {}
        for task in pathlib.Path("/proc", str(self.app.process.pid), "task").iterdir():
            status = dict(line.split(":\t", 1) for line in
                          (task / "status").read_text().splitlines() if ":\t" in line)
            found[f"{status['Name']} {task.name}"] = int(status["voluntary_ctxt_switches"])
        return found


if __name__ == "__main__":
    unittest.main()
