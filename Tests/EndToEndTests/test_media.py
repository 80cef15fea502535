"""Pictures of messages: the text at once, the picture as an update, whatever the server does. (B8,
B9)
"""

import base64
import contextlib
import json
import pathlib
import re
import sqlite3
import time
import unittest

from harness.case import CarillonCase
from harness.pictures import endless_jpeg, png
from harness.site import Site, answer


# 40 × 20, lossy, a single color.
WEBP = ("UklGRkYAAABXRUJQVlA4IDoAAABQAwCdASooABQAPpFGnkslo6KhpWgAsBIJZwDG5oAAK/fDcAD+7nZ/4hd7G2/5JHq5"
        "hZbEwDZnLwAA")
SVG = ('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
       '<image href="{}" width="9" height="9"/></svg>')


class Media(CarillonCase):

    def setUp(self):
        super().setUp()
        self.site = Site()
        self.addCleanup(self.site.stop)

    def started(self):
        server = self.server()
        self.app.start()
        self.met()
        self.app.set(localMedia=True)
        return server

    def push(self, image, stage="brewing", **more):
        return self.app.call("Push", json.dumps({"data": {
            "type": "brew_stage", "brewId": "b1", "stage": stage, "imageUrl": image, **more}}))

    def image(self, call):
        """Width, height and central color of the notification's image."""
        width, height, stride, _, _, channels, data = call.hints["image-data"]
        at = height // 2 * stride + width // 2 * channels
        return width, height, tuple(data[at:at + 3])

    def fails(self, code):
        self.eventually(lambda: f"MEDIA_{code}" in self.codes_of_errors(), self.codes_of_errors,
                        timeout=25)

    def codes_of_errors(self):
        return [error["code"] for error in self.app.state()["lastErrors"]]

    def peak(self):
        """The app's peak memory in MB."""
        return self.memory("VmHWM")

    def memory(self, which):
        status = pathlib.Path(f"/proc/{self.app.pid}/status").read_text()
        return int(re.search(rf"{which}:\s+(\d+)", status)[1]) / 1024

    def test_B8_the_picture_follows_its_text_by_a_silent_update(self):
        server = self.started()
        self.push(self.site.page("/a.gif", png(640, 320), Content_Type="text/plain"))
        first, second = server.wait(1), server.wait(2)
        self.assertEqual((second.replaces, second.summary, second.body, second.actions),
                         (first.id, first.summary, first.body, first.actions))
        self.assertTrue(second.hints["suppress-sound"])
        self.assertEqual(self.image(second), (48, 48, (200, 80, 40)))
        self.assertNotEqual(self.image(first)[2], (200, 80, 40))
        folder = self.desktop.home / ".cache/carillon/media"
        files = list(folder.glob("*.png"))
        self.assertEqual(len(files), 1)
        self.assertEqual((folder.stat().st_mode & 0o777, files[0].stat().st_mode & 0o777),
                         (0o700, 0o600))
        # Its button still belongs to the brew.
        server.invoke(second, "view_live")
        self.eventually(lambda: self.app.history()[0].get("response") == "view_live")

    def test_B28_without_its_server_the_picture_is_still_there(self):
        server = self.started()
        url = self.site.page("/a", png(20, 20))
        self.push(url)
        server.wait(2)
        server.close(server.calls[1])
        self.site.stop()
        self.push(url, stage="complete", brewId="b2")
        self.assertEqual(self.image(server.wait(4))[2], (200, 80, 40))

    def test_B8_a_slow_server_is_waited_for_twice_for_ten_seconds(self):
        server = self.started()

        def never(_connection, _asked):
            self.site.pause(60)
        self.site.pages["/slow"] = never
        self.push(self.site.url("/slow"))
        server.wait(1)
        self.fails("TIMEOUT")
        self.assertEqual(len(self.site.asked), 2)
        self.assertEqual(len(server.calls), 1)

    def test_B8_invalid_and_oversized_pictures_cost_nothing(self):
        server = self.started()
        secret = self.site.page("/secret", "x")
        truncated = png(400, 400)[:-40]
        pages = {
            "lying": (answer("<html></html>", Content_Type="image/png"), "PAYLOAD"),
            "svg": (answer(SVG.format(secret), Content_Type="image/png"), "PAYLOAD"),
            "truncated": (answer(truncated), "PAYLOAD"),
            "bomb": (answer(png(10_000, 10_000)), "PAYLOAD"),
        }
        self.push(self.site.page("/good", png(1000, 1000)), brewId="b0")
        server.wait(2)
        before = self.peak()
        for number, (name, (page, code)) in enumerate(pages.items(), 1):
            self.site.pages[f"/{name}"] = page
            shown = len(server.calls)
            events = len(self.codes_of_errors())
            self.push(self.site.url(f"/{name}"), brewId=f"b{number}", stage="heating",
                      requireInteraction="true")
            server.wait(shown + 1)
            self.eventually(lambda: len(self.codes_of_errors()) > events)
            self.assertIn(f"MEDIA_{code}", self.codes_of_errors())
        self.assertNotIn("/secret", [asked.path for asked in self.site.asked])
        self.assertLess(self.peak() - before, 40)
        self.assertTrue(self.app.is_running)

    def test_B8_a_dead_server_or_an_endless_answer_costs_nothing_either(self):
        server = self.started()
        self.push("http://127.0.0.1:1/dead.png")
        server.wait(1)
        self.fails("UNREACHABLE")
        before = self.peak()
        self.site.pages["/huge"] = answer(b"\x89PNG" + bytes(64 << 20))
        self.push(self.site.url("/huge"), brewId="b2")
        server.wait(2)
        self.fails("TOO_LARGE")
        self.assertLess(self.peak() - before, 20)
        # Both have kept their drawings.
        self.assertEqual(len(server.calls), 2)
        self.assertEqual([self.image(call)[:2] for call in server.calls], [(48, 48)] * 2)

    def test_B8_the_largest_picture_takes_memory_for_its_pixels_once_and_frees_it(self):
        server = self.started()
        self.push(self.site.page("/small", png(100, 100)))
        server.wait(2)
        before, resting = self.peak(), self.memory("VmRSS")
        began = time.monotonic()
        self.push(self.site.page("/large", png(5000, 5000)), brewId="b2")
        slowest = 0
        while len(server.calls) < 4 and time.monotonic() - began < 20:
            asked = time.monotonic()
            self.app.state()
            slowest = max(slowest, time.monotonic() - asked)
        self.assertEqual(self.image(server.wait(4))[2], (200, 80, 40))
        cost, left = self.peak() - before, self.memory("VmRSS") - resting
        print(f"25 Mpixel: {cost:.0f} MB at the peak, {left:.0f} MB afterwards, "
              f"shown after {time.monotonic() - began:.1f} s, GetState within {slowest:.2f} s")
        # Its pixels are another process's.
        self.assertLess(cost, 40)
        self.assertLess(left, 20)
        self.assertLess(slowest, 1)

    def test_B8_a_webp_is_a_picture_too_and_its_decoder_stays_out_of_the_app(self):
        server = self.started()
        self.push(self.site.page("/a.png", base64.b64decode(WEBP)))
        shown = self.image(server.wait(2))
        for is_, wanted in zip(shown[2], (0x80, 0x40, 0x20)):
            self.assertAlmostEqual(is_, wanted, delta=8)
        self.assertNotIn("webp", pathlib.Path(f"/proc/{self.app.pid}/maps").read_text())

    def test_B8_a_picture_that_takes_for_ever_is_given_up_and_keeps_no_other_waiting(self):
        server = self.started()
        # 4.9 MB, and half an hour of work.
        bomb = self.site.page("/bomb", endless_jpeg(5000, 110_000))
        self.push(bomb)
        server.wait(1)
        self.eventually(self.decoders)
        decoder = self.decoders()[0]
        self.assertEqual(self.confinement(decoder), {
            "Max cpu time": "2", "Max data size": str(400 << 20), "Max address space": str(1 << 30),
            "Max file size": "0", "Max core file size": "0", "Seccomp": "2"})
        self.assertNotIn("DBUS", pathlib.Path(f"/proc/{decoder}/environ").read_text())
        # Another one meanwhile.
        self.push(self.site.page("/good", png(40, 40)), brewId="b2")
        self.assertEqual(self.image(server.wait(3))[2], (200, 80, 40))
        self.assertEqual(self.decoders(), [decoder])
        self.fails("PAYLOAD")
        self.assertEqual(self.decoders(), [])
        self.assertEqual(len(server.calls), 3)

    def decoders(self):
        """The processes that decode a picture."""
        children = f"/proc/{self.app.pid}/task/{self.app.pid}/children"
        return [int(child) for child in pathlib.Path(children).read_text().split()]

    def confinement(self, process):
        """Its hard limits and seccomp's mode, once it has the latter."""
        status = pathlib.Path(f"/proc/{process}/status")
        self.eventually(lambda: "Seccomp:\t2" in status.read_text())
        limits = {}
        for line in pathlib.Path(f"/proc/{process}/limits").read_text().splitlines()[1:]:
            limits[line[:26].strip()] = line[47:68].strip()
        wanted = ("Max cpu time", "Max data size", "Max address space", "Max file size",
                  "Max core file size")
        mode = re.search(r"Seccomp:\s+(\d)", status.read_text())[1]
        return {**{name: limits[name] for name in wanted}, "Seccomp": mode}

    def test_B8_an_older_stages_picture_does_not_come_late(self):
        server = self.started()

        def slowly(connection, _asked):
            self.site.pause(2)
            connection.sendall(answer(png(20, 20)))
        self.site.pages["/slow"] = slowly
        self.push(self.site.url("/slow"), stage="grinding")
        server.wait(1)
        self.site.wait(1)
        self.push(self.site.page("/new", png(20, 20, (10, 200, 30))), stage="brewing")
        self.assertEqual(self.image(server.wait(3))[2], (10, 200, 30))
        server.stay_quiet(3)
        self.assertEqual(self.codes_of_errors(), [])

    def test_T29_the_host_of_a_picture_is_listed(self):
        server = self.started()
        self.push(self.site.page("/a", png(20, 20)))
        server.wait(2)
        with contextlib.closing(sqlite3.connect(self.app.database())) as database:
            self.assertEqual(database.execute("SELECT host, purpose, count FROM contacts").fetchall(),
                             [("127.0.0.1", "media", 1)])

    def test_B8_pictures_from_this_computer_are_not_fetched_unless_allowed(self):
        server = self.started()
        self.app.set(localMedia=False)
        url = self.site.page("/a", png(20, 20))
        self.push(url)
        server.wait(1)
        self.fails("FORBIDDEN")
        self.assertEqual((self.site.asked, len(server.calls)), ([], 1))
        steps = self.app.explain(self.app.history()[0]["requestId"])[0]["steps"]
        self.assertTrue(any("under Advanced in the settings" in json.dumps(step) for step in steps),
                        steps)
        self.app.set(localMedia=True)
        self.push(url, brewId="b2")
        self.assertEqual(self.image(server.wait(3))[2], (200, 80, 40))

    def test_B8_only_https_and_this_machine_are_allowed(self):
        server = self.started()
        self.push("file:///etc/passwd")
        server.wait(1)
        self.fails("FORBIDDEN")


if __name__ == "__main__":
    unittest.main()
