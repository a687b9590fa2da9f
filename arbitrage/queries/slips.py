"""Reads slips: which is in force, what a player was told by then, what is to be printed."""

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Sum

from arbitrage.core.codes import Motive, Sanction
from arbitrage.core.slip import NOTHING, Notice, SentNotice, told_before
from arbitrage.models import Slip
from tournament.core.states import PLACED_TURN_STATES, PlayMedium, TurnState
from tournament.models import Game, Score, Turn
from tournament.queries.people.seating import annotate_seats

_PLAIN: dict[str, Any] = {
    "content__conduct": [],
    "content__reason": "",
    "content__removed": False,
}
_OF_THE_SCORE = Q(
    content__sanction=Sanction.WARNING,
    content__motives=[Motive.SCORE],
    word=F("turn__word"),
    ref=F("turn__ref"),
    **_PLAIN,
)
_ABOVE_THE_TOP = Q(content__sanction=Sanction.ZERO, claimed__gt=F("turn__score"), **_PLAIN)
#: What needs no paper (5.9): a warning for the score of the move retained, a zero for a solution
#: above the top, and what says nothing and corrects nothing that had gone out. A zero that names a
#: word refused always needs it: until the player is told, the word is paid by an average (B-25).
NEEDS_NO_PAPER = (
    _OF_THE_SCORE
    | _ABOVE_THE_TOP & ~Q(content__motives__contains=[Motive.NOT_ADMITTED])
    | Q(content=NOTHING.to_dict(), rectifies=False)
)


def notice_of(slip: Slip) -> Notice:
    return Notice.from_dict(slip.content)


def in_force(rows: QuerySet[Slip]) -> QuerySet[Slip]:
    """Those of ``rows`` that no later version has taken the place of."""
    later = Slip.objects.filter(
        turn=OuterRef("turn"), entry=OuterRef("entry"), version__gt=OuterRef("version")
    )
    return rows.filter(~Exists(later))


def open_slips(game: Game) -> QuerySet[Any, Any]:
    """The slips in force of ``game`` that may leave the office: those of turns whose word the room
    has before it. By table, then by turn, with ``seat_number`` and ``seat_arbiter``."""
    rows = Slip.objects.filter(turn__game=game, turn__state__in=list(PLACED_TURN_STATES))
    rows = in_force(rows).select_related("turn__game__tournament", "entry", "handed_by")
    return annotate_seats(rows, game.pk, "entry").order_by("seat_number", "turn__ordinal")


def to_print() -> Q:
    """Among ``open_slips``: on paper, and not printed yet."""
    new = Q(printed_at__isnull=True, handed_at__isnull=True)
    due = Q(entry__plays_on=PlayMedium.PAPER, shown_at__isnull=True) & ~NEEDS_NO_PAPER
    return new & (Q(wanted=True) | due)


def told_words(turn: Turn, entries: Collection[int]) -> dict[int, set[str]]:
    """By entry, the words of which the player had been told, with the motive, that they are not
    admitted: before ``turn`` opened, by slips of earlier turns (B-24)."""
    opened_at = turn.opened_at
    if opened_at is None:
        return {}
    earlier = Slip.objects.filter(
        turn__game=turn.game_id, turn__ordinal__lt=turn.ordinal, entry__in=entries
    )
    gone: defaultdict[int, list[SentNotice]] = defaultdict(list)
    for slip in earlier.filter(Q(shown_at__isnull=False) | Q(handed_at__isnull=False)):
        gone[slip.entry_id].append(sent(slip))
    told = {entry: told_before(slips, opened_at) for entry, slips in gone.items()}
    return {entry: words for entry, words in told.items() if words}


def sent(slip: Slip) -> SentNotice:
    return SentNotice(notice_of(slip), slip.shown_at, slip.handed_at)


def warnings_before(turn: Turn, entries: Collection[int]) -> dict[int, int]:
    """How many warnings each of ``entries`` has from the earlier turns of the game."""
    rows = Score.objects.filter(
        turn__game=turn.game_id, turn__ordinal__lt=turn.ordinal, entry__in=entries, warnings__gt=0
    ).exclude(turn__state=TurnState.CANCELLED)
    return dict(rows.values_list("entry").annotate(Sum("warnings")).order_by())
