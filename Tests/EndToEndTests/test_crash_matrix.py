"""Killed just before and just after every effect: nothing twice, nothing lost. (T32)"""

import json
import re
import time
import unittest

from harness.bus import BusError
from harness.crash import LONG, TODAY, CrashCase, effects
from harness.distributor import Distributor
from harness.keyring import Keyring
from harness.ntfy_server import NtfyServer
from harness.paths import ROOT, build
from harness.processes import until
from harness.push_server import PushServer
from harness.senders import needed, send
from harness.site import Site

SECRET = "Bearer s3cret-Crash-0815"
SIDES = ("before", "after")


class Killed(CrashCase):
    """What must hold after every death.

    08:00 was shown once, or sent without knowing whether it arrived; 09:15 rings; all callbacks
    arrive; the database is intact.
    """

    def each_side(self, effect, drive, server=True, at=(7, 59, 58), deaths=1, **more):
        """Kills it on either side of the effect, then lets it continue."""
        for side in SIDES:
            with self.subTest(point=f"{side}:{effect}"):
                self.begin_anew()
                self.clock.set(self.at(*at))
                self.notifications = self.server() if server else None
                try:
                    for _ in range(deaths):
                        self.dies(f"{side}:{effect}", drive)
                    self.live_on(side, **more)
                finally:
                    self.put_down()
                    if self.notifications:
                        self.notifications.stop()

    def live_on(self, side, then=None):
        self.app.start()
        if then:
            then(side)
        self.reckon()

    def reckon(self):
        server = self.notifications
        if self.clock.now() < self.at(8):
            self.clock.set(self.at(7, 59, 59, 500))
        self.eventually(lambda: self.status("0800") in ("shown", "unconfirmed"),
                        lambda: self.entry("0800"))
        self.clock.set(self.at(9, 14, 59, 700))
        self.becomes("shown", "0915")
        self.until_posted()
        self.assert_shown_once_at_most(server)
        shown = self.shown(server)
        self.assertIn(f"{TODAY} 09:15", shown)
        if f"{TODAY} 08:00" not in shown:
            self.assertEqual(self.status("0800"), "unconfirmed")
        if self.status("0800") == "shown":
            self.assertIn(f"ack:0800@{TODAY}", self.acks())
        self.assertIn(f"ack:0915@{TODAY}", self.acks())
        self.assert_callbacks_keep_their_keys()
        self.assert_answers(f"0800@{TODAY}", f"0915@{TODAY}")
        self.app.quit()
        self.assert_intact()

    def rings(self):
        """Lets 08:00 come."""
        self.clock.set(max(self.clock.now(), self.at(7, 59, 59, 700)))

    def setUp(self):
        super().setUp()
        # Unchanged content would be reported and posted too.
        self.content.with_etag = False


