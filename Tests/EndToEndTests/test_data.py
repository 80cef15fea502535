"""The installed data is complete and well-formed."""

import json
import unittest

from harness.paths import DATA

PLACES = ("first", "second", "later")


class DailyThoughts(unittest.TestCase):
    """The default content pack. (T25)"""

    @classmethod
    def setUpClass(cls):
        cls.pack = json.loads((DATA / "daily-thoughts.json").read_text(encoding="utf-8"))

    def test_T25_there_is_one_text_for_every_day_of_the_month_and_place_in_the_day(self):
        self.assertEqual(self.pack["version"], 1)
        found = [(item["day"], item["place"]) for item in self.pack["items"]]
        self.assertEqual(found, [(day, place) for day in range(1, 32) for place in PLACES])

    def test_T9_every_text_fits_without_being_cut(self):
        for item in self.pack["items"]:
            with self.subTest(day=item["day"], place=item["place"]):
                self.assertTrue(0 < len(item["headline"]) <= 50)
                self.assertTrue(0 < len(item["summary"]) <= 200)

    def test_texts_are_plain_and_unique(self):
        for field in ("headline", "summary"):
            texts = [item[field] for item in self.pack["items"]]
            self.assertEqual(len(set(texts)), len(texts))
            for text in texts:
                self.assertEqual(text, text.strip())
                self.assertTrue(text.isprintable())
                self.assertNotRegex(text, r"[<>&{}]|  ")


if __name__ == "__main__":
    unittest.main()
