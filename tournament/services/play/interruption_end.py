"""Ends a game after too long an interruption (3.7)."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from engine.rules.ending import Ending, EndOutcome, check_end_after_interruption
from tournament.core.errors import WrongState
from tournament.core.formulas import is_original
from tournament.core.states import PLACED_TURN_STATES, GameCommand, GameState, TurnState
from tournament.models import Game, Solutions, Turn
from tournament.queries.position import get_game_format
from tournament.services.locks import lock_turns
from tournament.services.play.games import annul_game, finish_game
from tournament.services.play.interruptions import RESUMED_FIELDS
from tournament.services.play.transitions import By, move_game
from tournament.services.play.turns import NO_SOLUTION, cancel_turn, reveal_turn

#: Reason in the journal for the cancellation of a turn.
IRREGULAR = "irregular"


def end_interrupted_game(
    *,
    game: Game,
    last_turn_regular: bool = True,
    detail: str = "",
    open_bulletins_stay: bool = False,
    by: By,
    now: datetime,
) -> Game:
    """End a game after too long an interruption; it is void if too few turns were closed.

    The closed turns stand (3.7), including one whose top is not revealed yet. The last one is
    cancelled if it was played in bad conditions (``last_turn_regular``) and the edition does not
    let it stand. ``detail`` goes into the journal.

    Raise WrongState while the solutions of that turn are being computed, and as ``finish_game``.
    """
    collected = list(_list_closed_turns(game))
    ending = _find_ending(game, len(collected), last_turn_regular=last_turn_regular)
    if ending.outcome is EndOutcome.VOID:
        reasons = {"reason": str(ending.reason), "article": ending.article, "detail": detail}
        return annul_game(game=game, **reasons, by=by, now=now)
    with transaction.atomic():
        lock_turns(game.turns.all())  # before the game
        if ending.valid_turns is not None and ending.valid_turns < len(collected):
            cancel_turn(turn=collected[-1], reason=IRREGULAR, by=by, now=now)
        elif game.state == GameState.INTERRUPTED:
            _reveal_closed_turn(game, by=by, now=now)
        end = {"reason": "interrupted", "article": ending.article, "detail": detail}
        return finish_game(
            game=game, **end, open_bulletins_stay=open_bulletins_stay, by=by, now=now
        )


def _list_closed_turns(game: Game) -> QuerySet[Turn]:
    turns = game.turns.filter(state__in=[*PLACED_TURN_STATES, TurnState.CLOSED])
    return turns.select_related("game__tournament").order_by("ordinal")


def _find_ending(game: Game, collected: int, *, last_turn_regular: bool) -> Ending:
    edition = game.tournament.regulation
    return check_end_after_interruption(
        get_game_format(game),
        [edition.play.interruption_limit_min.value + 1],
        collected,
        is_last_turn_regular=last_turn_regular,
        is_original=is_original(game.format, game.kind),
        edition=edition,
    )


def _reveal_closed_turn(game: Game, *, by: By, now: datetime) -> None:
    """Reveal the top of the closed turn; without a later turn it does not matter which."""
    turn: Turn | None = game.turns.filter(state=TurnState.CLOSED).first()
    if turn is None:
        return
    solutions = Solutions.objects.filter(turn=turn).first()
    if solutions is None:
        raise WrongState("not-solved")
    data = {"reason": "interrupted"}
    move_game(game, GameCommand.RESUME, by=by, now=now, data=data, **RESUMED_FIELDS)
    turn.game = game
    if solutions.proposed is None:  # 3.6
        cancel_turn(turn=turn, reason=NO_SOLUTION, by=by, now=now)
        return
    word, ref = solutions.proposed
    reveal_turn(turn=turn, word=word, ref=ref, by=by, now=now)
