"""The page of what a digest or "While you were away" stands for. (§5, T38)"""

import json
import unittest

from gi.repository import GLib
from harness.bus import Bus
from harness.pictures import Picture, png
from harness.site import Site, answer
from harness.window import WindowCase

SAVER = "org.freedesktop.ScreenSaver"
SAVER_PATH = "/org/freedesktop/ScreenSaver"
SAVER_XML = f"""<interface name="{SAVER}">
<method name="GetActive"><arg type="b" direction="out"/></method>
<signal name="ActiveChanged"><arg type="b"/></signal></interface>"""


class Digest(WindowCase):

    SEE = json.dumps([{"id": "see", "title": "See", "deepLink": "carillon://settings/hours"}])

    def setUp(self):
        super().setUp()
        self.notifications = self.server()

    def push(self, title, **fields):
        message = {"data": {"title": title, **fields}}
        return self.app.call("Push", json.dumps(message))["verdict"]

    def digest(self, *titles, **fields):
        """Starts with a digest of these messages on the screen, which is returned."""
        self.app.start()
        self.met()
        self.app.set(channels={"general": {"at": "slot"}})
        for title in titles:
            self.assertEqual(self.push(title, body=f"About {title}", **fields), "held")
        self.clock.set(self.at(8, 0, 1))
        self.eventually(lambda: any("notifications" in call.summary
                                    for call in self.notifications.calls))
        return next(call for call in self.notifications.calls if "notifications" in call.summary)

    def row(self, containing):
        return self.window.find("push button", containing=containing)

    def test_S5_a_long_list_is_made_in_steps_and_has_all_its_rows(self):
        self.notifications.invoke(self.digest(*(f"No. {number}" for number in range(1, 46))))
        self.window.wait_text("45 notifications")
        self.row("No. 45, About No. 45")
        rows = [row.name for row in self.window.all("push button") if "About" in row.name]
        self.assertEqual([row.split(", ")[3] for row in rows],
                         [f"No. {number}" for number in range(1, 46)])

    def test_S5_a_click_on_a_digest_opens_its_list_by_when_each_came(self):
        self.notifications.invoke(self.digest("One", "Two", "Three"))
        self.window.wait_text("3 notifications")
        self.window.wait_text("Shown today at 08:00")
        rows = [row.name for row in self.window.all("push button") if "About" in row.name]
        self.assertEqual([row.split(", ")[3] for row in rows], ["One", "Two", "Three"])
        for row in rows:
            self.assertRegex(row, r"^Unread, 07:0\d, Other messages, \w+, About \w+$")
        # Back is the history.
        self.window.key("alt+Left")
        self.eventually(lambda: "selected" in self.window.find("list item", "History").states)
        self.window.find("toggle button", containing="3 notifications").press()
        self.window.find("push button", "Show the List").press()
        self.row("One, About One")

    def test_S5_a_row_is_opened_answered_and_read_by_keyboard(self):
        self.notifications.invoke(self.digest("One", "Two", actions=self.SEE))
        self.row("One, About One").focus()
        self.window.key("Return")
        # It has no window of its own: its row of the history is opened.
        self.window.find("push button", "Copy as Text")
        self.eventually(lambda: self.app.state()["unreadCount"] == 1)

    def test_S5_its_buttons_work_once(self):
        self.notifications.invoke(self.digest("One", "Two", actions=self.SEE))
        self.row("One, About One")
        self.assertEqual(len(self.window.all("push button", "See")), 2)
        self.window.all("push button", "See")[0].press()
        self.eventually(lambda: "selected" in self.window.find("list item", "Hours").states)
        self.window.key("ctrl+6")
        self.window.find("toggle button", containing="2 notifications").press()
        self.window.find("push button", "Show the List").press()
        self.row("One, About One")
        self.assertEqual(len(self.window.all("push button", "See")), 1)

    def test_S5_all_are_marked_as_read(self):
        self.notifications.invoke(self.digest("One", "Two"))
        self.row("Unread, ")
        self.assertEqual(self.app.state()["unreadCount"], 2)
        self.window.find("push button", "Mark All as Read").press()
        self.window.wait_gone("push button", containing="Unread, ")
        self.window.wait_gone("push button", "Mark All as Read")
        self.assertEqual(self.app.state()["unreadCount"], 0)
        self.row("One, About One")

    def test_S5_a_row_that_becomes_read_is_not_made_anew(self):
        self.notifications.invoke(self.digest("One", "Two"))
        rows = [self.row("One, About One"), self.row("Two, About Two")]
        self.window.find("push button", "Mark All as Read").press()
        self.window.wait_gone("push button", containing="Unread, ")
        self.assertEqual([self.row("One, About One"), self.row("Two, About Two")], rows)

    def test_T29_a_list_that_is_no_longer_kept_says_so(self):
        shown = self.digest("One", "Two")
        self.notifications.invoke(shown)
        self.row("One, About One")
        # A clock that jumps by more is not believed.
        self.app.set(retentionDays=2)
        self.clock.set(self.at(7, day=2))
        self.push("Later")
        self.clock.set(self.at(18, day=3))
        self.push("Later still")
        self.window.wait_text("What it stood for is no longer kept: the history keeps 2 days.",
                              timeout=30)
        self.window.wait_gone("push button", containing="About One")

    def test_T38_B8_what_was_missed_is_a_list_too_with_its_pictures(self):
        site = Site()
        self.addCleanup(site.stop)
        site.pages["/ladder.png"] = answer(png(64, 64), Content_Type="image/png")
        bus = Bus(self.desktop.environment["DBUS_SESSION_BUS_ADDRESS"])
        self.addCleanup(bus.close)
        bus.export(SAVER_PATH, SAVER_XML, lambda _sender, _method, _arguments, invocation:
                   invocation.return_value(GLib.Variant("(b)", (True,))))
        bus.own(SAVER)
        self.app.start()
        self.acquainted(self.notifications)
        self.app.set(localMedia=True)
        self.push("Ladder", body="About ladders", imageUrl=site.url("/ladder.png"))
        # Its picture follows.
        self.notifications.wait(3)
        self.notifications.close(self.notifications.calls[-1], reason=1)
        # Its going is another signal than the unlocking, and may come after it.
        self.eventually(lambda: any(entry["text"] == "Shown while the screen was locked"
                                    and entry.get("response") == "EXPIRED"
                                    for entry in self.app.history()), self.app.history)
        bus.emit(SAVER_PATH, SAVER, "ActiveChanged", "(b)", False)
        self.notifications.wait(4)
        told = self.notifications.calls[-1]
        self.assertEqual(told.summary, "While you were away")
        self.notifications.invoke(told)
        self.window.wait_text("While you were away")
        self.row("Other messages, Ladder, About ladders")
        file = self.desktop.folder / "list.png"

        def is_drawn():
            self.desktop.screenshot(file)
            return (0xC8, 0x50, 0x28) in Picture(file).pixels()

        self.eventually(is_drawn)

    def test_S5_it_fits_into_a_narrow_window(self):
        self.notifications.invoke(self.digest("One", "Two", actions=self.SEE))
        row = self.row("One, About One")
        self.window.resize(360)
        x, _, width, _ = self.window.find("frame").box
        left, _, own, _ = row.box
        self.assertLessEqual(left + own, x + width)
        self.assertGreaterEqual(left, x)


if __name__ == "__main__":
    unittest.main()
