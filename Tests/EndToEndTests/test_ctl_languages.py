"""carillonctl in German and Spanish, on a desktop that supports neither."""

from harness.case import CarillonCase
from harness.language import Translations

# Whatever only reads, and has no time in it.
DOCUMENTS = (("config",), ("connections",), ("alarms",), ("journeys",), ("permissions",),
             ("explain", "0800"))
ABOUT = "Query and control the running Carillon."
HELD = "Hold back notifications for a while."
ABSENT = "Carillon is not running."
PLANNED = "Schedule recalculated."
UNKNOWN = "There is no hour {hour}."


class Languages(CarillonCase):
    def setUp(self):
        super().setUp()
        self.translations = Translations(self.desktop.folder)

    def use(self, language):
        """Uses a language from now on, in which no text is the English one."""
        self.language = language
        self.translations.use(self.desktop, language)
        for text in (ABOUT, HELD, ABSENT, PLANNED, UNKNOWN):
            self.assertEqual(self.say(text) == text, language == "en")

    def say(self, text, context=None, **values):
        return self.translations.say(self.language, text, context, **values)

    def said(self, *arguments):
        done = self.app.ctl(*arguments)
        return done.returncode, done.stdout, done.stderr

    def test_help_sentences_and_errors_are_in_the_users_language(self):
        self.server()
        for language in ("en", "de", "es"):
            with self.subTest(language):
                self.use(language)
                self.assertIn(self.say(ABOUT), self.app.ctl("--help").stdout)
                self.assertEqual(self.app.ctl("help", "pause").stdout.splitlines()[0],
                                 "OVERVIEW: " + self.say(HELD))
                self.assertEqual(self.said("state"), (3, "", self.say(ABSENT) + "\n"))
                self.app.start()
                self.met()
                self.assertEqual(self.said("reschedule"), (0, self.say(PLANNED) + "\n", ""))
                self.assertEqual(self.said("skip", "0303"),
                                 (1, "", self.say(UNKNOWN, hour="0303") + "\n"))
                self.app.quit()

    def test_documents_are_the_same_in_every_language(self):
        self.server()
        self.app.start()
        self.met()
        self.configure("08:00")
        said = {}
        for language in ("en", "de", "es"):
            self.use(language)
            said[language] = [self.said(*each, "--json") for each in DOCUMENTS]
            self.assertEqual([status for status, _, _ in said[language]], [0] * len(DOCUMENTS))
        self.assertEqual(said["de"], said["en"])
        self.assertEqual(said["es"], said["en"])

    def test_a_demo_speaks_the_users_language_and_english_for_programs(self):
        server = self.server()
        self.app.start()
        self.met()
        self.use("de")
        for arguments, first, title in (
                ((), "   0 s  " + self.say("heating", "stage of the demo"), "Pumpe 5: Vibration"),
                (("--json",), '{"', "Pump 5: Vibration")):
            done = self.app.ctl("demo", "brew", "--speed", "200", "--wait", "0", *arguments)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertTrue(done.stdout.startswith(first), done.stdout)
            done = self.app.ctl("demo", "alarms", "--speed", "50", "--wait", "0", *arguments)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn(title, done.stdout)
            self.assertIn(title, [call.summary for call in server.calls])
