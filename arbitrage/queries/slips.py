"""Reads slips: those in force, words a player was notified of, slips to print."""

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Sum

from arbitrage.core.codes import Motive, Sanction
from arbitrage.core.slip import NO_NOTICE, Notice, SentNotice, list_words_notified_before
from arbitrage.models import Slip
from tournament.core.states import PLACED_TURN_STATES, PlayMedium, TurnState
from tournament.models import Game, Score, Turn
from tournament.queries.people.seating import annotate_seats

_NO_OTHER_CONTENT: dict[str, Any] = {
    "content__conduct": [],
    "content__reason": "",
    "content__removed": False,
}
_SCORE_WARNING = Q(
    content__sanction=Sanction.WARNING,
    content__motives=[Motive.SCORE],
    word=F("turn__word"),
    ref=F("turn__ref"),
    **_NO_OTHER_CONTENT,
)
_ZERO_ABOVE_TOP = Q(
    content__sanction=Sanction.ZERO, claimed__gt=F("turn__score"), **_NO_OTHER_CONTENT
)
#: Slips that need no paper (5.9): a warning for the score of the move retained, a zero for a
#: solution above the top, and a slip that says nothing and corrects nothing sent before. A zero
#: that names a refused word always needs paper: until the player is notified, the word has
#: an average (B-25).
NEEDS_NO_PAPER = (
    _SCORE_WARNING
    | _ZERO_ABOVE_TOP & ~Q(content__motives__contains=[Motive.NOT_ADMITTED])
    | Q(content=NO_NOTICE.to_dict(), rectifies=False)
)


def get_notice(slip: Slip) -> Notice:
    return Notice.from_dict(slip.content)


def get_slips_in_force(rows: QuerySet[Slip]) -> QuerySet[Slip]:
    """Return those of ``rows`` without a later version."""
    later = Slip.objects.filter(
        turn=OuterRef("turn"), entry=OuterRef("entry"), version__gt=OuterRef("version")
    )
    return rows.filter(~Exists(later))


def list_open_slips(game: Game) -> QuerySet[Any, Any]:
    """Return the slips in force of ``game`` on turns whose word is revealed.

    They may be printed and delivered. By table, then by turn, with ``seat_number`` and
    ``seat_arbiter``.
    """
    rows = Slip.objects.filter(turn__game=game, turn__state__in=list(PLACED_TURN_STATES))
    rows = get_slips_in_force(rows).select_related("turn__game__tournament", "entry", "handed_by")
    return annotate_seats(rows, game.pk, "entry").order_by("seat_number", "turn__ordinal")


def build_to_print_filter() -> Q:
    """Return a filter on ``list_open_slips`` for slips on paper that are not printed yet."""
    new = Q(printed_at__isnull=True, handed_at__isnull=True)
    due = Q(entry__plays_on=PlayMedium.PAPER, shown_at__isnull=True) & ~NEEDS_NO_PAPER
    return new & (Q(wanted=True) | due)


def list_notified_words(turn: Turn, entries: Collection[int]) -> dict[int, set[str]]:
    """Return the words, by entry, that the player had been notified are not admitted.

    Before ``turn`` opened, by slips of earlier turns that name the motive (B-24).
    """
    opened_at = turn.opened_at
    if opened_at is None:
        return {}
    earlier = Slip.objects.filter(
        turn__game=turn.game_id, turn__ordinal__lt=turn.ordinal, entry__in=entries
    )
    sent_by_entry: defaultdict[int, list[SentNotice]] = defaultdict(list)
    for slip in earlier.filter(Q(shown_at__isnull=False) | Q(handed_at__isnull=False)):
        sent_by_entry[slip.entry_id].append(to_sent_notice(slip))
    notified = {
        entry: list_words_notified_before(slips, opened_at)
        for entry, slips in sent_by_entry.items()
    }
    return {entry: words for entry, words in notified.items() if words}


def to_sent_notice(slip: Slip) -> SentNotice:
    return SentNotice(get_notice(slip), slip.shown_at, slip.handed_at)


def count_warnings_before(turn: Turn, entries: Collection[int]) -> dict[int, int]:
    """Return how many warnings each of ``entries`` has from the earlier turns of the game."""
    rows = Score.objects.filter(
        turn__game=turn.game_id, turn__ordinal__lt=turn.ordinal, entry__in=entries, warnings__gt=0
    ).exclude(turn__state=TurnState.CANCELLED)
    return dict(rows.values_list("entry").annotate(Sum("warnings")).order_by())
