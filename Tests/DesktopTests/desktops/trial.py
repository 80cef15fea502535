"""Carillon in one session, with what the checks do to it and see of it."""

import datetime
import json
import os
import pathlib
import shutil
import signal
import time

from gi.repository import GLib
from harness.app import Carillon
from harness.bus import BusError
from harness.notifications import NAME as NOTIFICATIONS
from harness.notifications import PATH as NOTIFICATIONS_PATH
from harness.processes import send, until
from harness.site import Site
from harness.tray import ITEM, Tray
from harness.desktop import WATCHER
from harness.window import Window

PROGRAMS = pathlib.Path("/usr/bin")
OWN = ("Close", "Configure", "Dismiss")  # buttons of servers, on every notification
BROWSER = """[Desktop Entry]
Type=Application
Name=A browser for the test
Exec=sh -c 'echo "$0" >>{file}' %u
MimeType=x-scheme-handler/http;x-scheme-handler/https;text/html;
"""
PREFERRED = """[Default Applications]
x-scheme-handler/http=browser.desktop
x-scheme-handler/https=browser.desktop
"""


class RegisteredTray(Tray):
    """As in the watcher of GNOME's extension, too, which names items `owner@path`."""

    def items(self):
        try:
            names = self.bus.get(WATCHER, "/StatusNotifierWatcher", WATCHER,
                                 "RegisteredStatusNotifierItems")
        except BusError:
            return []
        found = [name.replace("@", "", 1).partition("/") for name in names]
        return [(owner, "/" + path) for owner, _, path in found if self._is_ours(owner, "/" + path)]

    def _is_ours(self, owner, path):
        try:
            return "arillon" in self.bus.get(owner, path, ITEM, "Id")
        except BusError:
            return False  # it has just left


