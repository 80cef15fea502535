"""The cost of windows: before they are opened, while they are open, and after they are closed."""

import json
import os
import pathlib
import subprocess
import time

from harness.app import Carillon
from harness.processes import descendants, until

from . import resting, smaps
from .session import session

PAGES = ("content", "history", "status", "settings", "privacy", "hours")
REST = 4
# Until the effects of opening a window are over: a thread of GLib's pool lives 15 s.
TAIL = 20


def measure(subject):
    """({when: Memory}, {when: (system calls, sleeps)}), opening each window after another."""
    with session() as desktop:
        process, _ = subject.launch(desktop)
        subject.settle(desktop, resting.REST)
        app = Carillon(desktop, programs=subject.programs)
        memory = {"before": smaps.whole(process.pid)}
        _open(app, "hours")
        memory["open"] = smaps.whole(process.pid)
        for page in PAGES:
            _open(app, page)
        memory["every page"] = smaps.whole(process.pid)
        _close(desktop)
        memory["closed"] = smaps.whole(process.pid)
        for _ in range(10):
            _open(app, "hours", rest=0.5)
            _close(desktop, rest=0.5)
        time.sleep(REST)
        memory["ten times"] = smaps.whole(process.pid)
        time.sleep(TAIL)
        wakes = {"closed": resting.wakes(process, desktop)}
        _open(app, "hours")
        _minimise(desktop)
        time.sleep(TAIL)
        wakes["hidden"] = resting.wakes(process, desktop)
        subject.end(process)
        return memory, wakes


def brewing(subject):
    """({when: CPU seconds per minute}, {when: (system calls, sleeps)}) of a brew's window.

    Its ring, its puck and its tenths of a second move all the time; no stage does more. Both are
    also measured for a minute without a brew.
    """
    with session() as desktop:
        process, _ = subject.launch(desktop)
        subject.settle(desktop, resting.REST)
        app = Carillon(desktop, programs=subject.programs)
        # This takes longer than the time to the next fetch, and nothing must be due.
        app.configure(times=[{"hour": (time.gmtime().tm_hour + 12) % 24, "minute": 0}],
                      storage="private", contentTemplate={"title": "Bench", "body": "Bench"})
        time.sleep(REST)
        cpu, wakes = {}, {"without": resting.wakes(process, desktop)}
        cpu["without"] = _cpu(process)
        app.call("Push", json.dumps({"data": {
            "type": "brew_stage", "stage": "preInfusion", "brewId": "bench", "elapsedTime": "0",
            "preInfusionTime": "3600", "pressure": "2"}}))
        # Its popup would stay: a stage with buttons does. (B13)
        until("a popup", lambda: desktop.windows("[Xx]fce4-notifyd"), 30)
        app.call("Respond", app.history()[0]["requestId"], "dismiss")
        until("no popup", lambda: not desktop.windows("[Xx]fce4-notifyd"), 30)
        _open_brew(app)
        cpu["open"] = _cpu(process)
        _minimise(desktop)
        time.sleep(TAIL)
        wakes["hidden"] = resting.wakes(process, desktop)
        _open_brew(app)
        _close(desktop)
        time.sleep(TAIL)
        wakes["closed"] = resting.wakes(process, desktop)
        subject.end(process)
        return cpu, wakes


def _cpu(process):
    """The CPU seconds it and its windows use in a minute, over all threads."""
    def used():
        total = 0
        for pid in (process.pid, *descendants(process.pid)):
            # After the process name, which may contain anything.
            fields = pathlib.Path("/proc", str(pid), "stat").read_text().rpartition(")")[2]
            total += sum(map(int, fields.split()[11:13]))
        return total / os.sysconf("SC_CLK_TCK")
    before = used()
    time.sleep(60)
    return used() - before


def _open_brew(app):
    app.call("Open", "firstcrack://brew/bench/live")
    until("the window", app.desktop.windows)
    time.sleep(REST)


def _minimise(desktop):
    _xdotool(desktop, "search", "--onlyvisible", "--class", "[Cc]arillon", "windowminimize")
    time.sleep(REST)


def _open(app, page, rest=REST):
    app.call("Open", f"carillon://settings/{page}")
    until("the window", app.desktop.windows)
    time.sleep(rest)


def _close(desktop, rest=REST):
    # It has the focus, because nothing else is open.
    _xdotool(desktop, "key", "ctrl+w")
    until("no window", lambda: not desktop.windows())
    time.sleep(rest)


def _xdotool(desktop, *command):
    subprocess.run(["xdotool", *command], env=desktop.environment, check=True)
