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
    request = json.loads(sys.stdin.readline())
    trials, wishes = build_trials(request), [Wish(name) for name in request["wishes"]]
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        answer = json.dumps(measure(trials.play(int(line)), wishes))
        try:
            os.write(sys.stdout.fileno(), f"{answer}\n".encode())
        except BrokenPipeError:
            return


def build_trials(request: dict[str, Any]) -> SeededGames:
    """Build the trials that ``tournament.services.prepared.trials.TrialRequest`` wrote."""

    def load(key: str) -> Lexicon:
        lexicon = load_lexicon(request[key], request["compiled"])
        if lexicon.checksum != request["checksums"][key]:
            sys.exit(f"{request[key]} has other words by now")  # the one that asked plays the games
        return lexicon

    return SeededGames(
        fmt=get_format(request["format"]),
        seed=bytes.fromhex(request["seed"]),
        lexicon=load("words"),
        edition=get_edition(request["edition"]),
        vocabulary=load("vocabulary") if request["vocabulary"] else None,
    )


if __name__ == "__main__":
    main()
