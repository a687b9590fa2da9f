"""``python -m arbitrage.core FILE_OR_DIRECTORY...``: judge golden cases, in French."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
