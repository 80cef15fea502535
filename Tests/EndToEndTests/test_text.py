"""The user sees exactly the rendered text. (T9, T10)"""

import unittest

from harness.case import CarillonCase

FAMILY = "\U0001F468\u200D\U0001F469\u200D\U0001F467"  # one character to a reader
AWKWARD = [
    ("markup", "<b>bold</b> & <i>it</i>", 'a < b > c & "d" \'e\' <a href="x">y</a> &amp; &lt;'),
    ("emoji", f"Tea {FAMILY} \U0001F1EC\U0001F1E7", f"{FAMILY}\U0001F9D1\U0001F3FD \u2615\uFE0F"),
    ("combining marks", "Cafe\u0301 n\u0303", "a\u0323\u0307 \u0915\u094D\u0937\u093F"),
    ("right to left", "\u0634\u0643\u0631\u0627", "\u05EA\u05D5\u05D3\u05D4 2 \u05E4\u05E2\u05DE\u05D9\u05DD"),
    ("percent and braces", "100 % {x} %s", "{{ }} %d \\n $HOME `id`"),
]


class Text(CarillonCase):
    """As received by a server."""

    def shown(self, headline, summary, **server):
        """The Notify for a feed with these texts."""
        notifications = self.server(**server)
        feed = self.feed(headline, summary)
        self.clock.set(self.at(7, 59, 56))
        self.app.start()
        self.configure("08:00", feed=feed)
        return notifications.wait()

    def test_T10_a_server_without_markup_gets_the_text_unchanged(self):
        _, headline, summary = AWKWARD[0]
        notification = self.shown(headline, summary, capabilities=("actions", "body"))
        self.assertEqual((notification.summary, notification.body), (headline, summary))

    def test_T10_a_server_with_markup_gets_the_body_escaped_and_the_summary_unchanged(self):
        _, headline, summary = AWKWARD[0]
        notification = self.shown(headline, summary, capabilities=("actions", "body", "body-markup"))
        self.assertEqual(notification.summary, headline)
        self.assertEqual(
            notification.body.replace("&quot;", '"').replace("&#39;", "'").replace("&apos;", "'"),
            'a &lt; b &gt; c &amp; "d" \'e\' &lt;a href="x"&gt;y&lt;/a&gt; &amp;amp; &amp;lt;')

    def test_T9_ten_thousand_characters_become_fifty_and_two_hundred(self):
        notification = self.shown("h" * 10_000, "s" * 10_000, capabilities=("actions", "body"))
        self.assertEqual(notification.summary, "h" * 49 + "…")
        self.assertEqual(notification.body, "s" * 199 + "…")

    def test_T9_a_user_perceived_character_counts_as_one_and_is_never_cut(self):
        notification = self.shown(FAMILY * 60, FAMILY * 300, capabilities=("actions", "body"))
        self.assertEqual(notification.summary, FAMILY * 49 + "…")
        self.assertEqual(notification.body, FAMILY * 199 + "…")

    def test_T10_no_entity_is_cut_by_the_limit(self):
        notification = self.shown("x", "&" * 250, capabilities=("actions", "body", "body-markup"))
        self.assertEqual(notification.body, "&amp;" * 199 + "…")

    def test_T25_control_and_bidi_override_characters_are_removed(self):
        notification = self.shown("a\u0000b\u0007c\u202Ed\u2066e", "f\u001b[1mg\u200Fh",
                                  capabilities=("actions", "body"))
        self.assertEqual(notification.summary, "abcde")
        self.assertNotIn("\u001b", notification.body)


class Popup(CarillonCase):
    """As shown by a real server."""

    ACCESSIBLE = True

    def test_T10_the_popup_shows_exactly_the_rendered_text(self):
        self.desktop.start_window_manager()
        self.desktop.start_notifyd()
        feed = self.feed()
        self.clock.set(self.at(6))
        self.app.start()
        for number, (what, headline, summary) in enumerate(AWKWARD):
            with self.subTest(what):
                feed.set(headline, summary)
                self.clock.set(self.at(7 + number, 59, 56))
                self.configure(f"{8 + number:02}:00", feed=feed)
                self.app.ctl("run-now")
                popup = self.desktop.wait_popup(headline)
                self.assertIn(headline, popup["texts"])
                self.assertIn(summary, popup["texts"])


if __name__ == "__main__":
    unittest.main()
