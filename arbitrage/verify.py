"""``python -m arbitrage.verify FILE``: the verification of an archive (``arbitrage.archive``)."""

import sys

from arbitrage.archive.verify.cli import main

if __name__ == "__main__":
    sys.exit(main())
