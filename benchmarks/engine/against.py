"""Our engine and another, asked for the tops of the same positions in turn.

Each runs in a process of its own behind the same protocol and is asked every position once: ours
first, theirs first by turns, so that neither has the quieter minute, and never both at once.
Times are the processor's, as each program says them. The clock around the question, pipes
included, is kept beside them: it shows a program that does not say all.
"""

import shlex
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.engine import positions
from benchmarks.engine.duel import Duel, Kind, Pair
from benchmarks.engine.measures import Step
from benchmarks.engine.positions import JOKERS, NINE
from benchmarks.engine.programs import BadProgram, Program
from engine.board.formats import NORMAL
from engine.board.notation import Position
from engine.lexicon.lexicon import Lexicon, load_lexicon

OURS = (sys.executable, "-m", "benchmarks.engine.driver")


def duel(path: Path, command: Sequence[str], count: int, wait_s: float, step: Step) -> Duel:
    """On at least `count` positions; `wait_s` is the longest time for one answer, in seconds.

    Raises `BadWordList` and `BadProgram`.
    """
    lexicon = load_lexicon(path)
    with (
        tempfile.TemporaryDirectory() as folder,
        Program(OURS, wait_s) as ours,
        Program(command, wait_s) as theirs,
    ):
        words = Path(folder) / "mots.txt"
        words.write_text("".join(f"{word}\n" for word in lexicon), encoding="ascii")
        for each in (ours, theirs):
            each.ready(words)
        both = _Both(ours, theirs)
        _warm_up(lexicon, both)
        kinds = list(_kinds(lexicon, both, count, step))
    if not any(kind.pairs for kind in kinds):
        raise BadProgram("useless", program=shlex.join(command))
    other = theirs.name if theirs.name != ours.name else f"{theirs.name} bis"
    return Duel((ours.name, other), len(lexicon), kinds)


def _warm_up(lexicon: Lexicon, both: "_Both") -> None:
    """What a program makes once is made, as in one that has played."""
    for fmt in (NORMAL, NINE):
        for position in positions.play(0, lexicon, fmt):
            if position.rack:
                both.ask(position)


def _kinds(lexicon: Lexicon, both: "_Both", count: int, step: Step) -> Iterator[Kind]:
    for key, fmt in (("top", NORMAL), ("top9", NINE)):
        wanted = positions.boards_for(count, fmt)
        origin = list(positions.full_racks(wanted, lexicon, fmt))
        for jokers in JOKERS:
            pairs = []
            for done, position in enumerate(origin, 1):
                pair = both.ask(positions.with_jokers(position, jokers))
                pairs += [] if pair is None else [pair]
                step(key, done, wanted)
            yield Kind(key, jokers, len(origin) - len(pairs), pairs)


class _Both:
    """Who is asked first changes with every position: A B, B A, A B, ..."""

    def __init__(self, ours: Program, theirs: Program) -> None:
        self._ours, self._theirs = ours, theirs
        self._ours_first = False

    def ask(self, position: Position) -> Pair | None:
        """None if one of them passes."""
        self._ours_first = not self._ours_first
        if self._ours_first:
            ours, theirs = self._ours.answer(position), self._theirs.answer(position)
        else:
            theirs, ours = self._theirs.answer(position), self._ours.answer(position)
        if ours[0] is None or theirs[0] is None:
            return None
        return Pair(position, ours[0], theirs[0], (ours[1], theirs[1]))
