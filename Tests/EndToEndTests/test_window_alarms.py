"""The page of a maintenance system: what is open, acknowledging, and the account. (D16, D1, D6)"""

import json
import unittest

from harness.keyring import Keyring
from harness.network import Network
from harness.site import Site, answer
from harness.window import WindowCase

TOKEN = "t0ken-of-the-maintenance-system"


def acknowledge(alarm_id):
    return f"/api/v1/alarms/{alarm_id}/acknowledge"


class AlarmsPage(WindowCase):

    def setUp(self):
        super().setUp()
        Keyring(self.desktop).start()
        self.notifications = self.server()
        self.site = Site()
        self.addCleanup(self.site.stop)
        self.app.start()
        self.met()
        self.eventually(lambda: self.app.state()["keyring"] == "open")

    def sign_in(self):
        self.app.set(backend={"url": self.site.url(), "token": {"secret": TOKEN}})

    def push(self, alarm_id, title, severity="critical", **data):
        self.site.pages.setdefault(acknowledge(alarm_id), answer(status="204 No Content"))
        self.app.call("Push", json.dumps({"data": {
            "type": "alarm", "alarmId": alarm_id, "severity": severity, "title": title,
            "body": f"Look at {alarm_id}", "asset": "Pump 5", **data}}))

    def acknowledged(self):
        """What was asked of the service, but for its lists and the device."""
        return [asked for asked in self.site.asked if asked.path.endswith("/acknowledge")]

    def wait_acknowledged(self):
        self.eventually(self.acknowledged)
        return self.acknowledged()[0]

    def account(self):
        return self.app.call("GetConfiguration")["backend"]

    def row(self, title):
        return self.window.find("push button", containing=f"{title}, Look at")

    def button(self, title):
        return self.window.find("push button", f"Acknowledge “{title}”")


