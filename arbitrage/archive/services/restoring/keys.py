"""Keys of this database for the names in an archive.

They are taken from the sequences before anything is written, so that rows may name one another in
any order.
"""

from typing import Any

from django.db import connection
from django.db.models import Model

from arbitrage.archive.core.people import AccountRow
from arbitrage.archive.core.play import PaperRow
from arbitrage.archive.core.reading import Archive, as_line
from arbitrage.archive.core.row import Reference
from arbitrage.archive.queries.names import ROW_NAMINGS
from arbitrage.archive.services.placeholders import make_placeholders
from arbitrage.models import PaperBulletin
from tournament.models import Tournament


class Keys:
    """Of the rows of ``archive`` that others name; an explanation gets its own when it is read."""

    def __init__(self, archive: Archive, tournament: Tournament) -> None:
        self._keys: dict[Reference, dict[Any, Any]] = {}
        for reference, naming in ROW_NAMINGS.items():
            names = [naming.name_of(as_line(row)) for row in archive.rows[naming.member]]
            keys = new_keys(naming.model, len(names))
            self._keys[reference] = dict(zip(names, keys, strict=True))
        papers = [(row.game, row.turn, row.entry, row.version) for row in archive.of(PaperRow)]
        #: By game, turn, entry and version, as the archive names them.
        self.papers = dict(zip(papers, new_keys(PaperBulletin, len(papers)), strict=True))
        self._keys[Reference.EXPLANATION] = {}
        accounts = {row.key: row.name for row in archive.of(AccountRow)}
        self._keys[Reference.ACCOUNT] = make_placeholders(tournament, accounts)

    def __getitem__(self, kind: Reference) -> dict[Any, Any]:
        return self._keys[kind]

    def key_of(self, kind: Reference, name: Any) -> Any:
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
