"""The pages of a SQLite file: the purpose of each, and changing one byte."""

import pathlib
import struct

KINDS = {2: "index interior", 5: "table interior", 10: "index leaf", 13: "table leaf"}


class Pages:
    """A closed database file without a WAL."""

    def __init__(self, path, roots):
        """`roots`: the first page of each table and index, from `sqlite_schema`."""
        self.path = pathlib.Path(path)
        self.data = self.path.read_bytes()
        self.size = struct.unpack(">H", self.data[16:18])[0]
        self.count = len(self.data) // self.size
        self.kinds = {}   # by page number
        self.owners = {}  # the table or index it belongs to, by page number
        for owner, root in {"sqlite_schema": 1, **roots}.items():
            self._walk(root, owner)
        self._walk_freelist()
        for number in range(1, self.count + 1):
            self.kinds.setdefault(number, "overflow")

    def of(self, kind, owner=None):
        """The numbers of the pages of this kind."""
        return [number for number, found in sorted(self.kinds.items())
                if found == kind and owner in (None, self.owners.get(number))]

    def content(self, number):
        return self.data[(number - 1) * self.size:number * self.size]

    def flip(self, number, offset, bits=0xff):
        """Changes one byte in the file."""
        place = (number - 1) * self.size + offset
        with open(self.path, "r+b") as file:
            file.seek(place)
            file.write(bytes([self.data[place] ^ bits]))

    def _walk(self, number, owner):
        page = self.content(number)
        start = 100 if number == 1 else 0
        kind = page[start]
        if kind not in KINDS:
            raise AssertionError(f"page {number} of {owner} is none of a tree")
        self.kinds[number] = KINDS[kind]
        self.owners[number] = owner
        if kind in (2, 5):
            cells = struct.unpack(">H", page[start + 3:start + 5])[0]
            for cell in range(cells):
                at = start + 12 + 2 * cell
                offset = struct.unpack(">H", page[at:at + 2])[0]
                self._walk(struct.unpack(">I", page[offset:offset + 4])[0], owner)
            self._walk(struct.unpack(">I", page[start + 8:start + 12])[0], owner)

    def _walk_freelist(self):
        trunk = struct.unpack(">I", self.data[32:36])[0]
        while trunk:
            page = self.content(trunk)
            self.kinds[trunk] = "freelist trunk"
            following, count = struct.unpack(">II", page[:8])
            for leaf in struct.unpack(f">{count}I", page[8:8 + 4 * count]):
                self.kinds[leaf] = "freelist leaf"
            trunk = following
