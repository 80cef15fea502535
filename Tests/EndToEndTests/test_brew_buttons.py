"""Commands of brew buttons as a machine receives them, forms opened from a popup, German brews."""

import json
import time
import unittest

from harness.brews import Machine, stage
from harness.case import CarillonCase
from harness.language import Translations
from harness.processes import until
from harness.site import Site, answer
from harness.window import WindowCase

# Each with the stage that has it.
BUTTONS = [("grinding", "pause_grinding", "pause"), ("preInfusion", "skip_preinfusion", "skip"),
           ("preInfusion", "extend_preinfusion", "extend"), ("brewing", "stop_shot", "stop"),
           ("complete", "brew_again", "repeat")]
OWN = [("start_brew", "start"), ("cancel_brew", "cancel"), ("purge_steam", "purge_steam")]


class Started:
    """Common set-up."""

    def started(self):
        """Starts the app with a stand-in server; returns the server."""
        server = self.server()
        self.app.start()
        self.met()
        self.app.set(temperatureUnit="C")
        return server

    def push(self, message):
        """Pushes a message that is to be shown."""
        self.app.call("Push", json.dumps(message))


class OnTheWire(Started, CarillonCase):

    def test_B17_every_button_is_posted_under_its_commands_name(self):
        server = self.started()
        site = Site()
        self.addCleanup(site.stop)
        site.pages["/do"] = answer("")
        self.app.set(machine={"url": site.url("/do")})
        for number, (name, button, command) in enumerate(BUTTONS):
            brew = f"b{number}"
            self.push(stage(name, brew))
            # Preceded by the confirmations of the other commands.
            server.invoke(server.wait(2 * number + 1), button)
            asked = site.wait(number + 1)
            self.assertEqual(asked.method, "POST")
            self.assertEqual(json.loads(asked.body), {
                "commandId": asked.headers["idempotency-key"], "brewId": brew, "command": command,
                "data": {}})
            self.assertTrue(server.wait(2 * number + 2).summary.endswith(": done"))

    def test_B17_a_machine_that_is_gone_is_named_at_once(self):
        server = self.started()
        site = Site()
        self.app.set(machine={"url": site.url("/do")})
        site.stop()
        self.push(stage("grinding"))
        shown = server.wait(1)
        pressed = time.monotonic()
        server.invoke(shown, "pause_grinding")
        told = server.wait(2)
        self.assertLess(time.monotonic() - pressed, 5, "a command lives for 30 s")
        self.assertEqual((told.summary, told.body),
                         ("Pause Grinding failed", "The machine could not be reached."))
        self.assertIn("Retry", told.actions.values())

    def test_B17_a_messages_own_buttons_are_signals_with_their_data(self):
        server = self.started()
        machine = Machine(self.app)
        actions = [{"id": button, "title": button, "data": {"n": number}}
                   for number, (button, _) in enumerate(OWN)]
        for number, (button, command) in enumerate(OWN):
            brew = f"b{number}"
            self.push(stage("brewing", brew, actions=json.dumps(actions)))
            server.invoke(server.wait(number + 1), button)
            self.eventually(lambda: len(machine.commands) == number + 1, lambda: machine.commands)
            document = machine.commands[number]
            self.assertEqual({**document, "commandId": ""}, {
                "commandId": "", "brewId": brew, "command": command, "data": {"n": number}})

    def test_B14_low_is_urgency_0_on_the_bus_and_high_is_1(self):
        server = self.started()
        for number, (priority, urgency) in enumerate([("low", 0), ("normal", 1), ("high", 1)]):
            message = stage("brewing", f"b{number}")
            message["android"] = {"notification": {"priority": priority}}
            self.push(message)
            self.assertEqual(server.wait(number + 1).hints["urgency"], urgency)


