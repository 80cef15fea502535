"""The requests that the stand-in for an ntfy server answers."""

import base64
import collections
import dataclasses
import http.server
import json
import random
import re
import select
import socket
import ssl
import time
import urllib.parse

from . import site

LIMIT = 4096
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
TOPIC = re.compile(r"[-_A-Za-z0-9]{1,64}$")
PRIORITIES = {"min": 1, "low": 2, "default": 3, "high": 4, "max": 5, "urgent": 5}
UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
ERRORS = {400: (40000, "invalid request"), 401: (40101, "unauthorized"), 403: (40301, "forbidden"),
          404: (40401, "page not found"), 413: (41301, "attachment too large"),
          429: (42901, "limit reached: too many requests"),
          507: (50701, "cannot publish to UnifiedPush topic without previously active subscriber")}


def new_id():
    return "".join(random.choices(LETTERS, k=12))


def seconds(text):
    """A duration such as `10m`, or None."""
    found = re.fullmatch(r"(\d+)([smhd])", text)
    return int(found[1]) * UNITS[found[2]] if found else None


@dataclasses.dataclass
class Asked(site.Asked):
    """A request, and the status it was answered with."""

    status: int = 0

    @property
    def query(self):
        return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query))


class Refused(Exception):
    """An answer that is an error."""

    def __init__(self, status, retry_after=None):
        super().__init__(status)
        self.status, self.retry_after = status, retry_after


class Stream:
    """A reader of some topics."""

    def __init__(self, topics):
        self.topics = topics
        self.waiting = collections.deque()  # the bytes to send


