"""The start entry, edited, hidden and overridden by others; read back like a session. (T19)"""

import pathlib
import subprocess
import unittest

from harness.case import CarillonCase
from harness.systemd import Systemd

NAME = "org.carillon.Carillon.desktop"


class Entry(CarillonCase):

    def setUp(self):
        super().setUp()
        self.config = self.desktop.home / ".config"
        self.system = self.desktop.folder / "xdg"
        self.desktop.environment["XDG_CONFIG_DIRS"] = str(self.system)
        (self.system / "autostart").mkdir(parents=True)
        self.users = self.config / "autostart" / NAME

    def start_wanted(self):
        """Starts the app with the switch on."""
        self.app.start()
        self.app.set(autostart=True)
        self.is_actual(True)

    def put(self, *lines, at=None):
        file = at or self.users
        file.parent.mkdir(parents=True, exist_ok=True)
        command = f'Exec="{self.app.programs / "carillon"}" --hidden'
        new = file.with_suffix(".new")
        new.write_text("\n".join(
            ["[Desktop Entry]", "Type=Application", "Name=Carillon", command, *lines, ""]))
        new.rename(file)

    def is_actual(self, expected):
        """Checks that Carillon's report matches what a session would do."""
        self.eventually(lambda: self.app.state()["autostart"]["actual"] == expected,
                        lambda: self.app.state()["autostart"])
        hints = [hint["code"] for hint in self.app.state()["hints"]]
        self.assertEqual("AUTOSTART_FAILED" in hints,
                         self.app.state()["autostart"]["wanted"] and not expected)

    def session_starts_it(self):
        told = subprocess.run(["dex", "--autostart", "--dry-run", "--environment", "XFCE"],
                              env=self.desktop.environment, check=True, capture_output=True,
                              text=True)
        return str(self.app.programs / "carillon") in told.stdout

    def agree(self, expected):
        self.is_actual(expected)
        self.assertEqual(self.session_starts_it(), expected)

    def test_T19_switched_on_and_off_matches_the_session(self):
        self.start_wanted()
        self.agree(True)
        self.app.set(autostart=False)
        self.agree(False)
        self.assertFalse(self.users.exists())

    def test_T19_edits_by_others_are_noticed_live(self):
        self.start_wanted()
        for lines, starts in (
                (["Hidden=true"], False), ([], True), (["OnlyShowIn=KDE;GNOME;"], False),
                (["OnlyShowIn=XFCE;"], True), (["NotShowIn=XFCE;"], False),
                (["NotShowIn=KDE;"], True), (["TryExec=/no/such/program"], False),
                (["TryExec=/bin/sh"], True)):
            with self.subTest(lines):
                self.put(*lines)
                self.agree(starts)

    def test_T19_gnomes_tools_switch_it_off(self):
        self.start_wanted()
        self.put("X-GNOME-Autostart-enabled=false")
        self.is_actual(False)
        self.app.set(autostart=True)
        self.is_actual(True)

    def test_T19_edited_while_carillon_was_closed(self):
        self.start_wanted()
        self.app.quit()
        self.put("Hidden=true")
        self.app.start()
        self.agree(False)
        self.assertTrue(self.app.state()["autostart"]["wanted"])

    def test_T19_the_users_file_overrides_the_systems(self):
        self.put(at=self.system / "autostart" / NAME)
        self.app.start()
        self.agree(True)
        self.put("Hidden=true")
        self.agree(False)
        self.users.unlink()
        self.agree(True)

    def test_T19_switched_off_over_the_systems_entry_it_stays_off(self):
        self.put(at=self.system / "autostart" / NAME)
        self.start_wanted()
        self.app.set(autostart=False)
        self.agree(False)
        self.assertIn("Hidden=true", self.users.read_text())
        self.app.set(autostart=True)
        self.agree(True)

    def test_T19_an_unusable_folder_is_reported(self):
        self.config.mkdir(exist_ok=True)
        (self.config / "autostart").write_text("in the way")
        self.app.start()
        self.app.set(autostart=True)
        self.eventually(lambda: "AUTOSTART_FAILED" in self.errors(), self.errors)
        self.assertEqual(self.app.state()["autostart"], {"wanted": True, "actual": False})
        self.assertNotIn("by", self.app.state()["autostart"])
        self.assertTrue(self.app.answers_within(1))

    def test_T19_the_whole_folder_may_go_and_come_back(self):
        self.start_wanted()
        subprocess.run(["rm", "-r", str(self.users.parent)], check=True)
        self.is_actual(False)
        self.app.set(autostart=True)
        self.agree(True)
        self.assertTrue(pathlib.Path(self.users).exists())

    # systemd's unit

    def systemd(self, state):
        manager = Systemd(self.desktop, state)
        self.addCleanup(manager.stop)
        return manager

    def is_started_by(self, starter):
        self.eventually(lambda: self.app.state()["autostart"].get("by") == starter,
                        lambda: self.app.state()["autostart"])

    def test_T39_an_enabled_unit_counts_as_start_on_login(self):
        self.systemd("enabled")
        self.app.start()
        self.assertEqual(self.app.state()["autostart"],
                         {"wanted": False, "actual": True, "by": "systemd"})
        self.app.set(depth=1)
        days = {each["date"] for each in self.app.state()["nextOccurrences"]}
        self.assertEqual(days, {"2026-11-21", "2026-11-22"})
        done = self.app.ctl("config", "set", '{"autostart": true}')
        self.assertEqual(done.stdout, "Saved.\nsystemd already starts Carillon "
                         "(carillon.service), so no start entry was written.\n")
        self.assertFalse(self.users.exists())
        self.assertIn("Carillon starts with your session: systemd starts it (carillon.service).",
                      self.app.ctl("state").stdout)

    def test_T39_enabling_and_disabling_the_unit_is_noticed_live(self):
        manager = self.systemd("disabled")
        self.app.start()
        self.assertNotIn("by", self.app.state()["autostart"])
        manager.set("enabled")
        self.is_started_by("systemd")
        manager.set("disabled")
        self.is_started_by(None)

    def test_T39_a_manager_that_comes_later_is_asked_and_a_silent_one_keeps_nobody(self):
        self.app.start()
        self.assertNotIn("by", self.app.state()["autostart"])
        manager = self.systemd("enabled")
        self.is_started_by("systemd")
        manager.silent = True
        manager.set("disabled")
        self.assertTrue(self.app.answers_within(1))

    def test_T39_both_are_named_and_the_entry_can_be_removed(self):
        manager = self.systemd("disabled")
        self.start_wanted()
        self.is_started_by("entry")
        manager.set("enabled")
        self.is_started_by("both")
        self.assertIn("One is enough.", self.app.ctl("state").stdout)
        self.app.set(autostart=False)
        self.is_started_by("systemd")
        self.assertFalse(self.users.exists())


if __name__ == "__main__":
    unittest.main()
