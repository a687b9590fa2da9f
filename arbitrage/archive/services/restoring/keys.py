"""Database keys for the names in an archive.

They are taken from the sequences before anything is written, so that rows can refer to each other
in any order.
"""

from typing import Any

from django.db import connection
from django.db.models import Model

from arbitrage.archive.core.people import AccountRow
from arbitrage.archive.core.play import PaperBulletinRow
from arbitrage.archive.core.reading import Archive, to_dict
from arbitrage.archive.core.row import Reference
from arbitrage.archive.queries.natural_keys import ROW_NATURAL_KEYS
from arbitrage.archive.services.placeholders import create_placeholders
from arbitrage.models import PaperBulletin
from tournament.models import Tournament


class Keys:
    """The keys of the rows of ``archive`` that others name; those of explanations are added as they
    are read."""

    def __init__(self, archive: Archive, tournament: Tournament) -> None:
        self._keys: dict[Reference, dict[Any, Any]] = {}
        for reference, naming in ROW_NATURAL_KEYS.items():
            names = [naming.build_natural_key(to_dict(row)) for row in archive.rows[naming.member]]
            keys = reserve_keys(naming.model, len(names))
            self._keys[reference] = dict(zip(names, keys, strict=True))
        papers = [
            (row.game, row.turn, row.entry, row.version)
            for row in archive.list_rows(PaperBulletinRow)
        ]
        #: Keys of bulletins on paper by game, turn, entry and version.
        self.papers = dict(zip(papers, reserve_keys(PaperBulletin, len(papers)), strict=True))
        self._keys[Reference.EXPLANATION] = {}
        accounts = {row.key: row.name for row in archive.list_rows(AccountRow)}
        self._keys[Reference.ACCOUNT] = create_placeholders(tournament, accounts)

    def __getitem__(self, kind: Reference) -> dict[Any, Any]:
        return self._keys[kind]

    def find_key(self, kind: Reference, name: Any) -> Any:
        """Return the key of a row; None for no name. Raise KeyError for a name without a row."""
        return None if name is None else self._keys[kind][name]


def reserve_keys(model: type[Model], count: int) -> list[int]:
    """Return keys that no row of ``model`` has or will get, in ascending order."""
    table = model._meta.db_table  # noqa: SLF001 - documented in spite of the underscore
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)",
            [table, count],
        )
        return sorted(key for (key,) in cursor.fetchall())
