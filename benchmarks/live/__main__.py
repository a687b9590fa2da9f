"""Measures the live room beside yardsticks in one run: ``make bench-live``.

Arguments choose parts of it (``benchmarks.live.programme.PARTS``). Everything runs on this
machine only and is stopped and deleted afterwards.
"""

import sys

from rich.console import Console

from benchmarks.live import stage
from benchmarks.live.herd import raise_file_limit


def main() -> int:
    limit = raise_file_limit()
    with stage.services() as urls:
        stage.prepare(urls)
        from benchmarks.live.programme import PARTS, Programme  # its imports need Django

        return Programme(Console(), urls, limit).run(sys.argv[1:] or PARTS)


if __name__ == "__main__":
    sys.exit(main())