class Effects(Killed):
    """For each effect a scenario that causes it, and further conditions."""

    def test_arm(self):
        self.prepare("08:00", "09:15")
        self.each_side("arm", lambda: None, at=(7, 59, 0), deaths=3)

    def test_fetch(self):
        self.prepare("08:00", "09:15")

        def drive():
            self.clock.set(self.at(7, 40))

        def then(side):
            # Its attempt was counted when it was committed. (T3)
            time.sleep(0.3)
            self.assertLessEqual(self.content.arrived, 0 if side == "before" else 1)
            self.assertIn("fetching", self.codes(f"0800@{TODAY}"))
        self.each_side("fetch", drive, at=(7, 39, 58), then=then)

    def test_post(self):
        self.prepare("08:00", "09:15")

        def then(_side):
            self.eventually(lambda: f"ack:0800@{TODAY}" in self.acks(), self.acks)
        self.each_side("post", self.rings, then=then)

    def test_post_again_and_again(self):
        self.prepare("08:00", "09:15")
        self.each_side("post", self.rings, deaths=3)

    def test_show(self):
        self.prepare("08:00", "09:15")

        def then(side):
            # At most once: what may have been sent is not repeated.
            self.assertEqual(self.status("0800"), "unconfirmed")
            if side == "before":
                self.assertEqual(self.notifications.calls, [])
        self.each_side("show", self.rings, then=then)

    def test_show_after_an_error(self):
        self.prepare("08:00", "09:15")

        def drive():
            self.notifications.refuse()
            self.rings()

        def then(_side):
            self.assertEqual(self.status("0800"), "unconfirmed")
            self.assertLessEqual(len(self.notifications.calls), 1)
        self.each_side("show:2", drive, then=then)

    def test_show_after_an_error_that_is_recorded(self):
        self.prepare("08:00", "09:15")

        def drive():
            self.notifications.refuse()
            self.rings()

        def then(_side):
            # The error means that nothing was shown, so there is a second attempt. (DESIGN)
            self.notifications.wait(1)
            self.becomes("shown")
        # The signal follows from the commit that records the error.
        self.each_side("tell", drive, then=then)

    def test_media(self):
        self.prepare("08:00", "09:15")
        pictures = Site()
        self.addCleanup(pictures.stop)

        def drive():
            pictures.asked.clear()
            self.app.set(localMedia=True)
            self.app.call("Push", json.dumps({"data": {
                "type": "brew_stage", "brewId": "b1", "stage": "brewing",
                "imageUrl": pictures.url("/photo")}}))

        def then(_side):
            # The text is on screen, and the picture is requested again. (B8)
            self.eventually(lambda: pictures.asked)
        self.each_side("media", drive, then=then)

    def test_close(self):
        self.prepare("08:00", "09:15")

        def drive():
            self.rings()
            self.becomes("shown")
            self.app.call("Respond", self.entry("0800")["requestId"], "dismiss")

        def then(_side):
            self.answered("DISMISS")
        self.each_side("close", drive, then=then)

    def test_play(self):
        self.prepare("08:00", "09:15")

        def then(_side):
            # The notification is shown before its sound, so it is there with or without it. (B15)
            self.assertEqual(self.status("0800"), "shown")
            self.assertEqual(len(self.notifications.calls), 1)
        self.each_side("play", self.rings, then=then)

    def test_startServer(self):
        self.prepare("08:00", "09:15")
        asked = self.desktop.folder / "asked"
        service = self.desktop.folder / "org.freedesktop.Notifications.service"
        service.write_text("[D-BUS Service]\nName=org.freedesktop.Notifications\n"
                           f"Exec=/bin/sh -c 'touch {asked}; exec sleep 20'\n")
        self.desktop.add_service(service)

        def drive():
            asked.unlink(missing_ok=True)
            self.clock.set(self.at(7, 59, 59))

        def then(_side):
            # The ten seconds of patience begin at the start.
            self.clock.advance(seconds=11)
            until("the start of the server", asked.exists)
            self.notifications = self.server()
            self.notifications.wait(1)
        self.each_side("startServer", drive, server=False, at=(7, 59, 40), then=then)

    def test_attention(self):
        self.prepare("08:00", "09:15")

        def then(_side):
            self.assertTrue(self.app.state()["attention"])
            self.notifications = self.server()
            self.eventually(lambda: not self.app.state()["attention"])
        self.each_side("attention", lambda: None, server=False, deaths=2, then=then)

    def alarms(self, effect, severity):
        """An alarm comes, with a number of what waits to be read."""
        self.prepare("08:00", "09:15")

        def drive():
            # It must not come again by itself.
            self.app.set(repeatMinutes=0)
            self.app.call("Push", json.dumps({
                "data": {"type": "alarm", "alarmId": "a1", "severity": severity, "title": "Pump"},
                "apns": {"payload": {"aps": {"badge": 3}}}}))

        def then(_side):
            self.assertEqual(self.app.state()["badge"], 3)
            self.assertIn("alarm:a1", [thread["tag"] for thread in self.app.state()["threads"]])
        self.each_side(effect, drive, then=then)

    def test_badge(self):
        # Not a critical one: it would be shown again if nobody knows whether it was. (B15)
        self.alarms("badge", "warning")

    def test_callAttention(self):
        self.alarms("callAttention", "critical")

    def test_open(self):
        self.prepare("08:00", "09:15")

        def drive():
            self.rings()
            self.becomes("shown")
            self.notifications.invoke(self.notifications.calls[0])
        self.each_side("open", drive, then=lambda _side: self.answered("OPEN"))

    def test_autostart(self):
        self.prepare("08:00", "09:15")
        entry = self.desktop.home / ".config/autostart/org.carillon.Carillon.desktop"

        def drive():
            self.app.set(autostart=True)

        def then(side):
            autostart = self.app.state()["autostart"]
            self.assertEqual((autostart["wanted"], autostart["actual"]), (True, side == "after"))
            self.assertEqual(entry.exists(), side == "after")
            # A wanted entry that is missing is reported. (T19)
            hints = [hint["code"] for hint in self.app.state()["hints"]]
            self.assertEqual("AUTOSTART_FAILED" in hints, side == "before")
            entry.unlink(missing_ok=True)
        self.each_side("autostart", drive, then=then)

    def test_export(self):
        self.prepare("08:00", "09:15")
        file = self.desktop.folder / "export.json"

        def drive():
            self.app.ctl("export", str(file))

        def then(_side):
            if file.exists():
                json.loads(file.read_text())  # complete, or not at all
                file.unlink()
            self.assertEqual(list(self.desktop.folder.glob("*export*")), [])
            self.assertEqual(self.app.ctl("export", str(file)).returncode, 0)
            self.assertIn("notif_deliveries", json.loads(file.read_text()))
            file.unlink()
        self.each_side("export", drive, then=then)

    def with_secret(self, *times):
        document = self.wanted(*times)
        document["callbackProfile"]["fetchContent"]["headers"] = {
            "Authorization": {"secret": SECRET}}
        return document

    def prepare_with_secret(self):
        keyring = Keyring(self.desktop).start()
        self.clock.set(self.at(7, 30))
        self.app.start()
        self.app.configure(**self.with_secret("08:00", "09:15"))
        self.eventually(lambda: keyring.items(kind="secret"), lambda: keyring.items())
        self.eventually(lambda: self.app.state()["nextOccurrences"][0].get("title"))
        self.until_posted()
        self.app.quit()
        self.keep()
        return keyring

    def test_forget(self):
        keyring = self.prepare_with_secret()

        def drive():
            # The first run may have deleted secrets that the saved data refers to.
            self.app.configure(**self.with_secret("08:00", "09:15"))
            self.app.configure(**self.wanted("08:00", "09:15"))

        def then(_side):
            self.eventually(lambda: not keyring.items(kind="secret"), keyring.items)
        # The first one belongs to the secret that the second document restored.
        self.each_side("forget:2", drive, then=then)

    def test_forgetAll(self):
        keyring = self.prepare_with_secret()

        def then(_side):
            self.app.configure(**self.wanted("08:00", "09:15"))
            self.eventually(lambda: not keyring.items(kind="secret"), keyring.items)
        self.each_side("forgetAll", lambda: None, deaths=2, then=then)

    def subscribed(self, **members):
        """A server that the app listens to once ``subscribe`` is called."""
        ntfy = NtfyServer()
        self.addCleanup(ntfy.stop)
        self.subscribe = lambda: self.app.set(
            subscriptions=[{"server": ntfy.url(), "topic": "alerts", **members}])
        return ntfy

    def test_listen(self):
        self.prepare("08:00", "09:15")
        ntfy = self.subscribed()

        def then(_side):
            # It is subscribed, and the next process listens.
            ntfy.wait_streams(1)
            self.app.set(subscriptions=[])
            ntfy.wait_streams(0)
        self.each_side("listen", lambda: self.subscribe(), then=then)

    def test_reconnect(self):
        self.prepare("08:00", "09:15")
        keyring = Keyring(self.desktop).start()
        ntfy = self.subscribed(token={"secret": "tk_word"})
        ntfy.tokens = {"tk_word": {"alerts"}}

        def drive():
            self.subscribe()
            ntfy.wait_streams(1)
            keyring.lock()
            self.eventually(lambda: self.app.state()["keyring"] == "locked")
            keyring.unlock()

        def then(_side):
            ntfy.wait_streams(1)
            self.app.set(subscriptions=[])
            ntfy.wait_streams(0)
        self.each_side("reconnect", drive, then=then)

    def presses(self, effect, action):
        """A button of a topic's message is pressed: that is stored, and nothing follows by itself."""
        self.prepare("08:00", "09:15")

        def drive():
            self.ntfy = self.subscribed()
            self.ntfy.set_clock(self.clock.now().timestamp())
            self.subscribe()
            self.ntfy.wait_streams(1)
            self.ntfy.publish("alerts", "Somebody is there", title="Ring", actions=[action])
            self.notifications.invoke(self.notifications.wait(1), f"{action['action']}-1")

        def then(_side):
            entries = self.app.call("GetHistory", '{"kind": "message"}')["entries"]
            self.assertEqual([entry.get("responseText") for entry in entries], [action["label"]])
            self.app.set(subscriptions=[])
            self.ntfy.wait_streams(0)
        self.each_side(effect, drive, then=then)

    def test_copy(self):
        self.presses("copy", {"action": "copy", "label": "Copy the Code", "value": "12345"})

    def test_ask(self):
        self.presses("ask", {"action": "http", "label": "Open the Door",
                             "url": "https://example.org/door"})

    def test_probe(self):
        self.prepare("08:00", "09:15")
        ntfy = self.subscribed()
        ntfy.tokens = {"tk_word": {"alerts"}}
        keyring = Keyring(self.desktop).start()

        def drive():
            self.app.call("TryTopic", json.dumps(
                {"server": ntfy.url(), "topic": "alerts", "token": {"secret": "tk_word"}}))

        def then(_side):
            # A trial leaves nothing behind, not even its token.
            self.eventually(lambda: not keyring.items(kind="secret"), keyring.items)
            self.assertEqual(self.app.call("GetConfiguration")["subscriptions"], [])
            ntfy.wait_streams(0)
        self.each_side("probe", drive, then=then)

    def pushing(self):
        """A distributor that is on the bus, and its server; nothing is registered yet."""
        keyring = Keyring(self.desktop)
        keyring.start()
        distributor = Distributor(self.desktop.environment["DBUS_SESSION_BUS_ADDRESS"])
        self.addCleanup(distributor.stop)
        server = PushServer(distributor)
        self.addCleanup(server.stop)
        distributor.start()
        return distributor

    def register(self):
        self.app.set(distributor="auto")
        self.is_registered()

    def is_registered(self):
        def state():
            return [carrier["state"] for carrier in self.app.state()["carriers"]]
        self.eventually(lambda: state() == ["open"], state, timeout=15)

    def leave(self, distributor):
        """Ends what a scenario began, so that the next one begins anew."""
        self.app.set(distributor=None, senders=[])
        self.eventually(lambda: not distributor.apps, lambda: distributor.apps)

    def test_register(self):
        self.prepare("08:00", "09:15")
        distributor = self.pushing()

        def then(_side):
            self.is_registered()
            self.assertEqual(len(distributor.apps), 1)
            self.leave(distributor)
        self.each_side("register", lambda: self.app.set(distributor="auto"), then=then)

    def test_keys(self):
        self.prepare("08:00", "09:15")
        distributor = self.pushing()

        def drive():
            self.register()
            self.app.call("Pair", "House")

        def then(_side):
            # Nobody was given them, and a second try works.
            self.assertEqual(self.app.state()["senders"], [])
            self.is_registered()
            self.assertIn("p256dh", self.app.call("Pair", "House")["keys"])
            self.leave(distributor)
        self.each_side("keys", drive, then=then)

    @needed
    def test_unseal(self):
        self.prepare("08:00", "09:15")
        distributor = self.pushing()

        def drive():
            self.register()
            send(self.app.call("Pair", "House"), "Sealed words")
            time.sleep(5)

        def then(_side):
            self.eventually(lambda: self.history("House") == 1, lambda: self.history("House"))
            self.leave(distributor)
        self.each_side("unseal", drive, then=then)

    def history(self, title):
        entries = self.app.call("GetHistory", '{"kind": "message"}')["entries"]
        return sum(entry["title"] == title for entry in entries)

    def test_sendSelf(self):
        self.prepare("08:00", "09:15")
        distributor = self.pushing()

        def drive():
            self.register()
            self.app.call("TestCarrier", "unifiedpush", timeout=40)

        def then(_side):
            # What was sealed for keys that died with the process is not shown.
            self.is_registered()
            self.assertEqual(self.history("The test has arrived"), 0)
            self.leave(distributor)
        self.each_side("sendSelf", drive, then=then)

    def test_erase(self):
        self.prepare("08:00", "09:15")

        def drive():
            self.app.call("DeleteAll", "DELETE")

        for side in SIDES:
            with self.subTest(point=f"{side}:erase"):
                self.begin_anew()
                self.clock.set(self.at(7, 59, 50))
                self.notifications = self.server()
                self.launch(f"{side}:erase")
                self.app.wait_running()
                with self.assertRaises(BusError):
                    drive()
                self.app.process.wait(10)
                self.app.wait_ended()
                self.assertEqual(self.folder.exists(), side == "before")
                if side == "before":
                    # It was not answered, and nothing of it was done.
                    self.live_on(side)
                else:
                    self.app.start()  # like a first start
                    self.assertEqual([slot for slot, _ in self.next_occurrences()],
                                     ["0800", "1200", "1800"])
                    self.assertNotIn("Good morning", json.dumps(self.app.history()))
                    self.clock.set(self.at(7, 59, 59))
                    self.becomes("shown")
                    self.assertEqual(len(self.notifications.calls), 1)
                    self.app.quit()
                self.notifications.stop()

    def test_answer(self):
        self.prepare("08:00", "09:15")

        def drive():
            self.app.set(lateGraceMinutes=45)

        def then(_side):
            # Nobody was told, but it was committed; repeating it changes nothing.
            self.assertEqual(self.app.call("GetConfiguration")["lateGraceMinutes"], 45)
            self.app.set(lateGraceMinutes=45)
        self.each_side("answer", drive, then=then)

    def test_tell(self):
        self.prepare("08:00", "09:15")

        def then(_side):
            self.assertEqual(self.status("0800"), "shown")
        self.each_side("tell", self.rings, then=then)

    def test_changed(self):
        self.prepare("08:00", "09:15")
        self.each_side("changed", lambda: None, deaths=2)

    def test_changed_while_it_rings(self):
        self.prepare("08:00", "09:15")
        self.each_side("changed:4", self.rings)

    def test_idleWanted(self):
        self.prepare("08:00", "09:15")
        text = b"Good morning"
        self.assertIn(text, b"".join(file.read_bytes() for file in self.folder.iterdir()))
        # Open texts are sealed in steps, each of which requests the next.
        Keyring(self.desktop).start()

        def then(_side):
            self.eventually(lambda: not self.rows(
                "SELECT id FROM notif_contents WHERE sealed IS NULL"))
        self.each_side("idleWanted", lambda: None, then=then)


