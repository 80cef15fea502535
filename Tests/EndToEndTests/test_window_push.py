"""The connections page: a distributor is picked, senders are paired, and the whole way is tested.
(C3, C6, C7, C8, C10)
"""

import json
import os
import pathlib
import time
import unittest

from harness.distributor import PREFIX
from harness.ntfy_server import NtfyServer
from harness.push import PushCase
from harness.senders import needed
from harness.window import WindowCase

STEPS = ("Connected", "Encrypted", "Sent", "Accepted by the server", "Received", "Opened", "Decided",
         "On the screen")


class PushPageCase(WindowCase, PushCase):
    def setUp(self):
        super().setUp()
        self.make_startable()

    def start(self, setting=None):
        """Starts the app, and the distributor before it if one is chosen."""
        if setting:
            self.begin(setting)
        else:
            self.app.start()
            self.met()
            self.app.set(slots=[])

    def open(self):
        window = self.open_window("connections")
        window.wait_text("Paired Senders")
        return window

    def pick(self, text):
        self.window.find("combo box", "Distributor").choose(text)

    def pair_by_window(self, name="House"):
        """Pairs a sender; returns the line that is shown."""
        self.window.find("text", "Name of a sender").fill(name)
        self.window.find("push button", "Pair…").press()
        return self.window.find("text", f"Line for {name}").text

    def close_dialog(self):
        self.window.find("push button", "Done").press()
        self.window.wait_gone("push button", "Copy")

    def setting(self, key):
        return self.app.call("GetConfiguration").get(key)

    def picture(self, name):
        folder = os.environ.get("CARILLON_PICTURES")
        if folder:
            time.sleep(0.7)
            self.desktop.screenshot(pathlib.Path(folder, f"{name}.png"))


@needed
class FirstSender(PushPageCase):
    def test_C3_C8_a_newcomer_picks_the_distributor_pairs_a_sender_and_its_message_arrives(self):
        self.distributor.start()
        self.start()
        window = self.open()
        window.wait_text("No Connections Yet")
        self.assertFalse(window.find("push button", "Pair…").is_sensitive)
        window.wait_text("Senders need an address")
        self.eventually(
            lambda: "test" in window.find("combo box", "Distributor").choices(),
            lambda: window.find("combo box", "Distributor").choices())
        self.picture("push-empty")
        self.pick("test")
        window.wait_text("Connected since today at")
        self.assertEqual(self.setting("distributor"), PREFIX + "test")
        window.wait_gone("label", "No Connections Yet")
        self.eventually(lambda: window.find("push button", "Pair…").is_sensitive)
        line = self.pair_by_window("House")
        self.picture("push-line")
        window.find("push button", "Copy").press()
        self.eventually(lambda: self.desktop.clipboard() == line, self.desktop.clipboard)
        self.assertNotIn("\n", line)
        self.assertTrue(window.has(name="QR code of this line"))
        self.close_dialog()
        window.wait_text("Paired since today at")
        self.picture("push-paired")
        self.send(json.loads(line), "The door is open")
        self.assertEqual(self.notifier.wait(1).summary, "The door is open")
        # The same line can be seen again.
        window.find("push button", "Show what House needs").press()
        self.assertEqual(window.find("text", "Line for House").text, line)

    def test_C8_a_renewed_sender_has_another_line_and_a_revoked_one_is_not_heard(self):
        self.start("auto")
        former = self.pair("House")
        window = self.open()
        window.find("push button", "Give House new keys").press()
        window.wait_text("opened for two more days")
        self.picture("push-renew")
        window.find("push button", "Renew").press()
        line = json.loads(window.find("text", "Line for House").text)
        self.assertNotEqual(line["keys"], former["keys"])
        self.close_dialog()
        window.wait_text("former keys count until")
        self.send(former, "By the former keys")
        self.send(line, "By the new ones")
        self.shows("By the former keys", "By the new ones")
        window.find("push button", "Revoke House").press()
        window.wait_text("This cannot be undone.")
        window.find("push button", "Cancel").press()
        window.wait_gone("push button", "Cancel")
        self.assertEqual(len(self.app.state()["senders"]), 1)
        window.find("push button", "Revoke House").press()
        self.picture("push-revoke")
        window.find("push button", "Revoke").press()
        window.wait_gone("push button", "Revoke House")
        self.assertEqual(self.app.state()["senders"], [])
        self.send(line, "Not shown")
        self.distributor.wait_acknowledged(3)
        self.notifier.stay_quiet(1)

    def test_C2_what_waits_for_the_keyring_is_said_and_unlocking_it_shows_it(self):
        self.start("auto")
        pairing = self.pair("House")
        self.keyring.lock()
        self.is_keyring("locked")
        window = self.open()
        window.wait_text("Your keyring is locked. Unlock it to pair senders.")
        self.send(pairing, "Sealed")
        window.wait_text("1 message waits for your keyring")
        self.picture("push-locked")
        window.find("push button", "Unlock…").press()
        self.keyring.unlock()
        self.shows("Sealed")
        window.wait_gone("push button", "Unlock…")

    def test_C8_a_name_that_will_not_do_is_told_at_the_field(self):
        self.start("auto")
        window = self.open()
        self.eventually(lambda: window.find("push button", "Pair…").is_sensitive)
        window.find("push button", "Pair…").press()
        window.wait_text("Enter a name.")
        window.find("text", "Name of a sender").fill("x" * 51)
        window.find("push button", "Pair…").press()
        window.wait_text("50 characters")

    def test_C10_each_sender_has_its_row_in_the_settings_until_it_is_revoked(self):
        self.start("auto")
        self.pair("House")
        window = self.open_window("settings")
        window.find("toggle button", "House").set(False)
        self.eventually(lambda: not self.setting("channels")["sender:House"]["enabled"])
        self.picture("push-channels")
        self.app.call("Unpair", "House")
        window.wait_gone("toggle button", "House")


