"""What the settings window costs: before it is opened, while it is open, and once it is closed."""

import subprocess
import time

from harness.app import Carillon
from harness.processes import until

from . import resting, smaps
from .session import session

PAGES = ("content", "history", "status", "settings", "privacy", "hours")
REST = 4


def measure(subject):
    """({when: Memory}, {when: (system calls, sleeps)}) of one life of the window after another."""
    with session() as desktop:
        process, _ = subject.launch(desktop)
        subject.settle(desktop, resting.REST)
        app = Carillon(desktop, programs=subject.programs)
        memory = {"before": smaps.read(process.pid)}
        _open(app, "hours")
        memory["open"] = smaps.read(process.pid)
        for page in PAGES:
            _open(app, page)
        memory["every page"] = smaps.read(process.pid)
        _close(desktop)
        memory["closed"] = smaps.read(process.pid)
        for _ in range(10):
            _open(app, "hours", rest=0.5)
            _close(desktop, rest=0.5)
        time.sleep(REST)
        memory["ten times"] = smaps.read(process.pid)
        wakes = {"closed": resting.wakes(process, desktop)}
        _open(app, "hours")
        _xdotool(desktop, "search", "--onlyvisible", "--class", "[Cc]arillon", "windowminimize")
        time.sleep(REST)
        wakes["hidden"] = resting.wakes(process, desktop)
        subject.end(process)
        return memory, wakes


def _open(app, page, rest=REST):
    app.call("Open", f"carillon://settings/{page}")
    until("the window", app.desktop.windows)
    time.sleep(rest)


def _close(desktop, rest=REST):
    # It has the focus: nothing else is open.
    _xdotool(desktop, "key", "ctrl+w")
    until("no window", lambda: not desktop.windows())
    time.sleep(rest)


def _xdotool(desktop, *command):
    subprocess.run(["xdotool", *command], env=desktop.environment, check=True)
