"""Keys a turn of paper slips in a real browser: ``make bench-keying ARGS="--seed 3"``.

A club of its own, an arbiter signed in to the keying page, and a hand that presses a key every 150
ms: 60 % tops, 25 % lesser moves, 15 % errors. The exit status is 1 when a goal was missed or a
slip is not on the server as it was written.
"""

import os
import shutil
import sys

from rich.console import Console
from rich.table import Table

from benchmarks.chaos.club import Club
from benchmarks.keying.hand import Keyed, key_all
from engine.arguments import Parser

BROWSERS = ("chromium-headless-shell", "chromium")
#: Keys a slip, and seconds for the whole turn.
MOST_KEYS, MOST_SECONDS = 4.0, 60.0
#: A wait that a hand would feel, in seconds.
FELT = 0.1


def main(arguments: list[str] | None = None) -> int:
    parser = Parser(prog="benchmarks.keying", description=__doc__)
    parser.add_argument("--slips", type=int, default=30, help="bulletins à saisir")
    parser.add_argument("--pause", type=int, default=150, help="millisecondes entre deux touches")
    parser.add_argument("--seed", type=int, default=2023, help="hasard des bulletins")
    options = parser.parse_args(arguments)
    console = Console()
    console.print("[dim]… un club démarre[/dim]")
    club = Club()
    try:
        os.environ.update(club.environment(club.start()))
        import django

        django.setup()
        from benchmarks.keying.room import set_up  # its imports need Django
        from benchmarks.keying.written import wrong_papers

        stack = set_up(tables=options.slips, seed=options.seed)
        chromium = next(filter(None, map(shutil.which, BROWSERS)))
        keyed = key_all(stack.link, stack.slips, pause_ms=options.pause, chromium=chromium)
        keys = sum(len(slip.keys) for slip in stack.slips) / len(stack.slips)
        return _tell(console, keyed, keys, wrong_papers(stack))
    finally:
        club.stop()


def _tell(console: Console, keyed: Keyed, keys: float, wrong: list[str]) -> int:
    slowest = max(keyed.waits)
    lines = [
        ("Touches par bulletin", f"{keys:.2f}", f"≤ {MOST_KEYS:g}", keys <= MOST_KEYS),
        ("Le coup saisi", f"{keyed.keying:.1f} s", f"≤ {MOST_SECONDS:g} s",
         keyed.keying <= MOST_SECONDS),
        ("Plus longue attente", f"{slowest * 1000:.0f} ms", f"≤ {FELT * 1000:.0f} ms",
         slowest <= FELT),
        ("Bulletins mal enregistrés", str(len(wrong)), "0", not wrong),
        ("Tout accusé", f"{keyed.acknowledged:.1f} s", "", True),
        ("Tout jugé, à l’écran", f"{keyed.judged:.1f} s", "", True),
    ]  # fmt: skip
    table = Table(title=f"Saisie de {len(keyed.waits)} bulletins en papier")
    for name in ("", "mesure", "but", ""):
        table.add_column(name, no_wrap=True)
    for what, measured, goal, reached in lines:
        table.add_row(what, measured, goal, "" if not goal else "atteint" if reached else "manqué")
    console.print(table)
    for line in wrong:
        console.print(line)
    return 0 if all(reached for *_told, reached in lines) else 1


if __name__ == "__main__":
    sys.exit(main())
