"""A brew's window: its drawing, its rest while nothing changes, its video. (B10, B18, B27)"""

import functools
import shlex
import shutil
import subprocess
import time
import unittest

from harness.brews import MESSAGES, stage
from harness.case import CarillonCase
from harness.language import Translations
from harness.pictures import Picture, png
from harness.processes import until
from harness.site import Site
from harness.window import WindowCase
from test_brews import Pushing

# The texts of each stage, and the color of its areas in light and dark.
STAGES = [
    (stage("heating", remainingTime="20", progress="10"), "Heating water for espresso",
     0xD24712, 0xFF7F4A),
    (stage("grinding", remainingTime="9", progress="40"), "Grinding beans for your shot",
     0x8B5E3C, 0xC9A07A),
    (stage("preInfusion", pressure="2", elapsedTime="1", preInfusionTime="60"),
     "Pre-infusion in progress", 0x1C71D8, 0x6AA7EE),
    (stage("brewing", elapsedTime="9", remainingTime="19", flowRate="1.2", volumeExtracted="15"),
     "Extraction in progress", 0xB57200, 0xF5B32E),
    (stage("complete", elapsedTime="28", notes="Chocolate, orange."), "Espresso shot complete",
     0x268A4C, 0x4FCB78),
]


def luminance(color):
    """The luminance by WCAG."""
    shares = [part / 255 for part in color]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
              for part in shares]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear))


