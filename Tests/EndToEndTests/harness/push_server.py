"""A stand-in for a push server: what is posted to an endpoint goes to the app by the distributor."""

import collections
import dataclasses
import http.server
import threading
import time


@dataclasses.dataclass
class Posted:
    path: str
    headers: dict  # with lower-case names
    body: bytes
    status: int


class PushServer:
    """Answers at loopback, as the provider of a stand-in distributor."""

    def __init__(self, distributor):
        self.distributor = distributor
        self.posted = []
        self.loses = False         # whether messages are accepted and never brought
        self.pause = 0             # seconds before an answer
        self._refusals = collections.deque()
        self._changed = threading.Condition()
        self._server = None
        self.port = 0
        self.start()
        distributor.provider = self.url("/one")

    def url(self, path=""):
        return f"http://127.0.0.1:{self.port}{path}"

    def refuse(self, status, times=1):
        """Answers the next requests with this status, and brings nothing."""
        self._refusals.extend([status] * times)

    def start(self):
        """Listens, after `stop` on the same port."""
        owner = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                owner._receive(self)

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True
            block_on_close = False
            request_queue_size = 128

            def handle_error(self, *_):
                pass  # the client has gone

        self._server = Server(("127.0.0.1", self.port), Handler)
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True,
                         name="push").start()

    def stop(self):
        if self._server:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def _receive(self, handler):
        length = int(handler.headers.get("Content-Length") or 0)
        body = handler.rfile.read(length)
        time.sleep(self.pause)
        # Also at an endpoint that was replaced: the app has to revoke it.
        place = handler.path.rsplit("/", 1)[-1]
        app = next((app for app in list(self.distributor.apps.values())
                    if app.endpoint.rsplit("/", 1)[-1] == place), None)
        with self._changed:
            if self._refusals:
                status = self._refusals.popleft()
            elif len(body) > 4096:
                status = 413
            else:
                status = 201 if app else 404
            self.posted.append(Posted(
                handler.path, {name.lower(): value for name, value in handler.headers.items()},
                body, status))
            self._changed.notify_all()
        if status == 201 and not self.loses:
            self.distributor.send(app.token, body)
        handler.send_response(status)
        handler.send_header("Content-Length", "0")
        handler.end_headers()
