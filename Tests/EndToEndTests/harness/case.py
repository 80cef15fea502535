"""The base class of all tests."""

import datetime
import json
import time
import unittest

from .app import Carillon
from .bus import BusError
from .clock import Clock
from .desktop import Desktop
from .feed import Feed
from .metronome import Metronome
from .notifications import NotificationServer

UTC = datetime.timezone.utc
TEMPLATE = {"title": "{{headline}}", "body": "{{summary}}"}


class CarillonCase(unittest.TestCase):
    """A new desktop for each test; everything a test starts is ended with it."""

    # The app's clock at the start of a test: a Saturday, in UTC, far from midnight.
    START = datetime.datetime(2026, 11, 21, 7, 0, 0, tzinfo=UTC)
    ACCESSIBLE = False
    DISPLAY = "1280x800"
    maxDiff = None

    def setUp(self):
        self.desktop = Desktop()
        # Cleanups run in reverse order, so this runs last.
        self.addCleanup(self.desktop.stop)
        self.desktop.start(self.DISPLAY, accessible=self.ACCESSIBLE)
        self.clock = Clock(self.desktop.folder)
        self.clock.set(self.START)
        self.app = Carillon(self.desktop, self.clock)
        self.metronome = Metronome(self.desktop)
        self.addCleanup(self.metronome.stop)

    def run(self, result=None):
        """Adds the app's log to a failure."""
        before = len(result.failures) + len(result.errors) if result else 0
        outcome = super().run(result)
        if result and len(result.failures) + len(result.errors) > before and self._log:
            print(f"--- {self.id()}: the app said\n{self._log}", flush=True)
        return outcome

    _log = ""

    def tearDown(self):
        self._log = "\n".join(self.app.log.splitlines()[-40:])

    # The building blocks of tests.

    def server(self, **options):
        """A stand-in notification server on the bus."""
        server = NotificationServer(
            self.desktop.environment["DBUS_SESSION_BUS_ADDRESS"], **options).start()
        self.addCleanup(server.stop)
        return server

    def feed(self, *arguments, **options):
        feed = Feed(*arguments, **options)
        self.addCleanup(feed.stop)
        return feed

    def document(self, *times, feed=None, template=TEMPLATE, **options):
        """003's own ConfigureOptions; times are "HH:MM"."""
        document = {
            "times": [{"hour": int(time[:2]), "minute": int(time[3:])} for time in times],
            "storage": "private", "contentTemplate": template, **options}
        if feed:
            document["callbackProfile"] = {"fetchContent": {"method": "GET", "url": feed.url}}
        return document

    def json(self, *times, **options):
        return json.dumps(self.document(*times, **options))

    def configure(self, *times, **options):
        """Configures the app with carillonctl."""
        done = self.app.ctl("configure", "-", input=self.json(*times, **options))
        self.assertEqual(done.returncode, 0, done.stderr)

    def at(self, hour, minute=0, second=0, day=0):
        """A UTC instant on the test's day, or days later."""
        return self.START.replace(hour=hour, minute=minute, second=second,
                                  microsecond=0) + datetime.timedelta(days=day)

    def lateness(self, notification, instant):
        """Seconds from the instant to the arrival of a Notify, by the app's clock."""
        return (self.clock.at(notification.arrived) - instant).total_seconds()

    def assert_on_time(self, notification, instant):
        """Never early, and within a second; on a busy machine, within what takes a second if idle."""
        late = self.lateness(notification, instant)
        self.assertGreaterEqual(late, 0, "never early")
        since = notification.arrived - round(late * 1e9)
        self.assertLessEqual(self.metronome.between(since, notification.arrived),
                             Metronome.PER_SECOND, f"it is {late} s late")

    def eventually(self, test, show=None, timeout=10):
        """Waits until `test` is true; otherwise fails with the result of `show`.

        What it looks into may not be there yet: the window asks another process, and the answer comes later.
        """
        deadline = time.monotonic() + timeout
        while True:
            try:
                if test():
                    return
            except (KeyError, IndexError, TypeError):
                if time.monotonic() > deadline:
                    raise
            if time.monotonic() > deadline:
                self.fail(f"not within {timeout} s; it is {show() if show else 'otherwise'}")
            time.sleep(0.05)

    def next_occurrences(self):
        """(slot id, instant) of the planned occurrences, soonest first."""
        return [(each["slotId"], datetime.datetime.fromisoformat(each["when"]))
                for each in self.app.state()["nextOccurrences"]]

    def entry(self, slot, date="2026-11-21"):
        """The history entry of an occurrence; empty if there is none."""
        try:
            return self.app.explain(f"{slot}@{date}")[0]["entry"]
        except BusError as error:
            self.assertEqual(error.name, "org.carillon.Error.NotFound")
            return {}

    def status(self, slot, date="2026-11-21"):
        return self.entry(slot, date).get("status")

    def met(self, state="present"):
        """Waits until the app has this state of its notification server."""
        self.eventually(lambda: self.app.state()["server"]["state"] == state,
                        lambda: self.app.state()["server"])

    def acquainted(self, server):
        """Lets the app show something first, because the first contact takes several calls."""
        self.met()
        self.assertEqual(self.app.ctl("test").returncode, 0)
        server.wait(1)

    def becomes(self, status, slot="0800", date="2026-11-21", timeout=10):
        """Waits until the occurrence has this status."""
        self.eventually(lambda: self.status(slot, date) == status,
                        lambda: self.entry(slot, date), timeout)

    def answered(self, response, slot="0800"):
        """Waits until today's occurrence has this response in the history."""
        def found():
            return [entry.get("response") for entry in self.app.history(limit=100)
                    if entry.get("slotId") == slot and entry.get("date") == "2026-11-21"]
        self.eventually(lambda: found() == [response], found)

    def errors(self):
        """The codes of the last errors."""
        return [error["code"] for error in self.app.state()["lastErrors"]]

    def fetched(self, name):
        """What came of the fetches of an hour, oldest first: `stored`, `not-modified`."""
        return [step["values"].get("outcome") for item in self.app.explain(name)
                for step in item["steps"] if step["code"] == "fetched"]

    def codes(self, name):
        """The codes of all steps in `explain`, oldest first."""
        return [step["code"] for item in self.app.explain(name) for step in item["steps"]]

    def kept(self, count):
        """The titles of all messages that were accepted; each must be there once."""
        def titles():
            found, query = [], {"limit": 200}
            while True:
                page = self.app.call("GetHistory", json.dumps(query))
                found += [entry["title"] for entry in page["entries"]
                          if entry["kind"] == "message" and entry.get("reason") != "duplicate"]
                if not page.get("next"):
                    return found
                query["before"] = page["next"]
        self.eventually(lambda: len(titles()) >= count, lambda: len(titles()), timeout=30)
        self.assertEqual(len(titles()), len(set(titles())))
        return set(titles())
