"""Every pair of phase and command of a game between two, and its actors."""

import itertools

import pytest

from tests.rows import every_row
from tests.tournament.classic.core.tables import build_game_in_phase
from tournament.classic.core.commands import FIELDS, Command, Event
from tournament.classic.core.phases import MatchPhase
from tournament.classic.core.sides import Actor
from tournament.classic.core.transitions import COMMAND_RULES, TRANSITIONS, apply
from tournament.core.errors import ClassicRefused

BEFORE = "toss racks start"
TICKING = "play announced turned"
STOPPED = "challenge slip score held suspended"
ENDED = "letters over"
ALL = f"{BEFORE} {TICKING} {STOPPED} {ENDED} totals"
#: Written out independently of the table: command, phases, and who: players, officers (o), the
#: director alone (d), time (t).
WHEN = {
    "toss": ("toss", "p"),
    "draw": (f"racks {TICKING} held", "p"),
    "look": (f"racks start {TICKING}", "p"),
    "play": ("play", "p"),
    "turn": ("announced", "p"),
    "press": ("start turned", "p"),
    "pass": ("play", "p"),
    "exchange": ("play", "p"),
    "unwrite": (f"{TICKING} {ENDED} held", "o"),
    "challenge": ("play turned over", "p"),
    "slip": ("challenge", "p"),
    "verdict": ("slip", "o"),
    "dismiss": ("challenge slip", "o"),
    "contest-score": (f"{TICKING} {ENDED} held", "p"),
    "agree-score": (f"{TICKING} {ENDED} score held", "p"),
    "drop-contest": (f"{TICKING} {ENDED} score held", "po"),
    "set-score": (f"{TICKING} {STOPPED} {ENDED} totals", "o"),
    "sanction": (ALL, "o"),
    "lift": (ALL, "o"),
    "appeal": (ALL, "p"),
    "decide": (ALL, "d"),
    "refer": (f"{BEFORE} {TICKING}", "p"),
    "time-player": (f"{BEFORE} {TICKING} held", "d"),
    "report-excess": (f"racks start {TICKING}", "p"),
    "remove-excess": (f"racks start {TICKING}", "p"),
    "find-excess": (f"racks start {TICKING} held", "o"),
    "upset": (f"{TICKING} held", "po"),
    "incomplete": (ALL, "pd"),
    "declare-totals": ("play over totals", "p"),
    "settle-totals": ("play over totals", "o"),
    "late": (BEFORE, "d"),
    "arrive": (f"{BEFORE} {TICKING} {STOPPED}", "po"),
    "pause": ("play", "p"),
    "leave": (f"{BEFORE} {TICKING} {STOPPED}", "po"),
    "return": (f"{BEFORE} {TICKING} {STOPPED}", "po"),
    "call-arbiter": (ALL, "p"),
    "answer": (ALL, "o"),
    "abandon": (f"{BEFORE} {TICKING} {STOPPED}", "po"),
    "hold": (TICKING, "o"),
    "resume": ("held", "o"),
    "set-clocks": ("held over", "o"),
    "unwatched": (TICKING, "t"),
    "type-letters": ("letters", "o"),
    "stop": (f"{BEFORE} {TICKING} {STOPPED}", "d"),
    "expire": (TICKING, "t"),
}
WHO = {
    "p": {Actor.X, Actor.Y},
    "o": {Actor.ARBITER, Actor.DIRECTOR},
    "d": {Actor.DIRECTOR},
    "t": {Actor.TIME},
}


def test_commands_have_the_phases_and_actors_of_the_text() -> None:
    with every_row() as row:
        for phase, command in itertools.product(MatchPhase, Command):
            with row(f"{command} in {phase}"):
                phases, actors = WHEN[command]
                assert ((phase, command) in TRANSITIONS) == (phase in phases.split())
                assert COMMAND_RULES[command].actors == set().union(
                    *(WHO[letter] for letter in actors)
                )


def test_command_is_refused_outside_its_phase_or_actor_only() -> None:
    """In a game that is truly in each phase: the reason is never the phase where it may be done."""
    with every_row() as row:
        states = {phase: build_game_in_phase(phase) for phase in MatchPhase}
        for phase, command, actor in itertools.product(MatchPhase, Command, Actor):
            state = states[phase]
            with row(f"{command} by {actor} in {phase}"):
                assert state.phase is phase
                reason = catch_reason(state, Event(command, actor, state.clock.updated_at_ms))
                if actor not in COMMAND_RULES[command].actors:
                    assert reason == "not-yours"
                else:
                    allowed = (phase, command) in TRANSITIONS
                    assert (reason != "wrong-phase") == allowed


def catch_reason(state: object, event: Event) -> str:
    try:
        apply(state, event)  # type: ignore[arg-type]
    except ClassicRefused as error:
        return error.reason
    return ""


def test_every_phase_has_a_way_out() -> None:
    with every_row() as row:
        for phase in set(MatchPhase) - {MatchPhase.OVER}:
            with row(phase):
                assert any(
                    phase in COMMAND_RULES[command].phases
                    for command in (Command.STOP, Command.TYPE_LETTERS, Command.SETTLE_TOTALS)
                )


def test_nothing_that_the_server_writes_can_be_sent() -> None:
    sent = set().union(*FIELDS.values())
    assert {"letter", "drawn"} & sent == set()
    assert "letters" not in FIELDS[Command.DRAW] | FIELDS[Command.REMOVE_EXCESS]
    with pytest.raises(ClassicRefused):
        apply(build_game_in_phase(MatchPhase.TOSS), Event(Command.TOSS, Actor.X))