def contrast(one, other):
    """The contrast, from 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


class Looks(Pushing, WindowCase):
    """The pixels of the window on screen."""

    def setUp(self):
        super().setUp()
        self.server()

    def start(self, dark):
        settings = self.desktop.home / ".config/gtk-3.0/settings.ini"
        settings.parent.mkdir(parents=True)
        settings.write_text(
            f"[Settings]\ngtk-application-prefer-dark-theme={int(dark)}\n"
            # No value may move while the screenshot is taken.
            "gtk-enable-animations=0\n")
        self.app.start()
        self.met()
        self.app.set(temperatureUnit="C")

    def looked_at(self, name, message, heading):
        """A screenshot with a stage's window, and the window's box."""
        self.push(message)
        done = self.app.ctl("open", "firstcrack://brew/b1/live")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.window.wait_text(heading)
        # A window whose height has changed is redrawn.
        time.sleep(1)
        file = self.desktop.folder / f"{name}.png"
        self.desktop.screenshot(file)
        return Picture(file), self.window.find("frame").box

    def labels(self, box):
        """The labels in the window, with their boxes."""
        x, y, width, height = box
        for label in self.window.all("label"):
            left, top, wide, high = label.box
            if ("showing" in label.states and wide > 3 and high > 3 and left >= x and top >= y
                    and left + wide <= x + width and top + high <= y + height):
                text = label.content
                if text.strip():
                    yield text, (left, top, wide, high)

    def check(self, dark):
        self.start(dark)
        for message, heading, light_fill, dark_fill in STAGES:
            name = message["data"]["stage"]
            with self.subTest(stage=name, dark=dark):
                picture, (x, y, width, height) = self.looked_at(name, message, heading)
                # The margin beside the last button.
                ground = picture.pixels(x + 8, y + height - 30, 1, 1)[0]
                if dark:
                    self.assertLess(luminance(ground), 0.1, ground)
                else:
                    self.assertGreater(luminance(ground), 0.8, ground)
                drawn = picture.pixels(x, y, width, height)
                fill = dark_fill if dark else light_fill
                color = (fill >> 16, fill >> 8 & 0xFF, fill & 0xFF)
                # The current step alone has about 500 of them.
                self.assertGreater(drawn.count(color), 300, f"{color} is not the stage's")
                read = 0
                for text, place in self.labels((x, y, width, height)):
                    pixels = picture.pixels(*place)
                    paper = max(set(pixels), key=pixels.count)
                    best = max(contrast(pixel, paper) for pixel in set(pixels))
                    self.assertGreaterEqual(best, 4.5, f"{text!r} on {paper}")
                    read += 1
                self.assertGreater(read, 8, "labels that were looked at")

    def test_B18_B27_every_stage_in_light_has_its_background_color_and_contrast(self):
        self.check(dark=False)

    def test_B18_B27_every_stage_in_dark_has_its_background_color_and_contrast(self):
        self.check(dark=True)

    def test_B12_001s_progress_is_in_the_bar_and_read_aloud(self):
        self.start(dark=False)
        brew = MESSAGES[0]["data"]["brewId"]
        for message, share in ((MESSAGES[0], 10), (MESSAGES[1], 40)):
            self.push(message)
            self.assertEqual(self.app.ctl("open", f"firstcrack://brew/{brew}/live").returncode, 0)
            bar = self.window.find("progress bar", f"Whole brew, {share} %")
            self.window.wait_text(f"{share} %")
            time.sleep(1)
            file = self.desktop.folder / f"{share}.png"
            self.desktop.screenshot(file)
            x, y, width, height = bar.box
            line = Picture(file).pixels(x, y + height // 2, width, 1)
            filled = line.count(max(set(line[:5]), key=line.count)) / width
            self.assertAlmostEqual(filled, share / 100, delta=0.03)

    def test_B18_pre_infusion_shows_its_photo_and_its_puck(self):
        site = Site()
        self.addCleanup(site.stop)
        self.start(dark=False)
        self.app.set(localMedia=True)
        self.push(stage("preInfusion", elapsedTime="2", preInfusionTime="60",
                        imageUrl=site.page("/puck", png(64, 32, (12, 200, 34)))))
        self.assertEqual(self.app.ctl("open", "firstcrack://brew/b1/live").returncode, 0)
        photo = self.window.find("image", containing="Photo of the extraction")
        ring = self.window.find("image", containing="Pre-infusion, ")
        self.assertGreaterEqual(ring.box[1], photo.box[1] + photo.box[3])
        time.sleep(0.5)
        file = self.desktop.folder / "photo.png"
        self.desktop.screenshot(file)
        x, y, width, height = photo.box
        shown = Picture(file).pixels(x + width // 4, y + height // 4, width // 2, height // 2)
        self.assertGreater(shown.count((12, 200, 34)) / len(shown), 0.95)
        x, y, width, height = ring.box
        puck = Picture(file).pixels(x + width // 2 - 30, y + height // 2 - 30, 60, 60)
        # The drawing is not a plain background.
        self.assertGreater(len(set(puck)), 50)


class Figures(Pushing, WindowCase):
    """The statistics of messages on the status page. (B29)"""

    def test_B26_B29_buttons_and_stages_have_the_names_that_users_read(self):
        translations = Translations(self.desktop.folder)
        for language, said in (("en", "Pause Grinding (Grinding) × 1"), ("de", None)):
            with self.subTest(language=language):
                say = functools.partial(translations.say, language)
                said = said or (f"{say('Pause Grinding')} ({say('Grinding', 'stage')}) × 1")
                translations.use(self.desktop, language)
                server = self.started()
                self.push(stage("grinding"))
                server.invoke(server.wait(1), "pause_grinding")
                self.responded("pause_grinding")
                self.go("status")
                told = self.window.wait_text(said).name
                self.assertNotIn("_", told)
                self.app.quit()
                server.stop()
                shutil.rmtree(self.desktop.home / ".local/share/carillon")


class Player(Pushing, WindowCase):
    """A video player that records what it is asked to open."""

    def setUp(self):
        super().setUp()
        self.played = self.desktop.folder / "played"
        script = self.desktop.folder / "player"
        script.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >>{shlex.quote(str(self.played))}\n')
        script.chmod(0o755)
        applications = self.desktop.home / ".local/share/applications"
        applications.mkdir(parents=True)
        (applications / "player.desktop").write_text(
            f"[Desktop Entry]\nType=Application\nName=Player\nExec={script} %u\n"
            "MimeType=x-scheme-handler/http;x-scheme-handler/https;\n")
        config = self.desktop.home / ".config"
        config.mkdir(exist_ok=True)
        (config / "mimeapps.list").write_text(
            "[Default Applications]\nx-scheme-handler/http=player.desktop\n"
            "x-scheme-handler/https=player.desktop\n")

    def test_B10_play_opens_the_desktops_player_and_sends_no_command(self):
        self.started()
        site = Site()
        self.addCleanup(site.stop)
        self.app.set(machine={"url": site.url("/do")}, localMedia=True)
        video = "https://cdn.example.com/extraction live.mp4?a=1&b=2".replace(" ", "%20")
        poster = site.page("/poster", png(64, 32))
        asked = 0
        for name in ("preInfusion", "brewing", "complete"):
            # With a poster, the button is on the picture; otherwise it is among the others.
            for brew, more in ((f"{name}1", {"imageUrl": poster}), (f"{name}2", {})):
                self.push(stage(name, brew, videoUrl=video, elapsedTime="1", **more))
                link = f"firstcrack://brew/{brew}/live"
                self.assertEqual(self.app.ctl("open", link).returncode, 0)
                if more:
                    self.window.find("image", containing="Photo of")
                self.window.find("push button", "Play Video").press()
                asked += 1
                until("the player", lambda: self.played.exists()
                      and len(self.played.read_text().splitlines()) == asked)
                self.window.key("Escape")
                self.eventually(lambda: not self.desktop.windows())
        self.assertEqual(self.played.read_text().splitlines(), [video] * asked)
        self.assertEqual({each.path for each in site.asked}, {"/poster"})

    def test_B10_a_video_without_HTTPS_has_no_button(self):
        self.started()
        for number, address in enumerate(("http://example.com/v.mp4", "file:///etc/passwd")):
            self.push(stage("brewing", f"b{number}", videoUrl=address))
            link = f"firstcrack://brew/b{number}/live"
            self.assertEqual(self.app.ctl("open", link).returncode, 0)
            self.window.wait_text("Extraction in progress")
            self.assertFalse(self.window.has("push button", "Play Video"))
            self.window.key("Escape")
            self.eventually(lambda: not self.desktop.windows())
        self.assertFalse(self.played.exists())


class Hidden(Pushing, CarillonCase):
    """Without assistive technology, which would cause wakeups."""

    # Ten frames of a clock that could draw thirty per second, and a few wakeups by the desktop.
    MOST = 10
    SECONDS = 6

    def wake_ups(self):
        """How often its threads went to sleep within these seconds."""
        return sum(self.app.woken_in(self.SECONDS).values())

    def windows(self, *command):
        subprocess.run(["xdotool", "search", "--class", "[Cc]arillon", *command],
                       env=self.desktop.environment, check=True, capture_output=True)

    def test_B18_of_very_many_windows_the_last_stay_open(self):
        self.app.start()
        for number in range(16):
            self.push(stage("heating", brewId=f"many-{number}"))
            self.app.call("Open", f"firstcrack://brew/many-{number}/live")
            until("the window", lambda: len(self.desktop.windows()) == min(number + 1, 12))
        # An old one closes before its successor opens.
        time.sleep(1)
        self.eventually(lambda: len(self.desktop.windows()) == 12)

    def test_B18_B27_an_invisible_brew_window_does_not_wake_up(self):
        self.desktop.start_window_manager()
        server = self.started()
        # Ring, puck and tenths of a second move for ten minutes without a message.
        self.push(stage("preInfusion", pressure="2", elapsedTime="1", preInfusionTime="600"))
        server.wait(1)
        time.sleep(4)
        without = self.wake_ups()
        self.assertLessEqual(without, self.MOST, "before there is a window")
        self.app.call("Open", "firstcrack://brew/b1/live")
        self.eventually(self.desktop.windows)
        time.sleep(3)
        seen = self.wake_ups()
        self.assertGreater(seen, 5 * self.SECONDS, "it moves while it is seen")
        self.windows("windowminimize", "%@")
        time.sleep(3)
        minimized = self.wake_ups()
        self.assertLessEqual(minimized, without + self.MOST, "minimized")
        # A message that arrives meanwhile is processed but not drawn.
        self.push(stage("preInfusion", pressure="2.5", elapsedTime="20", preInfusionTime="600"))
        server.wait(2)
        time.sleep(3)
        self.assertLessEqual(self.wake_ups(), without + self.MOST, "minimized, after a message")
        self.app.call("Open", "firstcrack://brew/b1/live")
        self.eventually(self.desktop.windows)
        time.sleep(2)
        self.assertGreater(self.wake_ups(), 5 * self.SECONDS, "it moves again")
        self.windows("windowclose", "%@")
        self.eventually(lambda: not self.desktop.windows())
        time.sleep(3)
        self.assertLessEqual(self.wake_ups(), without + self.MOST, "closed")


if __name__ == "__main__":
    unittest.main()