class Listed(AlarmsPage):

    def setUp(self):
        super().setUp()
        self.sign_in()

    def test_D16_acknowledged_from_the_page_it_reaches_the_server(self):
        self.push("a1", "Too hot")
        window = self.open_window("alarms")
        window.find("heading", "Open")
        self.button("Too hot").press()
        asked = self.wait_acknowledged()
        self.assertEqual((asked.method, asked.path), ("POST", acknowledge("a1")))
        self.assertEqual(asked.headers["authorization"], f"Bearer {TOKEN}")
        window.find("push button", containing="Acknowledged at the server at")
        window.find("heading", "Acknowledged")
        window.wait_gone("heading", "Open")
        self.assertFalse(window.has("push button", "Acknowledge “Too hot”"))

    def test_D6_D3_acknowledged_from_the_banner_it_reaches_the_server(self):
        window = self.open_window("hours")
        self.push("a1", "Too warm", "warning")
        window.find("notification", containing="Too warm")
        self.assertEqual(self.notifications.calls, [])
        window.find("push button", "Acknowledge").press()
        asked = self.wait_acknowledged()
        self.assertEqual((asked.method, asked.path), ("POST", acknowledge("a1")))
        window.wait_gone("notification")

    def test_D16_an_age_goes_on_while_it_is_seen(self):
        self.push("a1", "Too hot")
        window = self.open_window("alarms")
        self.assertTrue(self.row("Too hot").name.endswith("just now"))
        self.clock.advance(minutes=12)
        window.find("push button", containing="12 minutes ago")

    def test_D16_what_is_not_sent_yet_says_so(self):
        self.push("a1", "Too hot")
        self.site.pages[acknowledge("a1")] = answer(status="503 Later")
        window = self.open_window("alarms")
        self.button("Too hot").press()
        window.find("push button", containing="Acknowledged, not yet sent.")
        window.find("heading", "Waiting to Be Sent")

    def test_D16_the_most_severe_and_oldest_come_first(self):
        self.push("i", "Filter old", "info")
        self.push("c2", "Too fast", timestamp="2026-11-21T06:30:00Z")
        self.push("w", "Loud", "warning", timestamp="2026-11-21T05:00:00Z")
        self.push("c1", "Too hot", timestamp="2026-11-21T06:00:00Z")
        window = self.open_window("alarms")
        self.row("Filter old")
        rows = [row.name for row in window.all("push button") if "Look at" in row.name]
        self.assertEqual([row.split(", ")[1] for row in rows],
                         ["Too hot", "Too fast", "Loud", "Filter old"])
        self.assertRegex(rows[0], r"^Critical, Too hot, Look at c1, Pump 5, 1 hour ago$")
        # One that is resolved goes by itself.
        self.push("c1", "Too hot", status="resolved")
        window.wait_gone("push button", containing="Too hot")

    def test_D16_a_row_opens_its_window_by_keyboard(self):
        self.push("a1", "Too hot")
        window = self.open_window()
        window.key("ctrl+4")
        self.row("Too hot").focus()
        window.key("Return")
        self.eventually(lambda: len(window.all("frame")) == 2)
        self.assertTrue(window.has("push button", "Acknowledge"))

    def test_D16_the_keyboard_goes_on_at_the_next_row(self):
        self.push("a1", "Too hot", timestamp="2026-11-21T06:00:00Z")
        self.push("a2", "Too fast", timestamp="2026-11-21T06:30:00Z")
        window = self.open_window("alarms")
        self.button("Too hot").focus()
        window.key("space")
        window.find("heading", "Acknowledged")
        self.eventually(lambda: window.focused and "Too fast" in window.focused.name,
                        lambda: window.focused)

    def test_D16_a_double_click_acknowledges_one(self):
        self.push("a1", "Too hot", timestamp="2026-11-21T06:00:00Z")
        self.push("a2", "Too fast", timestamp="2026-11-21T06:30:00Z")
        window = self.open_window("alarms")
        window.click(self.button("Too hot"), times=2)
        window.find("heading", "Acknowledged")
        self.assertTrue(window.has("push button", "Acknowledge “Too fast”"))
        self.assertEqual([asked.path for asked in self.acknowledged()], [acknowledge("a1")])

    def test_D16_nothing_is_cut_in_a_narrow_window(self):
        self.push("a1", "Vibration exceeds the threshold of the second stage by far")
        window = self.open_window("alarms")
        window.resize(460)
        window.wait_gone("list item")
        window.resize(370)
        left, _, width, _ = window.find("frame").box
        self.assertLessEqual(width, 370)
        for role in ("push button", "label", "heading"):
            for widget in window.all(role):
                x, _, its, _ = widget.box
                self.assertLessEqual(x + its, left + width, widget)


class Machine(AlarmsPage):

    def setUp(self):
        super().setUp()
        self.sign_in()
        self.push("a1", "Too hot", assetId="p5")
        self.push("a2", "Too fast", assetId="p6", asset="Pump 6")

    def test_D5_a_link_lists_what_is_about_one_machine_with_a_way_back(self):
        done = self.app.ctl("open", "/assets/p5")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.window.wait_text("Only what is about Pump 5")
        self.row("Too hot")
        self.assertFalse(self.window.has("push button", containing="Too fast, Look at"))
        self.window.find("push button", "Show All").press()
        self.row("Too fast")
        self.assertFalse(self.window.has("push button", "Show All"))

    def test_D5_of_a_machine_that_nobody_has_heard_of_it_says_so(self):
        self.app.call("Open", "/assets/unheard-of")
        self.window.wait_text("Nothing About “unheard-of”")
        self.window.key("Escape")
        self.row("Too fast")

    def test_D5_the_link_starts_the_program_and_leads_there(self):
        self.app.quit()
        self.app.start("/assets/p5", hidden=False)
        self.window.wait_text("Only what is about Pump 5")
        self.row("Too hot")

    def test_D16_the_window_of_an_alarm_leads_to_all_about_its_machine(self):
        self.app.call("Open", "/alarms/a1")
        self.window.find("push button", "All About Pump 5").press()
        self.window.wait_text("Only what is about Pump 5")

    def test_D14_snoozed_on_the_page_its_row_says_until_when(self):
        window = self.open_window("alarms")
        window.find("push button", "Snooze 10 min “Too hot”").press()
        window.find("push button", containing="Snoozed until")
        self.assertTrue(window.has("push button", "Acknowledge “Too hot”"))


