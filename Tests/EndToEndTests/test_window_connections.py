"""The connections page: topics are added, seen, changed and removed as a person does it. (C4, C6, C10)"""

import os
import pathlib
import time
import unittest

from harness.ntfy_server import NtfyServer
from harness.site import self_signed
from harness.window import WindowCase


class ConnectionsCase(WindowCase):
    def setUp(self):
        super().setUp()
        self.notifier = self.server()
        self.ntfy = self.ntfy_server()
        self.app.start()
        self.met()
        self.app.set(slots=[])

    def ntfy_server(self, **options):
        server = NtfyServer(**options)
        self.addCleanup(server.stop)
        server.set_clock(self.clock.now().timestamp())
        return server

    def address(self, topic="alerts", server=None):
        return (server or self.ntfy).url(f"/{topic}")

    def subscription(self, topic="alerts", server=None, **members):
        return {"server": (server or self.ntfy).url(), "topic": topic, **members}

    def subscribe(self, *subscriptions):
        self.app.set(subscriptions=list(subscriptions))

    def subscriptions(self):
        return self.app.call("GetConfiguration")["subscriptions"]

    def open(self):
        return self.open_window("connections")

    def add(self, address, token=None, press="Add Topic"):
        """Fills in the form, without waiting for what comes of it."""
        if not self.window.has("text", "Topic’s address"):
            self.window.find("push button", "Add Topic").press()
        self.window.find("text", "Topic’s address").fill(address)
        if token:
            self.window.find("password text", "Access token").fill(token)
        if press:
            self.press(press)

    def press(self, name):
        """Presses the last button of this name: the form's, not the title bar's."""
        self.window.find("push button", name)
        self.window.all("push button", name)[-1].press()

    def edit(self, name="alerts"):
        self.window.find("push button", f"Edit {name}").press()
        return self.window.find("text", "Name")

    def picture(self, name):
        folder = os.environ.get("CARILLON_PICTURES")
        if folder:
            time.sleep(0.7)
            self.desktop.screenshot(pathlib.Path(folder, f"{name}.png"))


class FirstTopic(ConnectionsCase):
    def test_C4_a_newcomer_pastes_an_address_and_the_first_message_arrives(self):
        window = self.open()
        window.wait_text("No Connections Yet")
        self.picture("empty")
        self.add(self.address().removeprefix("http://"))
        window.wait_text("Connected since today at")
        self.picture("one")
        self.assertEqual([topic["topic"] for topic in self.subscriptions()], ["alerts"])
        self.assertTrue(window.has("toggle button", "Show messages of alerts"))
        self.ntfy.wait_streams(1)
        self.ntfy.publish("alerts", "The door is open", title="Door")
        self.assertEqual(self.notifier.wait(1).summary, "Door")

    def test_C4_a_test_says_what_waits_and_adds_nothing(self):
        for index in range(3):
            self.ntfy.publish("alerts", f"Old {index}")
        window = self.open()
        self.add(self.address(), press="Test")
        window.wait_text("3 messages are kept there, the last from today at")
        self.picture("tested")
        self.assertEqual(self.subscriptions(), [])
        self.press("Add Topic")
        window.wait_text("Connected since today at")
        # It asks nothing again, and shows none of the old ones.
        self.notifier.stay_quiet(1)

    def test_C4_a_wrong_address_is_told_at_the_field(self):
        window = self.open()
        for typed, said in (
                ("", "Paste the address of a topic"), ("ntfy.example.org", "Add the topic after"),
                ("https://a:b@host.example/t", "must not contain a password"),
                ("http://ntfy.example.org/t", "Begin with https"),
                ("ntfy.sh/a,b", "Add each topic on its own"),
                ("ntfy.sh/no topic", "not the address"), ("ntfy.sh/ümlaut", "letters, digits")):
            with self.subTest(typed):
                self.add(typed)
                window.wait_text(said)
        self.assertEqual(self.subscriptions(), [])

    def test_C4_what_is_no_ntfy_server_or_not_there_is_told_and_may_be_added_anyway(self):
        window = self.open()
        self.ntfy.stop()
        self.add(self.address())
        window.wait_text("The server cannot be reached.")
        self.picture("unreachable")
        self.assertEqual(self.subscriptions(), [])
        self.press("Add Anyway")
        window.wait_text("Not connected since")
        self.picture("waiting")
        self.ntfy.restart()
        window.wait_text("Connected since", timeout=20)

    def test_C4_a_topic_is_not_added_twice(self):
        self.subscribe(self.subscription())
        window = self.open()
        window.wait_text("Connected since")
        self.add(self.address())
        window.wait_text("You have already added this topic.")


