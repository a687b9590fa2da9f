"""Names of rows in an archive, in place of database keys."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Model, QuerySet

from arbitrage.archive.core.row import Reference
from arbitrage.archive.models import Placeholder
from arbitrage.models import Act, Appeal
from tournament.classic.models import Match, MatchGame, MatchRound, TableClock
from tournament.core.canonical import compute_digest
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

#: Length of the digest by which lines name an explanation.
_DIGEST_LENGTH = 32


@dataclass(frozen=True)
class RowNaming:
    """The name of a row of ``model``: the values of ``fields`` in its line of ``member``.

    ``owner``: lookup of the tournament. ``sources``: columns of the fields, where their names
    differ.
    """

    member: str
    model: type[Model]
    fields: tuple[str, ...] = ("uid",)
    owner: str = "tournament"
    sources: tuple[str, ...] = ()

    def build_name(self, line: Mapping[str, Any]) -> Any:
        """Return the name of the row of ``line``: a value, or a tuple of several."""
        return _as_name([line[field] for field in self.fields])

    def read_names(self, tournament: Tournament) -> dict[Any, Any]:
        """Return the names of the rows of ``tournament`` by key."""
        rows: QuerySet[Any, Any] = QuerySet(self.model).filter(**{self.owner: tournament})
        values = rows.order_by().values_list("pk", *(self.sources or self.fields))
        return {pk: _as_name(names) for pk, *names in values}


def _as_name(names: list[Any]) -> Any:
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
    Reference.TABLE_CLOCK: RowNaming("table_clocks", TableClock, owner="match__tournament"),
}


def digest_explanation(parts: Any) -> str:
    """Return the name of an explanation in the lines of the scoreboard."""
    return compute_digest(parts)[:_DIGEST_LENGTH]


def _number_imports(tournament: Tournament) -> dict[int, int]:
    """Return numbers from 1 by key, in the order of creation."""
    keys = tournament.imports.order_by("pk").values_list("pk", flat=True)
    return {pk: number for number, pk in enumerate(keys, start=1)}


def _digest_explanations(tournament: Tournament) -> dict[Any, str]:
    rows = Explanation.objects.filter(turn__game__tournament=tournament)
    return {pk: digest_explanation(parts) for pk, parts in rows.values_list("pk", "parts")}


#: Names that are computed instead of read from columns.
_COMPUTED: Mapping[Reference, Callable[[Tournament], Mapping[Any, Any]]] = {
    Reference.IMPORT: _number_imports,
    Reference.EXPLANATION: _digest_explanations,
}


class Names:
    """The names of the rows of ``tournament`` by key; the name of a turn is game and ordinal.

    ``accounts`` collects the accounts that were asked for: displayed name by name in the archive.
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

    def find_name(self, kind: Reference, key: Any) -> Any:
        """Return the name of a row; None for no row, and for one that was deleted."""
        if key is None:
            return None
        if kind is Reference.ACCOUNT:
            return self._name_account(key)
        if kind not in self._names:
            read_names = _COMPUTED.get(kind) or ROW_NAMINGS[kind].read_names
            self._names[kind] = read_names(self._tournament)
        return self._names[kind].get(key)

    def _name_account(self, user: int) -> str:
        """Return the account's name in the archive it came from, else its username."""
        if user not in self._account_keys:
            key, name = self._placeholders.get(user) or self._name_local_account(user)
            self._account_keys[user] = key
            self.accounts[key] = name
        return self._account_keys[user]

    def _name_local_account(self, user: int) -> tuple[str, str]:
        """Return name and displayed name; a username that the archive uses for another account gets
        a number after ``~``, which no username contains."""
        if not self._usernames:
            self._usernames = dict(User.objects.values_list("pk", "username"))
        name = key = self._usernames[user]
        number = 2
        while key in self._taken:
            key, number = f"{name}~{number}", number + 1
        return key, name
