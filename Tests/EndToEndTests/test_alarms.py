"""Alarms of a maintenance system, acknowledged at it from the popup. (D1, D2, D6, D15)"""

import json
import time
import unittest

from harness.case import CarillonCase
from harness.keyring import Keyring
from harness.maintenance import MaintenanceService
from harness.site import answer
from harness.tray import Tray

# 002's own critical alarm, word for word, but for the place of its picture.
CRITICAL = {
    "notification": {
        "title": "Critical Alarm",
        "body": "Pump #5 - Vibration exceeds threshold (85 Hz)"},
    "data": {
        "type": "alarm",
        "alarmId": "uuid-123",
        "assetId": "uuid-456",
        "severity": "critical",
        "deepLink": "/alarms/uuid-123",
        "timestamp": "2025-01-15T10:30:00Z",
        "priority": "high",
        "actions": "[{\"id\":\"ack\",\"title\":\"Acknowledge\"},{\"id\":\"view\",\"title\":\"View\"}]"},
    "android": {
        "priority": "high",
        "notification": {
            "sound": "default",
            "clickAction": "FLUTTER_NOTIFICATION_CLICK",
            "channelId": "alarms"}},
    "apns": {
        "payload": {
            "aps": {
                "badge": 5,
                "sound": "default",
                "contentAvailable": True,
                "category": "ALARM_CATEGORY"}}}}
ASSIGN = "/api/v1/work-orders/wo-7/assign"
ACKNOWLEDGE = "/api/v1/alarms/uuid-123/acknowledge"
TOKEN = "t0ken-of-the-maintenance-system"


def alarm(alarm_id, **data):
    return {"data": {"type": "alarm", "alarmId": alarm_id, "severity": "critical",
                     "title": f"Alarm {alarm_id}", "body": "Look at it", **data}}


class AlarmCase(CarillonCase):

    def setUp(self):
        super().setUp()
        self.keyring = Keyring(self.desktop)
        self.keyring.start()
        self.notifications = self.server()
        self.site = MaintenanceService()
        self.addCleanup(self.site.stop)
        self.site.pages[ACKNOWLEDGE] = answer(status="204 No Content")
        self.app.start()
        self.met()
        self.eventually(lambda: self.app.state()["keyring"] == "open")
        self.app.set(backend={"url": self.site.url(), "token": {"secret": TOKEN}})

    def push(self, message):
        return self.app.call("Push", json.dumps(message))

    def show(self, message=None):
        self.push(message or CRITICAL)
        return self.notifications.wait(1)


