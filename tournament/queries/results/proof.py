"""Proof of the draws of a game: computed again from its seed, and compared with the journal."""

from dataclasses import dataclass

from engine.rules.draw import compute_commitment
from tournament.core.draw_proof import ProofRow, is_numbered_in_order, recompute_draws
from tournament.core.events import DRAW_EVENTS, EventKind
from tournament.core.states import TurnState
from tournament.models import Game, Journal, Turn
from tournament.queries.position import GamePosition
from tournament.queries.results.tops import get_commitment
from tournament.queries.seal import compute_seal

#: Kinds of journal rows that draw letters, place words or remove them.
_MOVES = (
    *DRAW_EVENTS,
    EventKind.TURN_REVEALED,
    EventKind.WORD_TAKEN_BACK,
    EventKind.TURN_CANCELLED,
)


@dataclass(frozen=True, slots=True)
class Proof:
    """``is_seal_valid``: the sheet of a scripted game is the one sealed; None without script."""

    commitment: str
    is_commitment_published: bool
    rows: list[ProofRow]
    is_seal_valid: bool | None

    @property
    def derived_count(self) -> int:
        """Return the number of draws computed again from the seed."""
        return sum(row.index is not None for row in self.rows)

    @property
    def is_valid(self) -> bool:
        return (
            self.is_commitment_published
            and self.is_seal_valid is not False
            and all(row.is_as_expected for row in self.rows)
        )


def build_proof(game: Game) -> Proof:
    """Check every draw of ``game`` against its seed, and the seed against its commitment."""
    seed = bytes.fromhex(game.seed)
    commitment = compute_commitment(seed)
    rows: list[ProofRow] = []
    placed: dict[int, Turn] = {}
    for entry in Journal.objects.filter(game=game, kind__in=_MOVES).select_related("turn"):
        assert entry.turn is not None
        if entry.kind in DRAW_EVENTS:
            position = GamePosition(game, list(placed.values()))
            number, attempts = entry.data["number"], entry.data["attempts"]
            rows += recompute_draws(seed, number, attempts, position.fmt, position.board)
        elif entry.kind == EventKind.TURN_REVEALED:
            placed[entry.turn.pk] = _restore_word(entry)
        else:
            placed.pop(entry.turn.pk, None)
    published = _find_published(game)
    seal = compute_seal(game)
    return Proof(
        commitment,
        is_numbered_in_order(rows) and published.get("commitment") == get_commitment(game),
        rows,
        None if seal is None else published.get("seal") == seal,
    )


def _restore_word(entry: Journal) -> Turn:
    """Return the turn with the word placed at that time: it may have been taken back since."""
    turn = entry.turn
    assert turn is not None
    turn.state = TurnState.DONE
    turn.word, turn.ref = entry.data["word"], entry.data["ref"]
    return turn


def _find_published(game: Game) -> dict[str, str]:
    """Return the commitments written into the journal before the first turn."""
    row = Journal.objects.filter(game=game, data__command="prepare").order_by("-seq").first()
    return row.data if row is not None else {}
