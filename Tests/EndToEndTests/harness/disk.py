"""A small disk for the data of the program under test, which can be filled or made read-only."""

import os
import pathlib
import subprocess


class Disk:
    """A tmpfs that is visible only here and to programs started with `prefix`."""

    def __init__(self, desktop, size="4m"):
        """Raises AssertionError if mounting is not allowed here."""
        folder = desktop.folder / "disk"
        folder.mkdir()
        # This process keeps the namespace, and so the disk, while the program does not run.
        read, write = os.pipe()
        self.keeper = desktop.processes.spawn(
            "unshare", "-m", "sh", "-c",
            f'mount -t tmpfs -o size={size} tmpfs "{folder}" && echo mounted && exec sleep infinity',
            stdout=write)
        os.close(write)
        with os.fdopen(read) as answer:
            assert answer.readline(), "mount namespaces are refused here (unshare -m)"
        self.enter = ["nsenter", "-t", str(self.keeper.pid), "-m"]
        # Entering a namespace takes a single-threaded process, and a preloaded library may have
        # started a thread.
        self.prefix = ["sh", "-c", 'preloaded=$LD_PRELOAD; unset LD_PRELOAD; '
                       f'exec {" ".join(self.enter)} env LD_PRELOAD="$preloaded" "$@"', "sh"]
        self.folder = folder
        self.path = pathlib.Path(f"/proc/{self.keeper.pid}/root{folder}")

    def fill(self, leaving=0):
        """Fills the disk, except for so many bytes."""
        with open(self.path / "filler", "ab", buffering=0) as filler:
            if leaving:
                disk = os.statvfs(self.path)
                filler.write(bytes(disk.f_bavail * disk.f_frsize - leaving))
                return
            for size in (65536, 512, 1):
                try:
                    while True:
                        filler.write(bytes(size))
                except OSError:
                    pass

    def free(self):
        (self.path / "filler").unlink()

    def close(self):
        """Makes the disk read-only; no file may be open for writing."""
        self._remount("ro")

    def open(self):
        self._remount("rw")

    def _remount(self, mode):
        subprocess.run([*self.enter, "mount", "-o", f"remount,{mode}", str(self.folder)],
                       check=True)
