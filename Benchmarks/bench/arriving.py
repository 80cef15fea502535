"""What messages cost that arrive by themselves: from the server to the screen, a backlog, and rest. (C9)

Servers and distributor are the stand-ins of the end-to-end tests, on this computer.
"""

import contextlib
import pathlib
import re
import time

from harness.bus import Bus
from harness.distributor import Distributor
from harness.notifications import NAME, PATH
from harness.ntfy_server import NtfyServer
from harness.processes import until
from harness.senders import FOLDER, sealed

from . import resting, smaps
from .ringing import shifted

MESSAGES = 100
BACKLOG = 10_000


class Listening:
    """An app that listens to a topic, or to a distributor, with a clock that can be moved."""

    def __init__(self, app, clock, server):
        self.app, self.clock, self.server = app, clock, server
        self.ntfy = None
        self.distributor = None
        self.ends = contextlib.ExitStack()

    def start(self):
        self.app.start()
        until("its server", lambda: self.app.state()["server"]["state"] == "present")
        self.app.set(slots=[])

    def to_topic(self):
        self.ntfy = NtfyServer()
        self.ends.callback(self.ntfy.stop)
        self.keep_time()
        self.app.set(subscriptions=[{"server": self.ntfy.url(), "topic": "alerts", "name": "House"}])
        self.is_open()

    def to_distributor(self):
        """Returns what a sender is given."""
        self.distributor = Distributor(
            self.app.desktop.environment["DBUS_SESSION_BUS_ADDRESS"]).start()
        self.ends.callback(self.distributor.stop)
        self.app.set(distributor="auto")
        self.is_open()
        return self.app.call("Pair", "House")

    def is_open(self):
        def states():
            return [carrier["state"] for carrier in self.app.state()["carriers"]]
        until("the connection", lambda: states() == ["open"], 30)

    def keep_time(self):
        self.ntfy.set_clock(self.clock.now().timestamp())

    def latencies(self, send):
        """Milliseconds from each `send(number)` to its Notify; the throttle has room for each."""
        found = []
        for number in range(MESSAGES + 5):
            self.clock.advance(seconds=121)
            if self.ntfy:
                self.keep_time()
            time.sleep(0.05)
            count = len(self.server.calls)
            began = time.time_ns()
            send(number)
            found.append((self.server.wait(count + 1).arrived - began) / 1e6)
        return sorted(found[5:])


@contextlib.contextmanager
def listening(programs):
    with shifted(programs) as (app, clock, server):
        found = Listening(app, clock, server)
        try:
            found.start()
            yield found
        finally:
            found.ends.close()


def rank(values, percent):
    return values[min(len(values) - 1, len(values) * percent // 100)]


def bare(programs):
    """A Notify without anything around it, from the process that sends the messages."""
    with shifted(programs) as (app, _, server):
        bus = Bus(app.desktop.environment["DBUS_SESSION_BUS_ADDRESS"])
        found = []
        for number in range(MESSAGES):
            began = time.time_ns()
            bus.call(NAME, PATH, NAME, "Notify", "(susssasa{sv}i)", "bench", 0, "",
                     f"Message {number}", "", [], {}, -1)
            found.append((server.calls[-1].arrived - began) / 1e6)
        bus.close()
        return sorted(found)


def by_topic(programs):
    with listening(programs) as app:
        app.to_topic()
        return app.latencies(
            lambda number: app.ntfy.publish("alerts", "It is open.", title=f"Door {number}"))


def by_distributor(programs):
    """None where no sender could be installed."""
    if not (FOLDER / ".installed").exists():
        return None
    with listening(programs) as app:
        pairing = app.to_distributor()
        bodies = [sealed(pairing, {"title": f"Door {number}", "body": "It is open."})
                  for number in range(MESSAGES + 5)]
        token = app.distributor.only().token
        return app.latencies(lambda number: app.distributor.send(token, bodies[number]))


def backlog(programs):
    """(seconds from the start until all is told, peak kB, private dirty kB afterwards)."""
    with listening(programs) as app:
        app.to_topic()
        app.app.quit()
        app.clock.advance(hours=8)
        app.keep_time()
        app.ntfy.fill("alerts", BACKLOG)
        began = time.monotonic()
        app.app.start()
        # The last three are young; the rest is one notification.
        until("the backlog", lambda: any("House" != call.summary for call in app.server.calls), 600)
        seconds = time.monotonic() - began
        app.is_open()
        pid = app.app.pid
        status = pathlib.Path("/proc", str(pid), "status").read_text()
        peak = int(re.search(r"^VmHWM:\s+(\d+) kB", status, re.M).group(1))
        time.sleep(resting.REST)
        return seconds, peak, smaps.read(pid).total("Private_Dirty")


def rest(programs):
    """(system calls, wake-ups) in a minute, with a topic and with a distributor."""
    found = {}
    for name in ("topic", "distributor"):
        with listening(programs) as app:
            app.to_topic() if name == "topic" else app.to_distributor()
            # What a window or a start leaves behind runs out.
            time.sleep(40)
            found[name] = resting.wakes(app.app.process, app.app.desktop)
    return found
