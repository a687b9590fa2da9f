"""What rows are called in an archive: nothing in it is the key of a database."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from django.contrib.auth.models import User
from django.db.models import QuerySet

from arbitrage.archive.models import Placeholder
from arbitrage.models import Act, Appeal
from tournament.classic.models import MatchGame
from tournament.core.canonical import digest
from tournament.models import Explanation, Tournament, Turn
from tournament.topping.models import ToppingRun

#: Digits of the digest by which lines name an explanation.
_REF = 32


class Named(StrEnum):
    """What has names."""

    ENTRY = "entry"
    PLAYER = "player"
    TABLE = "table"
    TEAM = "team"
    IMPORT = "import"
    GAME = "game"
    TURN = "turn"
    ACT = "act"
    CASE = "case"
    EXPLANATION = "explanation"
    TOPPING = "topping"
    TOPPING_RUN = "topping-run"
    ROUND = "round"
    MATCH = "match"
    MATCH_GAME = "match-game"
    ACCOUNT = "account"


def ref_of(parts: Any) -> str:
    """What the lines of the scoreboard call an explanation."""
    return digest(parts)[:_REF]


class Names:
    """By key, the names of the rows of ``tournament``; a turn's is game and ordinal.

    ``accounts`` are those that were asked for, with the name that they are shown by.
    """

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._of: dict[Named, Mapping[Any, Any]] = {}
        self._keys: dict[int, str] = {}
        self.accounts: dict[str, str] = {}
        held = Placeholder.objects.filter(tournament=tournament)
        self._held = {one.user_id: (one.key, one.name) for one in held}
        self._taken = {key for key, _ in self._held.values()}
        self._users: dict[int, str] = {}

    def of(self, kind: Named, key: Any) -> Any:
        """The name of a row; None for no row, and for one that is gone."""
        if key is None:
            return None
        if kind is Named.ACCOUNT:
            return self._account(key)
        if kind not in self._of:
            self._of[kind] = _READ[kind](self._tournament)
        return self._of[kind].get(key)

    def _account(self, user: int) -> str:
        """That of the archive which it came from, else its name; a second one of a name has a
        number, with a sign that no name has."""
        if user not in self._keys:
            key, name = self._held.get(user) or self._real(user)
            self._keys[user] = key
            self.accounts[key] = name
        return self._keys[user]

    def _real(self, user: int) -> tuple[str, str]:
        if not self._users:
            self._users = dict(User.objects.values_list("pk", "username"))
        name = key = self._users[user]
        number = 2
        while key in self._taken:
            key, number = f"{name}~{number}", number + 1
        return key, name


def _uids(rows: QuerySet[Any, Any]) -> dict[int, str]:
    return {pk: str(uid) for pk, uid in rows.order_by().values_list("pk", "uid")}


def _plain(rows: QuerySet[Any, Any], name: str) -> dict[int, Any]:
    return dict(rows.order_by().values_list("pk", name))


def _turns(here: Tournament) -> dict[int, tuple[int, int]]:
    rows = Turn.objects.filter(game__tournament=here)
    found = rows.values_list("pk", "game__number", "ordinal")
    return {pk: (game, ordinal) for pk, game, ordinal in found}


def _imports(here: Tournament) -> dict[int, int]:
    keys = here.imports.order_by("pk").values_list("pk", flat=True)
    return {pk: number for number, pk in enumerate(keys, start=1)}


def _told(here: Tournament) -> dict[Any, str]:
    rows = Explanation.objects.filter(turn__game__tournament=here)
    return {pk: ref_of(parts) for pk, parts in rows.values_list("pk", "parts")}


_READ: Mapping[Named, Callable[[Tournament], Mapping[Any, Any]]] = {
    Named.ENTRY: lambda here: _uids(here.entries.all()),
    Named.PLAYER: lambda here: _uids(here.players.all()),
    Named.TABLE: lambda here: _plain(here.tables.all(), "number"),
    Named.TEAM: lambda here: _plain(here.teams.all(), "name"),
    Named.IMPORT: _imports,
    Named.GAME: lambda here: _plain(here.games.all(), "number"),
    Named.TURN: _turns,
    Named.ACT: lambda here: _uids(Act.objects.filter(turn__game__tournament=here)),
    Named.CASE: lambda here: _plain(Appeal.objects.filter(tournament=here), "number"),
    Named.EXPLANATION: _told,
    Named.TOPPING: lambda here: _plain(here.toppings.all(), "number"),
    Named.TOPPING_RUN: lambda here: _uids(ToppingRun.objects.filter(topping__tournament=here)),
    Named.ROUND: lambda here: _plain(here.rounds.all(), "number"),
    Named.MATCH: lambda here: _uids(here.matches.all()),
    Named.MATCH_GAME: lambda here: _uids(MatchGame.objects.filter(match__tournament=here)),
}
