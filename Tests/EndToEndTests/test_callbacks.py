"""Callbacks are posted from an outbox that survives everything. (T24, T32)"""

import json
import time
import unittest

from harness.case import CarillonCase
from harness.processes import until
from harness.site import Site, answer

LATER = answer(status="503 Later")
TAKEN = answer(status="204 No Content")


class CallbackCase(CarillonCase):
    """With a server for callbacks, and content that is always available."""

    def setUp(self):
        super().setUp()
        self.site = self.alive()
        self.content = self.feed("Good morning", "Tea is ready.")
        self.notifications = self.server()

    def alive(self, port=0):
        site = Site(port=port)
        self.addCleanup(site.stop)
        for path in ("/ack", "/error", "/heartbeat"):
            site.pages[path] = TAKEN
        return site

    def callback(self, path, **more):
        return {"method": "POST", "url": self.site.url(path), **more}

    def take(self, *times, fetch=None, **callbacks):
        """Configures these hours and callbacks, and waits for content."""
        document = self.document(*times, feed=self.content)
        if fetch:
            document["callbackProfile"]["fetchContent"] = fetch
        document["callbackProfile"].update(callbacks)
        done = self.app.ctl("configure", "-", input=json.dumps(document))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.eventually(lambda: fetch or self.app.state()["nextOccurrences"][0].get("title"))

    def ring(self, day=0, count=1):
        """Lets 08:00 come, and waits until the notification is shown."""
        self.clock.set(self.at(7, 59, 59, day=day))
        self.notifications.wait(count)
        date = self.at(8, day=day).date().isoformat()
        self.becomes("shown", date=date)

    def goes_on(self, count):
        """Lets time pass until there were this many requests.

        More than one, because the answer to the last may reach the app only after the first of the
        next.
        """
        def come():
            self.clock.advance(minutes=61)
            try:
                return self.site.wait(count, timeout=1)
            except AssertionError:
                return None
        return until(f"request {count}", come, timeout=8)

    def acks(self, site=None):
        return [asked for asked in (site or self.site).asked if asked.path == "/ack"]

    def nothing_more(self, count, seconds=1.5):
        time.sleep(seconds)
        self.assertEqual([asked.path for asked in self.site.asked[count:]], [])


