"""Brews, from the message to the popup, the window and the machine. (000, 001, B1–B24)"""

import json
import signal
import subprocess
import threading
import time
import unittest

from harness.app import DOOR, NAME, PATH
from harness.brews import ID, MESSAGES, READ, Machine, stage
from harness.bus import BusError
from harness.case import CarillonCase
from harness.notifications import EXPIRED
from harness.pictures import Picture, png
from harness.processes import send, until
from harness.site import Site, answer
from harness.tray import Tray
from harness.window import WindowCase


class Pushing:
    """Common set-up for tests with messages."""

    def push(self, message):
        """Pushes a message; returns the verdict and its reason."""
        document = self.app.call("Push", json.dumps(message))
        return " ".join(filter(None, (document["verdict"], document.get("reason"))))

    def take(self, message):
        """Pushes a message that is to be shown, possibly after the one being sent."""
        self.assertIn(self.push(message), ("showing", "scheduled busy"))

    def responded(self, response):
        """Waits until the last message has this response."""
        self.eventually(lambda: [entry.get("response") for entry in self.app.history(limit=1)]
                        == [response])

    def started(self, **options):
        """Starts the app with a stand-in server; returns the server."""
        server = self.server(**options)
        self.app.start()
        self.met()
        self.app.set(temperatureUnit="C")
        return server


