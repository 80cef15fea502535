"""A stand-in for a maintenance system: takes devices and acknowledgements, and lists what is open."""

import json
import time

from .site import Site, answer

DEVICES = "/api/v1/users/me/device-tokens"
ALARMS = "/api/v1/alarms"
WORK_ORDERS = "/api/v1/work-orders"
BADGE = "/api/v1/users/me/notification-badge"
STATUS = "/api/v1/users/me/notification-status"


class MaintenanceService(Site):
    """Lists nothing, and has no other path, until a test says so."""

    def __init__(self):
        super().__init__()
        self.list(alarms=[], work_orders=[])

    def list(self, alarms=None, work_orders=None):
        for path, entries in ((ALARMS, alarms), (WORK_ORDERS, work_orders)):
            if entries is not None:
                self.pages[path] = answer(json.dumps(entries), Content_Type="application/json")

    @property
    def told(self):
        """What it was told, without the lists it was asked for, and how much waits to be read."""
        return [asked for asked in self.asked if asked.method != "GET" and asked.path not in (BADGE, STATUS)]

    def wait_told(self, count=1, timeout=10):
        """Waits until it was told this many things in all, and returns the last."""
        return self._wait(lambda: self.told, count, timeout)

    def wait_asked(self, path, count=1, timeout=10):
        """Waits until it was asked for `path` this often."""
        return self._wait(
            lambda: [asked for asked in self.asked if asked.path == path], count, timeout)

    def _wait(self, found, count, timeout):
        end = time.monotonic() + timeout
        while len(found()) < count:
            if time.monotonic() > end:
                raise AssertionError(f"{len(found())} requests instead of {count}")
            time.sleep(0.02)
        return found()[count - 1]
