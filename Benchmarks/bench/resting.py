"""The cost of a program that rests in the tray: memory, start, and wakeups."""

import dataclasses
import pathlib
import re
import signal
import subprocess
import time

from harness.processes import descendants

from . import smaps
from .session import session

REST = 8    # seconds of rest before measuring
IDLE = 60
LAUNCHES = 10  # per round


@dataclasses.dataclass
class Rested:
    """The measurements of one program in one round."""

    memory: smaps.Memory
    strangers: int  # programs outside the session that have GTK loaded
    launches: list  # ms


def compare(subjects, rounds):
    """Starts the programs in turn, `rounds` times after a warm-up: a list of {name: Rested}.

    They follow each other closely, because the cost of a library depends on who else has loaded it.
    """
    found = []
    with session() as desktop:
        for number in range(rounds + 1):
            launched = {name: [] for name in subjects}
            for _ in range(LAUNCHES - 1):
                for name, subject in subjects.items():
                    process, milliseconds = subject.launch(desktop)
                    subject.settle(desktop, 0.5)
                    subject.end(process)
                    launched[name].append(milliseconds)
            resting = {}
            for name, subject in subjects.items():
                process, milliseconds = subject.launch(desktop)
                subject.settle(desktop, REST)
                resting[name] = Rested(smaps.read(process.pid), smaps.strangers(),
                                       [*launched[name], milliseconds])
                subject.end(process)
            if number:
                found.append(resting)
    return found


def wake_ups(subject):
    """(system calls, wakeups) of all threads in a minute of rest.

    The first is None if strace is not allowed.
    """
    with session() as desktop:
        process, _ = subject.launch(desktop)
        subject.settle(desktop, 15)
        found = wakes(process, desktop)
        subject.end(process)
        return found


def wakes(process, desktop):
    """The same for a process that rests already."""
    _ask_settings(desktop)
    before = _sleeps(process.pid)
    time.sleep(IDLE)
    sleeps = _sleeps(process.pid) - before
    _ask_settings(desktop)
    return _calls(process.pid, desktop.folder / "strace"), sleeps


def _ask_settings(desktop):
    """Keeps Xfce's settings daemon for the next minute: it ends itself when nobody asks, which the
    bus tells all who follow its name."""
    subprocess.run(["xfconf-query", "--list"], env=desktop.environment, check=True,
                   stdout=subprocess.DEVNULL)
    time.sleep(2)


def told(wakes):
    """The first of both, where there is one."""
    calls, sleeps = wakes
    return sleeps if calls is None else calls


def _sleeps(pid):
    total = 0
    for process in (pid, *descendants(pid)):
        for task in pathlib.Path("/proc", str(process), "task").iterdir():
            total += int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)",
                                   (task / "status").read_text(), re.M).group(1))
    return total


def _calls(pid, report):
    try:
        ids = ",".join(map(str, (pid, *descendants(pid))))
        strace = subprocess.Popen(["strace", "-f", "-c", "-o", str(report), "-p", ids],
                                  stderr=subprocess.DEVNULL)
    except FileNotFoundError:
        return None
    time.sleep(IDLE)
    if strace.poll() is not None:
        return None
    strace.send_signal(signal.SIGINT)
    strace.wait(10)
    total = re.search(r"^100\.00\s+\S+\s+(?:\S+\s+)?(\d+)\s+(?:\d+\s+)?total$",
                      report.read_text(), re.M)
    return int(total.group(1)) if total else 0
