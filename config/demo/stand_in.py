"""Judge and arbiter by software (stand-ins): they act only while no person does."""

from datetime import datetime, timedelta

import structlog
from django.db.models import QuerySet

from arbitrage.models import Ruling
from arbitrage.queries.rulings import find_waiting_entries, get_current_rulings
from arbitrage.services import rulings
from tournament.core.errors import RoomError
from tournament.core.events import EventKind
from tournament.core.next_action import Action, find_next_action
from tournament.core.states import GameState, TurnState
from tournament.models import Game, Journal, Solutions, Turn
from tournament.queries.position import list_turns_current_first
from tournament.queries.results.tops import load_choice
from tournament.services.play import games, interruptions, turns

log = structlog.get_logger(__name__)

#: The account of acts that need an author, as the opening of a game of an event.
USERNAME = "logiciel"
#: After a person's last command the stand-in does nothing for this long.
PERSON_PAUSE = timedelta(minutes=3)
#: Pause before each action, so that people can follow, in seconds.
PAUSES = {
    Action.START: 4,
    Action.DRAW: 12,
    Action.ANNOUNCE: 5,
    Action.OPEN: 4,
    Action.REVEAL: 6,
    Action.CANCEL: 5,
    Action.RESUME: 60,
}
ARBITER_PAUSE = timedelta(seconds=60)
#: Kinds of the acts of arbiters. They do not pause the stand-in judge; other acts do not pause the
#: stand-in arbiter.
ARBITER_KINDS = (EventKind.PAPER_TYPED, EventKind.TURN_CORRECTED, EventKind.STANDINGS_CHANGED)


def act_as_judge(game: Game, *, now: datetime) -> bool:
    """Do the judge's next action if no person does; return True if the game has ended."""
    turn = list_turns_current_first(game).first()
    if game.state in {GameState.FINISHED, GameState.VOID}:
        return True
    last_entry = Journal.objects.filter(game=game).order_by("-seq").first()
    recent_acts = _list_recent_acts(game, now).exclude(kind__in=ARBITER_KINDS)
    action = _find_action(game, turn)
    pause = timedelta(seconds=PAUSES.get(action, 0))
    if last_entry is None or recent_acts.exists() or now - last_entry.at < pause:
        return False
    try:
        _execute(game, turn, action, now)
    except RoomError as error:
        log.info("stand_in_was_second", action=action, reason=error.reason)
    return False


def _list_recent_acts(game: Game, now: datetime) -> QuerySet[Journal]:
    """List the acts of persons in the last ``PERSON_PAUSE``; those of stand-ins have no author, or
    the software's account."""
    acts = Journal.objects.filter(game=game, by__isnull=False, at__gt=now - PERSON_PAUSE)
    return acts.exclude(by__username=USERNAME)


def _find_action(game: Game, turn: Turn | None) -> Action:
    state = None if turn is None else TurnState(turn.state)
    solutions = Solutions.objects.filter(turn=turn).first() if turn else None
    solutions_count = len(solutions.moves) if solutions else None
    return find_next_action(GameState(game.state), state, solutions=solutions_count)


def _execute(game: Game, turn: Turn | None, action: Action, now: datetime) -> None:
    if action is Action.START:
        games.start_game(game=game, by=None, now=now)
    elif action is Action.RESUME:
        interruptions.resume_game(game=game, by=None, now=now)
    elif action is Action.DRAW:
        turns.draw_turn(game=game, by=None, now=now)
    elif turn is None:
        return
    elif action is Action.ANNOUNCE:
        turns.announce_turn(turn=turn, by=None, now=now)
    elif action is Action.OPEN:
        turns.open_turn(turn=turn, by=None, now=now)
    elif action is Action.CANCEL:
        turns.cancel_turn(turn=turn, reason=turns.NO_SOLUTION, by=None, now=now)
    elif action is Action.REVEAL:
        move = load_choice(turn).proposed_top
        assert move is not None
        turns.reveal_turn(turn=turn, word=move.word, ref=str(move.place), by=None, now=now)


def act_as_arbiter(game: Game, *, now: datetime) -> int:
    """Confirm the pending proposals if no arbiter acts; return the number confirmed."""
    if _list_recent_acts(game, now).filter(kind__in=ARBITER_KINDS).exists():
        return 0
    waiting = game.turns.filter(to_decide__gt=0, corrected_at__lt=now - ARBITER_PAUSE)
    return sum(
        _confirm_ruling(ruling, now)
        for turn in waiting
        for ruling in get_current_rulings(turn, find_waiting_entries(turn)).values()
    )


def _confirm_ruling(ruling: Ruling, now: datetime) -> bool:
    """Confirm the software's proposal; return False if an arbiter decided first."""
    try:
        rulings.confirm_ruling(
            turn=ruling.turn, entry=ruling.entry, version=ruling.version, by=None, now=now
        )
    except RoomError:
        return False
    return True
