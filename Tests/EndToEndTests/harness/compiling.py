"""Compiling a little C for the program under test."""

import pathlib
import shutil
import subprocess


def compiled(source, folder, *flags):
    """The path of a shared library, made of one source file beside this one."""
    compiler = shutil.which("clang") or shutil.which("cc")
    if compiler is None:
        # clang comes with the toolchain, possibly only beside the real `swift`.
        swift = pathlib.Path(shutil.which("swift") or "").resolve()
        compiler = str(swift.with_name("clang"))
    source = pathlib.Path(__file__).with_name(source)
    target = pathlib.Path(folder, source.name).with_suffix(".so")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror",
                    "-o", str(target), str(source), *flags], check=True)
    return target
