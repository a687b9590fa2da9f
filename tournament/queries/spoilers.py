"""What a judge who plays may not see yet, and nobody else on the pages of the staff either.

Every page and message of the staff that shows a solution, the score of a top, a verdict or points
of a turn that is not revealed asks here first.
"""

from collections.abc import Iterable

from django.db.models import Q

from tournament.core.states import NOT_AWAITED, PLACED_TURN_STATES, GameState, TurnState
from tournament.models import Bulletin, Game, TookPart, Tournament, Turn
from tournament.queries.people.seating import number_in

_UNDER_WAY = (GameState.RUNNING, GameState.INTERRUPTED)
#: Of these turns nothing is left to be found.
_OVER = PLACED_TURN_STATES | {TurnState.CANCELLED}


def awaited_table(turn: Turn) -> int | None:
    """The table of the judge, while his own bulletin for ``turn`` must come first; else None.

    It must be in when the turn is collected, from his tablet or typed from paper: until then he
    could still write what he has read here.
    """
    game = turn.game
    entry = game.judge_plays
    if entry is None or entry.withdrawn or game.state not in _UNDER_WAY or turn.state in _OVER:
        return None
    number = number_in(game.pk, entry)
    if turn.state != TurnState.CLOSED:
        return number
    part = TookPart.objects.filter(turn=turn, entry=entry)
    # What is typed from paper is in; of one who was not there nothing comes.
    in_or_away = part.filter(~Q(typed="") | Q(plays_on__in=NOT_AWAITED))
    handed = Bulletin.objects.filter(turn=turn, entry=entry)
    return None if handed.exists() or in_or_away.exists() else number


def solutions_open(turn: Turn) -> bool:
    """Whether the pages of the staff may show the solutions and verdicts of ``turn``."""
    return awaited_table(turn) is None


def hidden_turns(tournaments: Iterable[Tournament]) -> list[Turn]:
    """The turns of ``tournaments`` of which they may not."""
    games = Game.objects.filter(tournament__in=tournaments, judge_plays__isnull=False)
    games = games.filter(state__in=_UNDER_WAY).order_by()
    if not (played := list(games.values_list("pk", flat=True))):
        return []
    turns = Turn.objects.filter(game__in=played)
    beside = ("game__tournament", "game__judge_plays")
    playing = turns.exclude(state__in=_OVER).select_related(*beside)
    return [turn for turn in playing if not solutions_open(turn)]
