"""Settings and hours are brought back from an export, with carillonctl and in the window. (T29)"""

import json
import unittest

from harness.case import CarillonCase
from harness.keyring import Keyring
from harness.window import WindowCase

SECRET = "Bearer s3cret-Zeppelin-0815"
SETTINGS = {
    "retentionDays": 30, "quietHours": {"from": "22:00", "to": "07:00"},
    "channels": {"general": {"enabled": False}},
    "slots": [{"hour": 7, "minute": 15, "label": "Early"}, {"hour": 18, "minute": 0}]}


class Command(CarillonCase):

    def export(self, name="all.json"):
        done = self.app.ctl("export", name)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.desktop.folder / name

    def test_T29_after_delete_all_an_export_brings_the_same_configuration_back(self):
        self.server()
        Keyring(self.desktop).start()
        self.app.start()
        self.eventually(lambda: self.app.state()["keyring"] == "open")
        self.app.set(**SETTINGS)
        self.app.set(callbackProfile={"heartbeat": {
            "method": "POST", "url": "https://example.org/beat",
            "headers": {"Authorization": {"secret": SECRET}}}})
        before = self.app.call("GetConfiguration")
        self.export()
        done = self.app.ctl("delete-all", "--confirm", "DELETE")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.app.wait_ended()
        self.app.start()
        self.assertNotEqual(self.app.call("GetConfiguration"), before)

        planned = self.app.ctl("import", "all.json", "--dry-run")
        self.assertIn("This would change:\n  07:15 Early: added\n", planned.stdout)
        self.assertIsNone(self.app.call("GetConfiguration")["quietHours"])
        done = self.app.ctl("import", "all.json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("  Keep history: 14 days → 30 days\n", done.stdout)
        self.assertIn("Left out:\n  callbackProfile.heartbeat.headers.Authorization: secrets",
                      done.stdout)
        self.assertIn("To undo this within a day: carillonctl import --undo", done.stdout)
        after = self.app.call("GetConfiguration")
        del before["callbackProfile"]["heartbeat"]["headers"]
        self.assertEqual(after, before)
        self.assertNotIn(SECRET, json.dumps(after))

    def test_T29_an_import_is_undone_by_one_step(self):
        self.app.start()
        self.app.set(**SETTINGS)
        self.export()
        self.app.set(retentionDays=7, quietHours=None)
        before = self.app.call("GetConfiguration")
        changes = self.app.ctl_json("import", "all.json")["changes"]
        self.assertEqual({each["key"]: (each["old"], each["new"]) for each in changes},
                         {"retentionDays": (7, 30),
                          "quietHours": (None, {"from": "22:00", "to": "07:00"})})
        self.app.kill()
        self.app.start()
        done = self.app.ctl("import", "--undo")
        self.assertTrue(done.stdout.startswith("The last import was undone.\n"), done)
        self.assertEqual(self.app.call("GetConfiguration"), before)
        done = self.app.ctl("import", "--undo")
        self.assertEqual((done.returncode, done.stderr), (1, "There is no import to undo.\n"))

    def test_T29_what_is_no_export_changes_nothing(self):
        self.app.start()
        before = self.app.call("GetConfiguration")
        export = self.export().read_text()
        for text, told in (
                ("[", "This file is damaged, or was not exported by Carillon."),
                (export[:-30], "This file is damaged, or was not exported by Carillon."),
                ("{}", "This is no export that can be imported. (head: is required)"),
                (export.replace('"formatVersion":1', '"formatVersion":2'),
                 "head.formatVersion: must be 1; another version of Carillon wrote this"),
                (export.replace('"retentionDays":14', '"retentionDays":0'),
                 "retentionDays: must be from 1 to 365")):
            with self.subTest(told):
                done = self.app.ctl("import", "-", input=text)
                self.assertEqual(done.returncode, 1, done)
                self.assertIn(told, done.stderr)
        self.assertEqual(self.app.ctl("import", "missing.json").returncode, 1)
        self.assertEqual(self.app.ctl("import").returncode, 2)
        self.assertEqual(self.app.ctl("import", "all.json", "--undo").returncode, 2)
        self.assertEqual(self.app.call("GetConfiguration"), before)

    def test_T29_an_export_beyond_what_the_bus_takes_can_be_imported(self):
        self.app.start()
        self.app.set(**SETTINGS)
        export = json.loads(self.export().read_text())
        export["notif_contents"] = [{"payload": "x" * 1000}] * 3000
        self.app.set(retentionDays=14)
        done = self.app.ctl("import", "-", input=json.dumps(export))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.app.call("GetConfiguration")["retentionDays"], 30)


class Window(WindowCase):

    def setUp(self):
        super().setUp()
        self.server()
        self.clock.set(self.at(7, 30))

    def choose(self, path):
        self.window.find("push button", "Import settings").press()
        chooser = self.window.find("file chooser", "Choose a File")
        self.window.key("ctrl+l")
        name = self.window.find("text", within=chooser)
        self.eventually(lambda: name.is_focused)
        name.fill(str(path))
        accept = self.window.find("push button", "Choose", within=chooser)
        self.eventually(lambda: accept.is_sensitive)
        accept.press()
        self.window.wait_gone("file chooser")

    def exported(self):
        self.open_window("privacy")
        self.app.set(**SETTINGS)
        path = self.desktop.folder / "all.json"
        self.assertEqual(self.app.ctl("export", str(path)).returncode, 0)
        return path

    def test_T29_the_window_lists_what_would_change_imports_it_and_undoes_it(self):
        path = self.exported()
        self.app.set(retentionDays=7, quietHours=None)
        before = self.app.call("GetConfiguration")
        self.choose(path)
        self.window.wait_text("2 settings will change:")
        self.window.wait_text("Keep history: 7 days → 30 days")
        self.assertEqual(self.app.call("GetConfiguration"), before)
        self.window.find("push button", "Import").press()
        self.window.wait_text("Imported: 2 settings.")
        self.assertEqual(self.app.call("GetConfiguration")["retentionDays"], 30)
        self.window.find("push button", "Undo").press()
        self.window.wait_text("The import was undone.")
        self.assertEqual(self.app.call("GetConfiguration"), before)

    def test_T29_names_that_nobody_can_lay_out_and_thousands_of_them_do_not_stop_the_window(self):
        path = self.exported()
        export = json.loads(path.read_text())
        configuration = export["head"]["configuration"]
        configuration["retentionDays"] = 7
        configuration["a" + "\u0301" * 100_000] = 1
        configuration.update({f"k{number}": 1 for number in range(3000)})
        path.write_text(json.dumps(export))
        self.choose(path)
        self.window.wait_text("1 setting will change:")
        self.window.wait_text("and 2901 more")
        self.window.find("push button", "Import").press()
        self.window.wait_text("Imported: 1 setting.")

    def test_T29_cancel_and_a_bad_file_change_nothing(self):
        path = self.exported()
        self.choose(path)
        self.window.wait_text("Everything is already set as in this file.")
        bad = self.desktop.folder / "bad.json"
        bad.write_text("{}")
        self.choose(bad)
        self.window.wait_text("This file was not exported by Carillon. (head: is required)")
        self.app.set(retentionDays=7)
        self.choose(path)
        self.window.wait_text("1 setting will change:")
        self.window.find("push button", "Cancel").press()
        self.window.wait_gone("push button", "Cancel")
        self.assertEqual(self.app.call("GetConfiguration")["retentionDays"], 7)


if __name__ == "__main__":
    unittest.main()
