"""Incidents (6.4, 9, 10): too many letters, an upset board, absent players."""

from dataclasses import replace

from engine.rules.classic.letters import RACK_SIZE, remove_letters
from tournament.classic.core.clock_setting import impose_clock
from tournament.classic.core.commands import Command, Event
from tournament.classic.core.discipline import add_sanction, read_sanction
from tournament.classic.core.moves import require_turn
from tournament.classic.core.opening import add_to_bag, prepare_start, return_toss_letters
from tournament.classic.core.phases import MatchPhase
from tournament.classic.core.rulings import MatchSanction, Penalty
from tournament.classic.core.sides import Side
from tournament.classic.core.state import Absence, MatchState, set_starter
from tournament.core.errors import ClassicRefused


def report_excess(state: MatchState, event: Event) -> MatchState:
    """Report one's own excess letters; once one of them was seen it costs points (10.1.2)."""
    side = event.acting_side
    player = state.get_player(side)
    if not player.excess_count or player.has_reported_excess:
        raise ClassicRefused("no-excess")
    if player.face_down:
        return state  # all face down: no penalty (10.1.1)
    points = state.terms.too_many_letters
    penalty = Penalty(side, points, "10.1.2", event.at)
    penalised = replace(state, penalties=(*state.penalties, penalty))
    return penalised.with_player(side, has_reported_excess=True)


def remove_excess(state: MatchState, event: Event) -> MatchState:
    """Remove excess letters of the opponent, chosen at random by the server.

    Among those just drawn while all are face down (10.1.1), else among the whole rack (10.1.2).
    """
    faulty_side = event.acting_side.other
    player = state.get_player(faulty_side)
    n, removed_letters = event.read_number("n", low=1), event.read_text("among")
    if not player.excess_count:
        raise ClassicRefused("no-excess")
    if n != player.excess_count:
        raise ClassicRefused("wrong-excess-count", n=player.excess_count)
    if removed_letters not in ("drawn", "all"):
        raise event.build_refusal("among")
    if removed_letters == "drawn" and len(player.face_down) < n:
        raise ClassicRefused("already-seen")
    if removed_letters == "all" and not player.has_reported_excess:
        raise ClassicRefused("not-reported")
    letters = event.read_text("letters", max_length=n)
    if len(letters) != n:
        raise event.build_refusal("letters")
    bag = add_to_bag(state.bag, letters)
    cleared = replace(state, bag=bag, draw_count=state.draw_count + 1)
    if removed_letters == "drawn":
        return cleared.with_player(faulty_side, face_down=remove_letters(player.face_down, letters))
    rack = remove_letters(player.letters, letters)
    return cleared.with_player(faulty_side, rack=rack, face_down="", has_reported_excess=False)


def find_excess(state: MatchState, event: Event) -> MatchState:
    """Declare that a player with more than seven letters on the rack has lost (10.1.3).

    Letters face down do not count (C-11).
    """
    side = event.read_side()
    player = state.get_player(side)
    if len(player.rack) <= RACK_SIZE or player.has_reported_excess:
        raise ClassicRefused("no-excess" if not player.excess_count else "face-down")
    return add_sanction(state, event, side, MatchSanction.LOSS, "10.1.3")


def report_upset_board(state: MatchState, event: Event) -> MatchState:
    """Report or rule on an upset board (10.2).

    The clock stops; an arbiter restores the board and may sanction. If it cannot be restored, the
    player who upset it loses.
    """
    if event.actor.side is not None:
        return replace(state, is_held=True).with_player(event.actor.side, has_called=True)
    side = event.read_side()
    if not event.read_bool("restorable"):
        return add_sanction(state, event, side, MatchSanction.LOSS, "10.2")
    state = resume(state, event)
    sanction = read_sanction(event)
    return state if sanction is None else add_sanction(state, event, side, sanction, "10.2")


def report_incomplete_set(state: MatchState, event: Event) -> MatchState:
    """Report or rule on a game not played with 102 letters (10.3).

    The scores stand, unless a player removed letters intentionally. Players report, the director
    decides.
    """
    if event.actor.side is not None:
        return state.with_player(event.actor.side, has_called=True)
    side = event.read_optional_side()
    return state if side is None else add_sanction(state, event, side, MatchSanction.LOSS, "10.3")