class Picking(PushPageCase):
    def test_C3_without_a_distributor_it_is_said_what_one_is_until_one_comes(self):
        self.start()
        window = self.open()
        window.wait_text("There is no distributor on this computer")
        window.wait_text("KUnifiedPush")
        self.picture("push-none")
        self.pick("Automatic")
        self.eventually(lambda: self.setting("distributor") == "auto")
        self.is_state("absent")
        self.distributor.start()
        window.wait_text("Connected since today at")
        window.wait_text("Through test.")
        self.pick("None")
        self.eventually(lambda: self.setting("distributor") is None)
        window.wait_gone("push button", "Send a Test to Myself")

    def test_C3_a_distributor_that_the_user_has_to_set_up_is_named_with_what_helps(self):
        self.distributor.reason = "ACTION_REQUIRED"
        self.distributor.start()
        self.start()
        window = self.open()
        self.pick("Automatic")
        window.wait_text("open its settings")
        self.picture("push-action")

    def test_the_keyboard_alone_is_enough(self):
        self.start("auto")
        window = self.open()
        self.eventually(lambda: window.find("push button", "Pair…").is_sensitive)
        walk = window.tab_walk()
        for expected in (("push button", "Send a Test to Myself"), ("text", "Name of a sender"),
                         ("push button", "Pair…")):
            self.assertIn(expected, walk)
        window.type("House", into=window.find("text", "Name of a sender"), end="Return")
        self.eventually(lambda: getattr(window.focused, "name", None) == "Copy",
                        lambda: window.focused)
        window.key("Return")
        self.eventually(lambda: "endpoint" in (self.desktop.clipboard() or ""))
        window.key("Escape")
        self.eventually(
            lambda: getattr(window.focused, "name", None) == "Show what House needs",
            lambda: window.focused)
        window.key("Tab", "Tab", "Return")
        self.eventually(lambda: getattr(window.focused, "name", None) == "Revoke",
                        lambda: window.focused)
        window.key("Return")
        self.eventually(lambda: self.app.state()["senders"] == [])

    def test_a_narrow_window_and_long_names_fit(self):
        self.start("auto")
        self.pair("A name as long as a name of a sender may be at all")
        window = self.open()
        window.wait_text("Connected since")
        window.resize(360)
        self.picture("push-narrow")
        left, _, wide, _ = window.find("frame").box
        self.assertLessEqual(wide, 400)
        for widget in window.all("label") + window.all("push button"):
            x, _, width, _ = widget.box
            self.assertLessEqual(x + width, left + wide, widget)
        window.find("push button", containing="Show what").press()
        window.find("push button", "Copy")
        self.picture("push-narrow-line")
        self.assertLessEqual(window.find("image", "QR code of this line").box[2], 320)
        self.assertLessEqual(max(frame.box[2] for frame in window.all("frame")), 400)

    def test_it_is_readable_in_a_dark_theme(self):
        self.desktop.environment["GTK_THEME"] = "Adwaita:dark"
        self.start("auto")
        self.pair("House")
        window = self.open()
        window.wait_text("Connected since")
        self.picture("push-dark")
        window.find("push button", "Show what House needs").press()
        window.find("push button", "Copy")
        self.picture("push-dark-line")

    def test_C9_it_is_idle_once_the_page_is_shown(self):
        self.start("auto")
        self.pair("House")
        self.open().wait_text("Connected since")
        time.sleep(22)  # until the toolkit's own timers have run out
        self.assertEqual(self.app.woken_in(10), {})


class Testing(PushPageCase):
    """Send a Test to Myself. (C7)"""

    def test_C7_the_steps_appear_one_after_another_and_can_be_closed(self):
        self.start("auto")
        window = self.open()
        self.push_server.pause = 2
        button = window.find("push button", "Send a Test to Myself")
        button.press()
        # The server has not answered yet.
        window.wait_text("Under way…", timeout=1.5)
        self.assertTrue(window.has("label", "Connected"))
        self.assertFalse(window.has("label", "On the screen"))
        self.assertFalse(button.is_sensitive)
        self.picture("push-test")
        window.wait_text("On the screen")
        self.shows("The test has arrived")
        texts = window.texts()
        for step in STEPS:
            self.assertIn(step, texts)
        self.eventually(lambda: button.is_sensitive)
        self.picture("push-tested")
        window.find("push button", "Done").press()
        window.wait_gone("label", "On the screen")

    def test_C7_the_first_step_that_fails_says_what_helps_and_too_many_tests_are_refused(self):
        self.start("auto")
        window = self.open()
        self.push_server.refuse(507)
        window.find("push button", "Send a Test to Myself").press()
        window.wait_text("Accepted by the server: failed")
        window.wait_text("error 507")
        self.picture("push-failed")
        for _ in range(4):
            self.app.call("TestCarrier", "unifiedpush")
        window.find("push button", "Send a Test to Myself").press()
        window.wait_text("The next test is possible in")

    def test_C7_a_topic_is_tested_at_its_server(self):
        ntfy = NtfyServer()
        self.addCleanup(ntfy.stop)
        ntfy.set_clock(self.clock.now().timestamp())
        self.start()
        self.app.set(subscriptions=[{"server": ntfy.url(), "topic": "alerts"}])
        window = self.open()
        window.wait_text("Connected since")
        window.find("push button", "Send a Test to Myself").press()
        window.wait_text("On the screen")
        self.picture("topic-tested")
        self.shows("The test has arrived")


if __name__ == "__main__":
    unittest.main()
