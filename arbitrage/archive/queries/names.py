"""How the lines of an archive name rows: nothing in it is the key of a database."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Model, QuerySet

from arbitrage.archive.core.row import Reference
from arbitrage.archive.models import Placeholder
from arbitrage.models import Act, Appeal
from tournament.classic.models import Match, MatchGame, MatchRound
from tournament.core.canonical import digest
from tournament.models import (
    Entry,
    EntryImport,
    Explanation,
    Game,
    Player,
    Table,
    Team,
    Tournament,
    Turn,
)
from tournament.topping.models import Topping, ToppingRun

#: Digits of the digest by which lines name an explanation.
_REF = 32


@dataclass(frozen=True)
class RowNaming:
    """Rows of ``model`` are named by ``fields`` of the lines of ``member``.

    ``owner``: how the tournament is reached. ``sources``: the columns of the fields, where they
    have other names.
    """

    member: str
    model: type[Model]
    fields: tuple[str, ...] = ("uid",)
    owner: str = "tournament"
    sources: tuple[str, ...] = ()

    def name_of(self, line: Mapping[str, Any]) -> Any:
        """The name of the row of ``line``: a value, or several in a tuple."""
        return _join([line[field] for field in self.fields])

    def read(self, tournament: Tournament) -> dict[Any, Any]:
        """By key, the names of the rows of ``tournament``."""
        rows: QuerySet[Any, Any] = QuerySet(self.model).filter(**{self.owner: tournament})
        values = rows.order_by().values_list("pk", *(self.sources or self.fields))
        return {pk: _join(names) for pk, *names in values}


def _join(names: list[Any]) -> Any:
    texts = [str(name) if isinstance(name, UUID) else name for name in names]
    return texts[0] if len(texts) == 1 else tuple(texts)


_NUMBER = ("number",)
ROW_NAMINGS: Mapping[Reference, RowNaming] = {
    Reference.PLAYER: RowNaming("players", Player),
    Reference.TEAM: RowNaming("teams", Team, ("name",)),
    Reference.IMPORT: RowNaming("imports", EntryImport, _NUMBER),
    Reference.TABLE: RowNaming("tables", Table, _NUMBER),
    Reference.ENTRY: RowNaming("entries", Entry),
    Reference.GAME: RowNaming("games", Game, _NUMBER),
    Reference.TURN: RowNaming(
        "turns", Turn, ("game", "ordinal"), "game__tournament", ("game__number", "ordinal")
    ),
    Reference.ACT: RowNaming("acts", Act, owner="turn__game__tournament"),
    Reference.CASE: RowNaming("cases", Appeal, _NUMBER),
    Reference.TOPPING: RowNaming("toppings", Topping, _NUMBER),
    Reference.TOPPING_RUN: RowNaming("topping_runs", ToppingRun, owner="topping__tournament"),
    Reference.ROUND: RowNaming("rounds", MatchRound, _NUMBER),
    Reference.MATCH: RowNaming("matches", Match),
    Reference.MATCH_GAME: RowNaming("match_games", MatchGame, owner="match__tournament"),
}


def ref_of(parts: Any) -> str:
    """What the lines of the scoreboard call an explanation."""
    return digest(parts)[:_REF]


def _imports(tournament: Tournament) -> dict[int, int]:
    """Numbered from 1, in the order in which they were made."""
    keys = tournament.imports.order_by("pk").values_list("pk", flat=True)
    return {pk: number for number, pk in enumerate(keys, start=1)}


def _explanations(tournament: Tournament) -> dict[Any, str]:
    rows = Explanation.objects.filter(turn__game__tournament=tournament)
    return {pk: ref_of(parts) for pk, parts in rows.values_list("pk", "parts")}


#: Names that are no columns.
_COMPUTED: Mapping[Reference, Callable[[Tournament], Mapping[Any, Any]]] = {
    Reference.IMPORT: _imports,
    Reference.EXPLANATION: _explanations,
}


class Names:
    """By key, the names of the rows of ``tournament``; a turn's is game and ordinal.

    ``accounts`` are those that were asked for, with the name that they are shown by.
    """

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._names: dict[Reference, Mapping[Any, Any]] = {}
        self._account_keys: dict[int, str] = {}
        self.accounts: dict[str, str] = {}
        placeholders = Placeholder.objects.filter(tournament=tournament)
        self._placeholders = {row.user_id: (row.key, row.name) for row in placeholders}
        self._taken = {key for key, _ in self._placeholders.values()}
        self._usernames: dict[int, str] = {}

    def name_of(self, kind: Reference, key: Any) -> Any:
        """The name of a row; None for no row, and for one that is gone."""
        if key is None:
            return None
        if kind is Reference.ACCOUNT:
            return self._account(key)
        if kind not in self._names:
            read = _COMPUTED.get(kind) or ROW_NAMINGS[kind].read
            self._names[kind] = read(self._tournament)
        return self._names[kind].get(key)

    def _account(self, user: int) -> str:
        """That of the archive which it came from, else its name; a second one of a name has a
        number, with a sign that no name has."""
        if user not in self._account_keys:
            key, name = self._placeholders.get(user) or self._own_account(user)
            self._account_keys[user] = key
            self.accounts[key] = name
        return self._account_keys[user]

    def _own_account(self, user: int) -> tuple[str, str]:
        if not self._usernames:
            self._usernames = dict(User.objects.values_list("pk", "username"))
        name = key = self._usernames[user]
        number = 2
        while key in self._taken:
            key, number = f"{name}~{number}", number + 1
        return key, name