def declare_late(state: MatchState, event: Event) -> MatchState:
    """Declare that a late player has lost, or let the opponent draw, play and wait (10.5).

    The clock of the late player runs from the opponent's first press (C-14).
    """
    side = event.read_side()
    if event.read_bool("lost"):
        return add_sanction(state, event, side, MatchSanction.LOSS, "10.5")
    waiting = set_starter(return_toss_letters(state), side.other).with_player(
        side, absence=Absence.LATE
    )
    if waiting.get_player(side.other).letter_count < RACK_SIZE:
        return waiting
    updated = waiting.with_player(side.other, must_draw=False)
    return replace(updated, play_phase=MatchPhase.PLAY)


def choose_return_command(state: MatchState, side: Side) -> Command:
    """Return the command by which an absent player is back at the table."""
    return Command.ARRIVE if state.get_player(side).absence is Absence.LATE else Command.RETURN


def arrive(state: MatchState, event: Event) -> MatchState:
    """Seat a late player, who draws unless their time is over (10.5).

    If nothing was played yet, the game continues with the start of the clock (3.6, C-14).
    """
    side = event.actor.side or event.read_side()
    if state.get_player(side).absence is not Absence.LATE:
        raise ClassicRefused("not-away")
    seated = state.with_player(side, absence=None)
    if state.play_phase is MatchPhase.RACKS:
        return seated
    must_draw = seated.get_player(side).letter_count < RACK_SIZE and bool(seated.bag)
    if not state.has_started and state.play_phase is MatchPhase.PLAY:
        seated = (
            replace(seated, play_phase=MatchPhase.RACKS) if must_draw else prepare_start(seated)
        )
    return seated.with_player(side, must_draw=must_draw and not seated.is_out_of_time(side))


def pause(state: MatchState, event: Event) -> MatchState:
    """Let a player leave for some minutes on their own time (C-15); an arbiter is informed
    (10.6)."""
    require_turn(state, event)
    return state.with_player(event.acting_side, absence=Absence.PAUSE, has_called=True)


def leave(state: MatchState, event: Event) -> MatchState:
    """Note that a player left without a word: the game continues until an arbiter decides
    (10.7)."""
    side = event.actor.side or event.read_side()
    return state.with_player(side, absence=Absence.LEFT)


def come_back(state: MatchState, event: Event) -> MatchState:
    side = event.actor.side or event.read_side()
    if state.get_player(side).absence not in (Absence.PAUSE, Absence.LEFT):
        raise ClassicRefused("not-away")
    return state.with_player(side, absence=None)


def call_arbiter(state: MatchState, event: Event) -> MatchState:
    """Call an arbiter; for a contested score the clock stops (4.1.6)."""
    contest = state.contest
    if contest is not None and not contest.is_arbiter_called and "about" not in event.data:
        return replace(state, contest=replace(contest, is_arbiter_called=True))
    return state.with_player(event.acting_side, has_called=True)


def close_call(state: MatchState, event: Event) -> MatchState:
    """Close a call to an arbiter, or a player's request for the director."""
    side = event.read_side()
    requester = None if state.director_requester is side else state.director_requester
    return replace(state, director_requester=requester).with_player(side, has_called=False)


def abandon(state: MatchState, event: Event) -> MatchState:
    """Note an abandon; it counts only if told to an arbiter (10.7)."""
    if event.data.get("told") != "arbiter":
        raise ClassicRefused("tell-an-arbiter")
    return replace(state, side_that_abandoned=event.actor.side or event.read_side())


def request_director(state: MatchState, event: Event) -> MatchState:
    """Note that a player asks for the director because the opponent is slow (6.4.2)."""
    return replace(state, director_requester=event.acting_side)


def impose_player_clock(state: MatchState, event: Event) -> MatchState:
    """Give a player a clock by order of the director (6.4.2), or both until the end (6.4.3)."""
    return replace(
        state, clock=impose_clock(state.terms, state.clock, event), director_requester=None
    )


def hold(state: MatchState, _event: Event) -> MatchState:
    """Stop the clock, by an arbiter."""
    return replace(state, is_held=True)


def resume(state: MatchState, _event: Event) -> MatchState:
    return replace(state, is_held=False, is_unwatched=False)
