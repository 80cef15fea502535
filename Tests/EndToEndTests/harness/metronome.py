"""A measure of time that slows down with the machine."""

import threading
import time

from .bus import BusError

DAEMON = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")


class Metronome:
    """Sleeps and makes a call on the session's bus, again and again, like what rings on time.

    On a busy machine its beats are late too. So what came after few beats came early enough,
    however many seconds passed.
    """

    PER_SECOND = 20  # at most

    def __init__(self, desktop):
        self.desktop = desktop
        self._beats = []  # time.time_ns()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True, name="metronome")
        self._thread.start()

    def stop(self):
        self._ended.set()
        self._thread.join()

    def between(self, start, end):
        """The number of beats between two instants, as of `time.time_ns`."""
        assert self._thread.is_alive(), "the metronome has stopped"
        return sum(start <= beat <= end for beat in list(self._beats))

    def _run(self):
        while not self._ended.wait(1 / self.PER_SECOND):
            bus = self.desktop.bus
            if bus is None:
                continue  # between two sessions
            try:
                bus.call(*DAEMON, "GetId")
            except BusError:
                continue  # the session has just ended
            self._beats.append(time.time_ns())