class Acknowledged(AlarmCase):

    def test_D2_the_documents_own_alarm_word_for_word(self):
        shown = self.show()
        self.assertEqual((shown.summary, shown.body),
                         ("Critical Alarm", "Pump #5 - Vibration exceeds threshold (85 Hz)"))
        self.assertEqual(shown.hints["urgency"], 2)
        self.assertEqual(shown.hints["category"], "ALARM_CATEGORY")
        self.assertEqual([shown.actions["ack"], shown.actions["view"]], ["Acknowledge", "View"])

    def test_D6_a_press_reaches_the_server_once_with_the_token(self):
        self.notifications.invoke(self.show(), "ack")
        asked = self.site.wait_told(1)
        self.assertEqual((asked.method, asked.path), ("POST", ACKNOWLEDGE))
        self.assertEqual(asked.headers["authorization"], f"Bearer {TOKEN}")
        self.assertIn("acknowledgedAt", json.loads(asked.body))
        self.assertTrue(asked.headers["idempotency-key"])
        time.sleep(1)
        self.assertEqual(len(self.site.told), 1)
        self.assertNotIn(TOKEN, self.app.log)

    def test_D6_a_critical_one_is_acknowledged_from_the_trays_menu(self):
        self.desktop.start_window_manager()
        self.desktop.start_panel()
        shown = self.show()
        Tray(self.desktop).choose("Acknowledge “Critical Alarm")
        self.assertEqual(self.site.wait_told(1).path, ACKNOWLEDGE)
        self.notifications.wait_closed(shown)

    def test_D6_a_server_that_is_gone_is_told_after_a_restart_under_the_same_key(self):
        shown = self.show()
        self.site.pages[ACKNOWLEDGE] = answer(status="503 Later")
        self.notifications.invoke(shown, "ack")
        key = self.site.wait_told(1).headers["idempotency-key"]
        self.app.kill()
        self.site.pages[ACKNOWLEDGE] = answer(status="204 No Content")
        self.app.start()
        self.met()
        # It is left alone for a minute at most.
        self.clock.advance(minutes=2)
        again = self.site.wait_told(2)
        self.assertEqual(again.headers["idempotency-key"], key)

    def test_D6_what_the_server_refuses_is_said_and_the_alarm_is_open_again(self):
        shown = self.show()
        self.site.pages[ACKNOWLEDGE] = answer(status="404 Not Found")
        self.notifications.invoke(shown, "ack")
        told = self.notifications.wait(2)
        self.assertEqual(told.summary, "Acknowledge failed")
        self.assertEqual(self.site.wait_told(1).path, ACKNOWLEDGE)

    def test_D6_409_says_that_somebody_was_faster_and_no_failure(self):
        shown = self.show()
        self.site.pages[ACKNOWLEDGE] = answer(status="409 Conflict")
        self.notifications.invoke(shown, "ack")
        self.site.wait_told(1)
        self.eventually(lambda: "Acknowledged at the server" in self.app.ctl("alarms").stdout)
        self.notifications.stay_quiet(1)
        self.assertEqual(len(self.site.told), 1)

    def test_D6_500_for_an_hour_ends_with_one_key_and_one_acknowledgement(self):
        shown = self.show()
        self.site.pages[ACKNOWLEDGE] = answer(status="500 Broken")
        self.notifications.invoke(shown, "ack")
        self.site.wait_told(1)
        for _ in range(6):
            self.clock.advance(minutes=10)
            time.sleep(0.2)
        self.assertIn("Acknowledged, not yet sent", self.app.ctl("alarms").stdout)
        tried = len(self.site.told)
        self.assertGreater(tried, 2)
        self.site.pages[ACKNOWLEDGE] = answer(status="204 No Content")
        self.clock.advance(hours=1)
        self.site.wait_told(tried + 1)
        self.eventually(lambda: "Acknowledged at the server" in self.app.ctl("alarms").stdout)
        self.clock.advance(hours=1)
        self.notifications.stay_quiet(1)
        self.assertEqual(len({asked.headers["idempotency-key"] for asked in self.site.told}), 1)
        self.assertEqual(len(self.site.told), tried + 1)

    def test_D1_signed_out_nothing_leaves(self):
        shown = self.show()
        self.app.set(backend=None)
        self.notifications.invoke(shown, "ack")
        told = self.notifications.wait(2)
        self.assertEqual(told.body, "Carillon is not signed in to this service.")
        self.assertEqual(self.site.told, [])

    def test_D2_resolved_elsewhere_it_is_closed(self):
        shown = self.show(alarm("a1"))
        self.push(alarm("a1", status="resolved"))
        self.notifications.wait_closed(shown)

    def test_D5_its_link_opens_its_window_and_hostile_ones_nothing(self):
        self.show()
        self.app.call("Open", "/alarms/uuid-123")
        for link in ("/alarms/../uuid-123", "/alarms/uuid-123/x", "//alarms/uuid-123", "/etc/passwd",
                     "/alarms/%2e%2e", "/alarms/other"):
            self.app.refusal("Open", link)


class Reminded(AlarmCase):

    def test_D15_it_is_shown_again_until_it_is_acknowledged(self):
        shown = self.show()
        for count in (2, 3):
            # One that is still on its way stands for the next.
            self.eventually(lambda: [entry["status"] for entry in self.app.history()]
                            == ["shown"] * (count - 1))
            self.clock.advance(minutes=5, seconds=1)
            shown = self.notifications.wait(count)
            self.assertEqual(shown.summary, "Critical Alarm")
        self.notifications.invoke(shown, "ack")
        self.site.wait_told(1)
        self.clock.advance(minutes=20)
        self.notifications.stay_quiet(1)


    def test_D15_D9_repeated_three_times_it_ends_once_a_list_says_who_has_acknowledged(self):
        shown = self.show()
        for count in (2, 3, 4):
            # One that is still on its way stands for the next.
            self.eventually(lambda: [entry["status"] for entry in self.app.history()]
                            == ["shown"] * (count - 1))
            self.clock.advance(minutes=5, seconds=1)
            shown = self.notifications.wait(count)
        self.site.list(alarms=[{"alarmId": "uuid-123", "status": "acknowledged", "severity": "critical",
                                "title": "Critical Alarm", "assignee": "Ada"}])
        self.push({"data": {"type": "sync", "syncType": "alarms", "silent": "true"}})
        self.notifications.wait_closed(shown)
        self.clock.advance(minutes=20)
        self.notifications.stay_quiet(1)
        self.assertEqual(self.site.told, [])


