"""Prints the functions that run from the start to rest in the tray, for the linker
(packaging/order).
"""

import argparse
import pathlib
import re
import subprocess

from .session import CarillonSubject, session

# Valgrind distinguishes calls at different depths of a recursion.
DEPTH = re.compile(r"'\d+$")


class WatchedSubject(CarillonSubject):
    """Carillon in Valgrind, which counts its calls."""

    def __init__(self, programs, report):
        super().__init__(programs)
        self.arguments = (
            "--tool=callgrind", "--demangle=no", f"--callgrind-out-file={report}",
            "--compress-strings=no", self.program, *self.arguments)
        self.program = "valgrind"


def called(report, program):
    """The names of the functions of `program` in the report, each once."""
    names = {}
    ours = False
    for line in report.read_text().splitlines():
        kind, _, value = line.partition("=")
        if kind == "ob":
            ours = value == str(program)
        elif kind == "fn" and ours:
            names[DEPTH.sub("", value)] = True
    return names


def symbols(program):
    """The names of functions in the program's symbol table."""
    listed = subprocess.run(["nm", "--defined-only", str(program)], check=True,
                            stdout=subprocess.PIPE, text=True).stdout
    return {name for _, kind, name in (line.split(" ", 2) for line in listed.splitlines())
            if kind in "tTwW"}


def main():
    parser = argparse.ArgumentParser(prog="packaging/order")
    parser.add_argument("programs", type=pathlib.Path)
    programs = parser.parse_args().programs
    program = programs / "carillon"
    with session() as desktop:
        report = desktop.folder / "calls"
        subject = WatchedSubject(programs, report)
        process, _ = subject.launch(desktop)
        subject.settle(desktop, 5)
        subject.end(process)
        known = symbols(program)
        print("\n".join(name for name in called(report, program) if name in known))


main()
