"""Signed in to a maintenance system: it knows where to send, and is asked for what it knows. (D1, D9)"""

import glob
import json
import pathlib
import unittest
import urllib.parse

from harness.maintenance import ALARMS, BADGE, DEVICES, MaintenanceService
from harness.push import PushCase
from harness.senders import needed, send
from harness.site import answer

TOKEN = "t0ken-of-the-maintenance-system"


class AccountCase(PushCase):

    def setUp(self):
        super().setUp()
        self.service = MaintenanceService()
        self.addCleanup(self.service.stop)
        self.service.pages[DEVICES] = answer(status="201 Created")

    def sign_in(self):
        self.app.set(backend={"url": self.service.url(), "token": {"secret": TOKEN}})

    def account(self):
        return next(iter(self.app.state()["accounts"]), {})

    def is_registered(self):
        self.eventually(lambda: self.account().get("state") == "registered", self.account)

    def device(self, asked):
        """What it was told, in the form that senders use."""
        told = json.loads(asked.body)
        return {"endpoint": told["token"],
                "keys": {"p256dh": told["p256dh"], "auth": told["auth"]}}

    @property
    def endpoint(self):
        return self.distributor.only().endpoint

    def answer_removal(self, endpoint, status="204 No Content"):
        """Answers the removal of the device with this endpoint; returns its path."""
        path = f"{DEVICES}/{urllib.parse.quote(endpoint, safe='')}"
        self.service.pages[path] = answer(status=status)
        return path


@needed
class Registered(AccountCase):

    def test_D1_the_service_sends_to_what_it_was_told_and_it_rings(self):
        self.begin()
        self.sign_in()
        told = self.service.wait_told()
        self.assertEqual((told.method, told.path), ("POST", DEVICES))
        self.assertEqual(told.headers["authorization"], f"Bearer {TOKEN}")
        self.assertEqual(json.loads(told.body)["platform"], "linux")
        self.is_registered()
        send(self.device(told), {"data": {
            "type": "alarm", "alarmId": "a1", "severity": "critical", "title": "Pump 5"}})
        shown = self.notifier.wait(1)
        self.assertEqual((shown.summary, shown.hints["urgency"]), ("Pump 5", 2))
        for secret in (TOKEN, self.device(told)["keys"]["auth"], self.device(told)["endpoint"]):
            self.assertNotIn(secret, self.app.log)
        for file in glob.glob(self.app.database() + "*"):
            stored = pathlib.Path(file).read_bytes()
            self.assertNotIn(self.device(told)["keys"]["auth"].encode(), stored)
            self.assertNotIn(TOKEN.encode(), stored)

    def test_D1_another_endpoint_is_told_before_the_old_one_is_removed(self):
        self.begin()
        removal = self.answer_removal(self.endpoint)
        self.sign_in()
        self.is_registered()
        self.distributor.rotate(self.distributor.only().token, self.push_server.url("/two"))
        removed = self.service.wait_told(3)
        self.assertEqual([told.method for told in self.service.told], ["POST", "POST", "DELETE"])
        self.assertEqual(removed.path, removal)
        self.assertEqual(json.loads(self.service.told[1].body)["token"], self.endpoint)

    def test_D1_signing_out_removes_the_device_also_when_the_service_was_away(self):
        self.begin()
        self.sign_in()
        self.is_registered()
        removal = self.answer_removal(self.endpoint, "503 Later")
        self.app.set(backend=None)
        self.service.wait_told(2)
        self.app.kill()
        self.answer_removal(self.endpoint)
        self.app.start()
        self.met()
        self.clock.advance(minutes=3)
        removed = self.service.wait_told(3)
        self.assertEqual((removed.method, removed.path), ("DELETE", removal))
        self.assertEqual(removed.headers["authorization"], f"Bearer {TOKEN}")
        self.eventually(lambda: self.keyring.items(kind="secret") == [],
                        lambda: self.keyring.items(kind="secret"))
        self.assertEqual(self.app.state()["accounts"], [])


