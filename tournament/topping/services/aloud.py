"""A *topping* before a judge, who accepts what one player or several say aloud (3.8.4)."""

from datetime import datetime

from tournament.core.errors import BadSetting, WrongState
from tournament.queries.clock import to_milliseconds
from tournament.services.lifecycle import lock_unless_archived, require_not_archived
from tournament.services.play.transitions import By
from tournament.services.tournament_journal import open_journal_transaction
from tournament.topping.core.topping_run import (
    BOARDS,
    IN_PLAY_RUNS,
    RunState,
    ToppingMode,
    ToppingRunCommand,
    ToppingState,
    take_back_top,
)
from tournament.topping.models import Topping, ToppingRun
from tournament.topping.queries.topping import TAKEN_BACK, ToppingGame, find_heard_top
from tournament.topping.services.events import lock_topping, notify_pages
from tournament.topping.services.locked_run import lock_run, record_expired, record_top


def choose_board(topping: Topping, run: ToppingRun, now: datetime) -> int | None:
    """Return the number of the board for ``run``: its previous one if it is free, else the first
    free one. None without a judge, or if the judge hears one player after the other.

    Raise WrongState while another player must finish first, or no board is free.
    """
    if not topping.is_aloud:
        return None
    other_runs = topping.runs.filter(state__in=sorted(IN_PLAY_RUNS)).exclude(pk=run.pk)
    playing_runs = [
        other
        for other in other_runs.select_related("entry")
        if lock_run(other, now).clock.state in IN_PLAY_RUNS
    ]
    if topping.mode == ToppingMode.JUDGE:
        if playing_runs:
            raise WrongState("topping-somebody-plays", name=playing_runs[0].entry)
        return None
    boards = [run.board, *BOARDS] if run.board else BOARDS
    used_boards = {other.board for other in playing_runs}
    free_board = next((board for board in boards if board not in used_boards), None)
    if free_board is None:
        raise WrongState("topping-boards", most=len(BOARDS))
    return free_board


def accept_heard_top(*, run: ToppingRun, turn: int, top: int, by: By, now: datetime) -> ToppingRun:
    """Accept the top that a judge heard, the ``top``-th of the list; a second call changes nothing.

    Raise BadSetting for a top that the turn does not have, WrongState when its time is over.
    """
    with open_journal_transaction():
        locked_run = lock_run(run, now)
        require_not_archived(locked_run.run.topping.tournament)
        if locked_run.clock.turn > turn or locked_run.clock.state is RunState.DONE:
            return locked_run.run
        if locked_run.clock.turn != turn:
            raise WrongState("topping-not-now", turn=turn)
        tops = ToppingGame(locked_run.run.topping).get_turn(turn).tops
        if not 0 <= top < len(tops):
            raise BadSetting("topping-no-such-top")
        word, ref, _ = tops[top]
        record_top(locked_run, {"word": word, "ref": ref}, by, now)
    return locked_run.run


def take_back_heard_top(*, run: ToppingRun, turn: int, by: By, now: datetime) -> ToppingRun:
    """Take back the top of ``turn``, accepted by mistake: its clock continues as if nothing had
    been heard (reading B-45); a second call changes nothing.

    Raise WrongState if anything happened since, another one plays, or the topping is closed.
    """
    with open_journal_transaction():
        lock_unless_archived(run.topping.tournament)
        topping = lock_topping(run.topping_id)
        if topping.state == ToppingState.CLOSED:
            raise WrongState("topping", command=ToppingRunCommand.TAKE_BACK, state=topping.state)
        locked_run = lock_run(run, now)
        if locked_run.run.events.filter(
            seq=locked_run.run.seq, kind=TAKEN_BACK, turn=turn
        ).exists():
            return locked_run.run
        event = find_heard_top(locked_run.run)
        if event is None or event.turn != turn:
            raise WrongState("topping-went-on", turn=turn)
        board = locked_run.run.board
        if locked_run.clock.state is RunState.DONE:
            board = choose_board(topping, locked_run.run, now)
        clock = take_back_top(locked_run.clock, turn, to_milliseconds(event.at), event.data["ms"])
        locked_run.record_event(TAKEN_BACK, turn, by=by, now=now)
        locked_run.store_clock(clock, now, ended_at=None, board=board)
        record_expired(locked_run, now)
        notify_pages(topping)
    return locked_run.run