class Popups(Pushing, CarillonCase):

    def machine(self, page=None):
        """A machine on loopback that receives the app's commands."""
        site = Site()
        self.addCleanup(site.stop)
        site.pages["/do"] = page or answer("")
        self.app.set(machine={"url": site.url("/do")})
        return site

    def test_001_the_messages_of_the_specification_are_one_notification_replaced_four_times(self):
        server = self.started()
        for message in MESSAGES:
            count = len(server.calls)
            self.take(message)
            server.wait(count + 1)
        calls = server.calls
        self.assertEqual([(call.summary, call.body, list(call.actions.values())[1:])
                          for call in calls], READ)
        self.assertEqual([call.replaces for call in calls], [0] + [calls[0].id] * 4)
        self.assertEqual([call.hints["category"] for call in calls],
                         ["BREW_HEATING", "BREW_GRINDING", "BREW_PREINFUSION", "BREW_EXTRACTION",
                          "BREW_COMPLETE"])
        self.assertEqual({call.hints["urgency"] for call in calls}, {1})
        # Each stage is news, so none is muted.
        self.assertFalse([call for call in calls if call.hints.get("suppress-sound")])

    def test_B17_a_button_reaches_the_machine_once_and_its_answer_is_confirmed(self):
        server = self.started()
        site = self.machine()
        self.push(MESSAGES[3])
        server.invoke(server.wait(1), "stop_early")
        asked = site.wait(1)
        self.assertEqual((asked.method, asked.path), ("POST", "/do"))
        document = json.loads(asked.body)
        self.assertEqual(document, {"commandId": asked.headers["idempotency-key"], "brewId": ID,
                                    "command": "stop", "data": {}})
        self.assertEqual(server.wait(2).summary, "Stop Now: done")
        time.sleep(2)
        self.assertEqual(len(site.asked), 1)

    def test_B17_a_machines_refusal_is_shown_with_Retry_which_sends_the_command_again(self):
        server = self.started()
        site = self.machine(answer("no", status="503 Busy"))
        self.push(stage("brewing"))
        server.invoke(server.wait(1), "stop_shot")
        failed = server.wait(2)
        self.assertEqual(failed.summary, "Stop Shot Now failed")
        self.assertIn("Retry", failed.actions.values())
        self.assertEqual(len(site.asked), 1)
        site.pages["/do"] = answer("")
        retry = next(key for key, label in failed.actions.items() if label == "Retry")
        server.invoke(failed, retry)
        self.assertEqual(server.wait(3).summary, "Stop Shot Now: done")
        keys = [asked.headers["idempotency-key"] for asked in site.asked]
        self.assertEqual(len(set(keys)), 2)

    def test_B17_a_command_in_progress_at_a_crash_has_failed_and_is_not_sent_again(self):
        server = self.started()
        site = self.machine()
        site.pages["/do"] = lambda _, asked: site.pause(30)
        self.push(stage("brewing"))
        server.invoke(server.wait(1), "stop_shot")
        site.wait(1)
        self.app.kill()
        self.app.start()
        self.assertEqual(server.wait(2, timeout=20).summary, "Stop Shot Now failed")
        time.sleep(1)
        self.assertEqual(len(site.asked), 1)

    def test_B24_two_brews_are_two_notifications_with_their_own_buttons(self):
        server = self.started()
        machine = Machine(self.app)
        order = [("heating", "b1"), ("heating", "b2"), ("grinding", "b1"), ("brewing", "b1"),
                 ("grinding", "b2"), ("brewing", "b2")]
        for count, (name, brew) in enumerate(order, 1):
            self.take(stage(name, brew))
            server.wait(count)
        ids = {"b1": server.calls[0].id, "b2": server.calls[1].id}
        self.assertEqual(len(set(ids.values())), 2)
        self.assertEqual([call.id for call in server.calls], [ids[brew] for _, brew in order])
        server.invoke(server.calls[3], "stop_shot")
        server.invoke(server.calls[5], "stop_shot")
        self.eventually(lambda: len(machine.commands) == 2, lambda: machine.commands)
        self.assertEqual([command["brewId"] for command in machine.commands], ["b1", "b2"])

    def test_B11_stages_never_go_back_repeat_silently_and_may_be_missing(self):
        server = self.started()
        self.take(stage("grinding"))
        server.wait(1)
        self.assertEqual(self.push(stage("heating")), "skipped earlier-stage")
        # Pre-infusion was skipped.
        self.take(stage("brewing", elapsedTime="3"))
        server.wait(2)
        self.assertEqual(self.push(stage("brewing", elapsedTime="3")), "skipped duplicate")
        self.take(stage("brewing", elapsedTime="4"))
        self.assertTrue(server.wait(3).hints.get("suppress-sound"))
        self.assertEqual(self.push(stage("preInfusion")), "skipped earlier-stage")
        # An unknown stage is shown as it is.
        self.take(stage("frothing", elapsedTime="5"))
        self.assertEqual(server.wait(4).hints["category"], "BREW_EXTRACTION")
        self.assertIn("5s elapsed", server.calls[-1].body)
        server.stay_quiet(1)
        self.assertEqual({call.id for call in server.calls}, {server.calls[0].id})

    def test_B2_absurd_and_missing_values_count_as_missing(self):
        server = self.started()
        for count, value in enumerate(("-1", "1e9", "NaN", "9" * 400, "many", "", "0x12"), 1):
            self.push(stage("brewing", f"b{count}", dose=value, temperature=value, pressure=value,
                            elapsedTime=value, flowRate=value, progress=value))
            if count <= 5:  # more new ones wait a while (J26)
                call = server.wait(count)
                self.assertEqual(call.body, "Espresso • 0s elapsed\n"
                                            "Your espresso shot is pulling. Click for live stats.")

    def test_B22_a_dismissed_brew_comes_back_only_for_an_alert_and_at_the_end(self):
        server = self.started()
        self.push(stage("grinding"))
        server.close(server.wait(1))
        self.responded("DISMISS")
        self.push(stage("grinding", elapsedTime="5"))
        self.push(stage("brewing"))
        server.stay_quiet(1)
        alert = stage("brewing", title="Tank empty", body="Fill it.")
        alert["data"]["type"] = "brew_alert"
        self.push(alert)
        call = server.wait(2)
        self.assertEqual(call.summary, "Tank empty")
        self.assertEqual(list(call.actions)[1:], ["stop_shot", "view_live"])
        server.close(call)
        self.push(stage("brewing", elapsedTime="20"))
        server.stay_quiet(1)
        self.push(stage("complete", elapsedTime="28"))
        self.assertEqual(server.wait(3).summary, "Espresso shot complete")

    def test_B13_a_resident_popup_is_closed_by_its_button_and_returns_with_the_outcome(self):
        server = self.started()
        self.push(stage("grinding", requireInteraction="true"))
        shown = server.wait(1)
        self.assertTrue(shown.hints["resident"])
        # As on GNOME and Plasma, which leave it open.
        server.invoke(shown, "pause_grinding", stays=True)
        server.wait_closed(shown)
        self.responded("pause_grinding")
        self.push(stage("grinding", title="Grinding paused", requireInteraction="true"))
        again = server.wait(2)
        self.assertEqual((again.summary, again.replaces), ("Grinding paused", 0))
        self.assertTrue(again.hints["suppress-sound"])
        self.push(stage("brewing", requireInteraction="true"))
        self.assertEqual(server.wait(3).replaces, again.id)
        self.assertEqual(len(server.shown), 1)

    def test_B11_after_expiring_only_a_new_stage_pops_up(self):
        server = self.started()
        self.push(stage("brewing", elapsedTime="1"))
        server.close(server.wait(1), EXPIRED)
        self.responded("EXPIRED")
        self.push(stage("brewing", elapsedTime="2"))
        server.stay_quiet(1)
        self.push(stage("complete", elapsedTime="28"))
        server.wait(2)

    def test_T32_killed_during_a_brew_it_continues_where_it_was(self):
        server = self.started()
        self.push(stage("heating"))
        self.push(stage("preInfusion", elapsedTime="2", preInfusionTime="8"))
        self.eventually(lambda: server.calls and server.calls[-1].hints["category"]
                        == "BREW_PREINFUSION")
        before = len(server.calls)
        self.app.kill()
        self.app.start()
        self.met()
        server.stay_quiet(1)
        self.assertEqual(self.push(stage("grinding")), "skipped earlier-stage")
        self.take(stage("brewing", elapsedTime="1"))
        call = server.wait(before + 1)
        self.assertEqual(call.summary, "Extraction in progress")
        # It replaces the one that is still there.
        self.assertEqual(len(server.shown), 1)

    def test_B17_the_demo_plays_all_five_stages_and_ends_at_ctrl_c_without_dead_buttons(self):
        server = self.started()
        demo = self.desktop.processes.spawn(
            self.app.programs / "carillonctl", "demo", "brew", "--speed", "40")
        self.eventually(lambda: server.calls and server.calls[-1].hints["category"]
                        == "BREW_COMPLETE", lambda: [call.summary for call in server.calls])
        self.assertEqual(len({call.id for call in server.calls}), 1)
        server.invoke(server.calls[-1], "brew_again")
        self.eventually(lambda: any(call.id != server.calls[0].id
                                    and call.summary == "Heating water for espresso"
                                    for call in server.calls))
        send(demo.pid, signal.SIGINT)
        self.assertEqual(demo.wait(10), 0)
        log = self.desktop.processes.log("carillonctl")
        stages = [line.split()[2] for line in log.splitlines() if line.endswith(")")]
        self.assertEqual(stages[:6], ["heating:", "grinding:", "preInfusion:", "brewing:",
                                      "complete:", "heating:"], log)
        self.assertIn("repeat: done", log)
        self.assertIn("switched off", log.splitlines()[-1])
        self.eventually(lambda: server.calls[-1].summary == "The machine was switched off")
        self.assertEqual(list(server.calls[-1].actions.values())[1:], ["View Details"])

    def test_B11_a_click_during_a_replacement_is_for_the_old_popup_and_the_new_one_stays(self):
        server = self.started()
        machine = Machine(self.app)
        self.take(stage("grinding"))
        server.wait(1)
        server.click_replaced = "pause_grinding"
        self.take(stage("brewing"))
        brewing = server.wait(2)
        self.eventually(lambda: machine.commands)
        self.assertEqual([command["command"] for command in machine.commands], ["pause"])
        # In the history, grinding was answered, and brewing is shown.
        self.eventually(lambda: [entry.get("response") for entry in self.app.history(limit=2)]
                        == [None, "pause_grinding"], lambda: self.app.history(limit=2))
        server.stay_quiet(0.5)
        self.assertEqual((server.closed_by_app, list(server.shown)), ([], [brewing.id]))
        # The next message replaces it as news.
        self.take(stage("brewing", elapsedTime="5"))
        self.assertEqual(server.wait(3).replaces, brewing.id)

    def test_B17_a_demo_whose_reader_has_gone_is_switched_off(self):
        server = self.started()
        with subprocess.Popen([self.app.programs / "carillonctl", "demo", "brew", "--speed", "40"],
                              env=self.desktop.environment, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as demo:
            demo.stdout.readline()
            demo.stdout.close()
            said = demo.stderr.read()
            self.assertEqual(demo.wait(20), -signal.SIGPIPE)
        self.assertEqual(said, b"")
        self.eventually(lambda: server.calls[-1].summary == "The machine was switched off")

    def test_B17_closing_the_terminal_switches_the_demo_off(self):
        server = self.started()
        demo = self.desktop.processes.spawn(
            self.app.programs / "carillonctl", "demo", "brew", "--speed", "4")
        server.wait(1)
        send(demo.pid, signal.SIGHUP)
        self.assertEqual(demo.wait(10), 0)
        self.eventually(lambda: server.calls[-1].summary == "The machine was switched off")


class OnTheScreen(Pushing, WindowCase):
    """With the notification server of Xfce, and a pointer."""

    def setUp(self):
        super().setUp()
        self.desktop.start_notifyd()
        self.app.start()
        self.met()
        self.app.set(temperatureUnit="C")

    def test_001_a_popup_shows_exactly_what_the_messages_demand(self):
        for message, (title, body, buttons) in zip(MESSAGES, READ):
            self.push(message)
            popup = self.desktop.wait_popup(title)
            self.assertEqual(popup["texts"], [title, body])
            self.assertEqual([button for button in popup["buttons"] if button != "Open"], buttons)
            self.assertEqual(len(self.desktop.popups()), 1)

    def test_B17_stop_clicked_in_the_popup_ends_the_shot_in_the_demo(self):
        demo = self.desktop.processes.spawn(
            self.app.programs / "carillonctl", "demo", "brew", "--speed", "4", "--wait", "0")
        until("the button", lambda: any(
            "Stop Shot Now" in popup["buttons"] for popup in self.desktop.popups()), 60, 0.2)
        self.desktop.click("Stop Shot Now")
        self.assertEqual(demo.wait(30), 0)
        lines = self.desktop.processes.log("carillonctl").splitlines()
        stop = next(number for number, line in enumerate(lines) if "stop: done" in line)
        self.assertIn("brewing:", lines[stop - 1])
        self.assertIn("complete:", lines[stop + 1])
        second = int(lines[stop].split()[0])
        self.assertTrue(53 <= second < 81, lines)
        self.desktop.wait_popup("Stopped after")

    def test_B16_the_body_opens_the_window_of_its_brew(self):
        self.push(stage("grinding", "b1"))
        self.desktop.wait_popup("Grinding beans")
        self.desktop.click("Open")
        self.window.find("frame")
        self.window.wait_text("Grinding in progress")


class InTheTray(Pushing, WindowCase):

    def test_B22_a_dismissed_brew_can_be_opened_from_the_tray_until_it_is_over(self):
        self.desktop.start_panel()
        server = self.started()
        site = Site()
        self.addCleanup(site.stop)
        tray = Tray(self.desktop)
        self.app.set(localMedia=True)
        self.push(stage("heating"))
        server.close(server.wait(1))
        self.responded("DISMISS")
        # A picture that is not shown is fetched when the window opens.
        self.push(stage("brewing", elapsedTime="5", imageUrl=site.page("/shot", png(64, 32))))
        tray.find("Extraction in progress")
        self.assertEqual(site.asked, [])
        tray.choose("Extraction in progress")
        self.window.wait_text("Extraction in progress")
        self.window.find("image", containing="Photo of the extraction")
        self.assertEqual(len(site.asked), 1)
        self.push(stage("complete", elapsedTime="28"))
        self.eventually(lambda: not any("Espresso, " in label for label in tray.labels()),
                        tray.labels)


class Windows(Pushing, WindowCase):

    def opened(self, *link):
        """The window that a link opens."""
        done = self.app.ctl("open", *(link or ("firstcrack://brew/b1/live",)))
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.window

    def test_B18_every_stage_has_its_window_by_link_with_the_content_of_000(self):
        self.started()
        wanted = [
            (stage("heating", remainingTime="20"), "Heating water for espresso",
             ["Cancel Brew"], ["Brew type Espresso", "Dose 18 g", "Target temperature 93 °C",
                               "Target pressure 9 bar"]),
            (stage("grinding", remainingTime="9"), "Grinding beans for your shot",
             ["Pause Grinding", "Adjust Grind Size"],
             ["Brew type Espresso", "Dose 18 g", "Target temperature 93 °C",
              "Target pressure 9 bar"]),
            (stage("preInfusion", pressure="2", elapsedTime="1", preInfusionTime="8"),
             "Pre-infusion in progress", ["Skip to Extraction", "Extend Pre-Infusion"],
             ["Dose 18 g", "Temperature 93 °C"]),
            (stage("brewing", elapsedTime="9", remainingTime="19", flowRate="1.2",
                   volumeExtracted="15"), "Extraction in progress",
             ["Stop Shot Now"],
             ["Pressure 9.0 bar", "Temperature 93 °C", "Dose 18 g", "Flow 1.2 ml/s",
              "Volume 15 ml"]),
            (stage("complete", elapsedTime="28", body="Enjoy"), "Espresso shot complete",
             ["Brew Again", "Adjust Profile", "Share"],
             ["Brew type Espresso", "Dose 18 g", "Time 28 s", "Temperature 93 °C",
              "Pressure 9.0 bar"]),
        ]
        for message, heading, buttons, facts in wanted:
            self.push(message)
            window = self.opened()
            window.wait_text(heading)
            for button in buttons:
                window.find("push button", button)
            for fact in facts:
                window.find("panel", fact)
            self.check_what_moves(message["data"]["stage"], window)
        # A brew has one window, however often it is opened.
        self.assertEqual(len(window.all("frame")), 1)
        self.assertTrue(window.has("image", containing="Step 5 of 5, Complete"))

    def check_what_moves(self, name, window):
        """Checks the values that the clock has changed since the message arrived."""
        title = {"heating": "Heating water", "grinding": "Grinding in progress"}.get(name)
        if title:
            bar = window.find("progress bar", containing=f"{title}, ")
            self.assertRegex(bar.name, rf"^{title}, \d+ %$")
            shown = window.find("label", containing=" %").name
            self.assertRegex(shown, r"^\d+ %$")
            until("a higher percentage", lambda: int(
                window.find("label", containing=" %").name.split()[0]) > int(shown.split()[0]))
        if name == "grinding":
            window.wait_text("s remaining.")
        if name == "brewing":
            elapsed = window.find("panel", containing="Elapsed ")
            self.assertRegex(elapsed.name, r"^Elapsed \d+ s$")
            self.assertTrue(9 <= int(elapsed.name.split()[1]) <= 28, elapsed.name)

    def test_B19_between_two_messages_ring_puck_and_digits_move_by_themselves(self):
        self.started()
        self.push(stage("preInfusion", pressure="2", elapsedTime="1", preInfusionTime="8"))
        window = self.opened()
        ring = window.find("image", containing="Pre-infusion, ")
        digits = window.all("label", containing=".")[0]
        time.sleep(0.5)
        shots, read = [], []
        for number in (1, 2):
            file = self.desktop.folder / f"{number}.png"
            self.desktop.screenshot(file)
            shots.append(Picture(file))
            read.append(float(digits.content))
            if number == 1:
                time.sleep(2)
        x, y, width, height = ring.box
        self.assertGreater(shots[0].difference(shots[1], *ring.box), 0.02, "ring and puck stand still")
        # Only the puck, in the middle of the ring.
        middle = (x + width // 2 - 40, y + height // 2 - 40, 80, 80)
        self.assertGreater(shots[0].difference(shots[1], *middle), 0.02, "the puck stands still")
        self.assertGreater(shots[0].difference(shots[1], *digits.box), 0.02, "the digits stand still")
        self.assertTrue(1.5 <= read[1] - read[0] <= 4, read)

    def test_B17_a_form_sends_settings_with_its_values(self):
        self.started()
        machine = Machine(self.app)
        self.push(stage("grinding"))
        window = self.opened()
        window.find("push button", "Adjust Grind Size").press()
        grind = window.find("spin button", "Grind size")
        grind.fill("12")
        window.find("push button", "Apply").press()
        self.eventually(lambda: machine.commands)
        command = machine.commands[0]
        self.assertEqual((command["command"], command["data"]), ("settings", {"grind": 12}))
        machine.done(command)
        window.wait_gone("dialog", "Adjust Grind Size")

    def test_B27_the_outcome_of_a_command_is_announced_once_despite_further_messages(self):
        self.started()
        machine = Machine(self.app)
        self.push(stage("brewing", volumeExtracted="5"))
        window = self.opened()
        window.find("push button", "Stop Shot Now").press()
        self.eventually(lambda: machine.commands)
        machine.done(machine.commands[0], "Jammed.")
        said = window.find("notification", "Stop Shot Now failed. The machine refused it.")
        for volume in ("6", "7"):
            self.push(stage("brewing", volumeExtracted=volume))
            window.find("label", volume)
        # Each new one is announced.
        self.assertEqual(window.find("notification", "Stop Shot Now failed. The machine refused it."), said)

    def test_B27_the_focused_button_keeps_the_focus_when_other_values_change(self):
        self.started()
        machine = Machine(self.app)
        self.push(stage("brewing"))
        window = self.opened()
        window.find("push button", "Stop Shot Now").focus()
        self.push(stage("brewing", flowRate="1.2"))
        window.find("panel", "Flow 1.2 ml/s")
        self.assertEqual(window.focused, window.find("push button", "Stop Shot Now"))
        window.key("Return")
        self.eventually(lambda: machine.commands)

    def test_B27_a_button_that_failed_has_the_focus_again(self):
        self.started()
        machine = Machine(self.app)
        self.push(stage("brewing"))
        window = self.opened()
        window.find("push button", "Stop Shot Now").focus()
        window.key("space")
        self.eventually(lambda: machine.commands)
        machine.done(machine.commands[0], "Jammed.")
        retry = window.find("push button", "Stop Shot Now: Retry")
        self.eventually(lambda: window.focused == retry)
        window.key("space")
        self.eventually(lambda: len(machine.commands) == 2)

    def test_B17_canceled_in_the_window_the_brew_is_over_and_its_notification_gone(self):
        server = self.started()
        machine = Machine(self.app)
        self.push(stage("heating", requireInteraction="true"))
        shown = server.wait(1)
        window = self.opened()
        window.find("push button", "Cancel Brew").press()
        self.eventually(lambda: machine.commands)
        self.assertEqual(machine.commands[0]["command"], "cancel")
        self.assertEqual(server.closed_by_app, [])
        machine.done(machine.commands[0])
        server.wait_closed(shown)
        window.wait_gone("push button", "Cancel Brew")

    def test_B16_a_link_from_outside_opens_a_window_and_sends_no_command(self):
        self.started()
        machine = Machine(self.app)
        self.push(stage("brewing", "brew_7"))
        for link in ("firstcrack://brew/7/live", "firstcrack://brew/start",
                     "firstcrack://brew/new", "firstcrack://brew/brew_7"):
            self.opened(link)
        self.window.wait_text("Extraction in progress")
        for link in ("firstcrack://brew/7/stop", "firstcrack://brew/../7", "firstcrack://beans/7"):
            with self.assertRaises(BusError):
                self.app.call("Open", link)
        self.assertEqual(machine.commands, [])

    def test_200_messages_in_a_second_leave_the_window_responsive_and_the_last_one_shown(self):
        server = self.started()
        self.push(stage("brewing", elapsedTime="0"))
        server.wait(1)
        window = self.opened()
        heading = window.wait_text("Extraction in progress")
        messages = [json.dumps(stage("brewing", elapsedTime=str(number),
                                     volumeExtracted=str(number))) for number in range(1, 201)]
        answered = []
        began = time.monotonic()

        def hand_in():
            for number, message in enumerate(messages, 1):
                self.desktop.bus.call_later(NAME, PATH, DOOR, "Push", "(s)", message,
                                            done=answered.append)
                time.sleep(max(0, began + number / 200 - time.monotonic()))

        hand = threading.Thread(target=hand_in)
        hand.start()
        # The title of the window itself, from its own toolkit. (AT-SPI)
        worst, between = 0, []
        while len(answered) < 200 and time.monotonic() - began < 60:
            asked = time.monotonic()
            self.assertEqual(heading.name, "Extraction in progress")
            worst = max(worst, time.monotonic() - asked)
            between.append(len(answered))
        hand.join()
        done = time.monotonic() - began
        self.assertEqual(len(answered), 200)
        self.assertEqual([each for each in answered if isinstance(each, BusError)], [])
        # It did not have to wait until all of them were processed.
        self.assertGreater(len({count for count in between if 0 < count < 200}), 3, between)
        self.assertLess(worst, 5, "the window's longest answer")
        self.eventually(lambda: "200s elapsed" in server.calls[-1].body,
                        lambda: server.calls[-1].body, 30)
        window.find("panel", "Volume 200 ml", timeout=20)
        self.assertEqual({call.id for call in server.calls}, {server.calls[0].id})
        print(f"200 messages answered within {done:.2f} s, "
              f"the window meanwhile {len(between)} times, within {worst:.2f} s each")


if __name__ == "__main__":
    unittest.main()
