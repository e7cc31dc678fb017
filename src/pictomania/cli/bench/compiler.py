"""Compiles our C programs on the spot, if the machine has a compiler."""

import shutil
import subprocess
from importlib.resources import as_file, files
from pathlib import Path

COMPILERS = ("cc", "gcc", "clang")
FLAGS = ("-O2", "-std=gnu11")
COMPILE_S = 60.0


def find_compiler() -> str | None:
    """Return the path of a C compiler."""
    return next((path for name in COMPILERS if (path := shutil.which(name))), None)


def compile_program(name: str, folder: Path) -> Path | None:
    """Compile one of the programs in `native/` into a folder; None if that's impossible here."""
    compiler = find_compiler()
    if compiler is None:
        return None
    program = folder / name
    with as_file(files("pictomania.cli.bench") / "native" / f"{name}.c") as source:
        command = [compiler, *FLAGS, "-o", str(program), str(source)]
        try:
            done = subprocess.run(command, capture_output=True, timeout=COMPILE_S, check=False)  # noqa: S603 (ours)
        except (OSError, subprocess.TimeoutExpired):
            return None
    return program if done.returncode == 0 else None  # without the headers of Linux, for example
