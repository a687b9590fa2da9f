"""Which of several tops is retained (3.4, 3.7; 3.4, 3.6 before 2023)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.bag import Bag
from engine.board import Board
from engine.ending import Outcome, after_placement
from engine.formats import Format
from engine.letters import WILD
from engine.moves import Move
from engine.place import Direction
from engine.scoring import tiles_needed


@dataclass(frozen=True, slots=True)
class Choice:
    """The tops that may be retained; `reason` is the last rule that ruled some out.

    One of premier_coup_horizontal, joker_conserve, fin_de_partie, choix_juge.
    """

    allowed: list[Move]
    forced: bool
    reason: str
    article: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """A top with the tiles it takes from the rack, "?" for a joker."""

    move: Move
    tiles: str

    @property
    def joker_letters(self) -> str:
        """What the jokers it spends stand for, in capitals."""
        return "".join(letter.upper() for letter in self.move.word if letter.islower())


def allowed_tops(
    *,
    fmt: Format,
    turn: int,
    rack: str,
    unseen: str,
    tops: Sequence[Move],
    board: Board | None = None,
    edition: str = "2023",
) -> Choice:
    """The tops that the rules leave to the judge; `board` is the grid they are played on."""
    grid = board or Board.empty()
    candidates = [Candidate(move, tiles_needed(grid, move.word, move.place)) for move in tops]
    return choose(
        fmt=fmt, turn=turn, rack=rack, unseen=unseen, candidates=candidates, edition=edition
    )


def choose(
    *,
    fmt: Format,
    turn: int,
    rack: str,
    unseen: str,
    candidates: Sequence[Candidate],
    edition: str = "2023",
) -> Choice:
    """As `allowed_tops`, from candidates whose tiles are known."""
    rules: list[tuple[str, str, Callable[[Candidate], bool]]] = [
        ("joker_conserve", "3.8.1" if fmt.joker_on_rack else "3.4", _keeps_joker(fmt, unseen)),
        ("fin_de_partie", "3.4", _ends_game(fmt, rack, unseen, edition)),
    ]
    if turn == 1:
        rules.insert(0, ("premier_coup_horizontal", "3.4", _is_horizontal))
    left, reason, article = list(candidates), "choix_juge", "3.4"
    for code, cited, passes in rules:
        kept = [candidate for candidate in left if passes(candidate)]
        if kept and len(kept) < len(left):
            left, reason, article = kept, code, cited
    return Choice([candidate.move for candidate in left], len(left) == 1, reason, article)


def _is_horizontal(candidate: Candidate) -> bool:
    return candidate.move.place.direction is Direction.HORIZONTAL


def _keeps_joker(fmt: Format, unseen: str) -> Callable[[Candidate], bool]:
    """No joker of the rack is spent; in the joker format one that is replaced is kept, too."""

    def keeps(candidate: Candidate) -> bool:
        if WILD not in candidate.tiles:
            return True
        return fmt.joker_on_rack and all(letter in unseen for letter in candidate.joker_letters)

    return keeps


def _ends_game(fmt: Format, rack: str, unseen: str, edition: str) -> Callable[[Candidate], bool]:
    def ends(candidate: Candidate) -> bool:
        remaining = Bag(rack + unseen).minus(candidate.tiles).letters
        return after_placement(fmt, remaining, edition).outcome is Outcome.ENDS

    return ends


def propose(board: Board, allowed: Sequence[Move]) -> Move | None:
    """The one of `allowed` that opens the game most; the judge is free to take another.

    Openness: empty squares beside the grid's letters once the word lies there. Equal ones go by
    reference and word, so that the proposal is always the same.
    """
    if not allowed:
        return None
    return min(allowed, key=lambda move: (-_openness(board, move), str(move.place), move.word))


def _openness(board: Board, move: Move) -> int:
    after = board.place(move.word, move.place)
    filled = {(r, c) for r in range(15) for c in range(15) if after.at(r, c)}
    beside = {
        (row + down, col + right)
        for row, col in filled
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
        if 0 <= row + down < 15 and 0 <= col + right < 15
    }
    return len(beside - filled)
