"""Keys of this database for the names in an archive.

They are taken from the sequences before anything is written, so that rows may name one another in
any order.
"""

from typing import Any

from django.db import connection
from django.db.models import Model

from arbitrage.archive.core.cases import CaseRow
from arbitrage.archive.core.matches import MatchGameRow, MatchRow, RoundRow
from arbitrage.archive.core.people import (
    AccountRow,
    EntryRow,
    ImportRow,
    PersonRow,
    TableRow,
    TeamRow,
)
from arbitrage.archive.core.play import ActRow, GameRow, PaperRow, TurnRow
from arbitrage.archive.core.reading import Archive
from arbitrage.archive.core.toppings import ToppingRow, ToppingRunRow
from arbitrage.archive.queries.names import Named
from arbitrage.archive.services.placeholders import make_placeholders
from arbitrage.models import Act, Appeal, PaperBulletin
from tournament.classic.models import Match, MatchGame, MatchRound
from tournament.models import Entry, EntryImport, Game, Player, Table, Team, Tournament, Turn
from tournament.topping.models import Topping, ToppingRun


class Keys:
    """Of the rows of ``archive`` that others name; an explanation gets its own when it is read."""

    def __init__(self, archive: Archive, tournament: Tournament) -> None:
        of = archive.of
        keyed: tuple[tuple[Named, type[Model], list[Any]], ...] = (
            (Named.PLAYER, Player, [row.uid for row in of(PersonRow)]),
            (Named.TEAM, Team, [row.name for row in of(TeamRow)]),
            (Named.IMPORT, EntryImport, [row.number for row in of(ImportRow)]),
            (Named.TABLE, Table, [row.number for row in of(TableRow)]),
            (Named.ENTRY, Entry, [row.uid for row in of(EntryRow)]),
            (Named.GAME, Game, [row.number for row in of(GameRow)]),
            (Named.TURN, Turn, [(row.game, row.ordinal) for row in of(TurnRow)]),
            (Named.ACT, Act, [row.uid for row in of(ActRow)]),
            (Named.CASE, Appeal, [row.number for row in of(CaseRow)]),
            (Named.TOPPING, Topping, [row.number for row in of(ToppingRow)]),
            (Named.TOPPING_RUN, ToppingRun, [row.uid for row in of(ToppingRunRow)]),
            (Named.ROUND, MatchRound, [row.number for row in of(RoundRow)]),
            (Named.MATCH, Match, [row.uid for row in of(MatchRow)]),
            (Named.MATCH_GAME, MatchGame, [row.uid for row in of(MatchGameRow)]),
        )
        self._keys: dict[Named, dict[Any, Any]] = {
            kind: dict(zip(names, new_keys(model, len(names)), strict=True))
            for kind, model, names in keyed
        }
        papers = [(row.game, row.turn, row.entry, row.version) for row in of(PaperRow)]
        #: By game, turn, entry and version, as the archive names them.
        self.papers = dict(zip(papers, new_keys(PaperBulletin, len(papers)), strict=True))
        self._keys[Named.EXPLANATION] = {}
        accounts = {row.key: row.name for row in of(AccountRow)}
        self._keys[Named.ACCOUNT] = make_placeholders(tournament, accounts)

    def __getitem__(self, kind: Named) -> dict[Any, Any]:
        return self._keys[kind]

    def named(self, kind: Named, name: Any) -> Any:
        """The key of a row; None for no name. Raises KeyError for one that nothing has."""
        return None if name is None else self._keys[kind][name]


def new_keys(model: type[Model], count: int) -> list[int]:
    """Keys that no row of ``model`` has or will get, in rising order."""
    table = model._meta.db_table  # noqa: SLF001 - documented, for all its name
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)",
            [table, count],
        )
        return sorted(key for (key,) in cursor.fetchall())
