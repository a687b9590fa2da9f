"""The current game of a tournament, for each audience."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import NamedTuple, Protocol

from tournament.core.states import UNDER_WAY_GAME_STATES, GameState
from tournament.models import Game
from tournament.protocol import Audience

#: States of the current game, by priority: the first of these that some game is in. A finished game
#: stays current until the next one is opened.
CURRENT_STATES = (UNDER_WAY_GAME_STATES, (GameState.FINISHED,), (GameState.READY,))
#: The same for the judge, who opens the next game.
JUDGE_STATES = (UNDER_WAY_GAME_STATES, (GameState.READY,), (GameState.FINISHED,))
_KNOWN_STATES = [state for states in CURRENT_STATES for state in states]


class _AnyGame(Protocol):
    """The fields that decide which game is current."""

    @property
    def state(self) -> str: ...
    @property
    def number(self) -> int: ...
    @property
    def finished_at(self) -> datetime | None: ...


class GameHeads(NamedTuple):
    """A game and the number of its last journal row for each audience."""

    tournament_id: int
    pk: int
    heads: Mapping[str, int]
    state: str
    number: int
    finished_at: datetime | None


def find_current_game(tournament_id: int, audience: Audience = Audience.PUBLIC) -> Game | None:
    """Return the running game; else the last finished one; else the next ready one.

    For the judge the next ready one comes before a finished one.
    """
    games = Game.objects.filter(tournament_id=tournament_id).select_related("tournament")
    return _choose(
        games.order_by("number"), JUDGE_STATES if audience is Audience.JUDGE else CURRENT_STATES
    )


def list_current_heads(tournaments: Collection[int]) -> list[GameHeads]:
    """Return the public's current game of each tournament that has one, by one query."""
    if not tournaments:
        return []
    games = Game.objects.filter(tournament__in=tournaments, state__in=_KNOWN_STATES)
    by_tournament: dict[int, list[GameHeads]] = {}
    for row in games.order_by("number").values_list(*GameHeads._fields):
        by_tournament.setdefault(row[0], []).append(GameHeads(*row))
    chosen = (_choose(rows, CURRENT_STATES) for rows in by_tournament.values())
    return [row for row in chosen if row is not None]


def _choose[G: _AnyGame](
    games: Iterable[G], priorities: tuple[tuple[GameState, ...], ...]
) -> G | None:
    """Return the current one of ``games``, which are in the order of their numbers."""
    candidates = list(games)
    for states in priorities:
        matching = [game for game in candidates if game.state in states]
        if matching:
            return max(matching, key=_get_end) if GameState.FINISHED in states else matching[0]
    return None


def _get_end(game: _AnyGame) -> tuple[datetime, int]:
    assert game.finished_at is not None
    return game.finished_at, game.number