class Commits(Killed):
    """A morning with a fetch, a notification, an ack, an answer and a new setting, killed at any
    commit.
    """

    def morning(self):
        """Continues until the app is dead; returns whether it survived."""
        def until_or_dead(what, test):
            until(what, lambda: self.is_dead or test())
            return self.is_dead

        self.clock.set(self.at(7, 40))
        if until_or_dead("the fetch", lambda: self.content.requests[self.fetched:]):
            return
        self.rings()
        if until_or_dead("the ring", lambda: self.notifications.calls):
            return
        if until_or_dead("the ack", self.acks):
            return
        self.notifications.invoke(self.notifications.calls[0], "skip")
        self.app.call("Unskip", "0800")
        self.app.set(lateGraceMinutes=45)
        self.survived = True

    def cut(self, side):
        self.prepare("08:00", "09:15")
        number = 1 if LONG else self.random().randrange(1, 4)
        while True:
            point = f"{side}:commit:{number}"
            self.begin_anew()
            self.fetched = len(self.content.requests)
            self.survived = False
            self.clock.set(self.at(7, 39, 58))
            self.notifications = self.server()
            try:
                self.launch(point)
                self.morning_until_death()
                if self.survived:
                    break
                self.assert_intact()
                self.live_on(side)
            except AssertionError as failure:
                raise AssertionError(f"at {point}: {failure}") from failure
            finally:
                self.put_down()
                self.notifications.stop()
            number += 1 if LONG else 3
        # Otherwise the morning was too short, and nothing was tested.
        self.assertGreater(number, 12)

    def morning_until_death(self):
        until("an answer or the end", lambda: self.is_dead or self.app.is_running
              and self.app.answers_within(5))
        try:
            if not self.is_dead:
                self.morning()
        except BusError:
            until("the end", lambda: self.is_dead)
        if not self.survived:
            self.app.process.wait(5)
            self.app.wait_ended()

    def test_before_any_commit(self):
        self.cut("before")

    def test_after_any_commit(self):
        self.cut("after")


