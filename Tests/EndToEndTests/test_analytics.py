"""002's five events: told to the address that the user has named, and else to nobody. (D12)"""

import json

from harness.case import CarillonCase
from harness.site import Site, answer


class Analytics(CarillonCase):

    def setUp(self):
        super().setUp()
        self.notifications = self.server()
        self.site = Site()
        self.addCleanup(self.site.stop)
        self.site.pages["/events"] = answer(status="204 No Content")
        self.app.start()
        self.met()
        # What is snoozed does not come back within the test.
        self.app.set(slots=[], snoozeMinutes=120)

    def live(self, name):
        """Each of the five once."""
        shown = len(self.notifications.calls)
        for count, action in enumerate((None, "snooze", "default"), 1):
            self.app.call("Push", json.dumps({"data": {
                "type": "alarm", "alarmId": f"{name}-{count}", "severity": "warning",
                "title": f"Secret {name}", "deepLink": f"/alarms/{name}-{count}"}}))
            notification = self.notifications.wait(shown + count)
            if action:
                self.notifications.invoke(notification, action)
            else:
                self.notifications.close(notification)
        self.eventually(lambda: self.app.state()["metrics"]["linksOpened"] == shown // 3 + 1)

    def events(self):
        return sorted(json.loads(asked.body)["event"] for asked in self.site.asked)

    def test_D12_the_five_events_reach_the_address_that_is_set_and_no_other(self):
        self.live("before")
        metrics = self.app.state()["metrics"]
        self.assertEqual((metrics["received"], metrics["opened"], metrics["dismissed"],
                          metrics["linksOpened"]), (3, 1, 1, 1))
        self.assertEqual(self.site.asked, [])
        self.clock.advance(minutes=11)
        self.app.set(analytics=self.site.url("/events"))
        self.live("after")
        self.eventually(lambda: len(self.site.asked) == 7, self.events)
        self.assertEqual(self.events(), [
            "deep_link_opened", "push_notification_action", "push_notification_dismissed",
            "push_notification_opened", *["push_notification_received"] * 3])
        self.assertEqual(len({asked.headers["idempotency-key"] for asked in self.site.asked}), 7)
        for asked in self.site.asked:
            self.assertNotIn(b"Secret", asked.body)
            self.assertNotIn(b"after", asked.body)
        self.app.set(analytics=None)
        self.app.call("Open", "/alarms/after-1")
        self.assertTrue(self.app.answers_within(5))
        self.assertEqual(len(self.site.asked), 7)
