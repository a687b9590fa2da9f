"""``python -m arbitrage.verify``."""

import sys

from arbitrage.verify.cli import main

if __name__ == "__main__":
    sys.exit(main())
