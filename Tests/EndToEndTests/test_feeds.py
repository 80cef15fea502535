"""Feeds from the wild: the right item, with the right title and text. (T25)"""

import json
import unittest

from harness.case import CarillonCase
from harness.paths import TESTS
from harness.site import Site, answer

FEEDS = TESTS / "feeds"

# file: (format, items, published, headline, summary)
WILD = {
    "rss-namespaces.xml": (
        "rss", 2, "2026-11-21T07:25:00Z", "Fish & chips: the harbour’s best, “by far”",
        "We tried all seven of them — and 3 < 7 remain.\nThe post Fish & chips appeared first."),
    "rss-dialects.xml": (
        "rss", 8, "2026-11-20T22:30:00Z", "The newest", "By ISO, in pubDate"),
    "rss-undated.xml": (
        "rss", 2, None, "Café régulier", "Who drinks it black — drinks it twice."),
    "rss-latin1.xml": (
        "rss", 1, "2026-11-21T05:00:00Z", "“Frühstück” für 5 €",
        "Größer als zuvor – täglich ab 6 Uhr"),
    "rdf.xml": (
        "rdf", 2, "2026-11-20T00:00:00Z", "The Naïve Cook", "180 pages, shelf C&K"),
    "atom-xhtml.xml": (
        "atom", 2, "2026-11-20T17:30:00.500Z", "The <p> element & its friends",
        "A paragraph & nothing else.\none item\n1 < 2"),
    "json-feed.json": (
        "json-feed", 3, "2026-11-20T19:00:00Z", "Signals",
        "No title, as notes are: a <note>.\nSecond line."),
}

# file: the newest item's article (T34); the others name none
LINKS = {
    "rss-namespaces.xml": "https://press.example/?p=815&cat=3",
    "rss-undated.xml": "https://proverbs.example/1",
    "rdf.xml": "https://lists.example/2",
    "atom-xhtml.xml": "https://notes.example/2",
    "json-feed.json": "https://signals.example/2",
}


