"""A kind of message and a plan source that no line under Sources knows, in the real program.

They live in Tests/Toys. `carillon-with-toys` is Carillon with a line for each of them.
"""

import json
import unittest

from harness.app import DOOR, NAME, PATH, Carillon
from harness.case import CarillonCase
from harness.site import Site, answer
from harness.window import WindowCase

FERN = {"name": "fern", "hour": 7, "minute": 30}


class Toys:
    """The app is the program with toys, and has a stand-in server."""

    def setUp(self):
        super().setUp()
        self.app = Carillon(self.desktop, self.clock, name="carillon-with-toys")
        self.notifications = self.server()

    def started(self):
        self.app.start()
        self.met()

    def push(self, **fields):
        """Pushes a parcel's message; returns the verdict."""
        data = {"type": "parcel", "parcelId": "p1", **fields}
        return self.app.call("Push", json.dumps({"data": data}))["verdict"]

    def desk(self):
        """A site for the parcels' commands, which answers "yes"."""
        site = Site()
        self.addCleanup(site.stop)
        site.pages["/desk"] = answer("")
        self.app.set(parcelDesk={"url": site.url("/desk")})
        return site


class Parcels(Toys, CarillonCase):

    def test_B1_a_parcels_stages_are_one_notification_replaced_in_place(self):
        self.started()
        for number, stage in enumerate(("sent", "moving", "delivered"), start=1):
            self.push(stage=stage, town="Ulm")
            self.notifications.wait(number)
        calls = self.notifications.calls
        self.assertEqual([call.summary for call in calls],
                         ["Parcel sent", "Parcel moving", "Parcel delivered"])
        self.assertEqual([call.replaces for call in calls], [0, calls[0].id, calls[0].id])
        self.assertEqual([list(call.actions) for call in calls],
                         [["default", "neighbor"]] * 2 + [["default"]])
        self.assertEqual(len(self.notifications.shown), 1)

    def test_B11_a_parcel_never_goes_back(self):
        self.started()
        self.push(stage="moving")
        self.notifications.wait(1)
        self.assertEqual(self.push(stage="sent"), "skipped")
        self.notifications.stay_quiet(1)

    def test_B17_its_button_posts_once_to_the_kinds_own_address(self):
        self.started()
        site = self.desk()
        self.push(stage="moving")
        self.notifications.invoke(self.notifications.wait(1), "neighbor")
        asked = site.wait(1)
        self.assertEqual((asked.method, asked.path), ("POST", "/desk"))
        self.assertEqual(json.loads(asked.body), {
            "commandId": asked.headers["idempotency-key"], "parcelId": "p1",
            "command": "neighbor", "data": {}})
        self.assertEqual(self.notifications.wait(2).summary, "Leave with a Neighbor: done")
        self.app.quit()
        self.started()
        self.notifications.stay_quiet(1)
        self.assertEqual(len(site.asked), 1)

    def test_B17_killed_before_the_answer_it_is_not_posted_again_and_says_so(self):
        self.started()
        site = self.desk()
        # Answers only after the test.
        site.pages["/desk"] = lambda connection, asked: site.pause(60)
        self.push(stage="moving")
        self.notifications.invoke(self.notifications.wait(1), "neighbor")
        site.wait(1)
        self.app.kill()
        self.started()
        self.assertEqual(self.notifications.wait(2).summary, "Leave with a Neighbor failed")
        self.notifications.stay_quiet(1)
        self.assertEqual(len(site.asked), 1)

    def test_T32_killed_before_the_answer_an_urgent_one_is_shown_again_once(self):
        self.app.start()
        self.acquainted(self.notifications)
        self.notifications.freeze()
        # It is answered only once the server has answered.
        message = {"type": "parcel", "parcelId": "p1", "stage": "moving", "mood": "urgent"}
        self.desktop.bus.call_later(NAME, PATH, DOOR, "Push", "(s)", json.dumps({"data": message}),
                                    done=lambda _: None)
        self.notifications.wait_held()
        self.app.kill()
        self.notifications.thaw()
        self.assertEqual(self.notifications.wait(2).summary, "Parcel moving")
        self.app.start()
        again = self.notifications.wait(3)
        self.assertEqual((again.summary, again.hints["urgency"]), ("Parcel moving", 2))
        self.notifications.stay_quiet(2)

    def test_D9_a_silent_parcel_shows_nothing(self):
        self.started()
        self.push(stage="moving", town="Ulm")
        self.notifications.wait(1)
        self.push(mood="silent", town="Nowhere")
        self.push(mood="update", stage="moving", town="Bonn")
        self.notifications.stay_quiet(1)

    def test_its_setting_changes_what_is_shown_and_a_bad_value_is_refused(self):
        self.started()
        name, message = self.app.refusal("Set", json.dumps({"parcelDoor": "roof"}))
        self.assertTrue(name.endswith(".InvalidArgument"), name)
        self.assertEqual(message, "parcelDoor: must be front or back")
        self.push(stage="delivered", parcelId="p1")
        self.assertEqual(self.notifications.wait(1).body, "It is at the front door.")
        self.app.set(parcelDoor="back")
        self.push(stage="delivered", parcelId="p2")
        self.assertEqual(self.notifications.wait(2).body, "It is at the back door.")


