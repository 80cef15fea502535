"""A small disk of its own for what the program under test stores, which may fill up or be closed."""

import os
import pathlib
import subprocess


class Disk:
    """A tmpfs that only the programs started through `prefix` see, and this class."""

    def __init__(self, desktop, size="4m"):
        """AssertionError if mounting is refused here."""
        folder = desktop.folder / "disk"
        folder.mkdir()
        # Whoever holds the namespace keeps the disk, also while the program does not run.
        read, write = os.pipe()
        self.keeper = desktop.processes.spawn(
            "unshare", "-m", "sh", "-c",
            f'mount -t tmpfs -o size={size} tmpfs "{folder}" && echo mounted && exec sleep infinity',
            stdout=write)
        os.close(write)
        with os.fdopen(read) as answer:
            assert answer.readline(), "mount namespaces are refused here (unshare -m)"
        self.enter = ["nsenter", "-t", str(self.keeper.pid), "-m"]
        # What is preloaded may have begun a thread, and only a process with one may enter.
        self.prefix = ["sh", "-c", 'preloaded=$LD_PRELOAD; unset LD_PRELOAD; '
                       f'exec {" ".join(self.enter)} env LD_PRELOAD="$preloaded" "$@"', "sh"]
        self.folder = folder
        self.path = pathlib.Path(f"/proc/{self.keeper.pid}/root{folder}")

    def fill(self):
        """Not a byte more goes onto it."""
        with open(self.path / "filler", "ab", buffering=0) as filler:
            for size in (65536, 512, 1):
                try:
                    while True:
                        filler.write(bytes(size))
                except OSError:
                    pass

    def free(self):
        (self.path / "filler").unlink()

    def close(self):
        """Nothing on it may be written; nobody must have a file of it open for that."""
        self._remount("ro")

    def open(self):
        self._remount("rw")

    def _remount(self, mode):
        subprocess.run([*self.enter, "mount", "-o", f"remount,{mode}", str(self.folder)],
                       check=True)
