"""An idle Carillon does not wake up."""

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
        self.assertEqual(self.app.woken_in(30), {})

    def test_it_does_not_wake_up_after_an_export(self):
        self.server()
        self.app.start()
        self.eventually(lambda: self.app.state()["nextOccurrences"][0].get("title"))
        exported = self.desktop.home / "all.json"
        self.assertEqual(self.app.ctl("export", str(exported)).returncode, 0)
        time.sleep(10)
        self.assertEqual(self.app.woken_in(10), {})


if __name__ == "__main__":
    unittest.main()