class Ack(CallbackCase):

    def test_T24_an_ack_has_its_six_fields_and_is_posted_once(self):
        self.clock.set(self.at(7, 30))
        self.app.start()
        self.take("08:00", ackDelivery=self.callback("/ack", headers={"X-Mine": "yes"}))
        self.ring()
        ack = self.site.wait(1)
        self.assertEqual((ack.method, ack.path), ("POST", "/ack"))
        self.assertEqual(ack.headers["content-type"], "application/json")
        self.assertEqual(ack.headers["idempotency-key"], "ack:0800@2026-11-21")
        self.assertEqual(ack.headers["x-mine"], "yes")
        body = json.loads(ack.body)
        self.assertEqual(set(body), {"slotId", "fireAt", "deliveredAt", "deviceTz", "appVersion",
                                     "buildId"})
        fire_at = round(self.at(8).timestamp() * 1000)
        self.assertEqual((body["slotId"], body["fireAt"], body["deviceTz"]),
                         ("0800", fire_at, "Etc/UTC"))
        self.assertTrue(fire_at <= body["deliveredAt"] <= fire_at + 2000, body)
        self.assertTrue(body["appVersion"] and body["buildId"])
        self.clock.set(self.at(20))
        self.nothing_more(1)

    def test_T24_503_then_204_with_a_SIGKILL_between_keeps_key_and_body(self):
        self.site.pages["/ack"] = LATER
        self.clock.set(self.at(7, 30))
        self.app.start()
        self.take("08:00", ackDelivery=self.callback("/ack"))
        self.ring()
        self.goes_on(2)
        self.app.kill()
        self.app.start()
        came = len(self.acks())
        self.goes_on(came + 1)
        self.site.pages["/ack"] = TAKEN
        self.goes_on(came + 2)
        self.clock.advance(hours=9)
        self.nothing_more(came + 2)
        asked = self.acks()
        self.assertEqual({ack.headers["idempotency-key"] for ack in asked},
                         {"ack:0800@2026-11-21"})
        self.assertEqual(len({ack.body for ack in asked}), 1)

    def test_T32_killed_before_the_answer_it_posts_again_with_the_same_key(self):
        self.site.pages["/ack"] = lambda *_: self.site.pause(30)
        self.clock.set(self.at(7, 30))
        self.app.start()
        self.take("08:00", ackDelivery=self.callback("/ack"))
        self.ring()
        first = self.site.wait(1)
        self.app.kill()
        self.site.pages["/ack"] = TAKEN
        self.app.start()
        self.clock.set(self.at(8, 30))
        second = self.site.wait(2)
        self.assertEqual(second.headers["idempotency-key"], first.headers["idempotency-key"])
        self.assertEqual(second.body, first.body)
        self.nothing_more(2)

    def test_T24_a_server_gets_the_delay_it_asks_for(self):
        self.site.pages["/ack"] = answer(status="429 Slowly", Retry_After="7200")
        self.clock.set(self.at(7, 30))
        self.app.start()
        self.take("08:00", ackDelivery=self.callback("/ack"))
        self.ring()
        self.site.wait(1)
        self.clock.set(self.at(9, 55))
        self.nothing_more(1)
        self.goes_on(2)

    def test_T24_a_server_that_was_down_for_days_gets_everything_once(self):
        port = self.site.port
        self.clock.set(self.at(7, 30))
        self.app.start()
        self.take("08:00", ackDelivery=self.callback("/ack"))
        self.site.stop()
        for day in range(3):
            self.ring(day, count=day + 1)
            self.clock.set(self.at(20, day=day))
        self.app.quit()
        self.site = self.alive(port)
        self.clock.set(self.at(12, day=3))
        self.app.start()
        for hour in range(13, 17):
            self.clock.set(self.at(hour, day=3))
        self.site.wait(3)
        self.nothing_more(3)
        self.assertEqual([ack.headers["idempotency-key"] for ack in self.acks()],
                         [f"ack:0800@2026-11-{day}" for day in (21, 22, 23)])

    def test_T24_400_ends_a_callback_with_an_error_event(self):
        self.site.pages["/ack"] = answer(status="400 Bad Request")
        self.clock.set(self.at(7, 30))
        self.app.start()
        self.take("08:00", ackDelivery=self.callback("/ack"))
        self.ring()
        self.site.wait(1)
        self.eventually(lambda: "CALLBACK_REFUSED" in self.errors(), self.errors)
        self.site.pages["/ack"] = TAKEN
        self.clock.set(self.at(20))
        self.nothing_more(1)

    def test_T24_408_425_and_429_are_not_refusals(self):
        self.clock.set(self.at(7, 30))
        self.app.start()
        self.take("08:00", ackDelivery=self.callback("/ack"))
        statuses = ("408 Request Timeout", "425 Too Early", "429 Too Many")
        self.site.pages["/ack"] = answer(status=statuses[0])
        self.ring()
        for number, status in enumerate(statuses[1:] + ("204 No Content",)):
            self.site.wait(number + 1)
            self.site.pages["/ack"] = answer(status=status)
            self.goes_on(number + 2)
        self.assertNotIn("CALLBACK_REFUSED", self.errors())

    def test_T24_after_two_weeks_a_callback_is_given_up_with_an_error_event(self):
        port = self.site.port
        self.clock.set(self.at(7, 30))
        self.app.start()
        self.take("08:00", ackDelivery=self.callback("/ack"))
        self.site.stop()
        self.ring()
        for day in range(1, 16):
            self.clock.set(self.at(12, day=day))
            self.app.state()
        self.eventually(lambda: "CALLBACK_GIVEN_UP" in self.errors(), self.errors)
        self.site = self.alive(port)
        self.clock.set(self.at(20, day=16))
        self.nothing_more(0)

    def test_T24_a_redirect_is_not_followed(self):
        elsewhere = self.alive()
        self.site.pages["/ack"] = answer(status="307 Elsewhere", Location=elsewhere.url("/ack"))
        self.clock.set(self.at(7, 30))
        self.app.start()
        self.take("08:00", ackDelivery=self.callback("/ack"))
        self.ring()
        self.site.wait(1)
        time.sleep(1)
        self.assertEqual(elsewhere.connections, 0)

    def test_T27_a_secret_is_sent_and_appears_nowhere_else(self):
        secret = "Bearer 9f8e7d-callback"
        self.clock.set(self.at(7, 30))
        self.app.start()
        self.take("08:00", ackDelivery=self.callback(
            "/ack", headers={"Authorization": {"secret": secret}}))
        self.ring()
        self.assertEqual(self.site.wait(1).headers["authorization"], secret)
        told = json.dumps([self.app.call("GetConfiguration"), self.app.state(),
                           self.app.explain("0800@2026-11-21")])
        self.assertNotIn("9f8e7d", told + self.app.log)


