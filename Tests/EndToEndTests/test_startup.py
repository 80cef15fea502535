"""Starting, the tray, and starting with the session. (T19, T20)"""

import configparser
import pathlib
import shlex
import shutil
import subprocess
import unittest

from harness.case import CarillonCase
from harness.compiling import compiled
from harness.processes import until
from harness.tray import Tray
from harness.window import WindowCase


class Windows(WindowCase):
    """Whether a window opens."""

    def test_T20_hidden_without_a_tray_host_it_opens_no_window_and_everything_else_works(self):
        server = self.server()
        self.clock.set(self.at(7, 59, 57))
        self.app.start(hidden=True)
        server.wait(1)
        self.assertEqual(self.desktop.windows(), [])
        self.assertFalse(self.app.state()["trayHost"])
        # The host comes later, and the icon appears.
        self.desktop.start_panel()
        self.assertTrue(Tray(self.desktop).item())
        self.eventually(lambda: self.app.state()["trayHost"])
        self.assertEqual(self.desktop.windows(), [])

    def test_T20_the_icon_is_there_although_the_panel_was_found_before_the_bus(self):
        self.desktop.start_panel()
        late = compiled("latebus.c", self.desktop.folder, "-ldl")
        self.app.prefix = ["sh", "-c", f'export LD_PRELOAD="$LD_PRELOAD:{late}"; exec "$@"', "sh"]
        self.app.start()
        tray = Tray(self.desktop)
        self.assertTrue(tray.item())
        self.eventually(lambda: len(tray.labels()) > 1, tray.labels)
        self.assertEqual(len(tray.items()), 1)

    def test_T20_an_interactive_start_without_a_tray_host_opens_the_window(self):
        self.app.start(hidden=False)
        until("the window", self.desktop.windows)

    def test_T20_an_interactive_start_with_a_tray_host_opens_the_window_too(self):
        self.server()
        self.desktop.start_panel()
        self.app.start(hidden=False)
        self.assertTrue(Tray(self.desktop).item())
        until("the window", self.desktop.windows)

    def test_T20_help_names_the_program_and_its_options(self):
        done = subprocess.run([str(self.app.programs / "carillon"), "--help"],
                              capture_output=True, text=True, timeout=20, check=False)
        self.assertEqual(done.returncode, 0)
        self.assertIn("USAGE: carillon [--hidden] [--settings] [--ring] [<link>]", done.stdout)
        for option in ("--hidden", "--settings", "--version", "--help"):
            self.assertIn(option, done.stdout)

    def test_T20_a_second_launch_raises_the_window_and_ends(self):
        self.server()
        self.desktop.start_panel()
        self.app.start()
        first = self.app.pid
        second = self.app.launch()
        self.assertEqual(second.wait(10), 0)
        until("the window", self.desktop.windows)
        self.assertEqual(self.app.pid, first)

    def test_T20_a_second_hidden_launch_just_ends(self):
        self.server()
        self.desktop.start_panel()
        self.app.start()
        second = self.app.launch("--hidden")
        self.assertEqual(second.wait(10), 0)
        self.assertEqual(self.desktop.windows(), [])

    def test_T20_settings_opens_the_page_settings(self):
        self.desktop.start_panel()
        self.app.start("--settings", hidden=False)
        self.window.wait_text("Start with your session")
        self.app.quit()
        # The same if Carillon is already running.
        self.app.start()
        self.assertEqual(self.app.launch("--settings").wait(10), 0)
        self.window.wait_text("Start with your session")

    def test_D5_a_link_as_argument_opens_the_window(self):
        self.desktop.start_panel()
        self.app.start("carillon://settings/history", hidden=False)
        until("the window", self.desktop.windows)

    def test_without_a_session_bus_it_ends_with_a_sentence(self):
        environment = dict(self.desktop.environment,
                           DBUS_SESSION_BUS_ADDRESS="unix:path=/nonexistent/bus")
        done = subprocess.run([str(self.app.programs / "carillon"), "--hidden"], env=environment,
                              capture_output=True, text=True, timeout=20, check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertGreaterEqual(done.returncode, 0, "not by a signal")
        self.assertTrue(done.stderr.strip())

    def test_without_a_display_it_ends_with_a_sentence(self):
        del self.desktop.environment["DISPLAY"]
        self.app.launch("--hidden")
        self.assertEqual(self.app.process.wait(20), 1)
        self.assertIn("there is no display", self.app.log)


class Menu(CarillonCase):
    """The tray's menu, used like a panel does."""

    def setUp(self):
        super().setUp()
        self.desktop.start_window_manager()
        self.desktop.start_panel()
        self.tray = Tray(self.desktop)

    def icon_is(self, name):
        self.eventually(lambda: self.tray.icon() == f"org.carillon.Carillon{name}-symbolic",
                        self.tray.icon)

    def test_T20_the_menu_lists_the_next_hours_with_absolute_times(self):
        self.server()
        self.app.start()
        for hour in ("08:00", "12:00", "18:00"):
            self.tray.find(hour)
        self.icon_is("")

    def test_T12_ring_now_shows_a_notification(self):
        server = self.server()
        self.app.start()
        self.tray.choose("Ring Now")
        server.wait(1)

    def test_T13_fetch_now_asks_the_feed_and_answers_without_a_window(self):
        server = self.server()
        feed = self.feed()
        self.app.start()
        self.configure("09:00", feed=feed)
        self.eventually(lambda: self.app.state()["nextOccurrences"][0].get("title"))
        self.tray.choose("Fetch Now")
        feed.wait(2)
        told = server.wait(1)
        self.assertEqual((told.summary, told.body), ("Fetch Now", "The content was unchanged."))
        feed.stop()
        self.tray.choose("Fetch Now")
        self.assertEqual(server.wait(2).body, "The source could not be reached.")
        self.assertEqual(self.desktop.windows(), [])
        # It is no delivery, and a click on it means nothing.
        self.assertEqual({entry["kind"] for entry in self.app.history()}, {"slot"})
        server.invoke(told)
        self.assertTrue(self.app.answers_within(5))
        self.assertEqual(self.desktop.windows(), [])

    def test_T13_fetch_now_answers_in_the_window_where_nothing_else_can(self):
        feed = self.feed()
        self.app.start()
        self.configure("09:00", feed=feed)
        self.eventually(lambda: self.app.state()["nextOccurrences"][0].get("title"))
        self.tray.choose("Fetch Now")
        self.eventually(lambda: self.desktop.windows())

    def test_T20_pause_and_resume(self):
        self.server()
        self.app.start()
        self.tray.choose("1 Hour")
        self.eventually(lambda: self.app.state().get("pause"))
        self.icon_is("-paused")
        self.assertIn("08:00", self.tray.find("Paused until")["label"])
        self.tray.choose("Resume")
        self.eventually(lambda: not self.app.state().get("pause"))
        self.icon_is("")

    def test_T33_skip_and_undo_skip(self):
        self.server()
        self.app.start()
        self.tray.choose("Skip")
        self.eventually(lambda: len(self.app.state()["skipped"]) == 1)
        self.tray.choose("Undo Skip")
        self.eventually(lambda: self.app.state()["skipped"] == [])

    def test_T33_a_snooze_is_in_the_menu_and_can_be_canceled(self):
        server = self.server()
        self.clock.set(self.at(7, 59, 57))
        self.app.start()
        server.invoke(server.wait(1), "snooze")
        self.eventually(lambda: self.app.state()["snoozed"])
        self.tray.choose("08:10)")
        self.eventually(lambda: not self.app.state()["snoozed"])
        self.clock.advance(minutes=11)
        server.stay_quiet(1.5)

    def test_T21_without_a_server_the_icon_asks_for_attention(self):
        self.app.start()
        self.icon_is("-attention")
        self.server()
        self.icon_is("")

    def test_T20_history_and_settings_open_the_window(self):
        self.server()
        self.app.start()
        for label in ("History", "Hours and Settings"):
            self.tray.choose(label)
            until("the window", self.desktop.windows)

    def test_T20_quit_ends_the_app(self):
        self.server()
        self.app.start()
        self.tray.choose("Quit")
        self.app.wait_ended()
        self.assertEqual(self.app.process.returncode, 0)

    def test_T20_a_restarted_panel_shows_the_icon_again(self):
        self.server()
        self.app.start()
        self.tray.item()
        panel = next(process for process in self.desktop.processes.started
                     if "xfce4-panel" in process.args[0])
        panel.kill()
        panel.wait()
        self.eventually(lambda: not self.app.state()["trayHost"], timeout=15)
        self.desktop.start_panel()
        self.assertTrue(self.tray.item(timeout=20))
        self.tray.find("08:00")


class StartOnLogin(CarillonCase):
    """T19."""

    def setUp(self):
        super().setUp()
        self.desktop.start_window_manager()
        self.desktop.start_panel()
        self.entry_file = pathlib.Path(
            self.desktop.home, ".config/autostart/org.carillon.Carillon.desktop")

    def test_T19_switched_on_in_the_tray_it_starts_in_the_next_session_and_rings(self):
        self.server()
        self.app.start()
        self.assertFalse(self.entry_file.exists())
        Tray(self.desktop).choose("Start with Your Session")
        self.eventually(lambda: self.app.state()["autostart"]
                        == {"wanted": True, "actual": True, "by": "entry"},
                        lambda: self.app.state()["autostart"])
        checked = subprocess.run(["desktop-file-validate", str(self.entry_file)],
                                 capture_output=True, text=True, check=False)
        self.assertEqual((checked.returncode, checked.stdout), (0, ""))

        self.desktop.end_session()
        self.clock.set(self.at(11, 59, 50))
        self.desktop.start()
        self.desktop.start_window_manager()
        self.desktop.start_panel()
        server = self.server()
        self.log_in()
        self.assertTrue(Tray(self.desktop).item())
        self.clock.set(self.at(11, 59, 58))
        self.assert_on_time(server.wait(1), self.at(12))
        self.assertEqual(self.desktop.windows(), [])

    def log_in(self):
        """Starts the entry like a session manager."""
        entry = configparser.ConfigParser(interpolation=None)
        entry.optionxform = str
        entry.read(self.entry_file)
        entry = entry["Desktop Entry"]
        self.assertNotEqual(entry.get("Hidden"), "true")
        command = shlex.split(entry["Exec"])
        self.assertTrue(shutil.which(command[0]), command)
        environment = dict(self.desktop.environment, **self.clock.environment)
        self.app.process = self.desktop.processes.spawn(*command, environment=environment)
        self.app.wait_running()

    def test_T19_switched_off_again_the_session_starts_nothing(self):
        self.server()
        self.app.start()
        self.app.set(autostart=True)
        self.eventually(self.entry_file.exists)
        Tray(self.desktop).choose("Start with Your Session")
        self.eventually(lambda: self.app.state()["autostart"] == {"wanted": False, "actual": False},
                        lambda: self.app.state()["autostart"])
        if self.entry_file.exists():
            self.assertIn("Hidden=true", self.entry_file.read_text())

    def test_T19_an_entry_removed_by_others_is_noticed(self):
        self.server()
        self.app.start()
        self.app.set(autostart=True)
        self.eventually(lambda: self.app.state()["autostart"]["actual"])
        self.app.quit()
        self.entry_file.unlink()
        self.app.start()
        self.assertEqual(self.app.state()["autostart"], {"wanted": True, "actual": False})
        self.assertIn("AUTOSTART_FAILED", [hint["code"] for hint in self.app.state()["hints"]])

    def test_T19_off_by_default_and_reported(self):
        self.server()
        self.app.start()
        self.assertEqual(self.app.state()["autostart"], {"wanted": False, "actual": False})
        self.assertIn("AUTOSTART_OFF", [hint["code"] for hint in self.app.state()["hints"]])
        name, message = self.app.refusal("Set", '{"depth": 1}')
        self.assertEqual(name, "org.carillon.Error.InvalidArgument")
        self.assertIn("depth", message)


if __name__ == "__main__":
    unittest.main()
