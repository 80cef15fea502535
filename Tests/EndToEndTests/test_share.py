"""Sharing a shot: as text, as a picture, to a file, by mail. (B21)"""

import json
import stat
import unittest

from harness.brews import stage
from harness.pictures import Picture, png
from harness.portal import Portal
from harness.site import Site
from harness.window import WindowCase

COLOR = (200, 80, 40)
# The card's area with the photo, and the area with the values.
PHOTO = (40, 40, 300, 520)
VALUES = (430, 120, 720, 200)


class Sharing(WindowCase):

    def setUp(self):
        super().setUp()
        self.notifications = self.server()
        self.site = Site()
        self.addCleanup(self.site.stop)
        self.app.start()
        self.met()
        self.app.set(temperatureUnit="C")

    def brewed(self, brew="b1", **more):
        """A finished brew with its window."""
        self.app.set(localMedia=True)
        self.app.call("Push", json.dumps(stage(
            "complete", brew, elapsedTime="28", volumeExtracted="36", body="Enjoy!", **more)))
        link = f"firstcrack://brew/{brew}/details"
        self.assertEqual(self.app.ctl("open", link).returncode, 0)
        self.window.wait_text("Espresso shot complete")

    def share(self, how, brew="b1"):
        self.assertEqual(self.app.ctl("open", f"firstcrack://brew/{brew}/share").returncode, 0)
        self.window.find("push button", how).press()

    def copied(self, name, brew="b1"):
        """The picture that Copy Picture puts into the clipboard."""
        self.share("Copy Picture", brew)
        file = self.desktop.folder / name
        self.eventually(lambda: self.desktop.copied_picture(file))
        return Picture(file)

    def saved(self, path):
        self.share("Save Picture…")
        chooser = self.window.find("file chooser", "Save Picture")
        name = self.window.find("text", within=chooser)
        self.eventually(lambda: name.is_focused)
        suggested = name.content
        name.fill(str(path))
        self.window.find("push button", "Save", within=chooser).press()
        self.window.wait_gone("file chooser")
        return suggested

    def test_B21_the_text_describes_the_whole_shot(self):
        self.brewed(videoUrl="https://cdn.example.com/shot.mp4", imageUrl=self.site.page("/a", "x"))
        self.share("Copy Text")
        self.eventually(self.desktop.clipboard)
        self.assertEqual(self.desktop.clipboard(), "\n".join((
            "Espresso shot complete", "Completed in 28s", "Brew type: Espresso", "Dose: 18 g",
            "Time: 28 s", "Temperature: 93 °C", "Pressure: 9.0 bar", "Volume: 36 ml", "Enjoy!",
            "https://cdn.example.com/shot.mp4")))
        self.window.wait_gone("dialog", "Share")

    def test_B21_the_picture_in_the_clipboard_and_in_a_file_is_the_brews(self):
        self.brewed(imageUrl=self.site.page("/cup", png(800, 600, COLOR)))
        self.window.find("image", containing="Photo of the finished cup")
        copied = self.copied("first.png")
        self.assertEqual(copied.size, (1200, 600))
        self.assertEqual(set(copied.pixels(*PHOTO)), {COLOR})
        path = self.desktop.folder / "saved.png"
        suggested = self.saved(path)
        self.assertRegex(suggested, r"^Espresso, \d\d\.\d\d\.png$")
        self.eventually(path.exists)
        self.assertEqual(Picture(path).difference(copied), 0)
        # Another brew's picture has other values and no photo.
        self.brewed("b2", dose="20", temperature="91")
        other = self.copied("second.png", "b2")
        self.assertGreater(other.difference(copied, *VALUES), 0.001)
        self.assertNotIn(COLOR, other.pixels(*PHOTO))

    def test_B21_a_read_only_folder_is_reported(self):
        self.brewed()
        self.saved("/proc/saved.png")
        self.eventually(lambda: any("saved.png" in text for text in self.window.texts()),
                        self.window.texts)

    def test_B21_a_mail_has_text_and_picture_through_the_portal(self):
        portal = Portal(self.desktop.environment["DBUS_SESSION_BUS_ADDRESS"])
        self.addCleanup(portal.stop)
        self.brewed()
        picture = self.copied("first.png")
        self.share("Send by Email…")
        self.eventually(lambda: portal.mails)
        options, attachments = portal.mails[0]
        self.assertRegex(options["subject"], r"^Espresso, \d\d:\d\d$")
        self.assertTrue(options["body"].startswith("Espresso shot complete\nCompleted in 28s\n"))
        file = self.desktop.folder / "attached.png"
        file.write_bytes(attachments[0])
        self.assertEqual(Picture(file).difference(picture), 0)
        kept = list((self.desktop.home / ".cache/carillon/shared").iterdir())
        self.assertEqual([stat.S_IMODE(each.stat().st_mode) for each in kept], [0o600])
        # A failure is reported.
        portal.response = 2
        self.share("Send by Email…")
        self.window.wait_text("The mail program did not accept it.")

    def test_B21_without_a_portal_no_mail_is_offered(self):
        self.brewed()
        self.assertEqual(self.app.ctl("open", "firstcrack://brew/b1/share").returncode, 0)
        self.window.find("push button", "Copy Text")
        self.assertTrue(self.app.answers_within(2))
        self.assertFalse(self.window.has("push button", "Send by Email…"))


if __name__ == "__main__":
    unittest.main()
