"""Paths in this checkout."""

import functools
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]
TESTS = pathlib.Path(__file__).resolve().parents[1]
DATA = ROOT / "data"
PACKAGING = ROOT / "packaging"


@functools.lru_cache(maxsize=None)
def build():
    """The folder with the programs from the last `swift build`."""
    shown = subprocess.run(["swift", "build", "--show-bin-path"], cwd=ROOT, check=True,
                           capture_output=True, text=True)
    return pathlib.Path(shown.stdout.strip())