class Tokens(ConnectionsCase):
    def setUp(self):
        super().setUp()
        self.ntfy.tokens["tk_right"] = ["alerts", "other"]
        self.ntfy.protected.add("alerts")

    def test_C4_a_token_is_asked_for_and_a_wrong_one_refused(self):
        window = self.open()
        self.add(self.address())
        window.wait_text("The server does not allow reading this topic.")
        self.add(self.address(), token="tk_wrong", press="Add Topic")
        window.wait_text("The server does not accept this access token")
        self.picture("wrong-token")
        self.add(self.address(), token="tk_right", press="Add Topic")
        window.wait_text("Connected since")
        self.assertNotIn("tk_right", str(self.app.call("GetConfiguration")))
        self.edit()
        self.assertEqual(window.find("password text", "Access token").text, "")

    def test_C4_a_revoked_token_is_said_and_a_new_one_goes_on(self):
        self.subscribe(self.subscription(token={"secret": "tk_right"}))
        window = self.open()
        window.wait_text("Connected since")
        del self.ntfy.tokens["tk_right"]
        self.ntfy.drop_streams()
        window.wait_text("does not accept the access token", timeout=20)
        self.picture("refused")
        self.ntfy.tokens["tk_new"] = ["alerts"]
        window.find("push button", "Enter Token…").press()
        self.eventually(lambda: getattr(window.focused, "name", None) == "Access token")
        window.type("tk_new", end="Return")
        window.wait_text("Connected since", timeout=20)
        window.wait_gone("push button", "Enter Token…")

    def test_C4_topics_with_one_token_stay_one_connection_with_another(self):
        self.ntfy.protected.add("other")
        self.subscribe(self.subscription(token={"secret": "tk_right"}))
        window = self.open()
        window.wait_text("Connected since")
        # The stored token is offered for another topic of the same server.
        self.add(self.address("other"))
        window.find("push button", "Edit other")
        self.eventually(lambda: len(self.app.state()["carriers"]) == 1)
        self.ntfy.tokens = {"tk_new": ["alerts", "other"]}
        self.edit("other")
        window.find("password text", "Access token").focus()
        window.type("tk_new", end="Return")
        self.eventually(
            lambda: [carrier["topics"] for carrier in self.app.state()["carriers"]]
            == [["alerts", "other"]], lambda: self.app.state()["carriers"])
        window.wait_text("Connected since", timeout=20)


