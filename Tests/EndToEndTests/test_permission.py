"""The desktop's switch for notifications of this application, wherever it is stored. (T21, T31)"""

import subprocess
import unittest

from harness.case import CarillonCase

APPLICATION = "org.carillon.Carillon"


class SwitchedOff(CarillonCase):
    """The consequences, with Plasma's file, which is the easiest to write."""

    def setUp(self):
        super().setUp()
        self.file = self.desktop.home / ".config/plasmanotifyrc"
        self.file.parent.mkdir(exist_ok=True)

    def plasma(self):
        return self.server(name="Plasma", vendor="KDE")

    def switch(self, on):
        """Writes the file like Plasma's settings: a new file, moved into place."""
        new = self.file.with_suffix(".new")
        new.write_text(f"[Applications][{APPLICATION}]\nSeen=true\n"
                       f"ShowPopups={'true' if on else 'false'}\n"
                       f"ShowInHistory={'true' if on else 'false'}\n")
        new.rename(self.file)
        self.eventually(lambda: self.app.process is None or self.is_permitted() == on)

    def is_permitted(self):
        return self.app.state()["server"]["permitted"]

    def test_T21_switched_off_it_is_denied_and_nothing_is_sent(self):
        server = self.plasma()
        self.switch(False)
        self.clock.set(self.at(7, 59, 57))
        self.app.start()
        self.assertFalse(self.is_permitted())
        self.eventually(lambda: self.app.state()["waiting"])
        state = self.app.state()
        self.assertEqual((state["pendingCount"], state["attention"]), (0, True))
        self.assertEqual(set(self.errors()), {"PERMISSION_DENIED", "SCHEDULE_DENIED"})
        self.assertIn("PERMISSION_DENIED", [hint["code"] for hint in state["hints"]])
        permissions = self.app.ctl_json("permissions")
        self.assertEqual((permissions["granted"], permissions["reason"]),
                         (False, "PERMISSION_DENIED"))
        self.assertEqual(self.app.ctl("test").returncode, 1)
        self.assertEqual(self.app.ctl("deliver").returncode, 1)
        server.stay_quiet(1)

    def test_T21_without_popups_it_rings_into_the_desktops_list(self):
        server = self.plasma()
        self.file.write_text(f"[Applications][{APPLICATION}]\nShowPopups=false\n")
        self.clock.set(self.at(7, 59, 57))
        self.app.start()
        self.assertTrue(self.is_permitted())
        server.wait(1)
        self.becomes("shown")

    def test_T21_switched_on_within_the_grace_it_rings(self):
        server = self.plasma()
        self.switch(False)
        self.clock.set(self.at(7, 59, 57))
        self.app.start()
        self.eventually(lambda: self.app.state()["waiting"])
        self.clock.set(self.at(8, 20))
        server.stay_quiet(1)
        self.switch(True)
        server.wait(1)
        self.becomes("shown")
        self.assertEqual((self.app.state()["pendingCount"], self.app.state()["attention"]),
                         (3, False))
        self.assertTrue(self.app.ctl_json("permissions")["granted"])

    def test_T21_switched_off_while_running_due_hours_wait_and_are_missed(self):
        server = self.plasma()
        self.clock.set(self.at(7, 59, 50))
        self.app.start()
        self.assertEqual(self.app.state()["pendingCount"], 3)
        self.switch(False)
        self.assertEqual(self.app.state()["pendingCount"], 0)
        self.clock.set(self.at(8, 40))
        self.becomes("missed")
        self.switch(True)
        server.stay_quiet(1)
        self.clock.set(self.at(11, 59, 58))
        server.wait(1)

    def test_T21_a_replaced_server_of_the_same_kind_keeps_the_switch(self):
        server = self.plasma()
        self.switch(False)
        self.app.start()
        server.stop()
        self.met("absent")
        self.clock.set(self.at(7, 59, 58))
        other = self.plasma()
        self.met()
        other.stay_quiet(4)
        self.assertFalse(self.is_permitted())

    def test_T21_another_applications_switch_has_no_effect(self):
        self.file.write_text("[Applications][org.example.Other]\nShowPopups=false\n")
        server = self.plasma()
        self.clock.set(self.at(7, 59, 57))
        self.app.start()
        server.wait(1)


class InGNOME(CarillonCase):

    SCHEMA = ("org.gnome.desktop.notifications.application:/org/gnome/desktop/notifications/"
              "application/org-carillon-carillon/")

    def setUp(self):
        super().setUp()
        # Settings in a file, shared by two processes.
        self.desktop.environment["GSETTINGS_BACKEND"] = "keyfile"

    def settings(self, key, value):
        subprocess.run(["gsettings", "set", self.SCHEMA, key, value],
                       env=self.desktop.environment, check=True)

    def test_T21_gnomes_switch_is_followed_live_and_its_popups_switch_is_not(self):
        server = self.server(name="gnome-shell", vendor="GNOME")
        self.settings("enable", "false")
        self.clock.set(self.at(7, 59, 57))
        self.app.start()
        self.assertFalse(self.app.state()["server"]["permitted"])
        self.eventually(lambda: self.app.state()["waiting"])
        self.settings("show-banners", "false")
        server.stay_quiet(1)
        self.settings("enable", "true")
        server.wait(1)
        self.becomes("shown")
        self.settings("enable", "false")
        self.eventually(lambda: not self.app.state()["server"]["permitted"])
        self.assertIn("PERMISSION_DENIED", self.errors())


class InXfce(CarillonCase):
    """With the real xfce4-notifyd."""

    ACCESSIBLE = True
    LIST = ["xfconf-query", "-c", "xfce4-notifyd", "-p", "/applications/muted_applications"]

    def test_T21_while_on_xfces_list_of_muted_applications_it_does_not_ring(self):
        self.desktop.start_window_manager()
        self.desktop.start_notifyd()
        self.xfconf(*self.LIST, "-n", "-a", "-t", "string", "-s", APPLICATION)
        self.clock.set(self.at(7, 59, 57))
        self.app.start()
        self.eventually(lambda: not self.app.state()["server"]["permitted"])
        self.eventually(lambda: self.app.state()["waiting"])
        self.assertEqual(self.desktop.popups(), [])
        self.xfconf(*self.LIST, "-r")
        self.becomes("shown")
        self.desktop.wait_popup(self.entry("0800")["title"])

    def xfconf(self, *arguments):
        subprocess.run(arguments, env=self.desktop.environment, check=True, capture_output=True)


if __name__ == "__main__":
    unittest.main()
