"""What the user prefers, here and at the maintenance system: whoever changed it last is right. (D10)"""

import contextlib
import datetime
import email.utils
import json
import sqlite3

from harness.case import CarillonCase
from harness.keyring import Keyring
from harness.maintenance import MaintenanceService
from harness.site import answer

PREFERENCES = "/api/v1/users/me/notification-preferences"
TOKEN = "t0ken-of-the-maintenance-system"


class Preferences(CarillonCase):

    # How far the service's clock is ahead of this computer's.
    AHEAD = datetime.timedelta(hours=3)

    def setUp(self):
        super().setUp()
        Keyring(self.desktop).start()
        self.notifications = self.server()
        self.service = MaintenanceService()
        self.addCleanup(self.service.stop)
        self.there = {}
        self.is_down = False
        self.service.pages[PREFERENCES] = self.answer
        self.app.start()
        self.met()
        self.eventually(lambda: self.app.state()["keyring"] == "open")

    def answer(self, connection, asked):
        """A service that keeps what was changed last, by its own clock."""
        date = email.utils.format_datetime(self.time_there(), usegmt=True)
        if self.is_down:
            said = answer(status="503 Later")
        elif asked.method == "PUT":
            told = json.loads(asked.body)
            if told["updatedAt"] > self.there.get("updatedAt", ""):
                self.there = told
            said = answer(status="204 No Content", Date=date)
        else:
            said = answer(json.dumps(self.there), Content_Type="application/json", Date=date)
        connection.sendall(said)

    def time_there(self):
        return self.clock.now() + self.AHEAD

    def change_there(self, **values):
        self.there.update(values, updatedAt=self.time_there().strftime("%Y-%m-%dT%H:%M:%SZ"))

    def sign_in(self):
        self.app.set(backend={"url": self.service.url(), "token": {"secret": TOKEN}})
        self.service.wait_asked(PREFERENCES)
        # All is answered: from now on, a change is told, by the clock that the answer has told.
        self.eventually(lambda: self.waiting() == 0, self.waiting)

    def waiting(self):
        """How much waits to be sent."""
        with contextlib.closing(sqlite3.connect(
                f"file:{self.app.database()}?mode=ro", uri=True)) as database:
            return database.execute("SELECT count(*) FROM outbox").fetchone()[0]

    def put(self):
        return [asked for asked in self.service.asked
                if asked.path == PREFERENCES and asked.method == "PUT"]

    def is_here(self, **values):
        self.eventually(lambda: values.items() <= self.app.call("GetConfiguration").items(),
                        lambda: self.app.call("GetConfiguration"))

    def restart(self):
        """After which it asks for what is so there."""
        count = len(self.service.asked)
        self.app.kill()
        self.app.start()
        self.met()
        self.eventually(lambda: PREFERENCES in [
            asked.path for asked in self.service.asked[count:] if asked.method == "GET"])

    def test_D10_a_change_here_is_told_with_the_time_by_the_services_clock(self):
        self.sign_in()
        self.app.set(warningAlarms=False)
        self.eventually(lambda: self.there.get("warning_alarms") is False, lambda: self.there)
        self.assertEqual({name: self.there[name] for name in (
            "critical_alarms", "work_orders", "sound_enabled", "vibration_enabled")},
            dict.fromkeys(("critical_alarms", "work_orders", "sound_enabled", "vibration_enabled"), True))
        told = datetime.datetime.fromisoformat(self.there["updatedAt"])
        self.assertLess(abs((self.time_there() - told).total_seconds()), 60)
        self.assertEqual(self.put()[-1].headers["authorization"], f"Bearer {TOKEN}")
        self.app.set(channels={"alarms": {"sound": None}, "work_orders": {"enabled": False}})
        self.eventually(lambda: (self.there["sound_enabled"], self.there["work_orders"]) == (False, False),
                        lambda: self.there)

    def test_D10_a_change_there_counts_here_and_is_not_told_back(self):
        self.sign_in()
        self.change_there(critical_alarms=True, warning_alarms=False, work_orders=False)
        self.restart()
        self.is_here(warningAlarms=False)
        self.assertFalse(self.app.call("GetConfiguration")["channels"]["work_orders"]["enabled"])
        for data in ({"type": "alarm", "alarmId": "a1", "severity": "warning", "title": "Warm"},
                     {"type": "work_order", "workOrderId": "w1", "title": "Seal"}):
            said = self.app.call("Push", json.dumps({"data": data}))
            self.assertEqual((said["verdict"], said["reason"]), ("skipped", "channel-off"))
        self.assertEqual(self.put(), [])

    def test_D10_changed_in_both_places_the_later_change_counts(self):
        self.sign_in()
        # Here first, and the service is away meanwhile.
        self.is_down = True
        self.app.set(warningAlarms=False)
        self.clock.advance(minutes=5)
        self.change_there(warning_alarms=True, critical_alarms=True, vibration_enabled=False)
        self.is_down = False
        self.clock.advance(minutes=5)
        self.restart()
        self.is_here(warningAlarms=True, alarmAttention=False)
        # There first.
        self.is_down = True
        self.change_there(warning_alarms=True, vibration_enabled=True)
        self.clock.advance(minutes=5)
        self.app.set(warningAlarms=False)
        self.app.kill()
        self.is_down = False
        self.app.start()
        self.met()
        self.clock.advance(minutes=5)
        self.eventually(lambda: self.there["warning_alarms"] is False, lambda: self.there)
        self.is_here(warningAlarms=False)

    def test_D10_signed_out_nothing_is_told(self):
        self.app.set(warningAlarms=False)
        self.sign_in()
        # At first, what the service says counts; it says nothing.
        self.is_here(warningAlarms=False)
        self.app.set(backend=None)
        count = len(self.put())
        self.app.set(warningAlarms=True, alarmAttention=False)
        self.clock.advance(minutes=20)
        self.assertTrue(self.app.answers_within(5))
        self.assertEqual(len(self.put()), count)
