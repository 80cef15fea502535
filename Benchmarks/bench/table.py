"""The lines of the table, and their layout."""

import dataclasses


@dataclasses.dataclass
class Line:
    """One figure, with that of the baseline and the limit if there are any."""

    name: str
    value: float
    unit: str = ""
    baseline: float | None = None
    bar: float | None = None       # the highest allowed ratio, or value if there is no ratio
    note: str = ""
    digits: int = 0

    @property
    def ratio(self):
        return self.value / self.baseline if self.baseline else None

    @property
    def is_missed(self):
        if self.bar is None:
            return False
        return (self.value if self.baseline is None else self.ratio) > self.bar

    def cells(self):
        def number(value):
            return "" if value is None else f"{value:,.{self.digits}f} {self.unit}".strip()
        bar = "" if self.bar is None else (
            f"{self.bar:g}" if self.baseline is None else f"≤ {self.bar:g} ×")
        return [self.name, number(self.value), number(self.baseline),
                f"{self.ratio:.2f} ×" if self.ratio else "",
                bar + (" **missed**" if self.is_missed else ""), self.note]


HEAD = ["", "Carillon", "beside", "ratio", "bar", ""]


def write(head, rows, markdown):
    """Rows of cells as text: the first and the last column left-aligned, the others right-aligned.
    """
    if markdown:
        lines = ["| " + " | ".join(head) + " |",
                 "|" + "|".join(["---"] + ["---:"] * (len(head) - 2) + ["---"]) + "|"]
        return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    lines = []
    for row in [head, *rows]:
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:-1], widths[1:-1])]
        lines.append("  ".join([*cells, row[-1]]).rstrip())
    return "\n".join(lines)
