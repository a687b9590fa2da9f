"""Calls and games as rows of a list."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext

from arbitrage.classic.core.calls import OPEN_STATES, CallKind, CallState
from arbitrage.classic.models import TableCall
from arbitrage.classic.presentation.calls import CALL_STATES
from arbitrage.classic.presentation.game_for_officer import PHASES, describe_match_game
from arbitrage.classic.presentation.journal import build_line
from arbitrage.classic.queries.game_for_officer import GameForOfficer, get_names
from tournament.classic.core.phases import MatchPhase
from tournament.classic.core.sides import Side
from tournament.classic.models import MatchEvent, MatchGame


@dataclass(frozen=True, slots=True)
class ListedCall:
    """A row of a call. ``slip``: the words of an open challenge; ``outcome``: the result of a
    closed call."""

    call: TableCall
    table: int | None
    caller: str
    opponent: str
    slip: tuple[str, ...]
    outcome: str


@dataclass(frozen=True, slots=True)
class ListedMatchGame:
    game: MatchGame
    heading: str
    phase: str


def list_calls(calls: Iterable[TableCall]) -> list[ListedCall]:
    all_calls = list(calls)
    keys = {(call.game_id, call.closed_seq) for call in all_calls if call.closed_seq}
    rows = MatchEvent.objects.filter(
        game__in={game for game, _ in keys}, seq__in={seq for _, seq in keys}
    ).select_related("by")
    events = {(row.game_id, row.seq): row for row in rows}
    return [_build_row(call, events.get((call.game_id, call.closed_seq))) for call in all_calls]


def _build_row(call: TableCall, event: MatchEvent | None) -> ListedCall:
    names, match = get_names(call.game), call.game.match
    if call.side:
        side = Side(call.side)
        caller, other = names[side], names[side.other]
        opponent = gettext("contre %(name)s") % {"name": other}
    else:
        caller, opponent = f"{match.x} – {match.y}", ""
    officer_game = GameForOfficer(call.game, call)
    is_open_challenge = CallState(call.state) in OPEN_STATES and call.kind == CallKind.CHALLENGE
    slip = officer_game.slip if is_open_challenge else ()
    return ListedCall(
        call, match.board_number, caller, opponent, slip, _describe_outcome(officer_game, event)
    )


def _describe_outcome(officer_game: GameForOfficer, event: MatchEvent | None) -> str:
    """Return the sentence of the event that closed the call."""
    assert officer_game.call is not None
    if event is None:
        return gettext(CALL_STATES[CallState(officer_game.call.state)])
    line = build_line(event, officer_game.state, officer_game.names)
    return f"{line.sentence} – {line.reason}" if line.reason else line.sentence


def list_games(games: Iterable[MatchGame]) -> list[ListedMatchGame]:
    return [
        ListedMatchGame(game, describe_match_game(game), gettext(PHASES[MatchPhase(game.phase)]))
        for game in games
    ]
