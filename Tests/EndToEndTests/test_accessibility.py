"""Every control of every page and window has a name for assistive technology, and is reached by keyboard."""

import collections
import datetime
import json
import unittest

from harness.window import WindowCase

PAGES = ("hours", "content", "connections", "alarms", "journeys", "history", "status", "settings", "privacy", "week")
# One of them takes the focus for all: arrow keys choose among them.
CHOSEN_BY_ARROWS = {"list item", "radio button", "page tab", "menu item", "table cell"}
# They take the focus to be scrolled or read, and need no name: what they contain has one.
FRAMES = {"frame", "dialog", "scroll pane", "viewport", "panel", "filler", "list box", "label"}


class Accessibility(WindowCase):
    def setUp(self):
        super().setUp()
        self.server()
        self.app.start()
        self.met()
        self.app.configure(
            times=[{"hour": 8, "minute": 0}, {"hour": 18, "minute": 30}],
            storage="private", contentTemplate={"title": "Good morning", "body": "Have a good day"})
        self.app.set(journeys=[{
            "id": "office", "destination": "Work", "route": "Tram 12", "stop": "Main Street", "departAt": "07:42",
            "weekdays": [1, 2, 3, 4, 5, 6, 7], "walkMinutes": 8, "rideMinutes": 20, "enabled": True}])
        self.push(type="alarm", alarmId="17", severity="critical", title="Pump #5", body="Vibration is too high",
                  asset="Pump #5", quantity="Vibration", value="85", limit="60", unit="Hz")
        self.push(type="brew_stage", stage="preInfusion", brewId="b1", elapsedTime="3", preInfusionTime="8",
                  pressure="2")
        self.tomorrow = datetime.date.today() + datetime.timedelta(days=1)
        self.push(type="journey", journeyId="office", date=str(self.tomorrow), event="delay", delayMinutes="4")

    def push(self, **data):
        self.app.call("Push", json.dumps({"data": data}))

    def controls(self):
        """Everything in the window that the keyboard can reach, as (role, name, widget)."""
        return [(widget.role, widget.name, widget) for widget in self.window.all()
                if {"focusable", "sensitive", "visible"} <= widget.states]

    def check(self, what):
        """Every control has a name, and Tab or the arrow keys lead to it."""
        window = self.window
        # GTK reports what is far down in a low window as not showing.
        window.resize(760, 1000)
        nameless = [(role, widget) for role, name, widget in self.controls()
                    if not name and role not in FRAMES and not self.is_inside(widget)]
        self.assertEqual(nameless, [], f"{what}\n{window.tree()}")
        window.key("Tab")
        way, seen = [], set()
        while len(way) < 150:
            here = window.focused
            if here in seen:
                break
            if here:
                seen.add(here)
            way.append(here)
            window.key("Tab")
        reached = collections.Counter((widget.role, widget.name) for widget in way if widget)
        by_arrows = {role for role, _ in reached if role in CHOSEN_BY_ARROWS}
        lost = [(role, name) for role, name, widget in self.controls()
                if role not in FRAMES and role not in by_arrows and not reached[role, name]
                # The focus of a combo box is on a button inside that is not accessible.
                and role not in ("combo box", "menu", "scroll bar") and not self.is_inside(widget)]
        self.assertTrue(reached, f"{what}: Tab reaches nothing")
        self.assertEqual(lost, [], f"{what}: reached {sorted(reached)}")

    @staticmethod
    def is_inside(widget):
        """Whether it is a part of a combo box or a menu, which keys open."""
        parent = widget.parent
        while parent:
            if parent.role in ("combo box", "menu", "menu bar"):
                return True
            parent = parent.parent
        return False

    def test_every_control_of_every_page_has_a_name_and_is_reached_by_keyboard(self):
        for page in PAGES:
            with self.subTest(page=page):
                self.open_window(page)
                self.check(page)

    def test_every_control_of_a_brew_an_alarm_and_a_journey_has_a_name_and_is_reached_by_keyboard(self):
        for link in ("/alarms/17", "firstcrack://brew/b1/live", f"/journeys/office/{self.tomorrow}"):
            with self.subTest(link=link):
                self.app.call("Open", link)
                self.window.find("frame")
                self.check(link)
                self.window.key("ctrl+w")
                self.eventually(lambda: not self.desktop.windows())


if __name__ == "__main__":
    unittest.main()
