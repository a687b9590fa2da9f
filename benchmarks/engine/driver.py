"""The engine behind the protocol of docs/moteur-rivaux.md: ``python -m benchmarks.engine.driver``.

Works as a worker does: the lexicon loaded and frozen, the collector on.
"""

import gc
import sys
from pathlib import Path
from time import process_time_ns

from benchmarks.engine.programs import LEXICON, READY, Answer
from engine.board.notation import Position
from engine.lexicon.lexicon import Lexicon, load_lexicon
from engine.search.moves import find_tops


def main() -> None:
    word, _, path = sys.stdin.readline().rstrip("\n").partition(" ")
    if word != LEXICON:
        sys.exit(f"« {LEXICON} CHEMIN » est attendu d'abord ; voir docs/moteur-rivaux.md.")
    lexicon = load_lexicon(Path(path))
    gc.freeze()
    print(READY, "Duplicata", flush=True)
    for line in sys.stdin:
        print(solve_position(Position.parse(line), lexicon), flush=True)


def solve_position(position: Position, lexicon: Lexicon) -> Answer:
    start = process_time_ns()
    moves = find_tops(position.board, position.rack, lexicon, position.fmt)
    spent_ns = process_time_ns() - start
    return Answer(moves[0].score if moves else 0, max(spent_ns, 1), tuple(moves))


if __name__ == "__main__":
    main()
