"""A network of its own for the program under test, which comes and goes."""

import ctypes
import os
import subprocess
import threading
import time

CLONE_NEWNET = 0x40000000


class Network:
    """A network namespace with loopback, and a default route that can be taken away.

    Servers that it shall reach are made with `inside`.
    """

    def __init__(self, desktop):
        """Raises AssertionError if that is not allowed here."""
        read, write = os.pipe()
        keeper = desktop.processes.spawn(
            "unshare", "-n", "sh", "-c", "ip link set lo up && echo up && exec sleep infinity",
            log="network", stdout=write)
        os.close(write)
        with os.fdopen(read) as answer:
            assert answer.readline(), "network namespaces are refused here (unshare -n)"
        self.file = f"/proc/{keeper.pid}/ns/net"
        self.enter = ["nsenter", f"--net={self.file}"]
        # Entering a namespace takes a program without preloaded libraries.
        self.prefix = ["sh", "-c", 'preloaded=$LD_PRELOAD; unset LD_PRELOAD; '
                       f'exec {" ".join(self.enter)} env LD_PRELOAD="$preloaded" "$@"', "sh"]
        self.set_online(True)

    def set_online(self, online):
        """The route by which the program tells whether the computer has a network."""
        subprocess.run([*self.enter, "ip", "route", "add" if online else "delete", "default",
                        "dev", "lo"], check=True, capture_output=True)

    def flap(self, seconds=0.1):
        """Takes the network away for a moment."""
        self.set_online(False)
        time.sleep(seconds)
        self.set_online(True)

    def inside(self, body):
        """The value of `body`; sockets that it makes are in this network."""
        found = []

        def run():
            with open(self.file, encoding="ascii") as file:
                if ctypes.CDLL(None, use_errno=True).setns(file.fileno(), CLONE_NEWNET) != 0:
                    raise OSError(ctypes.get_errno(), "setns")
            found.append(body())
        # A thread of its own, which ends in that network.
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
        return found[0]
