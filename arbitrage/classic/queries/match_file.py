"""A game between two as an officer needs it to decide: without the letters of a rack."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

from arbitrage.classic.core.calls import CallKind
from arbitrage.classic.models import TableCall
from arbitrage.classic.queries.history import RulingHistory, rulings_of
from arbitrage.classic.queries.words import admitted
from engine.board.place import Place
from engine.board.scoring import score
from tournament.classic.core.challenges import formed
from tournament.classic.core.discipline import can_answer_anew
from tournament.classic.core.endings import scores
from tournament.classic.core.sides import Side
from tournament.classic.core.state import MatchMove, MatchState, MoveKind
from tournament.classic.models import MatchEvent, MatchGame
from tournament.classic.queries.games import state_of
from tournament.classic.queries.steps import events_of

#: Who it seems to be about, of a call by the other one.
_OF_OTHER = frozenset({CallKind.LATE, CallKind.GONE, CallKind.SLOW, CallKind.LETTERS})


class MatchFile:
    """``call``: the one that is looked at, if any."""

    def __init__(self, game: MatchGame, call: TableCall | None = None) -> None:
        self.game, self.call = game, call

    @cached_property
    def state(self) -> MatchState:
        return state_of(self.game)

    @cached_property
    def events(self) -> Sequence[MatchEvent]:
        return events_of(self.game)

    @cached_property
    def names(self) -> Mapping[Side, str]:
        return names_in(self.game)

    @property
    def scores(self) -> tuple[int, int]:
        return scores(self.state)

    # --- what is challenged ---------------------------------------------------------------

    @property
    def challenged(self) -> MatchMove | None:
        challenge = self.state.challenge
        return self.state.moves[challenge.move] if challenge else None

    @property
    def slip(self) -> tuple[str, ...]:
        """The words challenged; empty before the slip is filled in."""
        challenge = self.state.challenge
        return (challenge.words or ()) if challenge else ()

    @property
    def formed(self) -> list[str]:
        return formed(self.challenged) if self.challenged else []

    @cached_property
    def proposed(self) -> dict[str, bool]:
        """What the word list of the game says of each word of the slip."""
        return admitted(self.game, self.slip)

    # --- what else there is to decide -----------------------------------------------------

    @property
    def plays(self) -> list[tuple[int, MatchMove]]:
        """The words that stand, the last one first, with the numbers of their moves."""
        found = [
            (number, move)
            for number, move in enumerate(self.state.moves)
            if move.kind is MoveKind.PLAY and move.stands
        ]
        return found[::-1]

    def right_score(self, number: int) -> int:
        """What the word of a move is worth where it was played: for officers alone (4.1.6)."""
        move = self.state.moves[number]
        assert move.before is not None
        return score(move.before, move.word, Place.parse(move.ref))

    @property
    def in_excess(self) -> Side | None:
        return next((side for side in Side if self.state.of(side).excess), None)

    @property
    def gone(self) -> list[Side]:
        return [side for side in Side if self.state.of(side).away is not None]

    @property
    def suspect(self) -> Side | None:
        """Whom a call seems to be about."""
        if self.call is None or not self.call.side:
            return None
        side = Side(self.call.side)
        if self.call.kind == CallKind.CHALLENGE:
            return side
        return side.other if self.call.kind in _OF_OTHER else None

    @cached_property
    def rulings(self) -> list[RulingHistory]:
        return rulings_of(self.game, self.events)

    @property
    def verdict_to_change(self) -> RulingHistory | None:
        """Of the last challenge, while nothing has gone on from it."""
        given = reversed(self.rulings)
        return next((one for one in given if can_answer_anew(self.state, one.ruling)), None)

    @property
    def appealed(self) -> RulingHistory | None:
        """What the appeal that is looked at is about."""
        if self.call is None or self.call.kind != CallKind.APPEAL:
            return None
        return next((one for one in self.rulings if one.number == self.call.about), None)

    @property
    def warnings(self) -> Counter[Side]:
        """How many warnings each has in this game."""
        given = (one.ruling for one in self.rulings if one.ruling.sanction == "warning")
        return Counter(one.side for one in given if one.side is not None)

    @cached_property
    def calls(self) -> list[TableCall]:
        """The others of this game, the newest first."""
        rows = TableCall.objects.filter(game=self.game).select_related("taken_by", "closed_by")
        others = rows.exclude(pk=self.call.pk) if self.call else rows
        return list(others.order_by("-number"))


def names_in(game: MatchGame) -> dict[Side, str]:
    match = game.match
    return {Side.X: match.x.name, Side.Y: match.y.name if match.y else ""}
