"""Takes back the retained word, so that the judge chooses again (3.4, 3.6; reading B-21)."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from engine.regulation.topics import Topic
from tournament.core.errors import WrongState
from tournament.core.events import EventKind
from tournament.core.states import TurnCommand, TurnState
from tournament.models import Game, Turn
from tournament.queries.position import load_position
from tournament.services.play.games import refresh_room
from tournament.services.play.transitions import By, move_turn, require_running

#: Faults that the judge may name, and the topic of the regulation for each.
FAULTS: Mapping[str, Topic] = {
    "choice": Topic.TOP_CHOICE,
    "announcement": Topic.TOP_CHOICE,
    "placement": Topic.CANCELLATION,
}
#: Reason in the journal for the cancellation of the following turn.
WORD_TAKEN_BACK = "word_taken_back"


def take_back_word(*, turn: Turn, reason: str, detail: str = "", by: By, now: datetime) -> Turn:
    """Put ``turn`` back before its reveal: its word is removed from the grid, and its results are
    hidden until the judge has chosen again.

    A following turn that is drawn but not opened is cancelled first (3.6), and set aside with
    those cancelled before it. ``reason`` is a key of ``FAULTS`` or any other code; it goes into
    the journal with ``detail``, the article and the word.

    Raise WrongState if the next turn is opened, LostRace if the turn changed meanwhile.
    """
    require_running(turn.game)
    topic = FAULTS.get(reason, Topic.TOP_CHOICE)
    article = turn.game.tournament.regulation.format_articles(topic)
    reasons = {"reason": reason, "detail": detail, "article": article}
    with transaction.atomic():
        # Turns are locked before the game, as everywhere: rulings on them go on meanwhile.
        locked_turns = _lock_from(turn)
        later_turns = [other for other in locked_turns if other.pk != turn.pk]
        game = Game.objects.select_related("tournament").get(pk=turn.game_id)
        if load_position(game).correctable_turn != turn:
            raise WrongState("next-turn-open")
        _set_aside(later_turns, by=by, now=now, detail=detail)
        word = {"word": turn.word, "ref": turn.ref, "score": turn.score}
        # Letters refused by 3.2 for the next turn are back in the bag with its word.
        refused = {"refused": game.refused} if game.refused else {}
        Game.objects.filter(pk=game.pk).update(refused=[])
        move_turn(
            turn,
            TurnCommand.TAKE_BACK,
            EventKind.WORD_TAKEN_BACK,
            by=by,
            now=now,
            data=reasons | word | refused,
            word="",
            ref="",
            score=0,
        )
        if later_turns:
            refresh_room(game.tournament_id)  # every table returns to its bulletin of this turn
    return turn


def _lock_from(turn: Turn) -> QuerySet[Turn]:
    turns = turn.game.turns.filter(ordinal__gte=turn.ordinal).order_by("ordinal")
    return turns.select_for_update(no_key=True)


def _set_aside(later: list[Turn], *, by: By, now: datetime, detail: str) -> None:
    """Set the later turns aside: all but the last are cancelled already."""
    for other in later:
        if other.state == TurnState.CANCELLED:
            Turn.objects.filter(pk=other.pk).update(set_aside=True)
            continue
        article = other.game.tournament.regulation.format_articles(Topic.CANCELLATION)
        reasons = {"reason": WORD_TAKEN_BACK, "detail": detail, "article": article}
        data = reasons | {"was_placed": False}
        move_turn(
            other,
            TurnCommand.CANCEL,
            EventKind.TURN_CANCELLED,
            by=by,
            now=now,
            data=data,
            set_aside=True,
        )
