"""Derives the draws of a game again from its seed and compares them with the journal."""

from dataclasses import dataclass

from engine.rules.draw import commitment
from tournament.core.draw_proof import ProofRow, drawn_again, numbered_in_order
from tournament.core.events import EventKind
from tournament.core.states import TurnState
from tournament.models import Game, Journal, Turn
from tournament.queries.position import GamePosition
from tournament.queries.results.tops import commitment_of
from tournament.queries.seal import seal_of

#: What draws letters, and what puts words on the grid or takes them off.
_MOVES = (EventKind.DRAWN, EventKind.REVEALED, EventKind.TAKEN_BACK, EventKind.CANCELLED)


@dataclass(frozen=True, slots=True)
class Proof:
    """``sealed``: the sheet of a scripted game is the one sealed before it; None without script."""

    commitment: str
    published: bool
    rows: list[ProofRow]
    sealed: bool | None

    @property
    def derived(self) -> int:
        """How many draws were computed again from the seed."""
        return sum(row.index is not None for row in self.rows)

    @property
    def holds(self) -> bool:
        return self.published and self.sealed is not False and all(row.matches for row in self.rows)


def prove(game: Game) -> Proof:
    """Every draw of ``game`` against its seed; also that the seed is the one committed to."""
    seed = bytes.fromhex(game.seed)
    promised = commitment(seed)
    rows: list[ProofRow] = []
    placed: dict[int, Turn] = {}
    for entry in Journal.objects.filter(game=game, kind__in=_MOVES).select_related("turn"):
        assert entry.turn is not None
        if entry.kind == EventKind.DRAWN:
            before = GamePosition(game, list(placed.values()))
            number, attempts = entry.data["number"], entry.data["attempts"]
            rows += drawn_again(seed, number, attempts, before.fmt, before.board)
        elif entry.kind == EventKind.REVEALED:
            placed[entry.turn.pk] = _as_placed(entry)
        else:
            placed.pop(entry.turn.pk, None)
    published = _published(game)
    seal = seal_of(game)
    return Proof(
        promised,
        numbered_in_order(rows) and published.get("commitment") == commitment_of(game),
        rows,
        None if seal is None else published.get("seal") == seal,
    )


def _as_placed(entry: Journal) -> Turn:
    """The turn with the word that was on the grid then: it may have been taken back since."""
    turn = entry.turn
    assert turn is not None
    turn.state = TurnState.DONE
    turn.word, turn.ref = entry.data["word"], entry.data["ref"]
    return turn


def _published(game: Game) -> dict[str, str]:
    """The commitments written into the journal before the first turn."""
    row = Journal.objects.filter(game=game, data__command="prepare").order_by("-seq").first()
    return row.data if row is not None else {}
