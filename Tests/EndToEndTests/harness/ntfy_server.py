"""A stand-in for an ntfy server on loopback, for what a real one does and for what breaks it.

It does what the real server of version 2.5 was seen to do, and what the sources and the documentation
of 2.13 and 2.16 say: an unknown `since` brings back everything, a body too long for UnifiedPush is
cut without a word, a topic that one may not read is 403 and a bad token 401. It shares no code with
it, so a new version may well differ.
"""

import base64
import collections
import http.server
import json
import re
import socket
import threading
import time

from .ntfy_requests import Handler, Refused, line_of, new_id, seconds


class NtfyServer:
    """Keeps messages for hours of a clock that can be set, and streams them to readers."""

    def __init__(self, keepalive=45, cache_hours=12, certificate=None, port=0):
        self.keepalive = keepalive      # seconds of real time
        self.cache_hours = cache_hours
        self.certificate = certificate
        self.requests = []              # all of them, in order of arrival
        self.tokens = {}                # token: the topics it may read and write
        self.users = {}                 # (name, password): the same
        self.protected = set()          # topics for which one of these is needed
        self.needs_reader = False       # whether `up…` topics without a reader are refused (507)
        self.most_streams = 30          # for all readers together: they come from one address
        self.drip = 0                   # seconds between the bytes of a stream
        self.pause_before_answer = 0    # seconds
        self._clock_offset = 0
        self._messages = []             # the cache
        self._rows = {}                 # by id, the order of publishing: `since` counts by it
        self._scheduled = []
        self._streams = []
        self._refusals = collections.deque()
        self._frozen = False
        self._connections = set()
        self._changed = threading.Condition()
        self._server = None
        self._start(port)

    # What a test does.

    def url(self, path=""):
        return f"{'https' if self.certificate else 'http'}://127.0.0.1:{self.port}{path}"

    def publish(self, topic, message="triggered", **fields):
        """Publishes as a POST does; fields are those of the stream, such as `tags`."""
        entry = {"message": message, **fields}
        return self._publish(topic, entry)

    def clear(self, topic, sequence):
        return self._publish(topic, {"sequence_id": sequence}, event="message_clear")

    def delete(self, topic, sequence):
        return self._publish(topic, {"sequence_id": sequence}, event="message_delete")

    def fill(self, topic, count, **fields):
        """Puts so many messages of the last hours into the cache, without streaming them."""
        lasting = int(self.cache_hours * 3600)
        first = int(self.now()) - lasting // 2
        with self._changed:
            for index in range(count):
                at = first + index * (lasting // 2) // count
                self._number(name := f"{index:012}")
                self._messages.append(
                    {"id": name, "time": at, "expires": at + lasting,
                     "event": "message", "topic": topic, "message": f"message {index}", **fields})

    def flood(self, topic, per_second, duration):
        """Publishes so many a second, and returns how many there were."""
        begun, sent = time.monotonic(), 0
        while (passed := time.monotonic() - begun) < duration:
            while sent < passed * per_second:
                self.publish(topic, f"flood {sent}")
                sent += 1
            time.sleep(0.005)
        return sent

    def now(self):
        return time.time() + self._clock_offset

    def set_clock(self, at):
        """Moves the server's clock to `at`, in seconds since 1970; what was scheduled comes."""
        self._clock_offset = at - time.time()
        self.publish_due()

    def publish_due(self):
        with self._changed:
            now = self.now()
            due = sorted((entry for entry in self._scheduled if entry["time"] <= now),
                         key=lambda entry: entry["time"])
            self._scheduled = [entry for entry in self._scheduled if entry["time"] > now]
            for entry in due:
                self._deliver(entry)

    def refuse(self, status, times=1, retry_after=None):
        """Answers the next requests with this status; `retry_after` in seconds or as a date."""
        self._refusals.extend([Refused(status, retry_after)] * times)

    def freeze(self):
        """Says nothing from now on, like a network that is gone; connections stay open."""
        self._frozen = True

    def thaw(self):
        with self._changed:
            self._frozen = False
            self._changed.notify_all()

    def half_line(self):
        """Sends half of a message to every reader, and then nothing."""
        line = json.dumps({"id": new_id(), "time": int(self.now()), "event": "message"})
        with self._changed:
            for stream in self._streams:
                stream.waiting.append(line[:len(line) // 2].encode())
            self._changed.notify_all()
            self._changed.wait_for(lambda: not any(s.waiting for s in self._streams), 5)
            self._frozen = True

    def send_raw(self, data):
        """Sends any bytes to every reader."""
        with self._changed:
            for stream in self._streams:
                stream.waiting.append(data)
            self._changed.notify_all()

    def drop_streams(self):
        """Ends all streams, like a proxy that has had enough."""
        with self._changed:
            for stream in self._streams:
                stream.waiting.append(None)
            self._changed.notify_all()

    @property
    def streams(self):
        return len(self._streams)

    def wait_streams(self, count, timeout=10):
        """Waits until exactly so many streams are open."""
        with self._changed:
            if not self._changed.wait_for(lambda: len(self._streams) == count, timeout):
                raise AssertionError(f"{len(self._streams)} streams instead of {count}")

    def wait(self, count=1, timeout=10):
        """Waits until this many requests have arrived in all, and returns the last."""
        with self._changed:
            if not self._changed.wait_for(lambda: len(self.requests) >= count, timeout):
                raise AssertionError(f"{len(self.requests)} requests instead of {count}")
            return self.requests[count - 1]

    def stop(self):
        if not self._server:
            return
        self._server.shutdown()
        self._server.server_close()
        self._server = None
        with self._changed:
            connections, self._streams = list(self._connections), []
            self._changed.notify_all()
        for connection in connections:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def restart(self, keep_cache=True):
        """Stops and starts again on the same port; without its cache, it knows no old id."""
        self.stop()
        if not keep_cache:
            self._messages, self._scheduled = [], []
        self._frozen = False
        self._start(self.port)

    # How it does it.

    def _start(self, port):
        server = self

        class OwnHandler(Handler):
            owner = server

        class Server(http.server.ThreadingHTTPServer):
            allow_reuse_address = True
            daemon_threads = True
            block_on_close = False
            request_queue_size = 128

            def handle_error(self, *_):
                pass  # the client has gone, which the test notices elsewhere

        self._server = Server(("127.0.0.1", port), OwnHandler)
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True,
                         name="ntfy").start()

    def _publish(self, topic, fields, event="message", cached=True):
        entry = {"id": new_id(), "time": int(self.now()), "event": event, "topic": topic}
        fields = {name: value for name, value in fields.items() if value not in (None, "", [])}
        entry.update(fields)
        if cached:
            entry["expires"] = int(entry["time"] + self.cache_hours * 3600)
        with self._changed:
            self._number(entry["id"])
            if entry["time"] > self.now() + 5:
                # Replaces what was scheduled under the same name.
                sequence = entry.get("sequence_id")
                self._scheduled = [known for known in self._scheduled
                                   if not sequence or known.get("sequence_id") != sequence]
                self._scheduled.append(entry)
            else:
                self._deliver(entry)
        return entry

    def _number(self, name):
        self._rows[name] = len(self._rows) + 1

    def _deliver(self, entry):
        if "expires" in entry:
            self._messages.append(entry)
        line = line_of(entry)
        for stream in self._streams:
            if entry["topic"] in stream.topics:
                stream.waiting.append(line)
        self._changed.notify_all()

    def _cached(self, topics, since, scheduled=False):
        """The messages since then, by time; all of them after an id that is not known.

        After an id come those that were published after it, as is the real one's way: not what was
        scheduled before and has come since.
        """
        now = self.now()
        with self._changed:
            kept = [entry for entry in self._messages if entry["expires"] > now]
            later = list(self._scheduled) if scheduled else []
        if since in ("", "none"):
            return []
        if since == "latest":
            newest = {entry["topic"]: entry for entry in kept if entry["topic"] in topics}
            return list(newest.values())
        if since != "all":
            if any(entry["id"] == since for entry in kept):
                kept = [entry for entry in kept if self._rows[entry["id"]] > self._rows[since]]
            elif since.isdecimal() and len(since) != 12:
                kept = [entry for entry in kept if entry["time"] >= int(since)]
            elif seconds(since) is not None:
                kept = [entry for entry in kept if entry["time"] >= now - seconds(since)]
            elif not re.fullmatch(r"[A-Za-z0-9]{12}", since):
                raise Refused(400)
        found = [entry for entry in kept + later if entry["topic"] in topics]
        return sorted(found, key=lambda entry: (entry["time"], self._rows[entry["id"]]))

    def _allow(self, topics, headers, query):
        """Raises 401 for credentials that are nobody's, and 403 for topics that are not theirs."""
        given = headers.get("authorization")
        if not given and "auth" in query:
            coded = query["auth"] + "=" * (-len(query["auth"]) % 4)
            given = base64.urlsafe_b64decode(coded).decode()
        allowed = set()
        if given:
            scheme, _, value = given.partition(" ")
            if scheme.lower() == "bearer":
                known = self.tokens.get(value)
            elif scheme.lower() == "basic":
                name, _, password = base64.b64decode(value).decode().partition(":")
                known = self.users.get((name, password)) if name else self.tokens.get(password)
            else:
                known = None
            if known is None:
                raise Refused(401)
            allowed = set(known)
        if set(topics) & self.protected - allowed:
            raise Refused(403)
