"""Names of rows in an archive, in place of database keys."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Model, QuerySet

from arbitrage.archive.core.play import digest_explanation
from arbitrage.archive.core.row import Reference
from arbitrage.archive.core.rows import NAMED_ROWS
from arbitrage.archive.models import Placeholder
from arbitrage.models import Act, Appeal
from tournament.classic.models import Match, MatchGame, MatchRound, TableClock
from tournament.models import (
    Centre,
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

#: Columns of the fields whose column has another name.
_COLUMNS = {"game": "game__number"}


@dataclass(frozen=True)
class RowNaturalKey:
    """The name of a row of ``model``: the values of ``fields`` in its line of ``member``.

    ``owner_lookup``: lookup of the tournament.
    """

    member: str
    fields: tuple[str, ...]
    model: type[Model]
    owner_lookup: str

    def build_natural_key(self, line: Mapping[str, Any]) -> Any:
        """Return the name of the row of ``line``: a value, or a tuple of several."""
        return _to_name([line[field] for field in self.fields])

    def read_natural_keys(self, tournament: Tournament) -> dict[Any, Any]:
        """Return the names of the rows of ``tournament`` by key."""
        rows: QuerySet[Any, Any] = QuerySet(self.model).filter(**{self.owner_lookup: tournament})
        columns = [_COLUMNS.get(field, field) for field in self.fields]
        return {
            pk: _to_name(natural_keys)
            for pk, *natural_keys in rows.order_by().values_list("pk", *columns)
        }


def _to_name(values: list[Any]) -> Any:
    texts = [str(value) if isinstance(value, UUID) else value for value in values]
    return texts[0] if len(texts) == 1 else tuple(texts)


#: The model of the rows that a reference names, and the lookup of their tournament.
_MODELS: Mapping[Reference, tuple[type[Model], str]] = {
    Reference.CENTRE: (Centre, "tournament"),
    Reference.PLAYER: (Player, "tournament"),
    Reference.TEAM: (Team, "tournament"),
    Reference.IMPORT: (EntryImport, "tournament"),
    Reference.TABLE: (Table, "tournament"),
    Reference.ENTRY: (Entry, "tournament"),
    Reference.GAME: (Game, "tournament"),
    Reference.TURN: (Turn, "game__tournament"),
    Reference.ACT: (Act, "turn__game__tournament"),
    Reference.CASE: (Appeal, "tournament"),
    Reference.TOPPING: (Topping, "tournament"),
    Reference.TOPPING_RUN: (ToppingRun, "topping__tournament"),
    Reference.ROUND: (MatchRound, "tournament"),
    Reference.MATCH: (Match, "tournament"),
    Reference.MATCH_GAME: (MatchGame, "match__tournament"),
    Reference.TABLE_CLOCK: (TableClock, "match__tournament"),
}
ROW_NATURAL_KEYS: Mapping[Reference, RowNaturalKey] = {
    reference: RowNaturalKey(*NAMED_ROWS[reference], model, owner_lookup)
    for reference, (model, owner_lookup) in _MODELS.items()
}


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


class NaturalKeys:
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
        self._used_keys = {key for key, _ in self._placeholders.values()}
        self._usernames: dict[int, str] = {}

    def find_natural_key(self, kind: Reference, key: Any) -> Any:
        """Return the name of a row; None for no row, and for one that was deleted."""
        if key is None:
            return None
        if kind is Reference.ACCOUNT:
            return self._find_account_name(key)
        if kind not in self._names:
            read_names = _COMPUTED.get(kind) or ROW_NATURAL_KEYS[kind].read_natural_keys
            self._names[kind] = read_names(self._tournament)
        return self._names[kind].get(key)

    def _find_account_name(self, user: int) -> str:
        """Return the account's name in the archive it came from, else its username."""
        if user not in self._account_keys:
            key, name = self._placeholders.get(user) or self._build_local_name(user)
            self._account_keys[user] = key
            self.accounts[key] = name
        return self._account_keys[user]

    def _build_local_name(self, user: int) -> tuple[str, str]:
        """Return name and displayed name; a username that the archive uses for another account gets
        a number after ``~``, which no username contains."""
        if not self._usernames:
            self._usernames = dict(User.objects.values_list("pk", "username"))
        name = key = self._usernames[user]
        number = 2
        while key in self._used_keys:
            key, number = f"{name}~{number}", number + 1
        return key, name