class Trial:
    """One session, and Carillon as it was installed."""

    def __init__(self, session, folder):
        self.session = session
        self.kind, self.look = session.kind, session.look
        self.folder = pathlib.Path(folder)
        self.pictures = []
        self.site = None
        self._connect()
        session.put(".local/share/applications/browser.desktop",
                    BROWSER.format(file=session.folder / "visited"))
        session.put(".config/mimeapps.list", PREFERRED)

    def _connect(self):
        self.app = Carillon(self.session, programs=PROGRAMS)
        self.window = Window(self.session)
        self.tray = RegisteredTray(self.session)
        self.popups = self.session.popups

    def again(self):
        """Logs in once more, as the same user."""
        self.session.again()
        self._connect()

    # Before each check.

    def fresh(self):
        """Starts Carillon as on its first day, with nothing left on the screen."""
        self.session.set_do_not_disturb(False)
        self.end_demos()
        if self.app.is_running:
            self.app.quit()
        self.clear_screen()
        for path in (".local/share/carillon", ".cache/carillon"):
            shutil.rmtree(self.session.home / path, ignore_errors=True)
        (self.session.home / ".config/autostart/org.carillon.Carillon.desktop").unlink(missing_ok=True)
        (self.session.folder / "visited").unlink(missing_ok=True)
        self.session.hands.rest()
        self.app.start()
        if self.session.server:
            until("the server", lambda: self.app.state()["server"]["state"] == "present")
        until("the keyring", lambda: self.app.state()["keyring"] == "open")
        # One hour, which does not come while the check runs.
        soon = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=5)
        self.hour = f"{soon:%H:%M}"
        self.content()
        if not self.session.server:
            self.show_page("hours")  # where everything is shown

    def end_demos(self):
        """Before Carillon is ended, which a demo would start again."""
        for process in self.session.processes.started:
            if process.poll() is None and "demo" in process.args:
                send(process.pid, signal.SIGTERM)
                process.wait(10)

    def content(self, headline="A thought", summary="For today.", times=None, **more):
        """Configures what an hour shows."""
        source = self.session.folder / "content.json"
        fresh = source.with_suffix(".new")
        fresh.write_text(json.dumps({"headline": headline, "summary": summary, **more}))
        fresh.rename(source)  # it may just be being read
        self.app.configure(
            times=[{"hour": int(at[:2]), "minute": int(at[3:])} for at in times or [self.hour]],
            storage="private", contentTemplate={"title": "{{headline}}", "body": "{{summary}}"},
            callbackProfile={"fetchContent": {"method": "GET", "url": source.as_uri()}})

    def clear_screen(self):
        """Closes what former notifications are left; their ids are the last ones the server gave."""
        if not self.session.server:
            return
        newest = self.session.bus.call(
            NOTIFICATIONS, NOTIFICATIONS_PATH, NOTIFICATIONS, "Notify", "(susssasa{sv}i)", "tidy", 0,
            "", f"tidy {time.monotonic()}", "", [],  # Plasma refuses the same one within a second
            {"transient": GLib.Variant("b", True)}, 1)
        for number in range(newest, max(newest - 60, 0), -1):
            try:
                self.session.bus.call(NOTIFICATIONS, NOTIFICATIONS_PATH, NOTIFICATIONS,
                                      "CloseNotification", "(u)", number)
            except BusError:
                continue  # it is not open
        until("an empty screen", lambda: not self.popups.all(), timeout=10, interval=0.1)

    # Notifications.

    def ring(self, headline, summary, **more):
        """Shows an hour now; returns its title, by which the popup is known.

        Where there is no server, nothing rings: a message takes its place.
        """
        if not self.session.server:
            return self.push(title=headline, body=summary,
                             **({"deepLink": more["link"]} if "link" in more else {}))
        self.content(headline, summary, **more)
        done = self.app.ctl("run-now")
        assert done.returncode == 0, done.stderr
        done = self.app.ctl("deliver")
        assert done.returncode == 0, done.stderr
        return headline

    def push(self, message=None, **data):
        """A message of a service; returns its title."""
        message = message or {"data": data}
        if not self.session.server and not self.window.has("frame"):
            self.show_page("hours")
        self.app.call("Push", json.dumps(message))
        return message["data"].get("title")

    def alarm(self, alarm_id="a1", severity="warning", title="Oil pressure low",
              body="24 %, minimum 30 %.", **more):
        return self.push(type="alarm", alarmId=alarm_id, severity=severity, title=title, body=body,
                         asset="Pump 5", **more)

    def icon(self):
        """What the tray's icon says: "-5", "-dnd", or nothing special."""
        return self.tray.icon().removeprefix("org.carillon.Carillon").removesuffix("-symbolic")

    def open(self, title):
        """Clicks the notification itself, or where that closes it, its button."""
        if self.popups.open_button:
            self.popups.press(title, self.popups.open_button)
        else:
            self.popups.press_body(title)

    def labels(self, title):
        """The buttons of a popup, without those that the server adds to each."""
        shown = self.popups.open(title).buttons
        self.session.hands.rest()
        return sorted(label.replace(self.hour, "hh:mm") for label in shown if label not in OWN)

    def answer(self, title, timeout=10):
        """What the history says that the user did with it, once it does."""
        def found():
            return next((entry.get("response") for entry in self.app.history(limit=20)
                         if entry.get("title") == title and entry.get("response")), None)
        return until(f"an answer to {title!r} in the history", found, timeout, 0.1)

    def answer_or_none(self, title, timeout=3):
        try:
            return self.answer(title, timeout)
        except AssertionError:
            return None

    def is_gone(self, title, timeout=5):
        """Whether the popup goes within this time."""
        try:
            self.popups.wait_gone(title, timeout)
            return True
        except AssertionError:
            return False

    def appears(self, title, timeout=10):
        try:
            self.popups.wait(title, timeout)
            return True
        except AssertionError:
            return False

    def has_window(self, timeout=5):
        """Whether a window of Carillon is on the screen within this time."""
        try:
            return bool(until("a window", lambda: self.window.all("frame"), timeout, 0.1))
        except AssertionError:
            return False

    def show_page(self, page):
        """Opens Carillon's window on a page."""
        done = self.app.ctl("open", f"carillon://settings/{page}")
        assert done.returncode == 0, done.stderr
        self.window.find("frame")

    def focused(self):
        """The name of the widget with the keyboard focus."""
        widget = self.window.focused
        return widget.name if widget else None

    def play(self, demo, speed, *options):
        """Starts a demo, which plays until it is over or the next check begins."""
        return self.session.processes.spawn(
            PROGRAMS / "carillonctl", "demo", demo, "--speed", speed, *options, log=f"demo-{demo}")

    def host(self):
        """A site on this computer with a certificate that the session trusts."""
        if not self.site:
            self.site = Site(os.environ["CARILLON_DESKTOPS_CERTIFICATE"])
        return self.site

    def knows(self, title):
        """Whether the history has it, or where nothing can be shown, the window as due."""
        if any(entry["title"] == title for entry in self.app.history(limit=20)):
            return True
        if self.session.server:
            return False
        self.show_page("hours")
        return self.appears(title, 3)

    def visited(self, timeout=8):
        """The addresses that the browser was sent to."""
        file = self.session.folder / "visited"
        try:
            until("a visit", file.exists, timeout, 0.1)
        except AssertionError:
            return []
        return file.read_text().split()

    # Pictures.

    def picture(self, what):
        """A picture of the screen, named for the check and this."""
        time.sleep(0.4)
        name = f"{self.kind}-{self.look}-{self.check}-{what}".replace(" ", "-") + ".png"
        self.session.screenshot(self.folder / name)
        self.pictures.append({"file": name, "what": what})
