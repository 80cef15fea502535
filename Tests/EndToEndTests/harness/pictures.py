"""Pictures that tests serve, and the contents of those they receive."""

import struct
import zlib


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, color=(200, 80, 40), rows=None):
    """A PNG of one color; with `rows`, its data ends after that many."""
    line = b"\0" + bytes(color) * width
    data = zlib.compressobj(9)
    body = b"".join(data.compress(line) for _ in range(height if rows is None else rows))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", body + data.flush()) + chunk(b"IEND", b""))


def endless_jpeg(side, scans):
    """A progressive JPEG of `side` × `side` pixels, each of whose scans goes over all of them and adds
    nothing. A scan takes about 43 bytes.
    """
    def segment(mark, data):
        return b"\xff" + bytes([mark]) + struct.pack(">H", len(data) + 2) + data

    def coded(bits):
        bits += "1" * (-len(bits) % 8)
        return int(bits, 2).to_bytes(len(bits) // 8, "big").replace(b"\xff", b"\xff\0")

    blocks = ((side + 7) // 8) ** 2
    # The only word, "0", means: no difference to the block before.
    first = segment(0xC4, b"\x00" + bytes([1] + [0] * 15) + b"\x00")
    # The only word, "0", means: nothing in as many blocks as the next 14 bits say, at most 32,767.
    further = segment(0xC4, b"\x10" + bytes([1] + [0] * 15) + b"\xe0")
    frame = segment(0xC2, struct.pack(">BHHB", 8, side, side, 1) + b"\1\x11\0")
    return (b"\xff\xd8" + segment(0xDB, b"\0" + b"\1" * 64) + frame + first + further
            + segment(0xDA, b"\1\1\0\0\0\0") + coded("0" * blocks)
            + (segment(0xDA, b"\1\1\0\1\x3f\0") + coded(("0" + "1" * 14) * -(-blocks // 32767))) * scans
            + b"\xff\xd9")


class Picture:
    """A decoded picture file."""

    def __init__(self, file):
        import gi
        gi.require_version("GdkPixbuf", "2.0")
        from gi.repository import GdkPixbuf
        self._pixbuf = GdkPixbuf.Pixbuf.new_from_file(str(file))
        self.size = (self._pixbuf.get_width(), self._pixbuf.get_height())

    def pixels(self, x=0, y=0, width=None, height=None):
        """The pixels of an area, row by row, each as (red, green, blue)."""
        part = self._pixbuf.new_subpixbuf(
            x, y, self.size[0] - x if width is None else width,
            self.size[1] - y if height is None else height)
        data, stride, channels = (part.get_pixels(), part.get_rowstride(), part.get_n_channels())
        return [tuple(data[row * stride + column * channels:row * stride + column * channels + 3])
                for row in range(part.get_height()) for column in range(part.get_width())]

    def difference(self, other, *box):
        """The fraction of pixels that differ."""
        own, its = self.pixels(*box), other.pixels(*box)
        return sum(a != b for a, b in zip(own, its)) / len(own)