class Topics(ConnectionsCase):
    def test_C4_C10_a_topic_is_renamed_muted_changed_and_removed(self):
        self.subscribe(self.subscription())
        window = self.open()
        name = self.edit()
        self.picture("edit")
        window.type("House", into=name, end="Return")
        self.eventually(lambda: self.subscriptions()[0]["name"] == "House")
        window.find("toggle button", "Priority 5 is urgent").set(True)
        self.eventually(lambda: self.subscriptions()[0]["priority5"] == "urgent")
        window.find("toggle button", "Only encrypted messages").set(True)
        self.eventually(lambda: self.subscriptions()[0]["sealed"])
        window.find("combo box", "When").choose("With my next hour")
        channel = "ntfy:" + self.ntfy.url("/alerts").removeprefix("http://")
        channels = lambda: self.app.call("GetConfiguration")["channels"]
        self.eventually(lambda: channels()[channel]["at"] == "slot")
        window.find("toggle button", "Show messages of House").set(False)
        self.eventually(lambda: not channels()[channel]["enabled"])
        window.find("push button", "Test").press()
        window.wait_text("The topic can be read.")
        self.picture("edited")
        window.find("push button", "Remove").press()
        window.wait_text("No Connections Yet")
        window.wait_text("“House” removed")
        window.find("push button", "Undo").press()
        window.find("push button", "Edit House")
        self.assertEqual(channels()[channel]["at"], "slot")

    def test_C6_what_was_left_out_is_counted_in_words(self):
        self.subscribe(self.subscription(sealed=True))
        window = self.open()
        window.wait_text("Connected since")
        for _ in range(3):
            self.ntfy.publish("alerts", "plain")
        window.wait_text("3 messages were not encrypted, and were not shown.")
        self.notifier.stay_quiet(1)

    def test_C6_a_deaf_connection_says_since_when_why_and_when_it_tries_again(self):
        self.second = self.ntfy_server()
        self.subscribe(self.subscription(), self.subscription("alerts", self.second, name="Home"))
        window = self.open()
        self.eventually(lambda: len([text for text in window.texts()
                                     if text.startswith("Connected since")]) == 2, window.texts)
        self.picture("two")
        self.ntfy.stop()
        window.wait_text("Not connected since today at")
        window.wait_text("Next try today at")
        self.picture("deaf")

    def test_the_keyboard_alone_is_enough(self):
        window = self.open()
        window.find("push button", "Add Topic").focus()
        window.key("Return")
        self.eventually(lambda: getattr(window.focused, "name", None) == "Topic’s address")
        window.type(self.address(), end="Return")
        window.wait_text("Connected since")
        self.eventually(lambda: getattr(window.focused, "name", None) == "Edit alerts")
        window.key("Return")
        self.eventually(lambda: getattr(window.focused, "name", None) == "Name")
        walk = window.tab_walk()
        for expected in (("password text", "Access token"),
                         ("toggle button", "Only encrypted messages"), ("push button", "Test"),
                         ("push button", "Remove")):
            self.assertIn(expected, walk)
        window.key("Escape")
        window.wait_gone("text", "Name")

    def test_a_narrow_window_and_long_names_fit(self):
        name = "A name as long as a name of a topic may be at most"
        self.subscribe(self.subscription("a" * 64, name=name))
        window = self.open()
        window.wait_text("Connected since")
        window.resize(360)
        self.picture("narrow")
        self.edit(name)
        self.picture("narrow-edit")
        self.fits()
        window.key("Escape")
        self.add(self.address(), press="Test")
        window.wait_text("The topic can be read.")
        window.resize(360)
        self.picture("narrow-form")
        self.fits()

    def fits(self):
        """Nothing sticks out of the window, which is as narrow as was asked for."""
        left, _, wide, _ = self.window.find("frame").box
        self.assertLessEqual(wide, 400)
        for widget in self.window.all("label") + self.window.all("push button"):
            x, _, width, _ = widget.box
            self.assertLessEqual(x + width, left + wide, widget)

    def test_C9_it_is_idle_once_the_page_is_shown(self):
        self.subscribe(self.subscription())
        self.open().wait_text("Connected since")
        time.sleep(22)  # until the toolkit's own timers have run out
        self.assertEqual(self.app.woken_in(10), {})


class Outages(ConnectionsCase):
    """A server that is gone for a while. (C6)"""

    def setUp(self):
        super().setUp()
        self.desktop.start_panel()
        self.subscribe(self.subscription())
        self.ntfy.wait_streams(1)
        self.carrier_is("open")
        self.host = self.ntfy.url().removeprefix("http://")

    def carrier_is(self, state):
        self.eventually(lambda: self.app.state()["carriers"][0]["state"] == state,
                        lambda: self.app.state()["carriers"], timeout=20)

    def be_gone(self, **time):
        self.ntfy.stop()
        self.carrier_is("waiting")
        self.clock.advance(**time)
        self.ntfy.set_clock(self.clock.now().timestamp())

    def come_back(self):
        self.ntfy.restart()
        self.carrier_is("open")

    def test_C6_an_outage_is_a_row_of_the_history_with_its_times_and_reason(self):
        self.be_gone(hours=1, minutes=30)
        self.come_back()
        window = self.open_window("history")
        row = window.find("toggle button", containing=f"{self.host} was not reachable from 07:0")
        row.press()
        window.wait_text("The connection was lost")
        window.wait_text("Connected again")
        self.picture("outage")
        entry = self.app.call("GetHistory", '{"kind":"outage"}')["entries"][0]
        self.assertIn("to 08:3", entry["title"])
        self.assertTrue(entry["text"].endswith("."))
        told = self.app.ctl("history")
        self.assertIn(f"{self.host} was not reachable from", told.stdout)
        self.assertEqual(self.app.ctl("explain", entry["requestId"]).returncode, 0)
        self.notifier.stay_quiet(1)

    def test_C6_seconds_without_a_connection_are_no_row(self):
        self.ntfy.drop_streams()
        self.carrier_is("waiting")
        self.carrier_is("open")
        self.assertEqual(self.app.call("GetHistory", '{"kind":"outage"}')["entries"], [])

    def test_C6_status_and_icon_say_that_a_connection_is_deaf_and_lead_to_the_page(self):
        window = self.open_window("status")
        window.wait_text("Connected to " + self.host)
        self.be_gone(minutes=30)
        window.wait_text(f"{self.host}: not connected since today at 07:0", timeout=30)
        window.wait_text("1 Problem", timeout=150)
        self.picture("status-deaf")
        window.find("push button", "Show Connections").press()
        window.wait_text("Not connected since today at 07:0")
        self.come_back()
        self.go("status")
        window.wait_text("Everything Works")


