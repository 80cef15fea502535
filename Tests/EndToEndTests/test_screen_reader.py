"""Whole tasks by keyboard and by what a screen reader says, without a look at the window.

Each step is chosen by what was heard before it. The results are checked over the bus interface.
"""

import datetime
import json

from harness.keyring import Keyring
from harness.order import Order
from harness.reader import Reader
from harness.site import Site, answer
from harness.window import WindowCase


class ScreenReader(WindowCase):
    def begin(self):
        """Carillon with its window, and somebody who hears it."""
        self.shown = self.server()
        self.app.start()
        self.met()

    def listen(self):
        self.open_window()
        reader = Reader(self.window)
        self.addCleanup(reader.close)
        return reader

    def page(self, reader, name):
        """Goes to a page by the list at the side."""
        reader.go("Pages, Hours, list item", key="shift+Tab")
        reader.go(f"{name}, list item", key="Down")

    def test_an_hour_with_a_feed_is_added(self):
        self.begin()
        feed = self.feed(headline="Good news", summary="It is spring.")
        reader = self.listen()
        reader.go("Add Hour, push button")
        reader.press("space")
        reader.hear("Time, text, 09:00")
        reader.type("730")
        reader.go("Name, text")
        reader.type("Tea")
        reader.go("Content, Default (Daily thoughts), combo box")
        # What is chosen is said, and the field that belongs to it has the focus then.
        reader.press("Down")
        reader.hear("Address, text")
        reader.type(feed.url)
        reader.go("Add Hour, push button")
        reader.press("space")
        reader.hear("Edit 07:30 Tea, push button")
        slots = {slot["slotId"]: slot for slot in self.app.call("GetConfiguration")["slots"]}
        self.assertEqual(slots["0730"]["fetchContent"]["url"], feed.url)
        self.clock.set(self.at(7, 10))
        self.eventually(lambda: self.fetched("0730"))
        self.clock.set(self.at(7, 30))
        self.assertEqual(self.shown.wait(1).summary, "Good news")

    def test_an_alarm_is_acknowledged(self):
        Keyring(self.desktop).start()
        site = Site()
        self.addCleanup(site.stop)
        self.begin()
        self.eventually(lambda: self.app.state()["keyring"] == "open")
        self.app.set(backend={"url": site.url(), "token": {"secret": "a-token"}})
        done = "/api/v1/alarms/17/acknowledge"
        site.pages[done] = answer(status="204 No Content")
        self.app.call("Push", json.dumps({"data": {
            "type": "alarm", "alarmId": "17", "severity": "critical", "title": "Too hot",
            "body": "It is 85 degrees", "asset": "Pump 5"}}))
        reader = self.listen()
        self.page(reader, "Alarms")
        reader.go("Open, Critical, Too hot, It is 85 degrees, Pump 5", "push button")
        reader.go("Acknowledge “Too hot”, push button")
        reader.press("space")
        self.eventually(lambda: [asked for asked in site.asked if asked.path == done])
        reader.go("Acknowledged", "Too hot", "push button", key="shift+Tab")

    def test_a_journey_is_started(self):
        self.clock.set(datetime.datetime(2026, 11, 23, 7, 0, 0, tzinfo=datetime.timezone.utc))
        self.begin()
        self.app.set(timezone="UTC", slots=[], journeys=[{
            "id": "office", "destination": "Work", "route": "Bus 7", "stop": "Market",
            "departAt": "07:10", "walkMinutes": 4, "weekdays": [1, 2, 3, 4, 5]}])
        reader = self.listen()
        self.page(reader, "Journeys")
        reader.go("Journey to Work, toggle button, on, Today, leave at 07:06")
        self.clock.set(datetime.datetime(2026, 11, 23, 7, 6, 0, tzinfo=datetime.timezone.utc))
        self.eventually(lambda: self.app.state()["threads"])
        reader.go("Show the journey to Work, push button, Today: Time to leave")
        reader.press("space")
        reader.go("Start", "push button")
        reader.press("space")
        self.eventually(lambda: self.app.state()["threads"][0]["heading"] == "In progress",
                        lambda: self.app.state()["threads"])
        reader.go("Cancel Journey, push button")

    def test_what_moves_is_said_to_have_moved(self):
        """Orca walks through what it remembers: in an order that is not so, it may walk in a circle."""
        self.begin()
        window = self.open_window()
        order = Order(window)
        self.addCleanup(order.close)
        window.find("push button", "Add Hour").press()
        window.find("text", "Time")
        self.assertEqual(order.mistakes(), [])
        window.find("push button", "Cancel").press()
        # Before the others.
        self.app.set(slots=[{"hour": hour, "minute": 0} for hour in (6, 8, 12, 18)])
        window.find("push button", "Edit 06:00")
        self.assertEqual(order.mistakes(), [])