class Moved(AccountCase):

    def acknowledgement(self, service, status):
        path = f"{ALARMS}/42/acknowledge"
        service.pages[path] = answer(status=status)
        return path

    def raise_alarm(self, title):
        self.app.call("Push", json.dumps({"data": {
            "type": "alarm", "alarmId": "42", "severity": "critical", "title": title}}))

    def test_D1_D6_what_was_done_at_the_former_service_is_not_done_at_this_one(self):
        self.begin()
        self.sign_in()
        self.is_registered()
        path = self.acknowledgement(self.service, "503 Later")
        self.raise_alarm("Test of the siren")
        self.notifier.invoke(self.notifier.wait(1), "ack")
        self.service.wait_asked(path)
        staging, self.service = self.service, MaintenanceService()
        self.addCleanup(self.service.stop)
        self.service.pages[DEVICES] = answer(status="201 Created")
        self.acknowledgement(self.service, "204 No Content")
        self.sign_in()
        self.is_registered()
        self.clock.advance(minutes=30)
        failed = self.notifier.wait(2)
        self.assertEqual(failed.summary, "Acknowledge failed")
        self.raise_alarm("Fire")
        shown = self.notifier.wait(3)
        self.assertEqual((shown.summary, shown.hints["urgency"]), ("Fire", 2))
        # It has the device registered, and once more if the other one answers the removal after that.
        self.assertEqual({told.path for told in self.service.told}, {DEVICES})
        self.notifier.invoke(shown, "ack")
        acknowledged = self.service.wait_asked(path)
        self.assertEqual(acknowledged.method, "POST")
        # The device was removed from the other one.
        self.eventually(lambda: staging.told[-1].method == "DELETE", lambda: staging.told)


class Lists(AccountCase):

    def test_D9_a_silent_message_fetches_the_list_and_what_was_resolved_is_closed(self):
        self.begin()
        self.sign_in()
        self.service.wait_asked(ALARMS)
        self.app.call("Push", json.dumps({"data": {
            "type": "alarm", "alarmId": "uuid-123", "severity": "critical", "title": "Pump 5"}}))
        shown = self.notifier.wait(1)
        self.service.list(alarms=[{"alarmId": "uuid-123", "severity": "critical", "title": "Pump 5",
                                   "status": "resolved"}])
        # 002's own silent message, word for word.
        self.app.call("Push", json.dumps({
            "data": {"type": "sync", "syncType": "alarms", "silent": "true"},
            "apns": {"payload": {"aps": {"contentAvailable": True}}},
            "android": {"priority": "high"}}))
        asked = self.service.wait_asked(ALARMS, 2)
        self.assertEqual(asked.headers["authorization"], f"Bearer {TOKEN}")
        self.notifier.wait_closed(shown)
        self.notifier.stay_quiet(1)

    def test_D9_D11_what_its_list_was_faster_than_is_heard_all_the_same(self):
        raised = {"alarmId": "uuid-123", "severity": "critical", "title": "Pump 5",
                  "timestamp": "2026-11-21T07:00:00Z"}
        self.service.list(alarms=[{**raised, "updatedAt": "2026-11-21T07:00:05Z"}])
        self.begin()
        self.clock.advance(minutes=1)
        self.sign_in()
        self.service.wait_asked(ALARMS)
        self.eventually(lambda: "Pump 5" in self.app.ctl("alarms").stdout)
        self.notifier.stay_quiet(1)
        self.app.call("Push", json.dumps({"data": {"type": "alarm", **raised}}))
        shown = self.notifier.wait(1)
        self.assertEqual((shown.summary, shown.hints["urgency"]), ("Pump 5", 2))

    def test_D8_what_waits_to_be_read_is_put_to_the_service(self):
        self.service.pages[BADGE] = answer(status="204 No Content")
        self.begin()
        self.sign_in()
        self.is_registered()
        self.app.call("Push", json.dumps({
            "data": {"type": "alarm", "alarmId": "a1", "severity": "warning", "title": "Pump 5"},
            "apns": {"payload": {"aps": {"badge": 5}}}}))
        self.service.wait_asked(BADGE)
        self.app.call("Open", "/alarms/a1")
        self.service.wait_asked(BADGE, 2)
        self.app.call("Push", json.dumps({
            "data": {"type": "sync", "syncType": "alarms"}, "apns": {"payload": {"aps": {"badge": 0}}}}))
        self.service.wait_asked(BADGE, 3)
        put = [asked for asked in self.service.asked if asked.path == BADGE]
        self.assertEqual([(asked.method, json.loads(asked.body)["count"]) for asked in put],
                         [("PUT", 5), ("PUT", 4), ("PUT", 0)])
        self.assertEqual({asked.headers["authorization"] for asked in put}, {f"Bearer {TOKEN}"})

    def test_D1_a_token_that_counts_no_more_is_said_and_the_next_one_used(self):
        self.begin()
        self.service.pages[ALARMS] = answer(status="401 Unauthorized")
        self.service.pages[DEVICES] = answer(status="401 Unauthorized")
        self.sign_in()
        self.eventually(lambda: self.account().get("state") == "signed-out", self.account)
        self.assertIn("ACCOUNT_SIGNED_OUT", [hint["code"] for hint in self.app.state()["hints"]])
        self.service.pages[DEVICES] = answer(status="201 Created")
        self.service.list(alarms=[])
        self.app.set(backend={"url": self.service.url(), "token": {"secret": "another"}})
        self.is_registered()


if __name__ == "__main__":
    unittest.main()
