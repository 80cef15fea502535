"""An installation by packaging/install, as a desktop uses it."""

import json
import os
import pathlib
import re
import subprocess
import unittest
import urllib.parse

from harness.app import Carillon
from harness.browser import Browser
from harness.case import CarillonCase
from harness.desktop import Desktop
from harness.distributor import Distributor
from harness.keyring import Keyring
from harness.paths import PACKAGING
from harness.processes import until
from harness.push_server import PushServer
from harness.senders import needed, send
from harness.window import Window


class Installed(CarillonCase):
    """In a prefix that contains a space."""

    def setUp(self):
        self.desktop = Desktop()
        self.addCleanup(self.desktop.stop)
        self.prefix = self.desktop.folder / "a prefix"
        self.install("--debug", str(self.prefix))
        # Before the bus starts, because activated programs inherit its environment.
        del self.desktop.environment["CARILLON_DATA_DIR"]
        self.desktop.environment["XDG_DATA_DIRS"] = f"{self.prefix}/share:/usr/share"
        self.desktop.start(accessible=True)
        self.desktop.start_window_manager()
        self.desktop.add_service(
            self.prefix / "share/dbus-1/services/org.carillon.Carillon.service")
        self.app = Carillon(self.desktop, programs=self.prefix / "bin")

    def install(self, *arguments):
        done = subprocess.run([str(PACKAGING / "install"), *arguments], capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_the_desktop_entry_is_valid(self):
        entry = self.prefix / "share/applications/org.carillon.Carillon.desktop"
        checked = subprocess.run(["desktop-file-validate", str(entry)], capture_output=True,
                                 text=True, check=False)
        self.assertEqual((checked.returncode, checked.stdout), (0, ""))

    def test_the_desktop_entry_is_in_german_too(self):
        entry = (self.prefix / "share/applications/org.carillon.Carillon.desktop").read_text()
        self.assertIn("\nGenericName=Daily Notifications\n", entry)
        self.assertIn("\nGenericName[de]=Tägliche Benachrichtigungen\n", entry)
        self.assertIn(f'\nExec="{self.prefix}/bin/carillon" %u\n', entry)
        metainfo = self.prefix / "share/metainfo/org.carillon.Carillon.metainfo.xml"
        self.assertIn('<summary xml:lang="de">', metainfo.read_text())
        checked = subprocess.run(["appstreamcli", "validate", "--no-net", str(metainfo)],
                                 capture_output=True, text=True, check=False)
        self.assertEqual(checked.returncode, 0, checked.stdout)

    def test_help_opens_the_manual_that_was_installed(self):
        browser = Browser(self.desktop)
        self.app.start()
        self.app.call("Open", "carillon://settings/hours")
        window = Window(self.desktop)
        window.wait_text("Hours")
        window.key("F1")
        self.eventually(browser.opened, browser.opened)
        page = pathlib.Path(urllib.parse.unquote(urllib.parse.urlparse(browser.opened()[0]).path))
        self.assertEqual(page, self.prefix / "share/org.carillon.Carillon/manual/index.html")
        self.assertIn("<h1", page.read_text())

    def test_every_part_is_of_the_version_that_the_programs_say(self):
        def said(*command):
            return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
        version = said(str(self.prefix / "bin/carillonctl"), "--version")
        self.assertEqual(said(str(self.prefix / "bin/carillon"), "--version"), version)
        self.assertEqual(said(str(PACKAGING / "version")), version)
        self.assertTrue(said(str(PACKAGING / "version"), "--debian").startswith(f"carillon ({version}) "))
        metainfo = (self.prefix / "share/metainfo/org.carillon.Carillon.metainfo.xml").read_text()
        self.assertEqual(re.findall(r'<release version="([^"]*)"', metainfo)[0], version)
        self.assertIn(f"/screenshots/{version}/", metainfo)
        self.assertNotRegex(metainfo, "@[a-z]+@")

    def test_a_staged_installation_names_the_place_where_it_will_be(self):
        staged = self.desktop.folder / "staged"
        done = subprocess.run([str(PACKAGING / "install"), "--debug", "/opt/bells"], capture_output=True,
                              env=os.environ | {"DESTDIR": str(staged)}, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        put = staged / "opt/bells"
        for file in ("share/applications/org.carillon.Carillon.desktop",
                     "share/dbus-1/services/org.carillon.Carillon.service",
                     "share/systemd/user/carillon.service"):
            text = (put / file).read_text()
            self.assertIn('="/opt/bells/bin/carillon"', text)
            self.assertNotIn(str(staged), text)
        self.assertTrue(os.access(put / "bin/carillon", os.X_OK))
        self.assertFalse((put / "share/applications/mimeinfo.cache").exists())

    def test_the_man_pages_have_every_command_and_option(self):
        pages = self.desktop.folder / "man"
        subprocess.run([str(PACKAGING / "man-pages"), str(self.prefix / "bin"), str(pages)], check=True)
        page = (pages / "carillonctl.1").read_text().replace("\\-", "-")
        said = subprocess.run([str(self.prefix / "bin/carillonctl"), "--help"], capture_output=True, text=True,
                              check=True).stdout
        commands = re.findall(r"(?m)^  ([a-z-]+)  ", said.split("SUBCOMMANDS:")[1])
        self.assertGreater(len(commands), 25)
        for command in commands:
            self.assertRegex(page, rf"(?m)^\.SS \\fB{command}\\fR")
        self.assertIn("\\fB--dry-run\\fR", page)
        own = (pages / "carillon.1").read_text().replace("\\-", "-")
        self.assertIn("\\fB--hidden\\fR", own)
        self.assertNotIn(".SH COMMANDS", own)

    def test_completions_are_written_for_three_shells(self):
        subprocess.run([str(PACKAGING / "completions"), str(self.prefix)], check=True)
        for file in ("share/bash-completion/completions/carillonctl",
                     "share/zsh/vendor-completions/_carillonctl",
                     "share/fish/vendor_completions.d/carillonctl.fish",
                     "share/bash-completion/completions/carillon"):
            text = (self.prefix / file).read_text()
            self.assertIn("settings" if file.endswith("carillon") else "try-fetch", text)
        checked = subprocess.run(["bash", "-n", str(self.prefix / "share/bash-completion/completions/carillonctl")],
                                 capture_output=True, text=True, check=False)
        self.assertEqual((checked.returncode, checked.stderr), (0, ""))

    def test_deliver_starts_the_closed_app_hidden_and_finds_the_content_pack(self):
        server = self.server()
        done = self.app.ctl("deliver")
        self.assertEqual(done.returncode, 0, done.stderr)
        server.wait(1)
        self.assertTrue(self.app.is_running)
        self.assertEqual(self.desktop.windows(), [])

    def test_exactly_the_documented_commands_start_the_app(self):
        self.server()
        for command, status in ((("state",), 3), (("history",), 3), (("deliver", "--no-start"), 3),
                                (("test",), 0), (("open", "carillon://settings/hours"), 0),
                                (("respond", "1", "open"), 1), (("push", "-"), 1)):
            with self.subTest(command=command):
                done = self.app.ctl(*command, input="{}")
                self.assertEqual(done.returncode, status, done.stderr)
                self.assertEqual(self.app.is_running, status != 3)
                if self.app.is_running:
                    self.app.quit()

    def test_D5_a_link_starts_the_closed_app_and_opens_its_page(self):
        self.server()
        done = subprocess.run(["gio", "open", "carillon://settings/history"],
                              env=self.desktop.environment, capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.app.wait_running()
        until("the window", self.desktop.windows)

    def test_B16_a_firstcrack_link_starts_the_closed_app_and_opens_the_window_of_its_brew(self):
        self.server()
        message = {"data": {"type": "brew_stage", "stage": "brewing", "brewId": "brew_7"}}
        self.assertEqual(self.app.ctl("push", "-", input=json.dumps(message)).returncode, 0)
        self.app.quit()
        done = subprocess.run(["gio", "open", "firstcrack://brew/7/live"],
                              env=self.desktop.environment, capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.app.wait_running()
        until("the brew's window", lambda: any(
            title.startswith("Espresso, ") for title in self.desktop.windows()))

    @needed
    def test_C3_a_pushed_message_starts_the_closed_app_hidden_and_is_shown_with_its_buttons(self):
        server = self.server()
        Keyring(self.desktop).start()
        distributor = Distributor(self.desktop.environment["DBUS_SESSION_BUS_ADDRESS"]).start()
        self.addCleanup(distributor.stop)
        push_server = PushServer(distributor)
        self.addCleanup(push_server.stop)
        # A command that starts it, so that the bus knows it as a user's session does.
        self.assertEqual(self.app.ctl("test").returncode, 0)
        self.app.set(slots=[], distributor="auto")
        self.eventually(lambda: self.app.state()["hasAddress"])
        pairing = self.app.call("Pair", "House")
        self.app.quit()
        # The distributor begins after us at a login, and forgets who cannot be started.
        distributor.stop()
        distributor.start()
        send(pairing, {"title": "While it was closed", "actions": [
            {"id": "look", "title": "Look", "deepLink": "https://house.example/"}]})
        shown = server.wait(2, timeout=20)
        self.assertEqual(shown.summary, "While it was closed")
        self.assertIn("Look", shown.actions.values())
        self.assertEqual(self.desktop.windows(), [])
        server.stay_quiet(2)
        self.assertTrue(self.app.is_running)

    def test_remove_deletes_everything_installed_and_keeps_stored_data(self):
        self.server()
        self.assertEqual(self.app.ctl("test").returncode, 0)
        self.app.quit()
        other = self.prefix / "share/applications/other.desktop"
        other.write_text("[Desktop Entry]\n")
        self.install("--remove", str(self.prefix))
        left = [path for path in self.prefix.rglob("*")
                if path.is_file() and path.name != "mimeinfo.cache"]
        self.assertEqual(left, [other])
        self.assertTrue(pathlib.Path(self.app.database()).exists())

    def server_on_bus(self):
        return self.server()

    def tearDown(self):
        self._log = self.desktop.processes.log("session-bus")


if __name__ == "__main__":
    unittest.main()
