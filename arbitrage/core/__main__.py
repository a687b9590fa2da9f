"""``python -m arbitrage.core FILE_OR_DIRECTORY...``: what the editions decide. Speaks French."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
