"""Derives the draws of a game again from its seed and compares them with the journal."""

from dataclasses import dataclass

from engine.draw import commitment, seeded_draw
from engine.remainder import keeping
from tournament.models import Game, Journal
from tournament.queries.position import board_before, format_of


@dataclass(frozen=True, slots=True)
class ProofRow:
    """One draw; ``index`` None: typed by hand or taken from a recording, nothing to derive."""

    turn: int
    index: int | None
    kept: str
    drawn: str
    expected: str
    matches: bool


@dataclass(frozen=True, slots=True)
class Proof:
    commitment: str
    published: bool
    rows: list[ProofRow]

    @property
    def holds(self) -> bool:
        return self.published and all(row.matches for row in self.rows)


def prove(game: Game) -> Proof:
    """Every draw of ``game`` against its seed; also that the seed is the one committed to."""
    seed = bytes.fromhex(game.seed)
    promised = commitment(seed)
    rows: list[ProofRow] = []
    for entry in Journal.objects.filter(game=game, kind="drawn").select_related("turn__game"):
        assert entry.turn is not None
        rows += _rows(seed, entry)
    indexes = [row.index for row in rows if row.index is not None]
    in_order = indexes == list(range(len(indexes)))
    return Proof(promised, in_order and _published(game, promised), rows)


def _published(game: Game, promised: str) -> bool:
    """The commitment written into the journal before the first turn."""
    row = Journal.objects.filter(game=game, data__command="prepare").order_by("-seq").first()
    return row is not None and row.data.get("commitment") == promised


def _rows(seed: bytes, entry: Journal) -> list[ProofRow]:
    turn = entry.turn
    assert turn is not None
    fmt, board = format_of(turn.game), board_before(turn)
    made = []
    for attempt in entry.data["attempts"]:
        index, kept, drawn = attempt["index"], attempt["kept"], attempt["drawn"]
        expected = drawn
        if index is not None:
            left = keeping(fmt, board, kept)
            letters = seeded_draw(seed, index, left.bag, len(drawn) - len(left.joker))
            expected = left.joker + letters
        made.append(ProofRow(entry.data["number"], index, kept, drawn, expected, expected == drawn))
    return made
