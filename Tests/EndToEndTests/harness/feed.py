"""A feed on loopback whose content and behavior the test controls."""

import dataclasses
import hashlib
import http.server
import json
import threading
import time


@dataclasses.dataclass
class Request:
    """A request as received."""

    at: int  # time.time_ns()
    method: str
    path: str
    headers: dict
    body: bytes
    status: int


class Feed:
    """Serves one JSON document with an ETag, and 304 to clients that have it."""

    def __init__(self, headline="A headline", summary="A summary."):
        self.requests = []      # the requests that were answered
        self.arrived = 0        # the number of requests, answered or not
        self.delay = 0          # seconds before answering
        self.status = None      # a status to answer with instead of content
        self.with_etag = True
        self._changed = threading.Condition()
        self._stopped = threading.Event()
        self.set(headline, summary)
        self._start(0)

    def set(self, headline, summary, **more):
        self.body = json.dumps({"headline": headline, "summary": summary, **more},
                               ensure_ascii=False).encode()

    @property
    def etag(self):
        return '"' + hashlib.sha256(self.body).hexdigest()[:16] + '"'

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/daily"

    def stop(self):
        """Stops listening; `restart` uses the same port again."""
        if self._server:
            self._stopped.set()
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def restart(self):
        self._start(self.port)

    def wait(self, count=1, timeout=10):
        """Waits until this many requests were answered in all, and returns the last."""
        with self._changed:
            if not self._changed.wait_for(lambda: len(self.requests) >= count, timeout):
                raise AssertionError(
                    f"{len(self.requests)} requests instead of {count} in {timeout} s")
            return self.requests[count - 1]

    def _start(self, port):
        feed = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                feed._handle(self)

            do_POST = do_GET

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            # Allows `restart` to use the same port at once.
            allow_reuse_address = True
            daemon_threads = True
            block_on_close = False

        self._stopped.clear()
        self._server = Server(("127.0.0.1", port), Handler)
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True,
                         name="feed").start()

    def _handle(self, handler):
        at = time.time_ns()
        length = int(handler.headers.get("Content-Length") or 0)
        sent = handler.rfile.read(length)
        with self._changed:
            self.arrived += 1
        if self._stopped.wait(self.delay):
            handler.close_connection = True
            return
        body, etag = self.body, self.etag
        known = handler.headers.get("If-None-Match")
        status = self.status or (304 if self.with_etag and known == etag else 200)
        try:
            handler.send_response(status)
            if self.with_etag:
                handler.send_header("ETag", etag)
            if status == 200:
                handler.send_header("Content-Type", "application/json")
            handler.send_header("Content-Length", str(len(body) if status == 200 else 0))
            handler.end_headers()
            if status == 200:
                handler.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            pass  # the client has given up waiting, which the test notices elsewhere
        with self._changed:
            self.requests.append(Request(at, handler.command, handler.path,
                                         dict(handler.headers), sent, status))
            self._changed.notify_all()
