"""The sounds of alarms by severity: asked of the server, or played by Carillon. (D14, D11, B15)"""

import json
import subprocess
import time

from harness.case import CarillonCase
from harness.sound import SoundCard, length

SOUNDS = {"criticalAlarmSound": "complete", "warningAlarmSound": "bell", "infoAlarmSound": "none"}
USUAL = "message-new-instant"
PLAYS = ("actions", "body", "sound")


class SoundCase(CarillonCase):

    def begin(self, **options):
        self.notifications = self.server(**options)
        self.app.start()
        self.met()
        self.app.set(slots=[])

    def later(self):
        """Waits until as much may pop up as before. (J26)"""
        self.clock.advance(minutes=11)

    def show(self, severity, title=None, **data):
        """Shows an alarm; returns what its server was asked for."""
        count = len(self.notifications.calls) + 1
        title = title or f"{severity} {count}"
        self.app.call("Push", json.dumps({"data": {
            "type": "alarm", "alarmId": title.replace(" ", "-"), "severity": severity,
            "title": title, **data}}))
        shown = self.notifications.wait(count)
        self.assertEqual(shown.summary, title)
        return shown

    def asked(self, severity):
        """The sound that the server is asked for: a name, or None for silence."""
        hints = self.show(severity).hints
        # One of both, never both.
        self.assertNotEqual("sound-name" in hints, hints.get("suppress-sound", False))
        return hints.get("sound-name")


class ByTheServer(SoundCase):

    def setUp(self):
        super().setUp()
        self.begin(capabilities=PLAYS)

    def test_D14_each_severity_asks_for_the_sound_that_is_set(self):
        self.app.set(repeatMinutes=0)
        self.assertEqual([self.asked(each) for each in ("critical", "warning", "info")], [USUAL] * 3)
        self.later()
        self.app.set(**SOUNDS)
        self.assertEqual([self.asked(each) for each in ("critical", "warning", "info")],
                         ["complete", "bell", None])
        self.later()
        # The theme is the server's, and so is what it does about a name that it does not have.
        self.app.set(criticalAlarmSound="owl-at-noon", infoAlarmSound="message")
        self.assertEqual([self.asked(each) for each in ("critical", "info")],
                         ["owl-at-noon", "message"])
        # Null is the usual one again, which is the channel's.
        self.app.set(criticalAlarmSound=None, channels={"alarms": {"sound": "phone-incoming-call"}})
        self.assertEqual([self.asked(each) for each in ("critical", "warning")],
                         ["phone-incoming-call", "bell"])

    def test_D14_none_is_silence_and_so_is_a_silent_channel(self):
        self.app.set(criticalAlarmSound="none", repeatMinutes=0)
        shown = self.show("critical")
        self.assertEqual((shown.hints["suppress-sound"], shown.hints["urgency"]), (True, 2))
        self.assertEqual(self.asked("warning"), USUAL)
        self.app.set(channels={"alarms": {"sound": None}}, **SOUNDS)
        self.assertEqual([self.asked(each) for each in ("critical", "warning", "info")], [None] * 3)

    def test_D14_what_is_no_name_is_refused_and_changes_nothing(self):
        self.app.set(**SOUNDS)
        for value in ("", "../bell", "/tmp/bell.oga", "a b", "b\u00fcll", "x" * 300, 7, True, ["bell"],
                      {"name": "bell"}):
            for key in SOUNDS:
                with self.subTest(key=key, value=value):
                    name, said = self.app.refusal("Set", json.dumps({key: value}))
                    self.assertEqual(name, "org.carillon.Error.InvalidArgument")
                    self.assertTrue(said.startswith(f"{key}: "), said)
        configuration = self.app.call("GetConfiguration")
        self.assertEqual({key: configuration[key] for key in SOUNDS}, SOUNDS)

    def test_D14_D15_shown_again_and_after_a_restart_it_is_the_same(self):
        self.app.set(**SOUNDS)
        self.show("critical")
        self.app.kill()
        self.app.start()
        self.met()
        self.clock.advance(minutes=5, seconds=1)
        self.assertEqual(self.notifications.wait(2).hints["sound-name"], "complete")

    def test_D11_neither_too_many_popups_nor_an_hour_holds_a_critical_one(self):
        self.app.set(**SOUNDS)
        for number in range(7):
            self.app.call("Push", json.dumps({"data": {
                "type": "alarm", "alarmId": f"w{number}", "severity": "warning", "title": "Warm"}}))
        self.notifications.wait(5)
        self.eventually(lambda: self.app.state()["waitingCount"] == 2, self.app.state)
        self.assertEqual(self.show("critical").hints["sound-name"], "complete")
        self.app.set(channels={"alarms": {"at": "slot"}})
        self.assertEqual(self.show("critical").hints["sound-name"], "complete")

    def test_D2_news_of_what_is_known_is_silent_and_a_higher_severity_has_its_own_sound(self):
        self.app.set(**SOUNDS)
        self.assertEqual(self.show("warning", "Pump", body="Warm").hints["sound-name"], "bell")
        self.assertTrue(self.show("warning", "Pump", body="Warmer").hints["suppress-sound"])
        worse = self.show("critical", "Pump", body="Hot").hints
        self.assertEqual((worse["sound-name"], worse["urgency"]), ("complete", 2))


