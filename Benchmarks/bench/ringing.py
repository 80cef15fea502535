"""Carillon's lateness, its response times, and its memory after a month of use.

The program runs with a shifted wall clock, as in the end-to-end tests: hours and days pass at once,
and nothing else differs.
"""

import contextlib
import datetime
import json
import subprocess
import time

from harness.app import Carillon
from harness.clock import Clock
from harness.feed import Feed
from harness.notifications import DISMISSED, EXPIRED, NotificationServer
from harness.processes import until

from . import smaps
from .session import session

START = datetime.datetime(2026, 11, 21, 0, 5, tzinfo=datetime.timezone.utc)


def tool(program, *arguments, environment=None):
    """The result of carillon-bench."""
    done = subprocess.run([str(program), *map(str, arguments)], env=environment, check=True,
                          stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)


@contextlib.contextmanager
def shifted(programs, server=True):
    """(app, clock, server) on a desktop of their own; the app is not started yet."""
    with session(notifyd=False) as desktop:
        clock = Clock(desktop.folder)
        clock.set(START)
        app = Carillon(desktop, clock, programs)
        if not server:
            yield app, clock, None
            return
        stand_in = NotificationServer(desktop.environment["DBUS_SESSION_BUS_ADDRESS"]).start()
        try:
            yield app, clock, stand_in
        finally:
            stand_in.stop()


def configure(app, times, url=None):
    options = {"times": [{"hour": hour, "minute": minute} for hour, minute in times],
               "storage": "private",
               "contentTemplate": {"title": "{{headline}}", "body": "{{summary}}"}}
    if url:
        options["callbackProfile"] = {"fetchContent": {"method": "GET", "url": url}}
    app.configure(**options)


def ready(app):
    until("its server", lambda: app.state()["server"]["state"] == "present")
    until("its content", lambda: app.state()["nextOccurrences"][0].get("title"))


def slots(programs):
    """Milliseconds from the hour to `Notify` at the server, for 60 slots a minute apart."""
    late = []
    with shifted(programs) as (app, clock, server):
        app.start()
        configure(app, [(1, minute) for minute in range(60)])
        ready(app)
        for minute in range(60):
            due = START.replace(hour=1, minute=minute)
            clock.set(due - datetime.timedelta(seconds=0.7))
            late.append((clock.at(server.wait(minute + 1).arrived) - due).total_seconds() * 1e3)
            # Pending writes must not be part of the next measurement.
            time.sleep(0.2)
    assert min(late) >= 0, "a slot rang early"
    return late


def delivering(programs, program, what="notify"):
    """`DeliverStoredNow` (or `push`: `Push`) to `Notify`, compared with a bare `Notify`, by
    carillon-bench.
    """
    with shifted(programs, server=False) as (app, clock, _):
        with open(app.desktop.folder / "bench.json", "w+", encoding="utf-8") as output:
            measuring = app.desktop.processes.spawn(
                program, what, clock.path, stdout=output)
            app.start()
            configure(app, [(23, 59)])
            if measuring.wait(180) != 0:
                raise AssertionError(app.desktop.processes.log(program.name))
            output.seek(0)
            return json.load(output)


def month(programs, days=30):
    """The memory at the start, and after a month."""
    hours = (8, 12, 18)
    with shifted(programs) as (app, clock, server), contextlib.closing(_feed()) as feed:
        app.start()
        configure(app, [(hour, 0) for hour in hours], feed.url)
        ready(app)
        app.call("SendTest")
        time.sleep(8)
        pid = app.pid
        found = {"start": smaps.read(pid)}
        for day in range(days):
            for hour in hours:
                feed.set(f"Day {day}, {hour} o'clock", f"What is to be said at {hour} on day {day}.")
                _ring(clock, feed, server,
                      START.replace(hour=hour, minute=0) + datetime.timedelta(days=day))
        rung = len(server.calls) - 1
        assert rung == days * len(hours), f"{rung} rings in {days} days"
        time.sleep(8)
        found["month"] = smaps.read(pid)
        return found


def _feed():
    feed = Feed()
    feed.close = feed.stop
    return feed


def _ring(clock, feed, server, due):
    """One occurrence: fetched in advance, shown, and closed by the user or by expiring."""
    fetches, calls = feed.arrived, len(server.calls)
    clock.set(due - datetime.timedelta(minutes=20, seconds=0.1))
    until("the fetch", lambda: feed.arrived > fetches, timeout=20)
    clock.set(due - datetime.timedelta(seconds=0.1))
    shown = server.wait(calls + 1, timeout=20)
    time.sleep(0.05)
    server.close(shown, DISMISSED if due.hour == 8 else EXPIRED)
