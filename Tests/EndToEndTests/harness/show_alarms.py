"""Takes pictures of the page of a maintenance system: empty, signed out, and with alarms.

  python3 -m harness.show_alarms FOLDER
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
from .site import Site, answer
from .window import Window

START = datetime.datetime(2026, 11, 21, 16, 0, 0, tzinfo=datetime.timezone.utc)

ALARMS = (
    ("uuid-123", "critical", 12, "Critical Alarm", "Pump #5 - Vibration exceeds threshold (85 Hz)",
     "Pump #5 • Plant room B"),
    ("uuid-124", "critical", 190, "Flow stopped", "No flow for 30 seconds.", "Chiller 2"),
    ("uuid-125", "warning", 3000, "Filter almost full", "92 % of the allowed pressure drop.",
     "Air handling unit 12, roof of the north building"),
    ("uuid-126", "info", 1, "Door left open", "", "Plant room B"),
    ("uuid-127", "warning", 45, "Oil low", "24 %, minimum 30 %.", "Pump #5 • Plant room B"),
    ("uuid-128", "critical", 20, "Fire damper does not answer", "", "Damper 7"),
)
ORDERS = (
    ("wo-1", "high", "Change the seal of pump #5", "2026-11-21T17:30:00Z", "Pump #5"),
    ("wo-2", "low", "Grease the bearings", "2026-11-27T09:00:00Z", "Chiller 2"),
)


class Show:
    def __init__(self, folder, name, language="en", theme=None):
        self.folder, self.name = folder, name
        self.desktop = Desktop()
        self.desktop.start(display="1000x1500", accessible=True)
        self.desktop.start_window_manager()
        if theme:
            self.desktop.environment["GTK_THEME"] = theme
        if language != "en":
            Translations(self.desktop.folder).use(self.desktop, language)
        clock = Clock(self.desktop.folder)
        clock.set(START)
        self.app = Carillon(self.desktop, clock)
        Keyring(self.desktop).start()
        self.server = NotificationServer(
            self.desktop.environment["DBUS_SESSION_BUS_ADDRESS"]).start()
        self.site = Site()
        self.window = Window(self.desktop)
        self.app.start()
        until("the keyring", lambda: self.app.state()["keyring"] == "open")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.app.quit()
        self.server.stop()
        self.site.stop()
        self.desktop.stop()

    def sign_in(self):
        self.app.set(backend={"url": self.site.url(), "token": {"secret": "t0ken"}})

    def fill(self):
        for alarm_id, severity, minutes, title, body, asset in ALARMS:
            self.site.pages[f"/api/v1/alarms/{alarm_id}/acknowledge"] = answer(
                status="503 Later" if alarm_id == "uuid-128" else "204 No Content")
            raised = START - datetime.timedelta(minutes=minutes)
            self.push(type="alarm", alarmId=alarm_id, severity=severity, title=title, body=body,
                      asset=asset, timestamp=raised.strftime("%Y-%m-%dT%H:%M:%SZ"))
        for order_id, priority, title, due, asset in ORDERS:
            self.push(type="work_order", workOrderId=order_id, priority=priority, title=title,
                      dueAt=due, asset=asset, body="")

    def acknowledge(self):
        for number, alarm_id in enumerate(("uuid-127", "uuid-128"), 1):
            self.app.call("Act", f"alarm:{alarm_id}", "ack")
            until("the acknowledgement", lambda: sum(
                asked.path.endswith("/acknowledge") for asked in self.site.asked) >= number)

    def push(self, **data):
        self.app.call("Push", json.dumps({"data": data}))

    def open(self, width=760, height=900):
        self.app.ctl("open", "carillon://settings/alarms")
        until("the window", lambda: self.window.has("frame"))
        self.window.resize(width, height)

    def take(self, what):
        time.sleep(1)
        self.desktop.screenshot(self.folder / f"{self.name}-{what}.png")


def main(folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with Show(folder, "light") as show:
        show.open(height=560)
        show.take("signed-out")
        show.window.find("push button", "Sign In…").press()
        show.window.find("password text")
        show.window.find("text", "Address of the service").fill("http://maintenance.example.org")
        show.window.find("push button", "Sign In").press()
        show.take("signing-in")
        show.window.key("Escape")
        show.sign_in()
        show.take("empty")
        show.app.set(backend=None)
        show.fill()
        show.take("signed-out-with-alarms")
    for name, language, theme in (("light", "en", None), ("dark", "en", "Adwaita:dark"),
                                  ("german", "de", None), ("contrast", "en", "HighContrast")):
        with Show(folder, name, language, theme) as show:
            show.sign_in()
            show.fill()
            show.acknowledge()
            show.open(height=1200)
            show.take("alarms")
            show.window.resize(460, 1400)
            time.sleep(0.5)
            show.window.resize(360, 1400)
            show.take("narrow")


if __name__ == "__main__":
    main(*sys.argv[1:])