class ByCarillon(SoundCase):
    """The server plays no sounds."""

    def setUp(self):
        super().setUp()
        self.card = SoundCard(self.desktop)

    def hears(self, sound):
        self.eventually(lambda: self.card.heard == length(sound), lambda: self.card.heard)
        # It is written at once and played for as long as it lasts: the next one must not cut it off.
        time.sleep(0.2)
        self.card.forget()

    def is_quiet(self):
        time.sleep(1)
        self.assertEqual(self.card.heard, 0)

    def test_D14_each_severity_is_heard_with_the_sound_that_is_set(self):
        self.begin()
        self.app.set(**SOUNDS)
        self.assertNotIn("sound-name", self.show("critical").hints)
        self.hears("complete")
        self.show("warning")
        self.hears("bell")
        self.assertTrue(self.show("info").hints["suppress-sound"])
        self.is_quiet()

    def test_D11_B15_a_sound_that_the_theme_does_not_have_is_heard_as_the_usual_one(self):
        self.begin()
        self.app.set(criticalAlarmSound="owl-at-noon")
        self.show("critical")
        self.hears(USUAL)
        self.assertEqual(self.errors(), [])

    def test_D11_B15_in_do_not_disturb_only_a_critical_one_is_heard(self):
        # Settings in a file, shared by two processes.
        self.desktop.environment["GSETTINGS_BACKEND"] = "keyfile"
        self.begin(name="gnome-shell", vendor="GNOME", version="43")
        self.app.set(**SOUNDS)
        subprocess.run(["gsettings", "set", "org.gnome.desktop.notifications", "show-banners",
                        "false"], env=self.desktop.environment, check=True)
        self.eventually(lambda: self.app.state()["server"].get("doNotDisturb"),
                        lambda: self.app.state()["server"])
        # All of them are sent: what is shown of them is the server's decision.
        self.assertEqual(self.show("warning").hints["urgency"], 1)
        self.is_quiet()
        self.assertEqual(self.show("critical").hints["urgency"], 2)
        self.hears("complete")
        self.app.set(criticalAlarmSound="none")
        self.show("critical")
        self.is_quiet()

    def test_D11_in_a_pause_and_in_quiet_hours_a_critical_one_is_heard(self):
        self.begin()
        self.app.set(quietHours={"from": "00:00", "to": "23:59"}, **SOUNDS)
        self.app.call("Pause", "1h")
        self.show("critical")
        self.hears("complete")
        self.app.call("Push", json.dumps({"data": {
            "type": "alarm", "alarmId": "w", "severity": "warning", "title": "Warm"}}))
        self.is_quiet()
        self.assertEqual(len(self.notifications.calls), 1)
