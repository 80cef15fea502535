"""Takes pictures of the page of journeys and of a trip's window: on time, delayed, disrupted, on the way.

  python3 -m harness.show_journeys FOLDER
"""

import datetime
import json
import pathlib
import sys
import time

from .app import Carillon
from .clock import Clock
from .desktop import Desktop
from .keyring import Keyring
from .language import Translations
from .notifications import NotificationServer
from .processes import until
from .window import Window

# A Monday, at 8:10.
START = datetime.datetime(2026, 11, 23, 8, 10, 0, tzinfo=datetime.timezone.utc)
JOURNEY = {"id": "office", "destination": "Work", "route": "Bus 42", "stop": "Market Square",
           "arriveBy": "09:00", "walkMinutes": 8, "rideMinutes": 30}
OTHERS = [
    {"route": "Tram 3", "stop": "Town Hall", "departure": "2026-11-23T08:35:00Z",
     "arrival": "2026-11-23T08:59:00Z", "walkMinutes": 12},
    {"route": "Bus 17", "stop": "Market Square", "departure": "2026-11-23T08:50:00Z",
     "arrival": "2026-11-23T09:20:00Z", "walkMinutes": 8},
]
LIST = [
    JOURNEY | {"weekdays": [1, 2, 3, 4, 5]},
    {"id": "choir", "destination": "Choir", "route": "Tram 3", "stop": "Town Hall", "departAt": "19:04",
     "walkMinutes": 12, "weekdays": [1]},
    {"id": "market", "destination": "Farmers’ market behind the old brewery", "departAt": "09:15",
     "walkMinutes": 20, "weekdays": [6]},
    {"id": "aunt", "destination": "Aunt Eva", "route": "Train to the coast", "stop": "Central Station",
     "departAt": "10:30", "walkMinutes": 25, "weekdays": [7], "enabled": False},
]


class Show:
    def __init__(self, folder, name, language="en", theme=None, scale=1):
        self.folder, self.name = folder, name
        self.desktop = Desktop()
        self.desktop.start(display="900x1100", accessible=True)
        self.desktop.start_window_manager()
        if theme:
            self.desktop.environment["GTK_THEME"] = theme
        self.desktop.environment["GDK_DPI_SCALE"] = str(scale)
        if language != "en":
            Translations(self.desktop.folder).use(self.desktop, language)
        self.clock = Clock(self.desktop.folder)
        self.clock.set(START)
        self.app = Carillon(self.desktop, self.clock)
        Keyring(self.desktop).start()
        self.server = NotificationServer(
            self.desktop.environment["DBUS_SESSION_BUS_ADDRESS"]).start()
        self.window = Window(self.desktop)
        self.app.start()
        until("the keyring", lambda: self.app.state()["keyring"] == "open")
        self.app.set(timezone="UTC", slots=[], journeys=[JOURNEY])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.app.quit()
        self.server.stop()
        self.desktop.stop()

    def say(self, event, **more):
        self.app.call("Push", json.dumps({"data": {
            "type": "journey", "journeyId": "office", "event": event} | more}))

    def open(self, width=760, height=760):
        self.app.ctl("open", "carillon://settings/journeys")
        until("the window", lambda: self.window.has("frame"))
        self.window.resize(width, height)

    def edit(self, place):
        self.window.find("push button", containing=place).press()

    def picture(self, what):
        time.sleep(1.5)
        self.desktop.screenshot(self.folder / f"{self.name}-{what}.png")

    def take(self, what):
        self.app.ctl("open", "/journeys/office/2026-11-23")
        until("the window", lambda: self.window.has("frame"))
        time.sleep(1.5)
        self.desktop.screenshot(self.folder / f"{self.name}-{what}.png")


def show_page(show):
    show.app.set(journeys=[])
    show.open(height=560)
    show.picture("page-empty")
    show.window.key("ctrl+n")
    show.window.resize(760, 900)
    show.window.key("Return")
    show.picture("page-error")
    show.window.key("Escape")
    show.app.set(journeys=LIST)
    show.say("delay", delayMinutes="7")
    show.picture("page")
    # What is told in the window takes room from the page.
    for banner in show.app.state()["banners"]:
        show.app.call("Respond", banner["requestId"], "dismiss")
    show.edit("Choir")
    show.picture("page-depart")
    show.window.key("Escape")
    show.edit("Work")
    show.picture("page-arrive")
    show.window.resize(460, 1000)
    show.window.resize(360, 1000)
    show.picture("page-narrow-edit")
    show.window.key("Escape")
    show.picture("page-narrow")


def main(folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name, language, theme, scale in (
            ("light", "en", None, 1), ("dark", "en", "Adwaita:dark", 1), ("german", "de", None, 1),
            ("contrast", "en", "HighContrast", 1), ("large", "en", None, 1.75)):
        with Show(folder, name, language, theme, scale) as show:
            show_page(show)
    for name, language, theme in (("light", "en", None), ("dark", "de", "Adwaita:dark")):
        with Show(folder, name, language, theme) as show:
            show.say("crowding", crowding="low")
            show.take("planned")
            show.say("delay", delayMinutes="7", reason="Road works")
            show.take("delayed")
        with Show(folder, f"{name}-2", language, theme) as show:
            show.say("cancellation", alternatives=json.dumps(OTHERS), reason="Signal failure")
            show.take("disrupted")
            show.app.call("Act", "journey:office@2026-11-23", "start")
            show.take("started")


if __name__ == "__main__":
    main(*sys.argv[1:])
