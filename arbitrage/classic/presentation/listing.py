"""Calls and games as rows of a list."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext

from arbitrage.classic.core.calls import OPEN_STATES, CallKind, CallState
from arbitrage.classic.models import TableCall
from arbitrage.classic.presentation.calls import CALL_STATES
from arbitrage.classic.presentation.journal import line_of
from arbitrage.classic.presentation.match_file import PHASES, place_told
from arbitrage.classic.queries.match_file import MatchFile, names_in
from tournament.classic.core.sides import Side
from tournament.classic.core.state import MatchPhase
from tournament.classic.models import MatchEvent, MatchGame


@dataclass(frozen=True, slots=True)
class ListedCall:
    """``slip``: the words of a challenge that waits; ``outcome``: of a call that is over."""

    call: TableCall
    table: int | None
    who: str
    against: str
    slip: tuple[str, ...]
    outcome: str


@dataclass(frozen=True, slots=True)
class GameListed:
    game: MatchGame
    place: str
    phase: str


def call_rows(calls: Iterable[TableCall]) -> list[ListedCall]:
    found = list(calls)
    keys = {(call.game_id, call.closed_seq) for call in found if call.closed_seq}
    rows = MatchEvent.objects.filter(
        game__in={game for game, _ in keys}, seq__in={seq for _, seq in keys}
    ).select_related("by")
    events = {(row.game_id, row.seq): row for row in rows}
    return [_row(call, events.get((call.game_id, call.closed_seq))) for call in found]


def _row(call: TableCall, event: MatchEvent | None) -> ListedCall:
    names, match = names_in(call.game), call.game.match
    if call.side:
        side = Side(call.side)
        who, other = names[side], names[side.other]
        against = gettext("contre %(name)s") % {"name": other}
    else:
        who, against = f"{match.x} – {match.y}", ""
    file = MatchFile(call.game, call)
    shown = CallState(call.state) in OPEN_STATES and call.kind == CallKind.CHALLENGE
    slip = file.slip if shown else ()
    return ListedCall(call, match.board_number, who, against, slip, _outcome(file, event))


def _outcome(file: MatchFile, event: MatchEvent | None) -> str:
    """What ended it, in the words of the journal."""
    assert file.call is not None
    if event is None:
        return gettext(CALL_STATES[CallState(file.call.state)])
    line = line_of(event, file.state, file.names)
    return f"{line.what} – {line.why}" if line.why else line.what


def game_rows(games: Iterable[MatchGame]) -> list[GameListed]:
    return [
        GameListed(one, place_told(one), gettext(PHASES[MatchPhase(one.phase)])) for one in games
    ]
