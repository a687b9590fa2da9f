"""A program: numbers of tries in, one a line; what was wished of each game out, as JSON.

Its first line says of which games. It ends with the search that started it, however that ended:
there is nobody to read from or write to any more.
"""

import gc
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from engine.board.formats import get_format
from engine.lexicon.lexicon import Lexicon, load_lexicon
from engine.record.prepare import Trials
from engine.record.wishes import Wish, measure
from engine.regulation.editions import get_edition

#: How far behind a turn that is being played.
NICE = 10


def main() -> None:
    # Ctrl-C is for who started it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    asked = json.loads(sys.stdin.readline())
    trials, wishes = trials_of(asked), [Wish(name) for name in asked["wishes"]]
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        answer = json.dumps(measure(trials.game(int(line)), wishes))
        try:
            os.write(sys.stdout.fileno(), f"{answer}\n".encode())
        except BrokenPipeError:
            return


def trials_of(asked: dict[str, Any]) -> Trials:
    """As ``tournament.services.prepared.trials.TrialOrder.told`` writes them."""

    def lexicon(path: str) -> Lexicon:
        return load_lexicon(path, Path(path).parent)

    return Trials(
        fmt=get_format(asked["format"]),
        seed=bytes.fromhex(asked["seed"]),
        lexicon=lexicon(asked["words"]),
        edition=get_edition(asked["edition"]),
        vocabulary=lexicon(asked["vocabulary"]) if asked["vocabulary"] else None,
    )


if __name__ == "__main__":
    main()