class ParcelWindows(Toys, WindowCase):

    def open(self):
        done = self.app.ctl("open", "parcels://p1")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_B16_its_link_opens_its_window_and_messages_change_it(self):
        self.started()
        self.push(stage="moving", town="Ulm")
        self.open()
        self.window.find("panel", "Town Ulm")
        self.push(stage="moving", town="Bonn", mood="update")
        self.window.find("panel", "Town Bonn")
        self.push(town="Nowhere", mood="silent")
        self.push(stage="moving", town="Köln", mood="update")
        self.window.find("panel", "Town Köln")

    def test_B16_a_click_on_it_opens_its_window(self):
        self.started()
        self.push(stage="moving", town="Ulm")
        self.notifications.invoke(self.notifications.wait(1))
        self.window.find("panel", "Town Ulm")

    def test_B17_its_form_sends_its_values(self):
        self.started()
        site = self.desk()
        self.push(stage="moving", town="Ulm")
        self.open()
        self.window.find("push button", "Redirect").press()
        self.window.find("spin button", containing="House number").fill("7")
        self.window.find("push button", "Send").press()
        command = json.loads(site.wait(1).body)
        self.assertEqual((command["command"], command["data"]), ("redirect", {"house": 7}))

    def test_its_setting_has_a_row_that_changes_what_is_shown(self):
        self.app.start()
        self.open_window("settings")
        row = self.window.find("combo box", "Parcels go to")
        self.assertEqual(row.choices(), ["The front door", "The back door"])
        row.choose("The back door")
        self.eventually(
            lambda: self.app.ctl_json("config", "get")["parcelDoor"] == "back")
        self.push(stage="delivered")
        self.assertEqual(self.notifications.wait(1).body, "It is at the back door.")


class WindowBanners(Toys, WindowCase):
    """What comes into the window while it has the focus. (D3)"""

    def setUp(self):
        super().setUp()
        self.started()
        self.open_window("hours")

    def banners(self):
        return self.app.state()["banners"]

    def parcel(self, number, **fields):
        self.assertEqual(self.push(parcelId=f"p{number}", **{
            "stage": "sent", "town": "Ulm", "mood": "window", **fields}), "shown")

    def test_D3_it_stands_below_the_title_bar_on_every_page_and_is_answered_there(self):
        site = self.desk()
        self.parcel(1)
        for page in ("hours", "content", "history", "status", "settings", "privacy", "week"):
            self.go(page)
            banner = self.window.find("notification", "Parcel sent, It is in Ulm.")
            self.assertIn("showing", banner.states, page)
        self.window.find("push button", "Leave with a Neighbor").press()
        self.window.wait_gone("notification", containing="Parcel sent")
        self.assertEqual(json.loads(site.wait(1).body)["command"], "neighbor")
        self.assertEqual(self.banners(), [])

    def test_D3_the_newest_is_on_top_and_the_others_are_counted_and_follow(self):
        for number in (1, 2, 3):
            self.parcel(number)
        self.window.wait_text("1 of 3")
        newest = self.banners()[-1]["requestId"]
        self.window.find("push button", "Dismiss").press()
        self.window.wait_text("1 of 2")
        self.assertNotIn(newest, [banner["requestId"] for banner in self.banners()])

    def test_D3_the_focus_goes_to_its_own_window_without_the_others_popping_up(self):
        for number in (1, 2):
            self.parcel(number)
        self.window.wait_text("1 of 2")
        self.window.find("push button", "Open “Parcel sent”").press()
        self.window.find("panel", "Town Ulm")
        self.notifications.stay_quiet(1.5)
        self.assertEqual(len(self.banners()), 1)
        # With that window closed, the focus is back where the other one is.
        self.window.key("Escape")
        self.window.wait_gone("panel", "Town Ulm")
        self.notifications.stay_quiet(1.5)
        self.assertEqual(len(self.banners()), 1)
        self.window.find("notification", containing="Parcel sent")

    def test_D3_a_dialog_of_ours_is_not_losing_the_focus_but_another_program_is(self):
        self.go("privacy")
        self.window.find("push button", "Delete everything").press()
        self.window.find("push button", "Delete")
        self.parcel(1)
        self.notifications.stay_quiet(1.5)
        self.assertEqual(len(self.banners()), 1)
        other = self.desktop.processes.spawn("xmessage", "Another program")
        self.assertEqual(self.notifications.wait(1).summary, "Parcel sent")
        self.eventually(lambda: self.banners() == [], self.banners)
        self.window.wait_gone("notification")
        other.terminate()

    def test_D3_it_is_reached_and_answered_by_keyboard(self):
        for number in (1, 2):
            self.parcel(number)
        self.window.wait_text("1 of 2")
        way = [step[1] for step in self.window.tab_walk() if step]
        for name in ("Open “Parcel sent”", "Dismiss", "Leave with a Neighbor"):
            self.assertIn(name, way)
        self.window.find("push button", "Dismiss").focus()
        self.window.key("space")
        self.window.wait_gone("label", "1 of 2")
        # The focus is on the next one.
        self.eventually(lambda: self.window.focused.name == "Open “Parcel sent”",
                        lambda: self.window.focused)

    def test_D3_it_fits_into_a_narrow_window(self):
        self.parcel(1)
        self.window.resize(360)
        x, _, width, _ = self.window.find("frame").box
        for name in ("Dismiss", "Leave with a Neighbor"):
            left, _, own, _ = self.window.find("push button", name).box
            self.assertGreaterEqual(left, x)
            self.assertLessEqual(left + own, x + width)


