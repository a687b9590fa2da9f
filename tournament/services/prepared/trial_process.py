"""A program that reads numbers of tries, one per line, and writes measures of each game in JSON.

Its first line describes the games. It ends with the search that started it, however that ends,
because its pipes are closed.
"""

import gc
import json
import os
import signal
import sys
from typing import Any

from engine.board.formats import get_format
from engine.lexicon.lexicon import Lexicon, load_lexicon
from engine.record.prepare import SeededGames
from engine.record.wishes import Wish, measure
from engine.regulation.editions import get_edition

#: Niceness: turns that are being played take precedence.
NICENESS = 10


def main() -> None:
    # Ctrl-C is handled by the parent process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    order = json.loads(sys.stdin.readline())
    trials, wishes = build_trials(order), [Wish(name) for name in order["wishes"]]
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        answer = json.dumps(measure(trials.play(int(line)), wishes))
        try:
            os.write(sys.stdout.fileno(), f"{answer}\n".encode())
        except BrokenPipeError:
            return


def build_trials(order: dict[str, Any]) -> SeededGames:
    """Build the trials that ``tournament.services.prepared.trials.TrialRequest`` wrote."""

    def load(key: str) -> Lexicon:
        lexicon = load_lexicon(order[key], order["compiled"])
        if lexicon.checksum != order["checksums"][key]:
            sys.exit(f"{order[key]} has other words by now")  # the process that asked plays itself
        return lexicon

    return SeededGames(
        fmt=get_format(order["format"]),
        seed=bytes.fromhex(order["seed"]),
        lexicon=load("words"),
        edition=get_edition(order["edition"]),
        vocabulary=load("vocabulary") if order["vocabulary"] else None,
    )


if __name__ == "__main__":
    main()