class Snoozed(AlarmCase):

    def test_D14_snoozed_it_goes_and_comes_back_after_a_restart(self):
        shown = self.show()
        self.assertEqual(list(shown.actions), ["default", "ack", "view", "snooze", "silence"])
        self.notifications.invoke(shown, "snooze")
        self.notifications.wait_closed(shown)
        self.assertIn("Snoozed until", self.app.ctl("alarms").stdout)
        self.app.kill()
        self.app.start()
        self.met()
        self.clock.advance(minutes=6)
        self.notifications.stay_quiet(1)
        self.clock.advance(minutes=5)
        again = self.notifications.wait(2)
        self.assertEqual(again.summary, "Critical Alarm")
        self.notifications.invoke(again, "ack")
        self.site.wait_told(1)

    def test_D14_snoozed_in_the_shell_and_resolved_it_stays_away(self):
        shown = self.show(alarm("a1", severity="warning"))
        done = self.app.ctl("alarms", "snooze", "a1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.notifications.wait_closed(shown)
        self.push(alarm("a1", status="resolved"))
        self.clock.advance(minutes=11)
        self.notifications.stay_quiet(1)
        self.assertEqual(self.app.ctl("alarms", "snooze", "a1").returncode, 1)


class Grouped(AlarmCase):

    def warn(self, alarm_id, title, **data):
        self.push(alarm(alarm_id, severity="warning", title=title, assetId="p5", asset="Pump #5",
                        **data))

    def test_D14_warnings_of_one_machine_share_a_notification_which_they_leave(self):
        self.site.pages["/api/v1/alarms/a1/acknowledge"] = answer(status="204 No Content")
        for count, title in enumerate(("Hot", "Loud", "Wet"), 1):
            self.warn(f"a{count}", title)
            shown = self.notifications.wait(count)
        self.assertEqual((shown.summary, shown.body),
                         ("Pump #5: 3 notifications", "Hot\nLoud\nWet"))
        # A critical one stands beside it, and is heard.
        self.push(alarm("c1", title="Fire", assetId="p5", asset="Pump #5"))
        fire = self.notifications.wait(4)
        self.assertEqual((fire.summary, fire.replaces, fire.hints["urgency"]), ("Fire", 0, 2))
        self.warn("a2", "Loud", status="resolved")
        left = self.notifications.wait(5)
        self.assertEqual((left.summary, left.body), ("Pump #5: 2 notifications", "Hot\nWet"))
        self.assertTrue(left.hints["suppress-sound"])
        self.app.ctl("alarms", "acknowledge", "a1")
        last = self.notifications.wait(6)
        self.assertEqual((last.summary, list(last.actions)),
                         ("Wet", ["default", "ack", "view", "snooze"]))
        self.warn("a3", "Wet", status="resolved")
        self.notifications.wait_closed(last)


class Assigned(AlarmCase):

    def order(self):
        shown = self.show({"data": {
            "type": "work_order", "workOrderId": "wo-7", "title": "Change the seal",
            "assignable": "true"}})
        self.site.pages[ASSIGN] = answer(status="204 No Content")
        return shown

    def test_D14_a_press_takes_the_work_order_on_at_the_server(self):
        self.notifications.invoke(self.order(), "assign")
        asked = self.site.wait_told(1)
        self.assertEqual((asked.method, asked.path), ("POST", ASSIGN))
        self.assertEqual(asked.headers["authorization"], f"Bearer {TOKEN}")
        self.assertTrue(asked.headers["idempotency-key"])
        self.eventually(lambda: "Assigned to you at the server" in self.app.ctl("alarms").stdout)
        self.assertEqual(self.app.ctl("alarms", "assign", "wo-7").returncode, 1)

    def test_D14_in_the_shell_it_is_told_later_if_the_server_is_gone(self):
        self.order()
        self.site.pages[ASSIGN] = answer(status="503 Later")
        done = self.app.ctl("alarms", "assign", "wo-7")
        self.assertEqual(done.returncode, 0, done.stderr)
        key = self.site.wait_told(1).headers["idempotency-key"]
        self.assertIn("Assigned to you, not yet sent", self.app.ctl("alarms").stdout)
        self.site.pages[ASSIGN] = answer(status="204 No Content")
        self.clock.advance(minutes=2)
        self.assertEqual(self.site.wait_told(2).headers["idempotency-key"], key)

    def test_D14_what_is_no_yes_or_no_is_refused_by_its_field(self):
        said = self.app.refusal("Push", json.dumps({"data": {
            "type": "work_order", "workOrderId": "wo-7", "title": "T", "assignable": "perhaps"}}))
        self.assertIn("data.assignable", str(said))


if __name__ == "__main__":
    unittest.main()