class Errors(CallbackCase):

    def test_T23_an_error_is_reported_in_its_envelope(self):
        self.site.pages["/latest"] = answer(status="500 Oops")
        self.clock.set(self.at(7, 30))
        self.app.start()
        self.take("08:00", fetch={"method": "GET", "url": self.site.url("/latest")},
                  reportError=self.callback("/error"))
        self.eventually(lambda: [asked for asked in self.site.asked if asked.path == "/error"])
        asked = next(asked for asked in self.site.asked if asked.path == "/error")
        body = json.loads(asked.body)
        self.assertEqual(set(body), {"code", "slotId", "whenMs", "attempt", "networkState",
                                     "tzOffset", "appState", "timestamp"})
        self.assertEqual(body["code"], "FETCH_STATUS")
        self.assertTrue(asked.headers["idempotency-key"].startswith("error:FETCH_STATUS:"))
        self.assertNotIn("/latest", asked.body.decode())

    def test_T24_a_failed_callback_is_not_reported_by_callback(self):
        self.site.pages["/ack"] = answer(status="400 Bad Request")
        self.clock.set(self.at(7, 30))
        self.app.start()
        self.take("08:00", ackDelivery=self.callback("/ack"),
                  reportError=self.callback("/error"))
        self.ring()
        self.eventually(lambda: "CALLBACK_REFUSED" in self.errors(), self.errors)
        self.clock.set(self.at(20))
        time.sleep(1)
        self.assertNotIn("CALLBACK", "".join(
            asked.body.decode() for asked in self.site.asked if asked.path == "/error"))


class Heartbeat(CallbackCase):

    def beats(self):
        return [json.loads(asked.body) for asked in self.site.asked
                if asked.path == "/heartbeat"]

    def test_T24_heartbeats_are_sent_at_their_interval(self):
        self.clock.set(self.at(9))
        self.app.start()
        self.take("08:00", heartbeat=self.callback("/heartbeat", intervalMinutes=15))
        self.site.wait(1)
        self.clock.set(self.at(9, 14))
        self.nothing_more(1)
        self.clock.set(self.at(9, 16))
        self.site.wait(2)
        beat = self.beats()[-1]
        self.assertEqual(set(beat), {"pendingCount", "lastFetchAt", "lastDeliveryAt",
                                     "nextOccurrences"})
        self.assertEqual(beat["pendingCount"], 1)
        self.assertEqual([each["slotId"] for each in beat["nextOccurrences"]], ["0800"])
        keys = [asked.headers["idempotency-key"] for asked in self.site.asked]
        self.assertEqual(len(set(keys)), 2)

    def test_T24_of_unsent_heartbeats_only_the_newest_is_sent(self):
        port = self.site.port
        self.clock.set(self.at(9))
        self.app.start()
        self.take("08:00", heartbeat=self.callback("/heartbeat", intervalMinutes=60))
        self.site.wait(1)
        self.site.stop()
        for hour in range(10, 16):
            self.clock.set(self.at(hour, 1))
            self.app.state()
        time.sleep(0.5)  # until none is being sent
        self.site = self.alive(port)
        self.clock.set(self.at(16, 2))
        self.site.wait(1)
        self.nothing_more(1)


if __name__ == "__main__":
    unittest.main()
