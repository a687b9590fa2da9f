"""`python -m engine`: see `engine.cli`."""

import io
import os
import sys

from engine.cli.main import main

if __name__ == "__main__":
    # A closed stream is None, which not everything can print to.
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - to the end
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that cannot write French gets "?"
            stream.reconfigure(errors="replace")
    sys.exit(main())