class Plant(Toys, CarillonCase):
    """A plant that wants water at half past seven."""

    def started(self):
        super().started()
        self.app.set(plants=[FERN])

    def waters(self):
        return [call for call in self.notifications.calls if call.summary == "Water the fern"]

    def test_T16_it_rings_at_its_hour_with_its_own_text_and_buttons(self):
        self.started()
        self.assertEqual(self.next_occurrences()[0], ("fern", self.at(7, 30)))
        self.clock.set(self.at(7, 29, 58))
        shown = self.notifications.wait(1)
        self.assert_on_time(shown, self.at(7, 30))
        self.assertEqual((shown.summary, shown.body), ("Water the fern", "It is thirsty."))
        self.assertEqual(list(shown.actions), ["default", "watered", "snooze"])
        self.becomes("shown", "fern")
        self.notifications.invoke(shown, "watered")
        self.answered("watered", "fern")

    def test_T16_tomorrows_rings_tomorrow(self):
        self.clock.set(self.at(21))
        self.started()
        self.assertEqual(self.next_occurrences()[0], ("fern", self.at(7, 30, day=1)))
        self.clock.set(self.at(7, 29, 58, day=1))
        self.assert_on_time(self.notifications.wait(1), self.at(7, 30, day=1))
        self.assertEqual(len(self.waters()), 1)

    def test_T18_T32_within_its_grace_it_rings_late_after_a_crash(self):
        self.started()
        self.app.kill()
        # Hours of the day have half an hour.
        self.clock.set(self.at(13))
        self.app.start()
        self.becomes("shown", "fern")
        self.becomes("missed", "0800")
        self.assertEqual(len(self.waters()), 1)

    def test_T18_beyond_its_grace_it_is_missed(self):
        self.started()
        self.app.kill()
        self.clock.set(self.at(13, 31))
        self.app.start()
        self.becomes("missed", "fern")
        self.assertEqual(self.waters(), [])

    def test_T32_it_does_not_ring_again_after_a_crash(self):
        self.started()
        self.clock.set(self.at(7, 29, 58))
        self.notifications.wait(1)
        self.becomes("shown", "fern")
        self.app.kill()
        self.app.start()
        self.met()
        self.notifications.stay_quiet(1)
        self.assertEqual(len(self.waters()), 1)

    def test_T33_later_shows_it_again_after_ten_minutes(self):
        self.started()
        self.clock.set(self.at(7, 29, 58))
        self.notifications.invoke(self.notifications.wait(1), "snooze")
        self.becomes("snoozed", "fern")
        self.clock.set(self.at(7, 41))
        self.assertEqual(self.notifications.wait(2).summary, "Water the fern")

    def test_T33_skipped_it_does_not_ring(self):
        self.started()
        self.assertEqual(self.app.ctl("skip", "fern").returncode, 0)
        self.clock.set(self.at(7, 31))
        self.becomes("skipped", "fern")
        self.notifications.stay_quiet(1)
        self.assertEqual(self.next_occurrences()[0], ("0800", self.at(8)))


if __name__ == "__main__":
    unittest.main()
