"""The stand-in for an ntfy server does what it says, so that tests can rely on it."""

import base64
import http.client
import json
import socket
import ssl
import tempfile
import time
import unittest

from harness.ntfy_server import NtfyServer
from harness.site import self_signed


class Reader:
    """A stream, as any client would read it."""

    def __init__(self, server, path, timeout=5, **headers):
        context = ssl._create_unverified_context() if server.certificate else None
        kind = http.client.HTTPSConnection if context else http.client.HTTPConnection
        self.connection = kind("127.0.0.1", server.port, timeout=timeout,
                               **({"context": context} if context else {}))
        self.connection.request("GET", path, headers=headers)
        self.answer = self.connection.getresponse()

    def line(self):
        """The next line as an object; None at the end."""
        line = self.answer.readline()
        return json.loads(line) if line.endswith(b"\n") else None

    def close(self):
        self.connection.sock and self.connection.sock.close()
        self.answer.close()


class Server(unittest.TestCase):
    def setUp(self):
        self.server = self.start()

    def start(self, **options):
        server = NtfyServer(**options)
        self.addCleanup(server.stop)
        return server

    def read(self, path, server=None, **headers):
        reader = Reader(server or self.server, path, **headers)
        self.addCleanup(reader.close)
        return reader

    def ask(self, method, path, body=b"", **headers):
        """The status and the document of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=5)
        self.addCleanup(connection.close)
        connection.request(method, path, body,
                           {name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        self.headers = answer.headers
        return answer.status, json.loads(answer.read() or b"null")

    def poll(self, path):
        answer = self.read(path).answer
        return [json.loads(line) for line in answer.read().splitlines()]

    def texts(self, path):
        return [entry["message"] for entry in self.poll(path)]

    def test_a_message_is_streamed_to_readers_of_its_topic(self):
        both, other = self.read("/a,b/json"), self.read("/c/json")
        self.assertEqual(both.line()["event"], "open")
        self.assertEqual(other.line()["topic"], "c")
        status, sent = self.ask("POST", "/b", "hällo".encode(), Title="T", Priority="high",
                                Tags="warning, db", X_Click="https://x.example/", Markdown="yes",
                                Actions="view, Open, https://x.example/, clear=true; copy, C, 12")
        self.assertEqual(status, 200)
        got = both.line()
        self.assertEqual(got, sent)
        self.assertEqual(
            {name: got[name] for name in got if name not in ("id", "time", "expires", "actions")},
            {"event": "message", "topic": "b", "message": "hällo", "title": "T", "priority": 4,
             "tags": ["warning", "db"], "click": "https://x.example/",
             "content_type": "text/markdown"})
        self.assertEqual([(a["action"], a["label"], a["clear"]) for a in got["actions"]],
                         [("view", "Open", True), ("copy", "C", False)])
        self.assertEqual(len(got["id"]), 12)
        self.server.publish("c", "last")
        self.assertEqual(other.line()["message"], "last")

    def test_since_gives_what_came_later_and_all_after_an_unknown_id(self):
        first = self.server.publish("t", "1")
        self.server.publish("u", "other")
        second = self.server.publish("t", "2")
        self.assertEqual(self.texts("/t/json?poll=1"), ["1", "2"])
        self.assertEqual(self.texts(f"/t/json?poll=1&since={first['id']}"), ["2"])
        self.assertEqual(self.texts(f"/t/json?poll=1&since={second['id']}"), [])
        self.assertEqual(self.texts("/t/json?poll=1&since=AAAAAAAAAAAA"), ["1", "2"])
        self.assertEqual(self.texts("/t,u/json?poll=1&since=latest"), ["2", "other"])
        self.assertEqual(self.texts("/t/json?poll=1&since=10m"), ["1", "2"])
        later = int(time.time()) + 60
        self.assertEqual(self.texts(f"/t/json?poll=1&since={later}"), [])
        self.assertEqual(self.read("/t/json?poll=1&since=x.y").answer.status, 400)
        stream = self.read(f"/t/json?since={first['id']}")
        self.assertEqual([stream.line().get("message") for _ in range(2)], [None, "2"])
        # Without `since` there is no backlog.
        quiet = self.read("/t/json")
        quiet.line()
        self.server.publish("t", "3")
        self.assertEqual(quiet.line()["message"], "3")

    def test_keepalives_come_when_nothing_else_does(self):
        self.server = self.start(keepalive=0.2)
        reader = self.read("/t/json")
        self.assertEqual([reader.line()["event"] for _ in range(3)],
                         ["open", "keepalive", "keepalive"])

    def test_the_cache_ends_after_its_hours(self):
        self.server.publish("t", "old")
        self.server.set_clock(time.time() + 11 * 3600)
        self.server.publish("t", "young")
        self.assertEqual(self.texts("/t/json?poll=1"), ["old", "young"])
        self.server.set_clock(time.time() + 13 * 3600)
        self.assertEqual(self.texts("/t/json?poll=1"), ["young"])
        self.ask("POST", "/t", b"gone", Cache="no")
        self.assertEqual(self.texts("/t/json?poll=1"), ["young"])

    def test_scheduled_messages_wait_for_the_clock_and_are_replaced_by_sequence(self):
        reader = self.read("/t/json")
        reader.line()
        self.ask("POST", "/t", b"first", In="1h", X_Sequence_ID="dead")
        _, second = self.ask("POST", "/t", b"second", In="2h", X_Sequence_ID="dead")
        self.assertEqual(self.texts("/t/json?poll=1"), [])
        self.assertEqual(self.texts("/t/json?poll=1&scheduled=1"), ["second"])
        self.server.set_clock(time.time() + 3 * 3600)
        self.assertEqual(reader.line(), second)

    def test_clear_and_delete_are_messages_of_their_own(self):
        first = self.server.publish("t", "1")
        status, cleared = self.ask("PUT", f"/t/{first['id']}/clear")
        self.assertEqual((status, cleared["event"]), (200, "message_clear"))
        _, deleted = self.ask("DELETE", f"/t/{first['id']}")
        self.assertEqual(deleted["sequence_id"], first["id"])
        self.ask("PUT", f"/t/{first['id']}", b"again")
        self.assertEqual(
            [(entry["event"], entry.get("sequence_id")) for entry in self.poll("/t/json?poll=1")],
            [("message", None), ("message_clear", first["id"]), ("message_delete", first["id"]),
             ("message", first["id"])])

    def test_push_bodies_are_base64_and_cut_without_a_word(self):
        _, sent = self.ask("POST", "/upAAAA?up=1", b"\x00\xff" * 2048)
        self.assertEqual(sent["encoding"], "base64")
        self.assertEqual(base64.b64decode(sent["message"]), b"\x00\xff" * 2048)
        status, cut = self.ask("POST", "/t?up=1", b"\xff" * 4097)
        self.assertEqual(status, 200)
        self.assertEqual(base64.b64decode(cut["message"]), b"\xff" * 4096)
        _, sealed = self.ask("POST", "/t", b"\xfe", Content_Encoding="aes128gcm")
        self.assertEqual(sealed["encoding"], "base64")
        self.assertEqual(self.ask("GET", "/t?up=1"), (200, {"unifiedpush": {"version": 1}}))

    def test_what_is_too_long_or_no_text_becomes_an_attachment(self):
        _, long = self.ask("POST", "/t", b"a" * 4097)
        self.assertEqual((long["attachment"]["name"], long["attachment"]["size"]),
                         ("attachment.txt", 4097))
        _, binary = self.ask("POST", "/t", b"\xff")
        self.assertEqual(binary["attachment"]["type"], "application/octet-stream")
        _, whole = self.ask("POST", "/t", b"a" * 4096)
        self.assertEqual(len(whole["message"]), 4096)

    def test_credentials(self):
        self.server.protected = {"own"}
        self.server.tokens = {"tk_good": {"own"}, "tk_other": set()}
        self.server.users = {("ann", "pw"): {"own"}}
        basic = base64.b64encode(b"ann:pw").decode()
        query = base64.urlsafe_b64encode(b"Bearer tk_good").decode().rstrip("=")
        for status, path, headers in [
                (200, "/own/auth", {"Authorization": "Bearer tk_good"}),
                (200, "/own/auth", {"Authorization": f"Basic {basic}"}),
                (200, f"/own/auth?auth={query}", {}), (200, "/free/auth", {}),
                (401, "/own/auth", {"Authorization": "Bearer tk_bad"}),
                (401, "/free/auth", {"Authorization": "Bearer tk_bad"}),
                (403, "/own/auth", {"Authorization": "Bearer tk_other"}),
                (403, "/own/json", {}), (403, "/free,own/json?poll=1", {})]:
            with self.subTest(path=path, headers=headers):
                answered, document = self.ask("GET", path, **headers)
                self.assertEqual(answered, status)
                if status != 200:
                    self.assertEqual(document["http"], status)
        self.assertEqual(self.ask("POST", "/own", b"x")[0], 403)

    def test_refusals(self):
        self.server.refuse(429, times=2, retry_after=7)
        for _ in range(2):
            self.assertEqual(self.ask("GET", "/t/json?poll=1")[0], 429)
            self.assertEqual(self.headers["Retry-After"], "7")
        self.assertEqual(self.texts("/t/json?poll=1"), [])
        self.server.needs_reader = True
        self.assertEqual(self.ask("POST", "/upABCDEFGHIJKL?up=1", b"x")[0], 507)
        self.read("/upABCDEFGHIJKL/json").line()
        self.assertEqual(self.ask("POST", "/upABCDEFGHIJKL?up=1", b"x")[0], 200)
        self.server.most_streams = 1
        self.assertEqual(self.read("/t/json").answer.status, 429)
        self.assertEqual(self.ask("GET", "/a.b/json")[0], 404)

    def test_a_restart_ends_streams_and_may_lose_the_cache(self):
        sent = self.server.publish("t", "1")
        reader = self.read("/t/json")
        reader.line()
        self.server.restart()
        with self.assertRaises((http.client.HTTPException, OSError, TypeError)):
            if reader.line() is None:
                raise OSError("the end")
        self.assertEqual(self.texts("/t/json?poll=1"), ["1"])
        self.server.restart(keep_cache=False)
        self.server.publish("t", "2")
        self.assertEqual(self.texts(f"/t/json?poll=1&since={sent['id']}"), ["2"])

    def test_streams_end_and_are_counted(self):
        readers = [self.read("/t/json") for _ in range(3)]
        self.server.wait_streams(3)
        self.assertEqual(self.server.streams, 3)
        for reader in readers:
            reader.line()
        self.server.drop_streams()
        for reader in readers:
            with self.assertRaises((http.client.HTTPException, OSError, TypeError)):
                if reader.line() is None:
                    raise OSError("the end")
        self.server.wait_streams(0)

    def test_silence_and_half_a_line(self):
        self.server = self.start(keepalive=0.1)
        reader = self.read("/t/json", timeout=1)
        reader.line()
        self.server.freeze()
        time.sleep(0.3)
        self.server.publish("t", "later")
        self.server.thaw()
        seen = [reader.line() for _ in range(3)]
        self.assertIn("later", [entry.get("message") for entry in seen])
        half = self.read("/t/json", timeout=1)
        half.line()
        self.server.half_line()
        with self.assertRaises((socket.timeout, TimeoutError)):
            while half.line():
                pass

    def test_slow_drip(self):
        self.server.drip = 0.002
        begun = time.monotonic()
        self.assertEqual(self.read("/t/json").line()["event"], "open")
        self.assertGreater(time.monotonic() - begun, 0.1)

    def test_many_messages_and_a_flood(self):
        self.server.fill("t", 100_000)
        entries = self.poll("/t/json?poll=1")
        self.assertEqual(len(entries), 100_000)
        self.assertEqual(len({entry["id"] for entry in entries}), 100_000)
        rest = self.poll(f"/t/json?poll=1&since={entries[-2]['id']}")
        self.assertEqual(rest, entries[-1:])
        reader = self.read("/f/json")
        reader.line()
        sent = self.server.flood("f", 200, 1)
        self.assertAlmostEqual(sent, 200, delta=30)
        self.assertEqual([reader.line()["message"] for _ in range(sent)],
                         [f"flood {n}" for n in range(sent)])

    def test_a_certificate_of_its_own(self):
        with tempfile.TemporaryDirectory() as folder:
            server = self.start(certificate=self_signed(folder))
            self.assertTrue(server.url("/t").startswith("https://"))
            self.assertEqual(self.read("/t/json", server).line()["event"], "open")
            with self.assertRaises(ssl.SSLError):
                http.client.HTTPSConnection("127.0.0.1", server.port, timeout=5).request("GET", "/")

    def test_requests_are_recorded(self):
        self.ask("POST", "/t?up=1", b"body", X_Title="T")
        asked = self.server.wait()
        self.assertEqual((asked.method, asked.path, asked.query, asked.headers["x-title"],
                          asked.body), ("POST", "/t?up=1", {"up": "1"}, "T", b"body"))
        self.assertEqual(self.server.requests[0].status, 200)