class Account(AlarmsPage):

    def test_D16_nothing_open_is_said_with_the_way_to_what_brings_messages(self):
        self.sign_in()
        window = self.open_window("alarms")
        window.wait_text("No Open Alarms Known")
        window.find("push button", "Show Connections").press()
        self.eventually(lambda: "selected" in window.find("list item", "Connections").states)

    def test_D1_signing_in_tells_what_is_wrong_at_its_field_and_keeps_the_token(self):
        window = self.open_window("alarms")
        window.wait_text("Not Signed In")
        window.find("push button", "Sign In…").press()
        address = window.find("text", "Address of the service")
        self.eventually(lambda: address.is_focused)
        for typed, said in (("", "Enter the address"), ("http://dcmms.example.org", "Begin with https"),
                            (self.site.url(), "Enter the token")):
            with self.subTest(typed):
                address.fill(typed)
                window.find("push button", "Sign In").press()
                window.wait_text(said)
        window.type(TOKEN, into=window.find("password text", "Token"), end="Return")
        window.wait_gone("password text")
        window.wait_text(self.site.url().rstrip("/"))
        self.assertEqual(self.account()["url"] + "/", self.site.url())
        self.assertEqual(list(self.account()["token"]), ["secretReference"])
        self.assertNotIn(TOKEN, self.app.log)
        # What it is good for.
        self.push("a1", "Too hot")
        self.button("Too hot").press()
        self.assertEqual(self.wait_acknowledged().headers["authorization"], f"Bearer {TOKEN}")

    def test_D1_signing_out_asks_first(self):
        self.sign_in()
        self.push("a1", "Too hot")
        window = self.open_window("alarms")
        self.button("Too hot")
        window.find("push button", "Sign Out…").press()
        window.find("push button", "Cancel").press()
        window.wait_gone("push button", "Sign Out")
        self.assertIsNotNone(self.account())
        window.find("push button", "Sign Out…").press()
        window.find("push button", "Sign Out").press()
        self.eventually(lambda: self.account() is None)
        # The list stays, without a button that would only fail.
        window.wait_text("Not signed in")
        self.row("Too hot")
        self.assertFalse(window.has("push button", "Acknowledge “Too hot”"))
        self.assertEqual(self.acknowledged(), [])


class Offline(WindowCase):

    def test_D16_offline_it_says_so(self):
        try:
            network = Network(self.desktop)
        except AssertionError as refused:
            self.skipTest(str(refused))
        self.app.prefix = network.prefix
        self.server()
        window = self.open_window("alarms")
        window.find("push button", "Sign In…")
        network.set_online(False)
        window.wait_text("This computer is offline")
        network.set_online(True)
        window.wait_gone("label", "This computer is offline")


class Shell(AlarmsPage):

    def test_D16_the_list_in_the_shell(self):
        self.assertIn("Not signed in", self.app.ctl("alarms").stdout)
        self.push("a1", "Too hot")
        self.assertEqual(self.app.ctl("alarms", "acknowledge", "a1").returncode, 1)
        self.sign_in()
        said = self.app.ctl("alarms").stdout
        self.assertRegex(said, r"(?m)^Open:\n  a1  Critical  .+  Too hot  Pump 5$")
        done = self.app.ctl("alarms", "acknowledge", "a1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.wait_acknowledged().path, acknowledge("a1"))
        self.assertEqual(self.app.ctl("alarms", "acknowledge", "none").returncode, 1)
        self.eventually(
            lambda: self.app.ctl_json("alarms")["rows"][0]["note"].startswith("Acknowledged at"))


if __name__ == "__main__":
    unittest.main()
