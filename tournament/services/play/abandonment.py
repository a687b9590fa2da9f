"""Ends a game that was interrupted too long (3.7)."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from engine.rules.ending import Ending, EndOutcome, after_interruption
from tournament.core.errors import WrongState
from tournament.core.states import PLACED_TURN_STATES, GameCommand, GameState, TurnState
from tournament.models import Game, Solutions, Turn
from tournament.queries.position import format_of
from tournament.services.play.games import annul_game, finish_game
from tournament.services.play.interruptions import GOES_ON
from tournament.services.play.transitions import By, move_game
from tournament.services.play.turns import NO_SOLUTION, cancel_turn, reveal_turn

#: Why the journal says that a turn was cancelled.
IRREGULAR = "irregular"


def break_off_game(
    *,
    game: Game,
    last_turn_regular: bool = True,
    detail: str = "",
    open_bulletins_stay: bool = False,
    by: By,
    now: datetime,
) -> Game:
    """End a game that was interrupted too long; it is void if too few turns were collected.

    The turns collected stand (3.7), the one whose top nobody could give any more among them. The
    last is cancelled if it was played in bad conditions (``last_turn_regular``) and the edition
    does not let it stand. ``detail`` goes into the journal.

    Raises WrongState while the solutions of that turn are being computed, and as ``finish_game``.
    """
    collected = list(_collected(game))
    found = _ending(game, len(collected), last_turn_regular=last_turn_regular)
    if found.outcome is EndOutcome.VOID:
        why = {"reason": str(found.reason), "article": found.article, "detail": detail}
        return annul_game(game=game, **why, by=by, now=now)
    with transaction.atomic():
        if found.valid_turns is not None and found.valid_turns < len(collected):
            cancel_turn(turn=collected[-1], reason=IRREGULAR, by=by, now=now)
        elif game.state == GameState.INTERRUPTED:
            _close_books(game, by=by, now=now)
        end = {"reason": "interrupted", "article": found.article, "detail": detail}
        return finish_game(
            game=game, **end, open_bulletins_stay=open_bulletins_stay, by=by, now=now
        )


def _collected(game: Game) -> QuerySet[Turn]:
    turns = game.turns.filter(state__in=[*PLACED_TURN_STATES, TurnState.CLOSED])
    return turns.select_related("game__tournament").order_by("ordinal")


def _ending(game: Game, collected: int, *, last_turn_regular: bool) -> Ending:
    edition = game.tournament.regulation
    return after_interruption(
        format_of(game),
        [edition.play.interruption_limit_min.value + 1],
        collected,
        last_turn_regular=last_turn_regular,
        edition=edition,
    )


def _close_books(game: Game, *, by: By, now: datetime) -> None:
    """Give the top of the turn that was collected: which of equal ones, no later turn can tell."""
    turn: Turn | None = game.turns.filter(state=TurnState.CLOSED).first()
    if turn is None:
        return
    solutions = Solutions.objects.filter(turn=turn).first()
    if solutions is None:
        raise WrongState("not-solved")
    data = {"reason": "interrupted"}
    move_game(game, GameCommand.RESUME, by=by, now=now, data=data, **GOES_ON)
    turn.game = game
    if solutions.proposed is None:  # 3.6
        cancel_turn(turn=turn, reason=NO_SOLUTION, by=by, now=now)
        return
    word, ref = solutions.proposed
    reveal_turn(turn=turn, word=word, ref=ref, by=by, now=now)
