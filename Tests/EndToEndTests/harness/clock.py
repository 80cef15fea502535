"""A wall clock for the program under test that tests can set."""

import datetime
import functools
import os
import pathlib
import struct
import tempfile
import time

from .compiling import compiled


# The path of the library, for all processes of one run.
COMPILED = "CARILLON_TEST_CLOCK_LIBRARY"


def compile_once(folder):
    """Compiles the preload library for all processes started from here on."""
    os.environ[COMPILED] = str(library(folder))


@functools.lru_cache(maxsize=None)
def library(folder):
    """The preload library, compiled once per test run."""
    if COMPILED in os.environ:
        return pathlib.Path(os.environ[COMPILED])
    return compiled("clockshift.c", folder, "-lpthread")


@functools.lru_cache(maxsize=None)
def build_folder():
    """A folder that lives as long as the test run."""
    return tempfile.TemporaryDirectory(prefix="carillon-clock.")


class Clock:
    """The wall clock of the program under test: the machine's, shifted."""

    def __init__(self, folder):
        self.path = pathlib.Path(folder, "clock")
        self.shift = 0
        self.slept = 0
        self.has_timers = True
        # The certificates that the program trusts; None: those of the system.
        self.trusted = None
        self.path.write_bytes(struct.pack("=qq", 0, 0))

    @property
    def environment(self):
        refused = {} if self.has_timers else {"CARILLON_TEST_NO_TIMER": "1"}
        trusted = {"CARILLON_TEST_TRUSTED": str(self.trusted)} if self.trusted else {}
        return {"LD_PRELOAD": str(library(build_folder().name)),
                "CARILLON_TEST_CLOCK": str(self.path), **refused, **trusted}

    def set(self, instant):
        """Sets the clock; a running program is notified as by the kernel."""
        self.move_to(round(instant.timestamp() * 1e9))

    def advance(self, **span):
        self.move_to(self.nanoseconds() + round(datetime.timedelta(**span).total_seconds() * 1e9))

    def sleep_until(self, instant):
        """Simulates sleep until this instant."""
        nanoseconds = round(instant.timestamp() * 1e9)
        self.slept += nanoseconds - self.nanoseconds()
        self.move_to(nanoseconds)

    def move_to(self, nanoseconds):
        self.shift = nanoseconds - time.time_ns()
        # Written at once and in place, because the file is mapped.
        with open(self.path, "r+b", buffering=0) as file:
            file.write(struct.pack("=qq", self.shift, self.slept))

    def nanoseconds(self):
        return time.time_ns() + self.shift

    def now(self):
        """The current time in UTC."""
        return self.at(time.time_ns())

    def at(self, machine_nanoseconds):
        """The time on this clock at the given machine time."""
        return datetime.datetime.fromtimestamp(
            (machine_nanoseconds + self.shift) / 1e9, datetime.timezone.utc)