def line_of(entry):
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    owner = None

    def setup(self):
        # Here, so that a client that never speaks does not keep others from connecting.
        if self.owner.certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(self.owner.certificate)
            self.request = context.wrap_socket(self.request, server_side=True)
        self.owner._connections.add(self.request)
        super().setup()

    def finish(self):
        self.owner._connections.discard(self.request)
        try:
            super().finish()
        except OSError:
            pass

    def log_message(self, *_):
        pass

    def _answer(self):
        owner = self.owner
        length = int(self.headers.get("Content-Length") or 0)
        asked = Asked(time.time_ns(), self.command, self.path,
                      {name.lower(): value for name, value in self.headers.items()},
                      self.rfile.read(length))
        with owner._changed:
            owner.requests.append(asked)
            owner._changed.notify_all()
        time.sleep(owner.pause_before_answer)
        try:
            if owner._refusals:
                raise owner._refusals.popleft()
            self._route(asked)
        except Refused as refused:
            code, text = ERRORS.get(refused.status, (refused.status * 100, "error"))
            more = {}
            if refused.retry_after is not None:
                more["Retry-After"] = str(refused.retry_after)
            self._send(asked, {"code": code, "http": refused.status, "error": text},
                       refused.status, **more)
        except (BrokenPipeError, ConnectionResetError, ssl.SSLError, OSError):
            self.close_connection = True

    do_GET = do_POST = do_PUT = do_DELETE = _answer

    def _send(self, asked, document, status=200, **headers):
        asked.status = status
        body = json.dumps(document).encode() + b"\n"
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _route(self, asked):
        path = urllib.parse.urlsplit(asked.path).path.strip("/")
        parts, query = path.split("/"), asked.query
        topics = parts[0].split(",")
        if asked.method == "POST" and path == "":
            document = json.loads(asked.body)
            topics = [document.pop("topic")]
            self.owner._allow(topics, asked.headers, query)
            document.setdefault("message", "triggered")
            if document.pop("markdown", False):
                document["content_type"] = "text/markdown"
            return self._send(asked, self.owner.publish(topics[0], **document))
        if path == "v1/health":
            return self._send(asked, {"healthy": True})
        if not all(TOPIC.match(topic) for topic in topics):
            raise Refused(404)
        self.owner._allow(topics, asked.headers, query)
        if asked.method == "GET":
            if parts[1:] == ["json"]:
                return self._read(asked, topics, query)
            if parts[1:] == ["auth"]:
                return self._send(asked, {"success": True})
            if len(parts) == 1 and _flag(query, "up", "unifiedpush"):
                return self._send(asked, {"unifiedpush": {"version": 1}})
            raise Refused(404)
        if len(topics) != 1:
            raise Refused(400)
        if asked.method == "DELETE" and len(parts) == 2:
            return self._send(asked, self.owner.delete(topics[0], parts[1]))
        if parts[2:] == ["clear"]:
            return self._send(asked, self.owner.clear(topics[0], parts[1]))
        if len(parts) > 2:
            raise Refused(404)
        self._receive(asked, topics[0], parts[1] if len(parts) == 2 else None, query)

    def _receive(self, asked, topic, sequence, query):
        def given(*names):
            for name in names:
                for key in (f"x-{name}", name):
                    if key in asked.headers:
                        return asked.headers[key].encode("latin-1").decode("utf-8", "replace")
                if name in query:
                    return query[name]
            return None

        is_push = (given("unifiedpush", "up") in ("1", "yes", "true")
                   or asked.headers.get("content-encoding") == "aes128gcm")
        if (is_push and self.owner.needs_reader and topic.startswith("up") and len(topic) == 14
                and not any(topic in stream.topics for stream in self.owner._streams)):
            raise Refused(507)
        fields = {"title": given("title", "ti", "t"), "click": given("click"),
                  "icon": given("icon"), "sequence_id": sequence or given("sequence-id", "sid")}
        if priority := given("priority", "prio", "p"):
            number = PRIORITIES.get(priority.lower()) or int(priority)
            if not 1 <= number <= 5:
                raise Refused(400)
            fields["priority"] = number
        if tags := given("tags", "tag", "ta"):
            fields["tags"] = [tag.strip() for tag in tags.split(",")]
        if given("markdown", "md") in ("1", "yes", "true"):
            fields["content_type"] = "text/markdown"
        if actions := given("actions", "action"):
            fields["actions"] = _actions(actions)
        if at := given("delay", "at", "in"):
            fields["time"] = (int(self.owner.now()) + seconds(at) if seconds(at) is not None
                              else int(at))
        if link := given("attach", "a"):
            fields["attachment"] = {"name": given("filename", "f") or link.split("/")[-1],
                                    "url": link}
        fields["message"] = given("message", "m")
        if is_push:
            # Cut without a word: what is sealed does not open any more.
            body = asked.body[:LIMIT]
            try:
                fields["message"] = body.decode()
            except UnicodeDecodeError:
                fields["message"] = base64.b64encode(body).decode()
                fields["encoding"] = "base64"
        elif asked.body and not fields["message"]:
            fields.update(self._text(asked.body, given("filename", "f")))
        fields["message"] = fields["message"] or "triggered"
        self._send(asked, self.owner._publish(topic, fields, cached=given("cache") != "no"))

    def _text(self, body, name):
        """A text, or an attachment if it is too long or none."""
        try:
            if len(body) <= LIMIT and not name:
                return {"message": body.decode().strip()}
            kind = "text/plain; charset=utf-8" if body.decode() else ""
        except UnicodeDecodeError:
            kind = "application/octet-stream"
        name = name or ("attachment.txt" if kind.startswith("text") else "attachment.bin")
        return {"message": f"You received a file: {name}",
                "attachment": {"name": name, "type": kind, "size": len(body),
                               "expires": int(self.owner.now()) + 3 * 3600,
                               "url": self.owner.url(f"/file/{new_id()}.{name.split('.')[-1]}")}}

    def _read(self, asked, topics, query):
        owner = self.owner
        is_poll = _flag(query, "poll", "po")
        since = query.get("since", query.get("si", "all" if is_poll else ""))
        stream = Stream(topics)
        names = ",".join(topics)
        # Together, so that nothing published meanwhile is missed or comes twice.
        with owner._changed:
            backlog = owner._cached(topics, since, _flag(query, "scheduled", "sched"))
            if not is_poll:
                if len(owner._streams) >= owner.most_streams:
                    raise Refused(429)
                stream.waiting.append(line_of({"id": new_id(), "time": int(owner.now()),
                                             "event": "open", "topic": names}))
                stream.waiting += [line_of(entry) for entry in backlog]
                owner._streams.append(stream)
                owner._changed.notify_all()
        try:
            asked.status = 200
            self.send_response(200)
            self.send_header("Content-Type", "application/x-ndjson; charset=utf-8")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            if is_poll:
                self._chunks(line_of(entry) for entry in backlog)
                self.wfile.write(b"0\r\n\r\n")
                return
            self._stream(stream, names)
        finally:
            with owner._changed:
                if stream in owner._streams:
                    owner._streams.remove(stream)
                owner._changed.notify_all()
        self.close_connection = True

    def _stream(self, stream, names):
        owner = self.owner
        spoken = time.monotonic()
        while stream in owner._streams and not self._has_gone():
            with owner._changed:
                owner._changed.wait_for(
                    lambda: stream.waiting and not owner._frozen or stream not in owner._streams,
                    max(0.01, min(0.2, spoken + owner.keepalive - time.monotonic())))
                if owner._frozen:
                    continue
                lines = []
                while stream.waiting and stream.waiting[0] is not None and len(lines) < 1000:
                    lines.append(stream.waiting.popleft())
                if not lines and stream.waiting:
                    return
            if not lines and time.monotonic() - spoken >= owner.keepalive:
                lines = [line_of({"id": new_id(), "time": int(owner.now()), "event": "keepalive",
                                "topic": names})]
            if lines:
                self._chunks(lines)
                spoken = time.monotonic()
                with owner._changed:
                    owner._changed.notify_all()

    def _has_gone(self):
        """Whether the reader has closed its side."""
        readable, _, _ = select.select([self.request], [], [], 0)
        if not readable or self.owner.certificate:
            return False
        try:
            return not self.request.recv(1, socket.MSG_PEEK)
        except OSError:
            return True

    def _chunks(self, lines):
        data = b"".join(lines)
        if self.owner.drip:
            for byte in data:
                self.wfile.write(b"1\r\n" + bytes([byte]) + b"\r\n")
                time.sleep(self.owner.drip)
        elif data:
            self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")


def _flag(query, *names):
    return any(query.get(name) in ("1", "yes", "true") for name in names)


def _actions(text):
    """The actions of a header: a JSON list, or `view, Label, address; …`."""
    if text.startswith("["):
        actions = json.loads(text)
    else:
        actions = []
        for part in text.split(";"):
            action, label, value, *more = [word.strip() for word in part.split(",")]
            entry = {"action": action, "label": label,
                     "value" if action == "copy" else "url": value}
            for pair in more:
                name, _, worth = pair.partition("=")
                entry[name] = worth == "true" if name == "clear" else worth
            actions.append(entry)
    if len(actions) > 3:
        raise Refused(400)
    return [{"id": new_id()[:10], "clear": False, **action} for action in actions]
