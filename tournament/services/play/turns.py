"""The life of a turn: draw, announce, open, reveal, cancel; it closes by itself (``closing``)."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from engine.regulation.topics import Topic
from tournament.core.errors import BadChoice, LettersRefused, LostRace, WrongState
from tournament.core.events import EventKind
from tournament.core.states import (
    PLACED_TURN_STATES,
    GameState,
    TurnCommand,
    TurnState,
)
from tournament.models import Game, Solutions, Turn
from tournament.queries.ending import ending_of
from tournament.queries.playing_time import seconds_of
from tournament.queries.position import GamePosition, position_of, turns_at_hand
from tournament.queries.results import tops
from tournament.queries.spoilers import awaited_table
from tournament.services import tasks
from tournament.services.journal import append
from tournament.services.play import draws
from tournament.services.play.games import finish_game
from tournament.services.play.mort_subite import let_watch, time_of
from tournament.services.play.transitions import By, move_turn, require_running
from tournament.services.screen import leave_scene

#: Why a turn without solution is cancelled (3.6): the reason that the software finds by itself.
NO_SOLUTION = "no_solution"


def draw_turn(
    *,
    game: Game,
    letters: str | None = None,
    open_bulletins_stay: bool = False,
    by: By,
    now: datetime,
) -> Turn | None:
    """Complete the revealed turn and draw the next; None when the game is over instead.

    ``letters`` are those the judge took from the bag, for a game drawn by hand;
    ``open_bulletins_stay`` as ``finish_game``.

    Raises:
        WrongState, LostRace: not the moment.
        LettersRefused: the letters typed are no possible draw; a draw that 3.2 refuses is kept
            in mind, so that the next one is a whole rack.
    """
    require_running(game)
    with transaction.atomic():
        game = _locked(game)
        _complete_last(game, by=by, now=now)
        position = position_of(game)
        ending = _ending_by_the_rules(position)
        if ending is None:
            made = draws.draw(position, letters)
            ending = made.ending if made.game_over else None
        if ending is not None:
            finish_game(
                game=game, **ending, open_bulletins_stay=open_bulletins_stay, by=by, now=now
            )
            return None
        if made.refused:
            Game.objects.filter(pk=game.pk).update(
                refused=[attempt.as_json() for attempt in made.attempts]
            )
        else:
            return _create_turn(game, made, by=by, now=now)
    back = position.whole_bag.count_to_draw(position.fmt)
    raise LettersRefused(
        "rejected", letters=made.last.kept + made.last.drawn, minimum=made.minimum, back=back
    )


def _locked(game: Game) -> Game:
    """The game as it is now, and nobody else draws in it. Raises WrongState."""
    # As everywhere the turn before the game: arbiters decide on it while this waits.
    turns_at_hand(game).select_for_update(no_key=True).first()
    # The tournament is nobody's to wait for who holds a turn (``one_at_a_time``).
    games = Game.objects.select_for_update(of=["self"]).select_related("tournament")
    locked = games.get(pk=game.pk)
    require_running(locked)
    return locked


def _complete_last(game: Game, *, by: By, now: datetime) -> None:
    last = turns_at_hand(game).first()
    if last is None or last.state in {TurnState.DONE, TurnState.CANCELLED}:
        return
    if last.state != TurnState.REVEALED:
        raise WrongState("turn", command="draw", state=last.state)
    move_turn(last, TurnCommand.COMPLETE, EventKind.DONE, by=by, now=now)


def _ending_by_the_rules(position: GamePosition) -> dict[str, str] | None:
    """What ``finish_game`` says when no further turn may be drawn (3.7)."""
    ending = ending_of(position)
    return {"reason": str(ending.reason), "article": ending.article} if ending else None


def _create_turn(game: Game, made: draws.Draw, *, by: By, now: datetime) -> Turn:
    turn = Turn.objects.create(
        game=game,
        ordinal=game.turns.count() + 1,
        number=made.number,
        kept=made.last.kept,
        drawn=made.last.drawn,
        rejected=made.rejected,
        may_reject=made.may_reject,
        time_s=time_of(game, made.number),
    )
    Game.objects.filter(pk=game.pk).update(refused=[])
    game.refused = []
    append(game, EventKind.DRAWN, turn=turn, by=by, now=now, data=_draw_data(game, made))
    tasks.send_on_commit("tournament.tasks.solve_turn", turn.pk)
    return turn


def redraw_turn(*, turn: Turn, letters: str | None = None, by: By, now: datetime) -> Turn:
    """3.2: the judge puts back a rack that is valid only by counting a joker or Y favourably.

    Raises as ``draw_turn``; the rack stays as it is when the new letters are no valid draw.
    """
    require_running(turn.game)
    if not turn.may_reject:
        raise WrongState("draw-is-valid")
    with transaction.atomic():
        held = Turn.objects.select_for_update().filter(pk=turn.pk, state=TurnState.DRAWN)
        if not held.filter(kept=turn.kept, drawn=turn.drawn).exists():
            raise LostRace("turn", command="redraw", state=turn.state)
        made = draws.draw_again(turn, letters)
        if made.refused:
            raise LettersRefused("rejected", letters=made.last.drawn, minimum=made.minimum)
        rejected = [*turn.rejected, [turn.kept, turn.drawn], *made.rejected]
        held.update(
            kept="",
            drawn=made.last.drawn,
            rejected=rejected,
            may_reject=made.may_reject,
            solved_at=None,
        )
        Solutions.objects.filter(turn=turn).delete()
        turn.refresh_from_db()
        data = {**_draw_data(turn.game, made), "redraw": True}
        append(turn.game, EventKind.DRAWN, turn=turn, by=by, now=now, data=data)
        tasks.send_on_commit("tournament.tasks.solve_turn", turn.pk)
    return turn


def _draw_data(game: Game, made: draws.Draw) -> dict[str, object]:
    return {
        "number": made.number,
        "source": game.source,
        "attempts": [attempt.as_json() for attempt in made.attempts],
    }


def announce_turn(*, turn: Turn, by: By, now: datetime) -> Turn:
    """Show the letters to the room, whatever its big screen shows by then."""
    require_running(turn.game)
    with transaction.atomic():
        leave_scene(turn.game.tournament_id, now)
        return move_turn(turn, TurnCommand.ANNOUNCE, EventKind.ANNOUNCED, by=by, now=now)


def open_turn(*, turn: Turn, by: By, now: datetime) -> Turn:
    """Start the clock (3.3); ``now`` is the database's clock."""
    require_running(turn.game)
    with transaction.atomic():
        # Whoever changes its playing time just now is before this, or too late.
        held = Turn.objects.select_for_update(no_key=True).only("time_s").get(pk=turn.pk)
        turn.time_s = held.time_s
        let_watch(turn)
        bell = now + timedelta(seconds=seconds_of(turn))
        return move_turn(
            turn,
            TurnCommand.OPEN,
            EventKind.OPENED,
            by=by,
            now=now,
            opened_at=now,
            closes_at=bell,
            collects_at=bell + settings.HAND_IN_GRACE,
        )


