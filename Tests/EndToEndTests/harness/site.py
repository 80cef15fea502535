"""A web site on loopback that answers with any bytes a test wants."""

import dataclasses
import os
import pathlib
import socket
import ssl
import subprocess
import threading
import time


@dataclasses.dataclass
class Asked:
    """A request as received."""

    at: int  # time.time_ns()
    method: str
    path: str
    headers: dict  # names in lower case
    body: bytes


def answer(body=b"", status="200 OK", **headers):
    """A well-formed answer; header names have underscores for hyphens."""
    if isinstance(body, str):
        body = body.encode()
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Connection: close"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


class Site:
    """Answers each path as in `pages`: with bytes, or by a function of (connection, Asked)."""

    def __init__(self, certificate=None, port=0):
        self.pages = {}
        self.asked = []
        self.connections = 0
        self.protocols = []  # what each connection has agreed on, of a secure site
        self._changed = threading.Condition()
        # `create_server` allows a port to be used again at once.
        self._listener = socket.create_server(("127.0.0.1", port))
        self.port = self._listener.getsockname()[1]
        self._secure = certificate is not None
        self._context = None
        if certificate:
            self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._context.load_cert_chain(certificate)
            self._context.set_alpn_protocols(["h2", "http/1.1"])
        self._ended = threading.Event()
        threading.Thread(target=self._accept, daemon=True, name="site").start()


    def url(self, path="/"):
        return f"{'https' if self._secure else 'http'}://127.0.0.1:{self.port}{path}"

    def page(self, path, body, **more):
        """Serves a page; returns its address."""
        self.pages[path] = answer(body, **more)
        return self.url(path)

    def stop(self):
        """Stops listening, so that the port can be used by another server."""
        self._ended.set()
        # Wakes the thread in accept, so that the port is free at once.
        try:
            self._listener.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._listener.close()

    def wait(self, count=1, timeout=10):
        """Waits until this many requests have arrived in all, and returns the last."""
        with self._changed:
            if not self._changed.wait_for(lambda: len(self.asked) >= count, timeout):
                raise AssertionError(f"{len(self.asked)} requests instead of {count}")
            return self.asked[count - 1]

    def pause(self, seconds):
        """Waits inside a page; returns true if the test is over."""
        return self._ended.wait(seconds)

    def _accept(self):
        while not self._ended.is_set():
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        try:
            with connection:
                if self._context:
                    with self._context.wrap_socket(connection, server_side=True) as secured:
                        self.protocols.append(secured.selected_alpn_protocol())
                        self._converse(secured)
                else:
                    self._converse(connection)
        except (OSError, ssl.SSLError):
            pass  # the client has given up, which the test notices elsewhere

    def _converse(self, connection):
        head = b""
        while b"\r\n\r\n" not in head:
            part = connection.recv(65536)
            if not part:
                return
            head += part
        head, body = head.split(b"\r\n\r\n", 1)
        first, *lines = head.decode("latin-1").split("\r\n")
        method, path, _ = first.split(" ", 2)
        headers = {name.lower(): value.strip() for name, value in
                   (line.split(":", 1) for line in lines)}
        while len(body) < int(headers.get("content-length", 0)):
            body += connection.recv(65536)
        asked = Asked(time.time_ns(), method, path, headers, body)
        with self._changed:
            self.asked.append(asked)
            self._changed.notify_all()
        page = self.pages.get(path, answer(status="404 Not Found"))
        if callable(page):
            page(connection, asked)
        else:
            connection.sendall(page)


def self_signed(folder, days=2, clock=None):
    """A certificate for this machine, and its key, in one file.

    Nobody trusts it, except the program whose `clock` has it as `trusted`: it is valid by that clock.
    """
    file = pathlib.Path(folder, "certificate.pem")
    key = pathlib.Path(folder, "key.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-days", str(days), "-subj", "/CN=localhost", "-addext",
         "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", str(key), "-out", str(file)],
        check=True, capture_output=True,
        env={**os.environ, **(clock.environment if clock else {})})
    file.write_bytes(file.read_bytes() + key.read_bytes())
    return file