class Shell(ConnectionsCase):
    """The same with carillonctl. (C4, C6)"""

    def ctl(self, *arguments, input=None, exit=0):
        done = self.app.ctl(*arguments, input=input)
        self.assertEqual(done.returncode, exit, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def test_C4_subscribe_tries_and_adds_connections_shows_and_unsubscribe_leaves(self):
        self.ntfy.publish("alerts", "Old")
        self.ntfy.tokens["tk_right"] = ["alerts"]
        self.ntfy.protected.add("alerts")
        self.assertEqual(self.ctl("connections"), "Nothing brings messages yet.\n")
        self.assertIn("does not allow", self.ctl("subscribe", self.address(), exit=1))
        self.assertIn("does not accept", self.ctl("subscribe", self.address(), "--token", "-",
                                                  input="tk_wrong\n", exit=1))
        self.assertEqual(self.subscriptions(), [])
        said = self.ctl("subscribe", self.address(), "--name", "House", "--urgent", "--token", "-",
                        input="tk_right\n")
        self.assertIn(f"Subscribed to {self.address()}", said)
        self.assertIn("1 message is kept there", said)
        self.ntfy.wait_streams(1)
        self.assertEqual(self.subscriptions()[0]["priority5"], "urgent")
        self.eventually(lambda: "Connected since" in self.ctl("connections"))
        document = self.app.ctl_json("connections")
        self.assertEqual(document["carriers"][0]["topics"], ["House"])
        self.assertNotIn("tk_right", str(document))
        self.ctl("unsubscribe", "nothing", exit=1)
        self.ctl("unsubscribe", "House")
        self.assertEqual(self.subscriptions(), [])
        self.ntfy.wait_streams(0)

    def test_C4_anyway_adds_what_cannot_be_read_now(self):
        self.ntfy.stop()
        self.ctl("subscribe", self.address(), exit=1)
        self.assertEqual(self.subscriptions(), [])
        self.assertIn("keeps trying", self.ctl("subscribe", self.address(), "--anyway"))
        self.ntfy.restart()
        self.ntfy.wait_streams(1, timeout=20)
        self.ctl("unsubscribe", self.address())

    def test_C4_an_address_or_a_certificate_that_will_not_do_is_said(self):
        self.assertIn("Add the topic", self.ctl("subscribe", "ntfy.example.org", exit=1))
        self.assertIn("https", self.ctl("subscribe", "http://ntfy.example.org/t", exit=1))
        own = self.ntfy_server(certificate=self_signed(self.desktop.folder))
        self.assertIn("does not trust", self.ctl("subscribe", self.address(server=own), exit=1))


class Channels(ConnectionsCase):
    def test_C10_each_topic_has_its_row_in_the_settings_and_loses_it_with_its_subscription(self):
        window = self.open_window("settings")
        window.find("toggle button", "Your hours")
        self.subscribe(self.subscription(name="House"))
        window.find("toggle button", "House").set(False)
        window.find("toggle button", "More about House").set(True)
        self.picture("channels")
        channel = "ntfy:" + self.ntfy.url("/alerts").removeprefix("http://")
        self.eventually(
            lambda: not self.app.call("GetConfiguration")["channels"][channel]["enabled"])
        self.subscribe(self.subscription(name="Home"))
        window.find("toggle button", "Home")
        self.subscribe()
        window.wait_gone("toggle button", "Home")


if __name__ == "__main__":
    unittest.main()
