"""How long the program is busy with one thing while all others wait, and how its log grows.

A ring, a button or a question from outside is late by as long as that. What is measured goes from a
day's use to what a hostile source or sender can do.
"""

import contextlib
import json
import os
import time

from harness.app import Carillon
from harness.bus import BusError
from harness.processes import until
from harness.site import Site, answer

from .session import session

MESSAGES = 10_000
HELD = 2_000


def measure(programs):
    """({what: milliseconds}, {"database", "log": bytes}), each with a program just started."""
    longest, sizes = {}, {}
    for name, use in (("day", _day), ("messages", _messages), ("letting go", _let_go),
                      ("hostile", _hostile), ("window", _window)):
        with session() as desktop:
            app = Carillon(desktop, programs=programs).start()
            until("its content", lambda app=app: app.state()["nextOccurrences"][0].get("title"))
            found = use(app)
            longest[name] = app.state()["metrics"]["longestHoldMs"]
            sizes.update(found or {})
            app.quit()
    return longest, sizes


def _push(app, number, **more):
    app.call("Push", json.dumps({"data": {"brewId": f"b{number}", **more}}), timeout=60)


def _day(app):
    with _site() as site:
        url = site.page("/feed", '{"headline": "One", "summary": "Two"}',
                        content_type="application/json")
        app.configure(
            times=[{"hour": hour, "minute": 0} for hour in range(24)], storage="private",
            contentTemplate={"title": "{{headline}}", "body": "{{summary}}"},
            callbackProfile={"fetchContent": {"method": "GET", "url": url}})
        for number in range(20):
            _push(app, 1, type="brew_stage", stage="heating", elapsedTime=str(number))
            if number % 5 == 0:
                app.call("SendTest")
            app.history(limit=50)
            time.sleep(0.2)


def _messages(app):
    """Of 100 brews, of which most are held by the throttle."""
    for number in range(MESSAGES):
        _push(app, number % 100, type="brew_stage", stage="heating", elapsedTime=str(number))
    return {"database": os.path.getsize(app.database()),
            "log": os.path.getsize(app.database() + "-wal")}


def _let_go(app):
    app.call("Pause", "1h")
    for number in range(HELD):
        _push(app, number, type="brew_stage", stage="heating")
    app.call("Pause", "off", timeout=60)


def _hostile(app):
    letters = "a" + "\u0301" * 400_000
    items = "".join(f"<item><title>Number {n}</title></item>" for n in range(60_000))
    with _site() as site:
        for url in (
                site.page("/letters", json.dumps({"headline": letters, "summary": letters}),
                          content_type="application/json"),
                site.page("/feed", f"<rss><channel><title>Many</title>{items}</channel></rss>",
                          content_type="application/rss+xml")):
            with contextlib.suppress(BusError):
                app.call("TryFetch", json.dumps({"method": "GET", "url": url}), timeout=90)
    for _ in range(3):
        with contextlib.suppress(BusError):
            app.call("Push", json.dumps({"data": {"title": "\U0001F1E9" * 250_000}}), timeout=60)


def _window(app):
    for number in range(100):
        _push(app, number, type="brew_stage", stage="heating")
    for page in ("content", "history", "status", "settings", "privacy", "hours"):
        app.call("Open", f"carillon://settings/{page}")
        until("the window", app.desktop.windows)
        time.sleep(2)
    app.call("Open", "firstcrack://brew/b5/live")
    time.sleep(2)


@contextlib.contextmanager
def _site():
    site = Site()
    try:
        yield site
    finally:
        site.stop()