def stop_clock(*, turn: Turn, by: By, now: datetime) -> Turn:
    """Ring the bell now; the turn closes after the usual grace."""
    with transaction.atomic():
        stopped = Turn.objects.filter(pk=turn.pk, state=TurnState.OPEN, closes_at__gt=now)
        if not stopped.update(closes_at=now, collects_at=now + settings.HAND_IN_GRACE):
            raise LostRace("turn", command="stop", state=turn.state)
        turn.refresh_from_db()
        append(turn.game, EventKind.SHORTENED, turn=turn, by=by, now=now)
    return turn


def reveal_turn(*, turn: Turn, word: str, ref: str, by: By, now: datetime) -> Turn:
    """Retain one of the tops that 3.4 and 3.7 allow and show it, with every result.

    Raises BadChoice for any other move, WrongState while the solutions are being computed, or the
    bulletin of a judge who plays is not in.
    """
    require_running(turn.game)
    if (table := awaited_table(turn)) is not None:
        raise WrongState("own-bulletin-first", number=table)
    if turn.solved_at is None:
        raise WrongState("not-solved")
    choice = tops.choice_of(turn)
    chosen = [move for move in choice.tops if (move.word, move.ref) == (word, ref)]
    if not chosen:
        raise BadChoice("not-a-top", word=word, ref=ref)
    if chosen[0] not in choice.allowed:
        raise BadChoice(choice.reason, word=word, ref=ref, article=choice.article)
    return move_turn(
        turn,
        TurnCommand.REVEAL,
        EventKind.REVEALED,
        by=by,
        now=now,
        data={"word": word, "ref": ref},
        word=word,
        ref=ref,
        score=chosen[0].score,
    )


def cancel_unplayable_turn(*, turn: Turn, by: By, now: datetime) -> Turn:
    """Annul a turn without solution (3.6); raises WrongState when there is one, or nobody knows,
    and LostRace when other letters were drawn meanwhile."""
    with transaction.atomic():
        same = Turn.objects.select_for_update().filter(pk=turn.pk)
        if not same.filter(kept=turn.kept, drawn=turn.drawn).exists():
            raise LostRace("turn", command=TurnCommand.CANCEL, state=turn.state)
        solutions = Solutions.objects.filter(turn=turn).first()
        if solutions is None:
            raise WrongState("not-solved")
        if solutions.moves:
            article = turn.game.tournament.regulation.number(Topic.CANCELLATION)
            raise WrongState("solution-exists", article=article)
        return cancel_turn(turn=turn, reason=NO_SOLUTION, by=by, now=now)


def cancel_turn(*, turn: Turn, reason: str, detail: str = "", by: By, now: datetime) -> Turn:
    """Annul the turn (3.6): its points are void and all its letters go back.

    ``reason`` is a code: an error that the judge names, or ``NO_SOLUTION``; ``detail`` is what he
    wrote. Both go into the journal.

    In an interrupted game too, of which only the turns played in good conditions stand (3.7).
    """
    if turn.game.state != GameState.INTERRUPTED:
        require_running(turn.game)
    last = turns_at_hand(turn.game).first()
    if last is None or last.pk != turn.pk:
        raise WrongState("not-the-last-turn")
    was_placed = turn.state in PLACED_TURN_STATES
    return move_turn(
        turn,
        TurnCommand.CANCEL,
        EventKind.CANCELLED,
        by=by,
        now=now,
        data={"reason": reason, "detail": detail, "was_placed": was_placed},
    )
