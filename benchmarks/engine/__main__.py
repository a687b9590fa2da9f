"""Measures the engine: ``make bench-engine``, ``python -m engine bench``."""

import sys

from benchmarks.engine.command import main

if __name__ == "__main__":
    sys.exit(main())
