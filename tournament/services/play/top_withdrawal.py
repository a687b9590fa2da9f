"""Takes the word retained back, so that the judge chooses again (3.4, 3.6; reading B-21)."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from engine.regulation.topics import Topic
from tournament.core.errors import WrongState
from tournament.core.events import EventKind
from tournament.core.states import TurnCommand, TurnState
from tournament.models import Game, Turn
from tournament.queries.position import position_of
from tournament.services.play.games import moved_room
from tournament.services.play.transitions import By, move_turn, require_running

#: What the judge says was wrong, and what the regulation has on it.
FAULTS: Mapping[str, Topic] = {
    "choice": Topic.TOP_CHOICE,
    "announcement": Topic.TOP_CHOICE,
    "placement": Topic.CANCELLATION,
}
#: Why the journal says that the turn after it was cancelled.
WORD_TAKEN_BACK = "word_taken_back"


def take_back_word(*, turn: Turn, reason: str, detail: str = "", by: By, now: datetime) -> Turn:
    """Put ``turn`` back before its reveal: its word leaves the grid, its results are shown to
    nobody until the judge has chosen again.

    A next turn that is drawn and not opened is cancelled first (3.6), and set aside with those
    cancelled before it. ``reason`` is a key of ``FAULTS`` or any other code; it goes into the
    journal with ``detail``, the article and the word.

    Raises WrongState when the next turn is opened, LostRace when the turn moved meanwhile.
    """
    require_running(turn.game)
    edition = turn.game.tournament.regulation
    article = edition.number(FAULTS.get(reason, Topic.TOP_CHOICE))
    said = {"reason": reason, "detail": detail, "article": article}
    with transaction.atomic():
        # As everywhere the turns before the game: arbiters decide on them while this waits.
        held = turn.game.turns.select_for_update(no_key=True).filter(ordinal__gte=turn.ordinal)
        later = [other for other in held.order_by("ordinal") if other.pk != turn.pk]
        game = Game.objects.select_related("tournament").get(pk=turn.game_id)
        if position_of(game).correctable != turn:
            raise WrongState("next-turn-open")
        _set_aside(later, by=by, now=now, detail=detail)
        word = {"word": turn.word, "ref": turn.ref, "score": turn.score}
        move_turn(
            turn,
            TurnCommand.TAKE_BACK,
            EventKind.TAKEN_BACK,
            by=by,
            now=now,
            data=said | word,
            word="",
            ref="",
            score=0,
        )
        if later:
            moved_room(game.tournament_id)  # each table is at its own bulletin of this turn again
    return turn


def _set_aside(later: list[Turn], *, by: By, now: datetime, detail: str) -> None:
    """Of several turns all but the last are cancelled already."""
    for other in later:
        if other.state == TurnState.CANCELLED:
            Turn.objects.filter(pk=other.pk).update(set_aside=True)
            continue
        article = other.game.tournament.regulation.number(Topic.CANCELLATION)
        said = {"reason": WORD_TAKEN_BACK, "detail": detail, "article": article}
        data = said | {"was_placed": False}
        move_turn(
            other,
            TurnCommand.CANCEL,
            EventKind.CANCELLED,
            by=by,
            now=now,
            data=data,
            set_aside=True,
        )
