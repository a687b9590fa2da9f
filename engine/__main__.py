"""`python -m engine`: see `engine.cli`."""

import io
import sys

from engine.cli.main import main

if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that cannot write French gets "?"
            stream.reconfigure(errors="replace")
    sys.exit(main())