class Feeds(CarillonCase):
    """Served under a name and type that reveal nothing."""

    def setUp(self):
        super().setUp()
        self.site = Site()
        self.addCleanup(self.site.stop)

    def serve(self, name, path="/latest"):
        return self.site.page(path, (FEEDS / name).read_bytes(), Content_Type="text/plain",
                              ETag='"v1"')

    def trial(self, url):
        return self.app.ctl_json("try-fetch", url)

    def test_T25_feeds_from_the_wild_yield_their_newest_item(self):
        self.app.start()
        for name, (kind, items, published, headline, summary) in WILD.items():
            with self.subTest(name):
                size = (FEEDS / name).stat().st_size
                report = self.trial(self.serve(name))
                self.assertEqual(report.pop("fetchedAt")[:10], "2026-11-21")
                # The raw answer is returned along with the result.
                self.assertEqual(report.pop("status"), 200)
                self.assertTrue(report.pop("payload"))
                for key in ("payloadIsCut", "places"):
                    report.pop(key, None)
                self.assertEqual(report, {
                    "ok": True, "format": kind, "items": items, "headline": headline,
                    "summary": summary, "etag": '"v1"', "size": size,
                    **({"published": published} if published else {}),
                    **({"link": LINKS[name]} if name in LINKS else {})})

    def test_T25_a_feed_may_be_a_file(self):
        self.app.start()
        for name, (kind, _, _, headline, _) in WILD.items():
            with self.subTest(name):
                report = self.trial(f"file://{FEEDS / name}")
                self.assertEqual((report["format"], report["headline"]), (kind, headline))

    def test_T25_try_fetch_prints_text_for_people(self):
        self.app.start()
        told = self.app.ctl("try-fetch", self.serve("rss-dialects.xml"))
        self.assertEqual(told.returncode, 0)
        for text in ("The newest\n", "  By ISO, in pubDate\n", "RSS, 8 items"):
            self.assertIn(text, told.stdout)

    def test_T25_a_trial_of_a_page_names_its_feeds(self):
        self.app.start()
        url = self.site.page("/blog/", """<html><head><link rel="alternate" href="feed.xml"
            type="application/atom+xml" title="Notes"></head><body>Hello</body></html>""")
        done = self.app.ctl("try-fetch", url, "--json")
        self.assertEqual(done.returncode, 1)
        report = json.loads(done.stdout)
        self.assertEqual(report["feeds"], [{"url": url + "feed.xml", "title": "Notes"}])
        told = self.app.ctl("try-fetch", url)
        self.assertIn(f"The page has a feed: {url}feed.xml", told.stdout + told.stderr)

    def test_T25_the_item_is_shown_at_the_hour(self):
        server = self.server(capabilities=("actions", "body"))
        self.clock.set(self.at(7, 59, 54))
        self.app.start()
        self.assertEqual(self.configure_to(self.serve("rss-namespaces.xml")).returncode, 0)
        notification = server.wait()
        self.assertEqual(notification.summary, WILD["rss-namespaces.xml"][3])
        self.assertEqual(notification.body, WILD["rss-namespaces.xml"][4])
        self.assert_on_time(notification, self.at(8))

    def test_T4_an_unchanged_feed_is_not_read_again(self):
        feed = (FEEDS / "atom-xhtml.xml").read_bytes()

        def page(connection, asked):
            known = asked.headers.get("if-none-match") == '"v1"'
            connection.sendall(
                answer(status="304 Not Modified") if known else answer(feed, ETag='"v1"'))

        self.site.pages["/latest"] = page
        self.clock.set(self.at(7, 30))
        self.app.start()
        self.configure_to(self.site.url("/latest"))
        self.eventually(lambda: self.app.state()["nextOccurrences"][0].get("title"))
        self.clock.set(self.at(7, 39, 59))
        self.site.wait(2)
        self.eventually(lambda: "not-modified" in self.fetched("0800"), self.errors)
        self.assertEqual(self.app.state()["nextOccurrences"][0]["title"],
                         WILD["atom-xhtml.xml"][3])

    def test_T25_pointers_lead_into_any_JSON(self):
        self.app.start()
        url = self.site.page("/api", json.dumps(
            {"data": [{"a/b": "Deep"}, {"n": 21.5, "~": "up\ndown"}]}))
        spec = {"method": "GET", "url": url,
                "pointers": {"headline": "/data/0/a~1b", "summary": "/data/1/~0"}}
        done = self.app.ctl("try-fetch", "-", "--json", input=json.dumps(spec))
        report = json.loads(done.stdout)
        self.assertEqual((report["format"], report["headline"], report["summary"]),
                         ("pointers", "Deep", "up\ndown"))
        document = self.document("08:00")
        document["callbackProfile"] = {"fetchContent": spec}
        self.assertEqual(
            self.app.ctl("configure", "-", input=json.dumps(document)).returncode, 0)
        self.eventually(lambda: self.app.state()["nextOccurrences"][0].get("title") == "Deep")

    def test_T25_a_source_may_need_a_POST(self):
        self.app.start()
        self.site.pages["/old"] = answer(status="308 Moved", Location="/graph")
        self.site.page("/graph", '{"headline": "Asked"}')
        spec = {"method": "POST", "url": self.site.url("/old"), "bodyJson": {"query": "today"},
                "headers": {"X-Mine": "yes"}}
        done = self.app.ctl("try-fetch", "-", "--json", input=json.dumps(spec))
        self.assertEqual(json.loads(done.stdout)["headline"], "Asked")
        asked = self.site.asked[-1]
        self.assertEqual((asked.method, asked.path, json.loads(asked.body)),
                         ("POST", "/graph", {"query": "today"}))
        self.assertEqual(asked.headers["x-mine"], "yes")

    def test_T25_the_desktops_proxy_is_used_but_not_for_this_machine(self):
        proxy = Site()
        self.addCleanup(proxy.stop)
        for name in ("http_proxy", "https_proxy"):
            self.desktop.environment[name] = proxy.url("/")
        self.app.start()
        self.assertEqual(self.trial(self.serve("rss-dialects.xml"))["ok"], True)
        self.assertEqual(proxy.connections, 0)
        tried = self.app.ctl("try-fetch", "https://carillon.test/feed?token=1")
        self.assertEqual(tried.returncode, 1)
        asked = proxy.wait(1)
        self.assertEqual((asked.method, asked.path), ("CONNECT", "carillon.test:443"))
        self.assertNotIn("token", str(proxy.asked) + self.app.log)

    def configure_to(self, url):
        document = self.document("08:00")
        document["callbackProfile"] = {"fetchContent": {"method": "GET", "url": url}}
        return self.app.ctl("configure", "-", input=json.dumps(document))


if __name__ == "__main__":
    unittest.main()
