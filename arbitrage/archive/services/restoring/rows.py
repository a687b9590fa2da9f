"""Writes the rows of an archive: keys of this database in place of the names in the lines.

The tables of members (``archive.queries.member_tables``) say which line becomes which row, and
``members`` what the lines of some members need besides.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import batched
from typing import Any

from django.db.models import Model, QuerySet

from arbitrage.archive.core.people import EntryRow, House, TournamentRow, WayIn
from arbitrage.archive.core.play import GameRow
from arbitrage.archive.core.reading import Archive, as_line
from arbitrage.archive.core.row import Reference, RowColumn
from arbitrage.archive.queries.member_tables import (
    ENTRY_COLUMNS,
    GAME_COLUMNS,
    MEMBER_TABLES,
    TOURNAMENT_COLUMNS,
    MemberTable,
)
from arbitrage.archive.queries.names import ROW_NAMINGS
from arbitrage.archive.services.restoring.keys import Keys
from arbitrage.archive.services.restoring.lines import line_of, logo_of
from arbitrage.archive.services.restoring.members import AFTER, BEFORE, Target
from arbitrage.archive.services.restoring.solutions import Solved, restore_solutions
from tournament.models import (
    BigScreen,
    Entry,
    Game,
    Group,
    Organisation,
    Table,
    Tournament,
    WordList,
)
from tournament.services.tournaments import with_an_address

_AT_ONCE = 1000
_REFERENCES = {naming.member: reference for reference, naming in ROW_NAMINGS.items()}


class RestoredRows:
    """Of one archive, for one organisation; ``lists`` are its words by checksum, ``solved`` its
    solutions."""

    def __init__(
        self,
        archive: Archive,
        organisation: Organisation,
        lists: Mapping[str, WordList],
        solved: Sequence[Solved],
    ) -> None:
        self._archive = archive
        self._organisation = organisation
        self._lists = lists
        self._solved = solved
        ways = {row.table: row for row in archive.of(WayIn)}
        keys = [way.key for way in ways.values()]
        taken = set(Table.objects.filter(key__in=keys).values_list("key", flat=True))
        self._ways = {table: way for table, way in ways.items() if way.key not in taken}

    def write(self) -> Tournament:
        """All rows. Raises LookupError, ValueError, TypeError, DatabaseError, BadArchive."""
        self._tournament = self._write_tournament()
        self._keys = Keys(self._archive, self._tournament)
        self._target = Target(self._organisation, self._keys, self._lists, self._ways)
        self._write_games()
        for table in MEMBER_TABLES:
            self._write_member(table)
            if table.member == "tables":
                self._write_entries()
        restore_solutions(self._solved, self._keys[Reference.TURN])
        return self._tournament

    def _write_tournament(self) -> Tournament:
        (row,), (house,) = self._archive.of(TournamentRow), self._archive.of(House)
        values = {
            column.source: column.read(getattr(row, column.name), lambda _, name: name)
            for column in TOURNAMENT_COLUMNS
        }
        created_at = values.pop("created_at")
        made = with_an_address(
            values.pop("name"), house.address, organisation=self._organisation, **values
        )
        # Written once more: a tournament says by itself when it was made.
        Tournament.objects.filter(pk=made.pk).update(created_at=created_at)
        if row.screen is not None:
            BigScreen.objects.create(
                tournament=made,
                scene=row.screen.scene,
                logo=logo_of(row.screen),
                logo_kind=row.screen.logo_kind,
            )
        made.refresh_from_db()
        return made

    def _write_games(self) -> None:
        rows = []
        for number, row in enumerate(self._archive.of(GameRow), start=1):
            with line_of("games", number):
                rows.append(self._game(row))
        Game.objects.bulk_create(rows)

    def _game(self, row: GameRow) -> Game:
        journal = self._archive.journal_of(row.number)
        turns = self._keys[Reference.TURN]
        words = self._lists[row.word_list.checksum] if row.word_list else None
        return Game(
            pk=self._keys[Reference.GAME][row.number],
            tournament=self._tournament,
            word_list=words,
            head=journal[-1]["chain"] if journal else "",
            dirty_turns=sorted(turns[row.number, ordinal] for ordinal in row.dirty_turns),
            **self._read(GAME_COLUMNS, as_line(row)),
        )

    def _write_entries(self) -> None:
        rows, seats = [], []
        seat = Entry.players.through
        for number, row in enumerate(self._archive.of(EntryRow), start=1):
            with line_of("entries", number):
                key = self._keys[Reference.ENTRY][row.uid]
                values = self._read(ENTRY_COLUMNS, as_line(row))
                rows.append(Entry(pk=key, tournament=self._tournament, **values))
                players = [self._keys[Reference.PLAYER][uid] for uid in row.players]
            seats += [seat(entry_id=key, player_id=player) for player in players]
        Entry.objects.bulk_create(rows, batch_size=_AT_ONCE)
        seat.objects.bulk_create(seats, batch_size=_AT_ONCE)

    def _read(self, columns: Iterable[RowColumn], line: Mapping[str, Any]) -> dict[str, Any]:
        """By attribute, the values of a row."""
        return {
            column.source: column.read(line[column.name], self._keys.key_of) for column in columns
        }

    def _write_member(self, table: MemberTable) -> None:
        """A thousand lines at a time: never all of a member twice in memory."""
        written: QuerySet[Any] = QuerySet(table.model)
        lines = enumerate(self._archive.rows[table.member], start=1)
        for some in batched(lines, _AT_ONCE, strict=False):
            rows: list[Model] = []
            for number, line in some:
                with line_of(table.member, number):
                    rows.append(self._row(table, as_line(line)))
            written.bulk_create(self._unknown_groups(rows) if table.member == "groups" else rows)

    def _row(self, table: MemberTable, line: dict[str, Any]) -> Model:
        values: dict[str, Any] = {}
        if table.is_of_turn:
            values["turn_id"] = self._keys[Reference.TURN][line["game"], line["turn"]]
        if table.owner in {"tournament", "organisation"}:
            owner: Model = self._organisation if table.house else self._tournament
            values[table.owner] = owner
        if change := BEFORE.get(table.member):
            line = change(self._target, line)
        values |= self._read(table.columns, line)
        if reference := _REFERENCES.get(table.member):
            values["pk"] = self._keys[reference][ROW_NAMINGS[reference].name_of(line)]
        if finish := AFTER.get(table.member):
            finish(self._target, line, values)
        return table.model(**values)

    def _unknown_groups(self, rows: Iterable[Model]) -> list[Model]:
        """Whatever the organisation has a list of stays as it is."""
        held = Group.objects.filter(organisation=self._organisation)
        known = {(kind, code.lower()) for kind, code in held.values_list("kind", "code")}
        return [
            row
            for row in rows
            if isinstance(row, Group) and (row.kind, row.code.lower()) not in known
        ]
