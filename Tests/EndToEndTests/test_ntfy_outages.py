"""What ntfy's messages survive: servers, networks, disks and processes that are gone for a while.
(C1, C4, C6)
"""

import contextlib
import datetime
import os
import signal
import subprocess
import time

from harness.case import UTC
from harness.disk import Disk
from harness.network import Network
from harness.ntfy_case import NtfyCase
from harness.processes import until
from harness.site import self_signed

LONG = "CARILLON_LONG" in os.environ
MIB = 1 << 20
SECOND = datetime.timedelta(seconds=1)
BUSY = "org.carillon.Error.StorageBusy"


class Gone(NtfyCase):
    """The server, or the way to it."""

    def test_C4_C6_a_server_that_is_gone_for_a_day_is_said_and_what_may_be_lost(self):
        network = self.network()
        self.begin()
        self.carrier_is("open")
        self.ntfy.publish("alerts", "Before", title="Before")
        self.shows("Before")
        self.ntfy.stop()
        self.carrier_is("waiting")
        gone = self.clock.now()
        self.clock.advance(days=1)
        self.keep_time()
        self.assertEqual(self.carrier()["state"], "waiting")
        self.assertLess(self.carrier()["deafSince"], self.iso(gone + SECOND))
        network.inside(self.ntfy.restart)
        self.ntfy.publish("alerts", "After", title="After")
        # Instead of waiting for the next attempt.
        network.flap()
        self.carrier_is("open")
        self.shows("Before", "After")
        outage = self.carrier()["lastOutage"]
        self.assertLess(outage["from"], self.iso(gone + SECOND))
        # The server keeps messages for 12 hours.
        self.assertIn("lostBefore", outage)
        self.assertGreater(outage["lostBefore"], outage["from"])
        self.notifier.stay_quiet(1)

    def iso(self, instant):
        return instant.strftime("%Y-%m-%dT%H:%M:%S")

    def test_C4_a_network_that_flaps_every_second_ends_with_one_connection(self):
        network = self.network()
        self.begin()
        self.carrier_is("open")
        before = len(self.ntfy.requests)
        seconds = 60 if LONG else 15
        for _ in range(seconds):
            network.flap(0.5)
            time.sleep(0.5)
        self.ntfy.publish("alerts", "Still here", title="Still here")
        self.shows("Still here")
        self.carrier_is("open")
        # Every two seconds at most, and each time the backlog and the stream.
        asked = len(self.ntfy.requests) - before
        self.assertGreater(asked, 0, "the flapping was noticed")
        self.assertLessEqual(asked, 2 * (seconds / 2 + 2))
        self.ntfy.wait_streams(1)
        self.notifier.stay_quiet(1)

    def test_C4_a_server_that_ends_every_stream_at_once_is_asked_as_the_back_off_allows(self):
        network = self.network()
        self.begin()
        self.carrier_is("open")
        self.ntfy.refuse(503, times=1000)
        self.ntfy.drop_streams()
        self.carrier_is("waiting")
        before = len(self.ntfy.requests)
        began = time.monotonic()
        time.sleep(12)
        # The first wait is 5 to 10 s, the second 5 to 20.
        self.assertLessEqual(len(self.ntfy.requests) - before, (time.monotonic() - began) // 5)
        self.assertIn("503", self.carrier()["trouble"])
        # Nor does a network that comes back make it impatient.
        before = len(self.ntfy.requests)
        for _ in range(10):
            network.flap(0.2)
            time.sleep(0.2)
        self.assertLessEqual(len(self.ntfy.requests) - before, 3)
        self.ntfy._refusals.clear()
        self.ntfy.publish("alerts", "Back", title="Back")
        network.flap()
        self.shows("Back")
        self.ntfy.wait_streams(1)

    def network(self):
        """From now on the app and the server are in a network of their own."""
        try:
            network = Network(self.desktop)
        except AssertionError as refused:
            self.skipTest(str(refused))
        self.app.prefix = network.prefix
        self.ntfy.stop()
        self.ntfy = network.inside(self.ntfy_server)
        return network

    def test_C4_a_scheduled_message_comes_at_its_time_also_after_a_gap(self):
        self.begin()
        self.carrier_is("open")
        for title, hours in (("In one hour", 1), ("In two hours", 2)):
            at = int(self.clock.now().timestamp()) + hours * 3600
            self.ntfy.publish("alerts", "x", title=title, time=at)
        self.ntfy.publish("alerts", "x", title="Now")
        self.shows("Now")
        self.clock.advance(hours=1, seconds=1)
        self.keep_time()
        self.shows("Now", "In one hour")
        # The time of the second comes while Carillon is closed.
        self.ntfy.publish("alerts", "x", title="The last one heard")
        self.shows("Now", "In one hour", "The last one heard")
        self.app.quit()
        self.clock.advance(hours=1, seconds=1)
        self.keep_time()
        self.app.start()
        self.shows("Now", "In one hour", "The last one heard", "In two hours")
        self.carrier_is("open")
        self.notifier.stay_quiet(1)
        self.assertEqual(self.kept(4), {"Now", "In one hour", "The last one heard", "In two hours"})


class Much(NtfyCase):
    """More at the server than anybody wants to see."""

    def test_C4_of_very_many_that_waited_the_youngest_are_shown_and_the_rest_as_one(self):
        # A debug build looks through all that rests after each event, to check itself. That so many as
        # 100,000 are read in pieces is for the tests of the stream.
        count = 3000 if LONG else 400
        self.begin()
        self.carrier_is("open")
        self.app.quit()
        self.clock.advance(hours=6)
        self.keep_time()
        self.ntfy.fill("alerts", count)
        for index in range(3):
            self.ntfy.publish("alerts", "x", title=f"Young {index}")
        self.app.start()
        before = self.app.private_dirty()
        most, slowest = before, 0.0
        deadline = time.monotonic() + (900 if LONG else 60)
        while len(self.notifier.calls) < 4:
            self.assertLess(time.monotonic(), deadline, self.summaries())
            began = time.monotonic()
            self.app.state()
            slowest = max(slowest, time.monotonic() - began)
            most = max(most, self.app.private_dirty())
            time.sleep(0.1)
        self.notifier.stay_quiet(2)
        self.assertEqual(set(self.summaries()[:3]), {"Young 0", "Young 1", "Young 2"})
        self.assertIn(str(count), self.summaries()[3].replace(",", ""))
        self.assertEqual(len(self.summaries()), 4)
        self.assertLess(most - before, 32 * MIB, "memory")
        self.assertLess(slowest, 5)


class OwnCertificate(NtfyCase):
    """A server with a certificate that nobody has signed but its owner."""

    def setUp(self):
        super().setUp()
        # Certificates are valid from now on, by the machine's clock.
        self.clock.set(datetime.datetime.now(UTC))
        self.certificate = self_signed(self.desktop.folder)
        self.ntfy = self.ntfy_server(certificate=self.certificate)

    def test_C4_it_is_refused_and_the_error_says_where_to_trust_it(self):
        self.app.start()
        self.met()
        self.subscribe(self.subscription(token={"secret": "tk_secretword"}))
        self.carrier_is("waiting")
        self.assertIn("trust", self.carrier()["trouble"])
        self.assertIn("system", self.carrier()["trouble"])
        self.assertEqual(self.ntfy.requests, [], "no token was sent")
        self.assertNotIn("tk_", self.app.log)

    def test_C4_trusted_by_the_system_it_is_read(self):
        store = self.desktop.folder / "certs"
        store.mkdir()
        (store / "ca-certificates.crt").write_bytes(self.certificate.read_bytes())
        mounted = f'mount --bind "{store}" /etc/ssl/certs'
        tried = subprocess.run(["unshare", "-m", "sh", "-c", mounted], capture_output=True,
                               check=False)
        if tried.returncode != 0:
            self.skipTest("mount namespaces are refused here (unshare -m)")
        self.app.prefix = ["unshare", "-m", "sh", "-c", f'{mounted} && exec "$@"', "sh"]
        self.begin()
        self.carrier_is("open")
        self.ntfy.publish("alerts", "x", title="From home")
        self.shows("From home")


class FullDisk(NtfyCase):
    """The store refuses, for minutes or until the process has died."""

    def setUp(self):
        super().setUp()
        try:
            # Room for all of it, even if all of it is still in the WAL.
            self.disk = Disk(self.desktop, "12m")
        except AssertionError as refused:
            self.skipTest(str(refused))
        self.desktop.environment["XDG_DATA_HOME"] = str(self.disk.folder)
        self.app.prefix = self.disk.prefix
        self.begin()
        self.carrier_is("open")
        # Those of a muted channel are kept all the same, and no throttle delays them.
        self.app.set(channels={self.channel(): {"enabled": False}})
        self.sent = set()

    def publish(self, name, count=20):
        for index in range(count):
            self.sent.add(f"{name} {index}")
            self.ntfy.publish("alerts", "x" * 500, title=f"{name} {index}")

    def full(self):
        self.disk.fill()
        self.publish("While it was full", 100)
        self.eventually(self.refuses)

    def refuses(self):
        try:
            return self.app.refusal("Set", "{}")[0] == BUSY
        except AssertionError:
            # The log had room for it.
            return False

    def test_C1_what_comes_meanwhile_is_kept_once_when_there_is_room(self):
        self.publish("Before")
        self.kept(20)
        self.full()
        time.sleep(3)
        self.assertTrue(self.app.answers_within(1))
        self.disk.free()
        self.publish("After")
        self.assertEqual(self.kept(140), self.sent)

    def test_C1_killed_meanwhile_nothing_is_lost(self):
        self.full()
        self.app.kill()
        self.disk.free()
        self.app.start()
        self.publish("After")
        self.assertEqual(self.kept(120), self.sent)


class Killed(NtfyCase):
    """SIGKILL between the bytes and their commit, and just after it."""

    def test_C1_at_each_commit_of_a_backlog_nothing_is_lost_or_kept_twice(self):
        self.begin()
        self.app.set(channels={self.channel(): {"enabled": False}})
        sent = set()
        for side in ("before", "after"):
            for number in range(1, 25 if LONG else 13):
                self.end()
                for index in range(2):
                    sent.add(f"{side} {number} {index}")
                    self.ntfy.publish("alerts", "x", title=f"{side} {number} {index}")
                self.desktop.environment["CARILLON_KILL_AT"] = f"{side}:commit:{number}"
                try:
                    self.app.launch("--hidden")
                finally:
                    del self.desktop.environment["CARILLON_KILL_AT"]
                # Later ones may never come.
                with contextlib.suppress(AssertionError):
                    until("its death", lambda: self.app.process.poll() is not None, timeout=2)
        self.end()
        self.app.start()
        self.carrier_is("open")
        self.assertEqual(self.kept(len(sent)), sent)

    def end(self):
        """Ends it, unless it has died at its point."""
        died = self.app.process.poll()
        if died is None:
            return self.app.quit()
        self.assertEqual(died, -signal.SIGKILL, self.app.log)
        self.app.wait_ended()
