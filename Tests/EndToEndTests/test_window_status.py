"""The status page, as a person uses it. (T11)"""

import subprocess
import unittest

from harness.keyring import Keyring
from harness.window import WindowCase

ENTRY = ".config/autostart/org.carillon.Carillon.desktop"


class Status(WindowCase):

    def test_T21_a_lost_server_is_listed_at_the_top_until_one_comes(self):
        server = self.server()
        self.app.start()
        self.met()
        window = self.open_window("status")
        window.wait_text("Everything Works")
        server.stop()
        window.wait_text("Your desktop shows no notifications at the moment")
        window.wait_text("1 Problem")
        texts = window.texts()
        self.assertLess(texts.index("Your desktop shows no notifications at the moment"),
                        texts.index("Working"))
        self.server()
        window.wait_text("Everything Works")
        window.wait_text("Notifications appear")

    def test_T19_an_entry_broken_by_others_is_noticed_and_repaired_by_a_button(self):
        self.server()
        self.app.start()
        self.met()
        self.app.set(autostart=True)
        window = self.open_window("status")
        window.wait_text("Carillon starts with your session")
        entry = self.desktop.home / ENTRY
        entry.write_text("[Desktop Entry]\nType=Application\nExec=/nowhere\n")
        window.wait_text("Carillon will not start with your session")
        repair = window.find("push button", "Repair")
        self.assertEqual(repair.description, "Carillon will not start with your session")
        window.click(repair)
        window.wait_text("Carillon starts with your session")
        self.assertIn(str(self.app.programs / "carillon"), entry.read_text())
        window.wait_text("Everything Works")

    def test_T3_a_failed_fetch_is_reported_and_retried_by_a_button(self):
        feed = self.feed()
        self.server()
        self.app.start()
        self.met()
        self.configure("08:00", feed=feed)
        self.eventually(lambda: self.app.state()["nextOccurrences"][0].get("title"))
        window = self.open_window("status")
        window.wait_text("Content was fetched today")
        feed.status = 503
        self.app.ctl("run-now")
        window.wait_text("Content could not be fetched")
        window.wait_text("The source answered with an error.")
        window.find("toggle button", containing="1 error today").press()
        window.wait_text("Today 07:00")
        feed.status = None
        self.clock.advance(seconds=2)
        window.find("push button", "Try Now").press()
        window.wait_gone("label", "Content could not be fetched")

    def test_T20_a_pause_can_be_ended_here(self):
        self.server()
        self.app.start()
        self.app.call("Pause", "1h")
        window = self.open_window("status")
        window.wait_text("Paused until 08:00")
        window.find("push button", "Resume").press()
        window.wait_gone("label", containing="Paused until")
        self.assertNotIn("pause", self.app.state())

    def test_J23_a_test_is_followed_until_it_is_answered(self):
        server = self.server()
        self.app.start()
        self.met()
        window = self.open_window("status")
        window.find("push button", "Send Me a Test").press()
        notification = server.wait(1)
        window.wait_text("Test of 07:00")
        window.wait_text("Shown by stand-in")
        window.wait_text("Waiting for your click")
        self.assertTrue(any(text.endswith(" ms") for text in window.texts()))
        server.close(notification)
        window.wait_text("You dismissed it")
        window.wait_gone("label", "Waiting for your click")
        window.find("push button", "Done").press()
        window.wait_gone("label", "Test of 07:00")

    def test_T31_do_not_disturb_is_seen_live_and_a_test_says_where_it_went(self):
        # Settings in a file, shared by two processes.
        self.desktop.environment["GSETTINGS_BACKEND"] = "keyfile"
        server = self.server(name="gnome-shell", vendor="GNOME")
        self.app.start()
        self.met()
        window = self.open_window("status")
        window.wait_text("Everything Works")
        subprocess.run(["gsettings", "set", "org.gnome.desktop.notifications", "show-banners",
                        "false"], env=self.desktop.environment, check=True)
        window.wait_text("Do Not Disturb is on")
        window.find("list item", containing="1 problem")
        window.find("push button", "Send Me a Test").press()
        notification = server.wait(1)
        window.wait_text("Accepted by gnome-shell, with Do Not Disturb on")
        window.wait_text("The test is in the list under your clock.")
        window.wait_text("Turn off Do Not Disturb, or leave it on and look in the list.")
        server.invoke(notification, "default")
        window.wait_text("You opened it")
        window.wait_gone("label", containing="look in the list")

    def test_J23_a_test_leads_to_its_row_in_the_history(self):
        server = self.server()
        self.app.start()
        self.met()
        window = self.open_window("status")
        window.find("push button", "Send Me a Test").press()
        server.wait(1)
        window.find("push button", "Find Out Why").press()
        window.find("push button", "Copy as Text")
        window.find("toggle button", containing=", Test, ")

    def test_T31_a_server_that_does_not_answer_is_waited_for_and_reported(self):
        server = self.server()
        self.app.start()
        self.acquainted(server)
        window = self.open_window("status")
        server.freeze()
        window.find("push button", "Send Me a Test").press()
        window.wait_text("Waiting for your desktop")
        window.wait_text("Possibly shown: your desktop did not answer", timeout=20)
        window.wait_text("Your desktop does not answer")
        server.thaw()
        window.wait_text("Everything Works", timeout=20)

    def test_T21_without_a_server_the_test_says_why_it_cannot_be_shown(self):
        window = self.open_window("status")
        window.wait_text("Your desktop shows no notifications at the moment")
        window.find("push button", "Send Me a Test").press()
        window.wait_text("The test could not be shown")
        window.find("push button", "Done").press()
        window.wait_gone("label", "The test could not be shown")

    def test_T28_the_problem_report_contains_nothing_secret(self):
        feed = self.feed(headline="Only for me", summary="A very private thing")
        self.server()
        self.app.start()
        self.met()
        document = self.document("08:00", feed=feed)
        document["callbackProfile"]["fetchContent"]["url"] += "?token=s3cret"
        document["callbackProfile"]["fetchContent"]["headers"] = {"Authorization": "Bearer s3cret"}
        document["slots"] = [{"hour": 8, "minute": 0, "label": "My secret hour"}]
        document.pop("times")
        self.app.configure(**document)
        self.app.set(did="did:example:me")
        self.eventually(lambda: self.app.state()["nextOccurrences"][0].get("title"))
        window = self.open_window("status")
        window.find("push button", "Copy Report").press()
        window.wait_text("Report copied.")
        report = self.desktop.clipboard()
        self.assertIn("server: present, stand-in, 1", report)
        self.assertIn("zone: Etc/UTC", report)
        for secret in ("s3cret", "Only for me", "private", "My secret hour", "did:example",
                       "127.0.0.1", feed.url, str(self.desktop.home)):
            self.assertNotIn(secret, report)

    def test_T27_a_locked_keyring_asks_for_its_password_at_the_users_request(self):
        keyring = Keyring(self.desktop).start()
        self.server()
        self.app.start()
        self.eventually(lambda: self.app.state()["keyring"] == "open")
        keyring.watch_prompts()
        keyring.lock()
        window = self.open_window("status")
        window.wait_text("Your keyring is locked")
        self.assertEqual(keyring.prompts, 0)
        window.find("push button", "Unlock…").press()
        self.eventually(lambda: keyring.prompts == 1)
        keyring.unlock()
        window.wait_gone("label", "Your keyring is locked")
        window.wait_text("What is stored is encrypted")

    def test_T11_everything_is_reached_by_keyboard_alone(self):
        self.server()
        self.app.start()
        self.met()
        window = self.open_window("status")
        window.wait_text("Everything Works")
        window.find("push button", "Send Me a Test").focus()
        reached = [name for _, name in filter(None, window.tab_walk(30))]
        for name in ("Copy Report", "Send Me a Test", "Turn On", "Menu"):
            self.assertIn(name, reached)


if __name__ == "__main__":
    unittest.main()
