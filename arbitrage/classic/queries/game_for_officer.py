"""A game between two as an officer needs it to decide, without the letters of the racks."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

from arbitrage.classic.core.calls import CallKind
from arbitrage.classic.models import TableCall
from arbitrage.classic.queries.words import check_words
from engine.board.place import Place
from engine.board.scoring import score
from tournament.classic.core.challenges import list_formed_words
from tournament.classic.core.discipline import can_revise_verdict
from tournament.classic.core.endings import compute_scores
from tournament.classic.core.sides import Side
from tournament.classic.core.state import MatchMove, MatchState, MoveKind
from tournament.classic.models import MatchEvent, MatchGame
from tournament.classic.queries.event_replay import list_events
from tournament.classic.queries.games import load_state
from tournament.classic.queries.ruling_histories import RulingHistory, list_rulings

#: Kinds of calls that are about the opponent of the caller.
_OPPONENT_KINDS = frozenset({CallKind.LATE, CallKind.GONE, CallKind.SLOW, CallKind.LETTERS})


class GameForOfficer:
    """A game for an officer. ``call``: the call that the officer has opened, if any."""

    def __init__(self, game: MatchGame, call: TableCall | None = None) -> None:
        self.game, self.call = game, call

    @cached_property
    def state(self) -> MatchState:
        return load_state(self.game)

    @cached_property
    def events(self) -> Sequence[MatchEvent]:
        return list_events(self.game)

    @cached_property
    def names(self) -> Mapping[Side, str]:
        return get_names(self.game)

    @property
    def scores(self) -> tuple[int, int]:
        return compute_scores(self.state)

    # --- the challenge --------------------------------------------------------------------

    @property
    def challenged_move(self) -> MatchMove | None:
        challenge = self.state.challenge
        return self.state.moves[challenge.move_number] if challenge else None

    @property
    def slip(self) -> tuple[str, ...]:
        """Return the challenged words; empty until the slip is filled in."""
        challenge = self.state.challenge
        return (challenge.words or ()) if challenge else ()

    @property
    def formed_words(self) -> list[str]:
        return list_formed_words(self.challenged_move) if self.challenged_move else []

    @cached_property
    def proposed_answers(self) -> dict[str, bool]:
        """Return the answer of the word list of the game for each word of the slip."""
        return check_words(self.game, self.slip)

    # --- other decisions ------------------------------------------------------------------

    @property
    def scored_moves(self) -> list[tuple[int, MatchMove]]:
        """Return the words that stand with the numbers of their moves, the last one first."""
        plays = [
            (number, move)
            for number, move in enumerate(self.state.moves)
            if move.kind is MoveKind.PLAY and move.stands
        ]
        return plays[::-1]

    def compute_score(self, number: int) -> int:
        """Return the score of a move on the board where it was played, for officers only
        (4.1.6)."""
        move = self.state.moves[number]
        assert move.board_before is not None
        return score(move.board_before, move.word, Place.parse(move.ref))

    @property
    def side_with_excess(self) -> Side | None:
        return next((side for side in Side if self.state.get_player(side).excess_count), None)

    @property
    def absent_sides(self) -> list[Side]:
        return [side for side in Side if self.state.get_player(side).absence is not None]

    @property
    def suspected_side(self) -> Side | None:
        """Return the side that the call seems to be about."""
        if self.call is None or not self.call.side:
            return None
        side = Side(self.call.side)
        if self.call.kind == CallKind.CHALLENGE:
            return side
        return side.other if self.call.kind in _OPPONENT_KINDS else None

    @cached_property
    def rulings(self) -> list[RulingHistory]:
        return list_rulings(self.game, self.events)

    @property
    def verdict_to_change(self) -> RulingHistory | None:
        """Return the verdict on the last challenge, as long as it can still be changed."""
        latest_first = reversed(self.rulings)
        return next(
            (history for history in latest_first if can_revise_verdict(self.state, history.ruling)),
            None,
        )

    @property
    def appealed_ruling(self) -> RulingHistory | None:
        """Return the ruling that the opened appeal is about."""
        if self.call is None or self.call.kind != CallKind.APPEAL:
            return None
        return next(
            (history for history in self.rulings if history.number == self.call.about), None
        )

    @property
    def warnings(self) -> Counter[Side]:
        """Return the number of warnings of each side in this game."""
        warnings = (
            history.ruling for history in self.rulings if history.ruling.sanction == "warning"
        )
        return Counter(ruling.side for ruling in warnings if ruling.side is not None)

    @cached_property
    def calls(self) -> list[TableCall]:
        """Return the other calls of this game, the newest first."""
        rows = TableCall.objects.filter(game=self.game).select_related("taken_by", "closed_by")
        other_calls = rows.exclude(pk=self.call.pk) if self.call else rows
        return list(other_calls.order_by("-number"))


def get_names(game: MatchGame) -> dict[Side, str]:
    match = game.match
    return {Side.X: match.x.name, Side.Y: match.y.name if match.y else ""}