class InWindows(Started, WindowCase):

    def test_B17_adjust_profile_in_the_popup_opens_its_form_which_sends_profile(self):
        server = self.started()
        machine = Machine(self.app)
        self.push(stage("complete", elapsedTime="28", dose="18", pressure="9",
                        preInfusionTime="8", temperature="93"))
        server.invoke(server.wait(1), "adjust_profile")
        self.window.find("dialog", "Adjust Profile")
        self.assertEqual(machine.commands, [])
        for field, value in (("Dose", "18.5"), ("Temperature", "92"), ("Pressure", "8.5"),
                             ("Pre-infusion", "6")):
            self.window.find("spin button", containing=field).fill(value)
        self.window.find("push button", "Apply").press()
        self.eventually(lambda: machine.commands)
        command = machine.commands[0]
        self.assertEqual((command["command"], command["data"]), ("profile", {
            "dose": 18.5, "temperature": 92, "pressure": 8.5, "preInfusionTime": 6}))

    def test_B17_adjust_grind_in_the_popup_opens_its_form_which_sends_settings(self):
        server = self.started()
        machine = Machine(self.app)
        self.push(stage("grinding"))
        server.invoke(server.wait(1), "adjust_grind")
        self.window.find("dialog", "Adjust Grind Size")
        self.window.find("spin button", "Grind size").fill("14")
        self.window.find("push button", "Apply").press()
        self.eventually(lambda: machine.commands)
        self.assertEqual((machine.commands[0]["command"], machine.commands[0]["data"]),
                         ("settings", {"grind": 14}))

    def test_B17_a_command_that_requires_the_foreground_opens_its_window(self):
        server = self.started()
        machine = Machine(self.app)
        actions = json.dumps([{"id": "purge", "title": "Purge"},
                              {"id": "rinse", "title": "Rinse", "requiresForeground": True}])
        self.push(stage("brewing", "b1", actions=actions))
        server.invoke(server.wait(1), "purge")
        self.eventually(lambda: len(machine.commands) == 1)
        self.push(stage("brewing", "b2", actions=actions))
        second = server.wait(2)
        self.assertFalse(self.window.has("frame"))
        server.invoke(second, "rinse")
        self.window.wait_text("Extraction in progress")
        self.eventually(lambda: len(machine.commands) == 2)
        self.assertEqual([(command["brewId"], command["command"]) for command in machine.commands],
                         [("b1", "purge"), ("b2", "rinse")])

    def test_B25_an_open_window_changes_to_fahrenheit(self):
        self.started()
        self.push(stage("heating", remainingTime="60"))
        self.assertEqual(self.app.ctl("open", "firstcrack://brew/b1").returncode, 0)
        self.window.find("panel", "Target temperature 93 °C")
        self.window.wait_text("until the water is at 93°C")
        self.app.set(temperatureUnit="F")
        self.window.find("panel", "Target temperature 199 °F")
        self.window.wait_text("until the water is at 199°F")

    def test_T29_another_identity_cannot_read_the_previous_ones_brew(self):
        server = self.started()
        self.push(stage("heating", remainingTime="60"))
        shown = server.wait(1)
        self.assertEqual(self.app.ctl("open", "firstcrack://brew/b1").returncode, 0)
        self.window.find("panel", "Target temperature 93 °C")
        self.app.set(did="did:web:b.example")
        until("the window closes", lambda: not self.desktop.windows())
        server.wait_closed(shown)
        self.assertEqual(self.app.state()["threads"], [])
        self.assertNotEqual(self.app.ctl("open", "firstcrack://brew/b1").returncode, 0)
        self.assertEqual(self.desktop.windows(), [])

    def test_B26_popups_and_windows_of_a_brew_are_in_the_desktops_language(self):
        translations = Translations(self.desktop.folder)
        translations.use(self.desktop, "de")

        def say(text, context=None, **values):
            return translations.say("de", text, context, **values)

        server = self.started()
        self.push(stage("grinding", dose="18.5"))
        shown = server.wait(1)
        title = say("Grinding beans for your shot")
        self.assertNotEqual(title, "Grinding beans for your shot")
        self.assertEqual(shown.summary, title)
        self.assertEqual(shown.body.split("\n"), [
            say("{brew} • {dose}g dose", brew="Espresso", dose="18.5"),
            say("Fresh beans are being ground to the selected profile.")])
        self.assertEqual(list(shown.actions.values())[1:],
                         [say("Pause Grinding"), say("Adjust Grind Size")])
        server.invoke(shown)
        self.window.wait_text(title)
        self.window.find("push button", say("Pause Grinding"))
        for label, value in (("Dose", "18.5 g"), ("Target temperature", "93 °C")):
            self.window.find("panel", f"{say(label)} {value}")


if __name__ == "__main__":
    unittest.main()
