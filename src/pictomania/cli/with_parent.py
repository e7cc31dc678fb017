"""Runs a command that ends with its parent, however that ends: the kernel kills it then (only Linux can).

    python -m pictomania.cli.with_parent PARENT COMMAND [ARGUMENT ...]

PARENT is the process id of the parent.
"""

import ctypes
import os
import signal
import sys
from contextlib import suppress

PR_SET_PDEATHSIG = 1

if __name__ == "__main__":
    with suppress(AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() == int(sys.argv[1]):  # or it has ended already
        os.execv(sys.argv[2], sys.argv[2:])  # noqa: S606 (no shell is the point)
