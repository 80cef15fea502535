"""The window itself: pages, keys, sizes, and that nothing remains after closing."""

import pathlib
import subprocess
import time

from harness.processes import until
from harness.window import WindowCase

PAGES = ("Hours", "Content", "Connections", "Alarms", "Journeys", "History", "Status",
         "Settings")


class FrameCase(WindowCase):
    def selected(self):
        """The name of the page selected in the sidebar."""
        return next((row.name.split(",")[0] for row in self.window.all("list item")
                     if "selected" in row.states), None)

    def wait_page(self, name):
        self.eventually(lambda: self.selected() == name, self.selected)

    def size(self):
        found = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--class", "[Cc]arillon", "getwindowgeometry",
             "--shell"], env=self.desktop.environment, capture_output=True, text=True, check=True)
        shell = dict(line.split("=") for line in found.stdout.split())
        return int(shell["WIDTH"]), int(shell["HEIGHT"])


class Frame(FrameCase):
    def setUp(self):
        super().setUp()
        self.server()
        self.open_window()
        self.met()

    def test_D5_links_open_their_pages(self):
        for page in PAGES:
            self.go(page.lower())
            self.wait_page(page)
        self.go("privacy")
        self.wait_page("Settings")
        self.window.find("push button", "Back").press()
        self.window.wait_gone("push button", "Back")
        self.go("history")
        self.wait_page("History")

    def test_keys_open_the_pages(self):
        for number, page in reversed(list(enumerate(PAGES, 1))):
            self.window.key(f"ctrl+{number}")
            self.wait_page(page)
            # The focus frame follows, if it was in the list.
            self.eventually(lambda: self.window.focused.name.split(",")[0] == page,
                            lambda: self.window.focused)
        self.window.key("ctrl+f")
        self.wait_page("History")
        self.window.key("ctrl+n")
        self.wait_page("Hours")
        self.assertTrue(self.window.find("text", "Time").is_focused)
        self.window.key("Escape")
        # On the page of journeys it adds one of these.
        self.go("journeys")
        self.window.key("ctrl+n")
        self.assertTrue(self.window.find("text", "Destination").is_focused)
        self.window.key("Escape", "F1")
        # These programs are not installed.
        self.window.wait_text("The manual is not installed beside this Carillon.")
        self.window.key("ctrl+question")
        self.window.wait_text("Keyboard shortcuts")
        self.window.key("Escape")
        self.window.wait_gone("label", "Keyboard shortcuts")
        self.window.key("F10")
        self.window.find("menu item", "About Carillon").press()
        self.window.wait_text("Shows what you want to read")
        self.window.key("Escape")
        self.window.wait_gone("label", containing="Shows what you want to read")

    def test_arrows_move_through_the_sidebar(self):
        self.window.find("list item", "Hours").focus()
        self.window.key("Down")
        self.wait_page("Content")
        self.window.key("Down", "Down", "Down", "Down", "Down")
        self.wait_page("Status")

    def test_T20_closing_is_not_quitting_and_quitting_is(self):
        self.window.key("ctrl+w")
        self.eventually(lambda: not self.desktop.windows())
        self.assertTrue(self.app.is_running)
        self.go("hours")
        self.window.key("ctrl+q")
        self.app.wait_ended()

    def test_T20_the_pause_button_has_the_choices_of_the_tray(self):
        self.window.find("toggle button", "Pause").press()
        self.window.find("menu item", "Until Tomorrow, 06:00").press()
        self.window.wait_text("Paused until tomorrow at 06:00")
        self.assertIn("pause", self.app.state())
        self.window.find("toggle button", "Pause").press()
        self.window.find("menu item", "Resume").press()
        self.window.wait_gone("label", "Paused until tomorrow at 06:00")
        self.assertNotIn("pause", self.app.state())

    def test_a_narrow_window_shows_the_list_or_the_page(self):
        self.window.resize(460)
        self.window.wait_gone("list item")
        self.window.resize(400)
        self.eventually(lambda: self.size()[0] <= 400, self.size)
        self.window.wait_text("Your hours")
        self.window.key("alt+Left")
        self.window.find("list item", "Hours")
        self.window.wait_gone("label", "Your hours")
        self.window.key("Down", "Down", "Down", "Down", "Down", "Down", "Return")
        self.window.wait_gone("list item")
        self.window.find("push button", "Send Me a Test")
        self.window.find("push button", "Back").press()
        self.window.find("list item", "Status")
        self.window.resize(900)
        self.eventually(lambda: self.selected() == "Status", self.selected)
        self.window.find("push button", "Send Me a Test")

    def test_every_page_fits_into_400_pixels(self):
        self.window.resize(460)
        self.window.wait_gone("list item")
        for page in (*PAGES, "Privacy"):
            self.go(page.lower())
            # Without a compositor, GTK draws a frame of 5 pixels.
            self.window.resize(410)
            self.eventually(lambda: self.size()[0] <= 410, lambda: (page, self.size()))
            width = self.size()[0]
            left = self.window.find("frame").box[0]
            for role in ("push button", "toggle button", "combo box", "text"):
                for widget in self.window.all(role):
                    x, _, its, _ = widget.box
                    self.assertLessEqual(x + its, left + width, (page, widget))

    def test_its_size_is_remembered(self):
        usual = self.size()
        self.window.resize(820, 610)
        self.eventually(lambda: self.size() == (820, 610), self.size)
        self.window.key("ctrl+w")
        self.eventually(lambda: not self.desktop.windows())
        self.app.quit()
        self.open_window()
        self.assertEqual(self.size(), (820, 610))
        kept = pathlib.Path(self.app.database()).with_name("window")
        self.assertEqual(kept.stat().st_mode & 0o777, 0o600)
        self.app.quit()
        kept.write_text("broken")
        self.open_window()
        self.assertEqual(self.size(), usual)


