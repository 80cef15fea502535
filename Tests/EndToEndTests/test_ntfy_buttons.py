"""The copy and http buttons of a topic's messages. (C5)"""

from harness.bus import BusError
from harness.ntfy_case import NtfyCase
from harness.site import Site, answer, self_signed
from harness.window import WindowCase


class Buttons(NtfyCase, WindowCase):
    def setUp(self):
        super().setUp()
        certificate = self_signed(self.desktop.folder, clock=self.clock)
        self.clock.trusted = certificate
        self.garage = self.site(certificate)
        self.garage.page("/door", "open")
        self.host = f"127.0.0.1:{self.garage.port}"

    def site(self, certificate):
        site = Site(certificate)
        self.addCleanup(site.stop)
        return site

    def begin_with(self, *hosts):
        # The stand-in is on this computer.
        self.begin(self.subscription(name="Home", hosts=list(hosts)))
        self.app.set(localMedia=True)
        self.carrier_is("open")

    def ring(self, *actions, title="Ring"):
        self.ntfy.publish("alerts", "Somebody is there", title=title, actions=list(actions))
        self.eventually(lambda: title in self.summaries(), self.summaries)
        return next(call for call in self.notifier.calls if call.summary == title)

    def door(self, path="/door", **more):
        return {"action": "http", "label": "Open the Door", "url": self.garage.url(path),
                "method": "PUT", "body": "secret-body", "headers": {"X-Key": "secret-key"}, **more}

    def hosts(self):
        return self.app.call("GetConfiguration")["subscriptions"][0]["hosts"]

    def history(self):
        return self.app.history()

    def titles(self):
        return [entry["title"] for entry in self.history()]

    def test_C5_a_copy_button_puts_its_text_on_the_clipboard_without_a_window(self):
        self.begin_with()
        call = self.ring({"action": "copy", "label": "Copy the Code", "value": "secret-12345"})
        self.notifier.invoke(call, "copy-1")
        self.eventually(lambda: self.desktop.clipboard() == "secret-12345", self.desktop.clipboard)
        self.assertFalse(self.window.has("frame"))
        self.assertEqual(self.history()[0]["responseText"], "Copy the Code")
        self.assertNotIn("secret-12345", self.app.log)

    def test_C5_an_allowed_request_is_sent_once_and_its_end_is_in_the_history(self):
        self.begin_with(self.host)
        call = self.ring(self.door())
        self.notifier.invoke(call, "http-1")
        asked = self.garage.wait(1)
        self.assertEqual((asked.method, asked.path, asked.body), ("PUT", "/door", b"secret-body"))
        self.assertEqual(asked.headers["x-key"], "secret-key")
        self.eventually(lambda: "Open the Door: done" in self.titles(), self.titles)
        self.notifier.stay_quiet(1)
        self.assertEqual(len(self.garage.asked), 1)
        for text in (self.app.log, str(self.history())):
            self.assertNotIn("secret-", text)

    def test_C5_a_redirect_is_not_followed_and_a_failure_is_shown(self):
        self.begin_with(self.host)
        other = self.site(self.clock.trusted)
        self.garage.pages["/door"] = answer(status="307 Temporary Redirect",
                                            Location=other.url("/door"))
        self.notifier.invoke(self.ring(self.door()), "http-1")
        self.eventually(lambda: "Open the Door failed" in self.summaries(), self.summaries)
        self.assertEqual((len(self.garage.asked), other.connections), (1, 0))

    def test_C5_this_computer_is_not_asked_unless_that_is_allowed(self):
        self.begin_with(self.host)
        self.app.set(localMedia=False)
        self.notifier.invoke(self.ring(self.door()), "http-1")
        self.eventually(lambda: "Open the Door failed" in self.summaries(), self.summaries)
        self.assertEqual(self.garage.asked, [])

    def test_C5_a_server_that_is_not_there_is_tried_again_and_a_kill_sends_nothing_twice(self):
        self.begin_with(self.host)
        port = self.garage.port
        self.garage.stop()
        self.notifier.invoke(self.ring(self.door()), "http-1")
        self.app.state()
        self.garage = Site(self.clock.trusted, port=port)
        self.addCleanup(self.garage.stop)
        self.garage.page("/door", "open")
        self.clock.advance(seconds=6)
        self.garage.wait(1)
        self.eventually(lambda: "Open the Door: done" in self.titles(), self.titles)
        # One that is open when the process ends has failed.
        self.garage.pages["/door"] = lambda connection, asked: self.garage.pause(60)
        self.notifier.invoke(self.ring(self.door(), title="Again"), "http-1")
        self.garage.wait(2)
        self.app.kill()
        self.app.start()
        self.eventually(lambda: "Open the Door failed" in self.summaries(), self.summaries)
        self.clock.advance(minutes=5)
        self.app.state()
        self.assertEqual(len(self.garage.asked), 2)

    def test_C5_a_host_is_asked_for_once_in_the_window_and_can_be_taken_back(self):
        self.begin_with()
        call = self.ring(self.door())
        id = self.history()[0]["requestId"]
        with self.assertRaises(BusError) as refused:
            self.app.call("Respond", id, "http-1")
        self.assertIn("carillonctl config", str(refused.exception))
        self.assertFalse(self.window.has("frame"))
        self.notifier.invoke(call, "http-1")
        self.window.wait_text(f"“Home” wants to send to {self.host}")
        self.window.find("push button", "Allow Always").press()
        self.garage.wait(1)
        self.eventually(lambda: self.hosts() == [self.host], self.hosts)
        self.notifier.invoke(self.ring(self.door(), title="Again"), "http-1")
        self.garage.wait(2)
        self.assertFalse(self.window.has("push button", "Allow Always"))
        self.open_window("connections")
        self.window.find("push button", "Edit Home").press()
        self.window.find("push button", f"Remove {self.host}").press()
        self.eventually(lambda: self.hosts() == [], self.hosts)
        self.window.wait_gone("push button", f"Remove {self.host}")

    def test_C5_escape_denies_and_questions_come_one_after_the_other(self):
        self.begin_with()
        first = self.ring(self.door())
        second = self.ring(self.door(label="Close the Door"), title="Second")
        third = self.ring(self.door(label="Light"), title="Third")
        for call in (first, second, third):
            self.notifier.invoke(call, "http-1")
        self.window.wait_text("Open the Door")
        self.assertEqual(len(self.window.all("push button", "Allow Always")), 1)
        self.eventually(lambda: self.window.focused and self.window.focused.name == "Don’t Allow")
        self.window.key("Escape")
        self.window.wait_text("Close the Door")
        self.window.find("push button", "Only Now").press()
        self.garage.wait(1)
        self.window.wait_text("Light")
        self.window.find("push button", "Don’t Allow").press()
        self.window.wait_gone("push button", "Don’t Allow")
        self.assertEqual(self.hosts(), [])
        self.assertEqual(len(self.garage.asked), 1)
        self.assertNotIn("Open the Door failed", self.summaries())
