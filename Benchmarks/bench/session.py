"""A desktop to measure on, and the measured programs."""

import contextlib
import signal
import threading
import time

from harness.app import Carillon
from harness.desktop import WATCHER, Desktop
from harness.processes import until


@contextlib.contextmanager
def session(notifyd=True):
    """A display, a bus, a panel with a tray and, unless another is wanted, Xfce's notification
    server.

    Nothing of it is shared with the machine's own session.
    """
    desktop = Desktop()
    # The content pack is found relative to the program, as in an installation.
    del desktop.environment["CARILLON_DATA_DIR"]
    try:
        desktop.start()
        desktop.start_window_manager()
        desktop.start_panel()
        if notifyd:
            desktop.start_notifyd()
        yield desktop
    finally:
        desktop.stop()


class Subject:
    """A measured program: an icon, and one notification shown."""

    def __init__(self, program, *arguments):
        self.program = program
        self.arguments = arguments

    def launch(self, desktop):
        """Starts it; returns its process, and the milliseconds until the panel had its icon."""
        registered = threading.Event()
        moment = []

        def heard(_signal, _arguments):
            moment.append(time.monotonic_ns())
            registered.set()

        subscription = desktop.bus.on_signal(
            None, "/StatusNotifierWatcher", WATCHER, "StatusNotifierItemRegistered", heard)
        began = time.monotonic_ns()
        process = desktop.processes.spawn(self.program, *self.arguments)
        if not registered.wait(30):
            raise AssertionError(f"{self.program} registered no icon")
        desktop.bus.connection.signal_unsubscribe(subscription)
        return process, (moment[0] - began) / 1e6

    def settle(self, desktop, seconds):
        """Waits until the work after its start is done."""
        time.sleep(seconds)

    @staticmethod
    def end(process):
        process.send_signal(signal.SIGTERM)
        process.wait(10)


class CarillonSubject(Subject):
    """Carillon, started like by a session."""

    def __init__(self, programs):
        super().__init__(programs / "carillon", "--hidden")
        self.programs = programs

    def settle(self, desktop, seconds):
        app = Carillon(desktop, programs=self.programs)
        app.wait_running()
        until("its content", lambda: app.state()["nextOccurrences"][0].get("title"))
        # The other program has shown a notification, too.
        app.call("SendTest")
        time.sleep(seconds)
