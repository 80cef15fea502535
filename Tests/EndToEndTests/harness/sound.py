"""The sound card of a test's desktop: a file to which ALSA writes.

libcanberra, its themes, its decoder and ALSA are real; only the card is not.
"""

import pathlib
import struct

THEME = pathlib.Path("/usr/share/sounds/freedesktop/stereo")


class SoundCard:
    """The sound card of every program started from now on."""

    def __init__(self, desktop):
        self.samples = desktop.folder / "samples.raw"
        (desktop.home / ".asoundrc").write_text(
            f'pcm.!default {{ type file slave.pcm null file "{self.samples}" format raw }}\n')
        desktop.environment["CANBERRA_DRIVER"] = "alsa"

    @property
    def heard(self):
        """The number of bytes of the last sound; each sound starts the file anew."""
        return self.samples.stat().st_size if self.samples.exists() else 0

    def forget(self):
        self.samples.unlink(missing_ok=True)


def length(name):
    """The number of bytes of a theme's sound when played, 16 bits per channel."""
    data = (THEME / f"{name}.oga").read_bytes()
    channels = data[data.index(b"\x01vorbis") + 11]
    last = data.rindex(b"OggS")
    return struct.unpack("<q", data[last + 6:last + 14])[0] * channels * 2