class Completeness(unittest.TestCase):

    def test_every_effect_of_the_engine_has_its_scenario(self):
        found = effects()
        self.assertGreater(len(found), 15)
        tested = {name.removeprefix("test_") for name in dir(Effects) if name.startswith("test_")}
        self.assertEqual([name for name in found if name not in tested], [])

    def test_release_knows_no_kill_point(self):
        name = b"CARILLON_KILL_AT"
        # Otherwise the following would look for the wrong symbol.
        self.assertIn(name, (build() / "carillon").read_bytes())
        found = list(self.lines_that_kill())
        self.assertGreater(len(found), 5)
        self.assertEqual([place for place, is_debug in found if not is_debug], [])
        release = ROOT / ".build/release/carillon"
        if release.exists() and release.stat().st_mtime > self.newest_source():
            self.assertNotIn(name, release.read_bytes())

    def lines_that_kill(self):
        """The source lines about it, each with whether it is compiled into debug builds only."""
        for file in sorted((ROOT / "Sources").rglob("*.swift")):
            conditions = []
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                word = line.split()[:1]
                if word == ["#if"]:
                    conditions.append(line.split(None, 1)[1].strip())
                elif word == ["#else"]:
                    conditions[-1] = f"!({conditions[-1]})"
                elif word == ["#endif"]:
                    conditions.pop()
                elif re.search(r"^\s*(?!\s*//).*(CARILLON_KILL_AT|SuddenDeath|atKillPoint|SIGKILL)", line):
                    yield f"{file.relative_to(ROOT)}:{number}", "DEBUG" in conditions

    def newest_source(self):
        return max(file.stat().st_mtime for file in (ROOT / "Sources").rglob("*.swift"))


if __name__ == "__main__":
    unittest.main()
