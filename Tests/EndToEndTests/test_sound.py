"""Sounds as they reach the sound card, from the settings page and from notifications. (B15)"""

import pathlib
import time
import unittest

from harness.case import CarillonCase
from harness.sound import SoundCard, length
from harness.window import WindowCase

CHANNEL = "timesafari.daily"


class Ring(CarillonCase):

    def setUp(self):
        super().setUp()
        self.card = SoundCard(self.desktop)
        self.clock.set(self.at(7, 59, 50))

    def ring(self, **options):
        """Shows the notification of 08:00 on a server of this kind; returns the server."""
        server = self.server(**options)
        self.app.start()
        self.configure("08:00")
        self.met()
        self.eventually(lambda: self.app.state()["nextOccurrences"][0].get("title"))
        return server

    def hears(self, sound):
        self.eventually(lambda: self.card.heard == length(sound), lambda: self.card.heard)

    def test_B15_if_the_server_plays_no_sounds_the_whole_default_is_heard(self):
        server = self.ring()
        self.clock.set(self.at(7, 59, 59))
        self.assertNotIn("sound-name", server.wait(1).hints)
        self.hears("message-new-instant")

    def test_B15_the_chosen_sound_is_heard(self):
        self.ring()
        self.app.set(channels={CHANNEL: {"sound": "complete"}})
        self.clock.set(self.at(7, 59, 59))
        self.hears("complete")

    def test_B15_a_server_that_plays_sounds_plays_alone(self):
        server = self.ring(capabilities=("actions", "body", "sound"))
        self.clock.set(self.at(7, 59, 59))
        self.assertEqual(server.wait(1).hints["sound-name"], "message-new-instant")
        self.becomes("shown")
        self.quiet()

    def test_B15_silence_is_a_choice(self):
        server = self.ring()
        self.app.set(channels={CHANNEL: {"sound": None}})
        self.clock.set(self.at(7, 59, 59))
        self.assertTrue(server.wait(1).hints["suppress-sound"])
        self.becomes("shown")
        self.quiet()

    def quiet(self):
        """Checks that nothing is played for the length of the sound."""
        time.sleep(1)
        self.assertEqual(self.card.heard, 0)

    def test_B15_without_a_sound_system_it_rings_silently(self):
        self.desktop.environment["CANBERRA_DRIVER"] = "nonsense"
        self.ring()
        self.clock.set(self.at(7, 59, 59))
        self.becomes("shown")
        self.assertEqual(self.errors(), [])
        self.app.quit()
        self.assertNotIn("sound", self.app.log)

    def test_B15_nothing_of_a_sound_remains(self):
        self.ring()
        self.clock.set(self.at(7, 59, 59))
        self.hears("message-new-instant")
        self.eventually(lambda: "sound" not in self.threads(), self.threads)

    def threads(self):
        return {task.joinpath("comm").read_text().strip()
                for task in pathlib.Path("/proc", str(self.app.pid), "task").iterdir()}


class Play(WindowCase):

    def open_settings(self):
        self.server()
        self.app.start()
        self.open_window("settings")
        return self.window.find("push button", "Play")

    def test_B15_the_play_button_plays_the_chosen_sound(self):
        card = SoundCard(self.desktop)
        play = self.open_settings()
        play.press()
        self.eventually(lambda: card.heard == length("message-new-instant"), lambda: card.heard)
        self.window.find("combo box", "Sound").choose("Bell")
        # At once: the selected sound is heard, saved or not.
        play.press()
        self.eventually(lambda: card.heard == length("bell"), lambda: card.heard)

    def test_B15_without_sound_output_the_page_says_so(self):
        self.desktop.environment["CANBERRA_DRIVER"] = "nonsense"
        self.open_settings().press()
        self.window.wait_text("No sound output is available.")

    def test_B15_the_sounds_are_those_of_the_users_theme(self):
        theme = self.desktop.home / ".local/share/sounds/freedesktop"
        (theme / "stereo").mkdir(parents=True)
        (theme / "stereo" / "owl-at-night.oga").write_bytes(b"")
        (theme / "stereo" / "audio-test-signal.oga").write_bytes(b"")
        self.open_settings()
        choices = self.window.find("combo box", "Sound").choices()
        self.assertEqual(choices[:2], ["None", "Default"])
        self.assertIn("Bell", choices)
        self.assertIn("Owl at night", choices)
        self.assertNotIn("Audio test signal", choices)


if __name__ == "__main__":
    unittest.main()
