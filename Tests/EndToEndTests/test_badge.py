"""The number of what waits to be read, at the launcher and in the panel. (D8)"""

import json
import unittest

from harness.bus import Bus
from harness.case import CarillonCase
from harness.tray import Tray

INTERFACE = "com.canonical.Unity.LauncherEntry"
APPLICATION = "application://org.carillon.Carillon.desktop"


class BadgeCase(CarillonCase):

    def setUp(self):
        super().setUp()
        self.desktop.start_window_manager()
        self.desktop.start_panel()
        self.tray = Tray(self.desktop)
        self.notifications = self.server()
        self.launcher = Bus(self.desktop.environment["DBUS_SESSION_BUS_ADDRESS"])
        self.addCleanup(self.launcher.close)
        self.told = []
        self.launcher.on_signal(None, None, INTERFACE, "Update",
                                lambda _name, arguments: self.told.append(arguments))
        self.app.start()
        self.icon_is("")

    def icon_is(self, variant):
        self.eventually(lambda: self.tray.icon() == f"org.carillon.Carillon{variant}-symbolic",
                        self.tray.icon)

    def push(self, badge=None, **data):
        message = {"data": {"type": "alarm", "severity": "warning", "body": "Look at it", **data}}
        if badge is not None:
            message["apns"] = {"payload": {"aps": {"badge": badge}}}
        return self.app.call("Push", json.dumps(message))

    def counts(self, *numbers):
        """The launcher was told these, in this order, and nothing else."""
        self.eventually(lambda: len(self.told) >= len(numbers), lambda: self.told)
        self.assertEqual(self.told, [
            (APPLICATION, {"count": number, "count-visible": number > 0}) for number in numbers])


class Counted(BadgeCase):

    def test_D8_five_wait_one_is_read_and_then_none_waits(self):
        self.push(5, alarmId="a1", title="Pump 5")
        self.counts(5)
        self.icon_is("-5")
        self.assertEqual(self.tray.property("IconAccessibleDesc"), "Carillon, 5 unread messages")
        self.app.call("Open", "/alarms/a1")
        self.counts(5, 4)
        self.icon_is("-4")
        self.push(0, type="sync", syncType="alarms", silent="true")
        self.counts(5, 4, 0)
        self.icon_is("")
        self.assertNotIn("unread", self.tray.property("IconAccessibleDesc"))

    def test_D8_looking_at_the_page_reads_all(self):
        self.push(5, alarmId="a1", title="Pump 5")
        self.counts(5)
        self.app.call("Open", "carillon://settings/alarms")
        self.counts(5, 0)
        self.icon_is("")

    def test_D8_more_than_nine_are_more(self):
        self.push(42, alarmId="a1", title="Pump 5")
        self.counts(42)
        self.icon_is("-more")

    def test_D8_the_number_outlives_the_app_and_a_launcher_that_starts_later_is_told(self):
        self.push(3, alarmId="a1", title="Pump 5")
        self.counts(3)
        self.app.kill()
        self.app.start()
        self.counts(3, 3)
        self.icon_is("-3")
        self.launcher.own("com.canonical.Unity")
        self.counts(3, 3, 3)


if __name__ == "__main__":
    unittest.main()
