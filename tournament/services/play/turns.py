"""Commands on a turn: draw, announce, open, reveal, cancel; ``closing`` closes it."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from engine.regulation.topics import Topic
from tournament.core.errors import BadChoice, LostRace, WrongState
from tournament.core.events import EventKind
from tournament.core.states import (
    PLACED_TURN_STATES,
    GameState,
    TurnCommand,
    TurnState,
)
from tournament.models import Game, Solutions, Turn, WorkKind
from tournament.queries.announcements import find_solution_read_out_time
from tournament.queries.ending import find_ending
from tournament.queries.playing_time import get_seconds
from tournament.queries.position import GamePosition, list_turns_current_first, load_position
from tournament.queries.results import tops
from tournament.queries.spoilers import find_awaited_table
from tournament.services.journal import append_event
from tournament.services.play import draws
from tournament.services.play.centres import require_centres
from tournament.services.play.games import finish_game
from tournament.services.play.mort_subite import get_turn_time, mark_watchers
from tournament.services.play.transitions import By, move_turn, require_running
from tournament.services.play.work import queue_work
from tournament.services.screen import end_scene

#: Reason for cancelling a turn without solution (3.6), found by the software.
NO_SOLUTION = "no_solution"


def draw_turn(
    *,
    game: Game,
    letters: str | None = None,
    mistyped: bool = False,
    open_bulletins_stay: bool = False,
    by: By,
    now: datetime,
) -> Turn | None:
    """Complete the revealed turn and draw the next; None if the game ends instead.

    ``letters`` are those that the judge took from the bag, for a game drawn by hand; ``mistyped``:
    they replace letters that 3.2 refused because they were typed wrong. ``open_bulletins_stay`` as
    in ``finish_game``.

    Raises:
        WrongState, LostRace: a draw is not possible now.
        LettersRefused: the letters typed are not a possible draw. A draw that 3.2 refuses is
            recorded, so that the next one is a whole rack.
    """
    require_running(game)
    with transaction.atomic():
        game = _lock_game(game)
        _complete_last_turn(game, by=by, now=now)
        position = load_position(game)
        ending = _find_ending(position)
        if ending is None:
            new_draw = draws.draw_rack(position, letters, mistyped=mistyped)
            ending = new_draw.ending if new_draw.is_game_over else None
        if ending is not None:
            finish_game(
                game=game, **ending, open_bulletins_stay=open_bulletins_stay, by=by, now=now
            )
            return None
        if new_draw.is_refused:
            Game.objects.filter(pk=game.pk).update(refused=new_draw.attempts_as_json)
        else:
            return _create_turn(game, new_draw, by=by, now=now)
    raise new_draw.refusal


def _lock_game(game: Game) -> Game:
    """Return the game, locked against other draws, in its current state. Raise WrongState."""
    # The turn is locked before the game, as everywhere: rulings on it go on meanwhile.
    list_turns_current_first(game).select_for_update(no_key=True).first()
    # Without the tournament, which a transaction that holds a turn must not wait for
    # (``lock_registration``).
    games = Game.objects.select_for_update(of=["self"]).select_related("tournament")
    locked_game = games.get(pk=game.pk)
    require_running(locked_game)
    return locked_game


def _complete_last_turn(game: Game, *, by: By, now: datetime) -> None:
    last = list_turns_current_first(game).first()
    if last is None or last.state in {TurnState.DONE, TurnState.CANCELLED}:
        return
    if last.state != TurnState.REVEALED:
        raise WrongState("turn", command="draw", state=last.state)
    move_turn(last, TurnCommand.COMPLETE, EventKind.TURN_COMPLETED, by=by, now=now)


def _find_ending(position: GamePosition) -> dict[str, str] | None:
    """Return the arguments of ``finish_game`` if no further turn may be drawn (3.7)."""
    ending = find_ending(position)
    return {"reason": str(ending.reason), "article": ending.article} if ending else None


def _create_turn(game: Game, new_draw: draws.Draw, *, by: By, now: datetime) -> Turn:
    turn = Turn.objects.create(
        game=game,
        ordinal=game.turns.count() + 1,
        number=new_draw.number,
        kept=new_draw.last.kept,
        drawn=new_draw.last.drawn,
        rejected=new_draw.rejected,
        may_reject=new_draw.may_reject,
        time_s=get_turn_time(game, new_draw.number),
    )
    Game.objects.filter(pk=game.pk).update(refused=[])
    game.refused = []
    append_event(
        game, EventKind.RACK_DRAWN, turn=turn, by=by, now=now, data=new_draw.describe(game)
    )
    queue_work(WorkKind.SOLVE, turn.pk)
    return turn


def announce_turn(*, turn: Turn, by: By, now: datetime) -> Turn:
    """Show the letters to the hall, and end the scene on its big screen."""
    require_running(turn.game)
    with transaction.atomic():
        end_scene(turn.game.tournament_id, now)
        return move_turn(turn, TurnCommand.ANNOUNCE, EventKind.RACK_ANNOUNCED, by=by, now=now)


def open_turn(*, turn: Turn, by: By, now: datetime) -> Turn:
    """Start the clock (3.3); ``now`` is by the database's clock. Raise WrongState if a centre is
    not ready, and the judge does not go on without it."""
    require_running(turn.game)
    require_centres(turn.game)
    with transaction.atomic():
        # Locked: a change of its playing time comes before this, or is refused.
        locked_turn = Turn.objects.select_for_update(no_key=True).only("time_s").get(pk=turn.pk)
        turn.time_s = locked_turn.time_s
        mark_watchers(turn)
        end = now + timedelta(seconds=get_seconds(turn))
        return move_turn(
            turn,
            TurnCommand.OPEN,
            EventKind.TURN_OPENED,
            by=by,
            now=now,
            opened_at=now,
            closes_at=end,
            collects_at=end + settings.HAND_IN_GRACE,
        )


def stop_clock(*, turn: Turn, by: By, now: datetime) -> Turn:
    """End the playing time now; the turn closes after the usual grace."""
    with transaction.atomic():
        stopped = Turn.objects.filter(pk=turn.pk, state=TurnState.OPEN, closes_at__gt=now)
        if not stopped.update(closes_at=now, collects_at=now + settings.HAND_IN_GRACE):
            raise LostRace("turn", command="stop", state=turn.state)
        turn.refresh_from_db()
        append_event(turn.game, EventKind.TIME_SHORTENED, turn=turn, by=by, now=now)
    return turn


def reveal_turn(*, turn: Turn, word: str, ref: str, by: By, now: datetime) -> Turn:
    """Retain one of the tops that 3.4 and 3.7 allow and show it, with all results.

    Raise BadChoice for any other move; WrongState while the solutions are being computed, or
    until a judge who plays has handed in their own bulletin.
    """
    require_running(turn.game)
    if (table := find_awaited_table(turn)) is not None:
        raise WrongState("own-bulletin-first", number=table)
    if turn.solved_at is None:
        raise WrongState("not-solved")
    choice = tops.load_choice(turn)
    chosen_moves = [move for move in choice.tops if (move.word, move.ref) == (word, ref)]
    if not chosen_moves:
        raise BadChoice("not-a-top", word=word, ref=ref)
    if chosen_moves[0] not in choice.allowed_tops:
        raise BadChoice(choice.reason, word=word, ref=ref, article=choice.article)
    return move_turn(
        turn,
        TurnCommand.REVEAL,
        EventKind.TURN_REVEALED,
        by=by,
        now=now,
        data={"word": word, "ref": ref},
        word=word,
        ref=ref,
        score=chosen_moves[0].score,
    )


def record_solution_read_out(*, turn: Turn, by: By, now: datetime) -> Turn:
    """Note that the solution has been read out: the pause of 3.1 begins. A second call changes
    nothing."""
    require_running(turn.game)
    with transaction.atomic():
        Turn.objects.select_for_update(no_key=True).only("pk").get(pk=turn.pk)
        if turn.state == TurnState.REVEALED and find_solution_read_out_time(turn.game) is not None:
            return turn
        return move_turn(turn, TurnCommand.READ_OUT, EventKind.SOLUTION_READ_OUT, by=by, now=now)


def cancel_unplayable_turn(*, turn: Turn, by: By, now: datetime) -> Turn:
    """Cancel a turn without solution (3.6); raises WrongState if it has one, or is not solved, and
    LostRace if other letters were drawn meanwhile."""
    with transaction.atomic():
        locked_turn = Turn.objects.select_for_update().filter(pk=turn.pk)
        if not locked_turn.filter(kept=turn.kept, drawn=turn.drawn).exists():
            raise LostRace("turn", command=TurnCommand.CANCEL, state=turn.state)
        solutions = Solutions.objects.filter(turn=turn).first()
        if solutions is None:
            raise WrongState("not-solved")
        if solutions.moves:
            article = turn.game.tournament.regulation.format_articles(Topic.CANCELLATION)
            raise WrongState("solution-exists", article=article)
        return cancel_turn(turn=turn, reason=NO_SOLUTION, by=by, now=now)


def cancel_turn(*, turn: Turn, reason: str, detail: str = "", by: By, now: datetime) -> Turn:
    """Cancel the turn (3.6): its points are void and all its letters go back into the bag.

    ``reason`` is a code: an error named by the judge, or ``NO_SOLUTION``; ``detail`` is what the
    judge wrote. Both go into the journal.

    Also for an interrupted game, in which only turns played in good conditions stand (3.7).
    """
    if turn.game.state != GameState.INTERRUPTED:
        require_running(turn.game)
    last = list_turns_current_first(turn.game).first()
    if last is None or last.pk != turn.pk:
        raise WrongState("not-the-last-turn")
    was_placed = turn.state in PLACED_TURN_STATES
    return move_turn(
        turn,
        TurnCommand.CANCEL,
        EventKind.TURN_CANCELLED,
        by=by,
        now=now,
        data={"reason": reason, "detail": detail, "was_placed": was_placed},
    )