class Trouble(FrameCase):
    """A database that cannot be opened."""

    def test_T20_the_reason_why_nothing_can_be_shown_stays_until_something_can(self):
        data = pathlib.Path(self.desktop.home, ".local/share/carillon")
        data.parent.mkdir(parents=True)
        data.write_text("in the way")
        self.app.launch()
        self.window.wait_text("Carillon cannot read and write its data", timeout=20)
        time.sleep(8)  # longer than a toast
        self.window.wait_text("Carillon cannot read and write its data")
        self.window.find("push button", "Add Hour").press()
        self.window.key("F10")
        self.window.find("menu item", "Quit").press()
        self.app.process.wait(10)


class Nothing(FrameCase):
    """The cost of the window while it is invisible."""

    def ready(self):
        self.server()
        self.desktop.environment["NO_AT_BRIDGE"] = "1"
        self.app.start()
        self.met()
        self.app.ctl("open", "carillon://settings/hours")
        until("the window", self.desktop.windows)
        # A cooldown that counts seconds while it is visible.
        self.app.call("DeliverStoredNow", "")
        time.sleep(3)

    def test_a_closed_window_does_not_wake_up(self):
        self.ready()
        self.window.key("ctrl+w")
        self.eventually(lambda: not self.desktop.windows())
        time.sleep(15)  # until the work after the ring is done
        self.assertEqual(self.app.woken_in(20), {})

    def test_a_minimized_window_does_not_wake_up(self):
        self.ready()
        window = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--class", "[Cc]arillon"], check=True,
            env=self.desktop.environment, capture_output=True, text=True).stdout.split()[-1]
        subprocess.run(["xdotool", "windowminimize", window], check=True,
                       env=self.desktop.environment)
        self.eventually(lambda: not self.desktop.windows())
        time.sleep(28)  # GTK itself drops the cached picture of a scrolled page after 20
        self.assertEqual(self.app.woken_in(20), {})
