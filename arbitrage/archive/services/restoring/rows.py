"""Writing of the rows of an archive, with database keys in place of names.

The tables of members (``archive.queries.member_tables``) say which line becomes which row,
``members`` adds what they do not cover.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import batched
from typing import Any

from django.db.models import Model, QuerySet

from arbitrage.archive.core.people import EntryRow, OrganisationRow, TableAccessRow, TournamentRow
from arbitrage.archive.core.play import GameRow
from arbitrage.archive.core.reading import Archive, to_dict
from arbitrage.archive.core.row import Reference, RowColumn
from arbitrage.archive.queries.member_tables import (
    ENTRY_COLUMNS,
    GAME_COLUMNS,
    MEMBER_TABLES,
    TOURNAMENT_COLUMNS,
    MemberTable,
)
from arbitrage.archive.queries.natural_keys import ROW_NATURAL_KEYS
from arbitrage.archive.services.restoring.keys import Keys
from arbitrage.archive.services.restoring.lines import locate_errors
from arbitrage.archive.services.restoring.members import COMPLETIONS, PREPARATIONS, RestoringContext
from arbitrage.archive.services.restoring.solutions import ComputedSolutions, write_solutions
from arbitrage.archive.services.restoring.values import check_row, decode_logo
from arbitrage.archive.verify.report import LineNumber
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
from tournament.services.tournaments import create_with_slug

_BATCH_SIZE = 1000
_REFERENCES = {naming.member: reference for reference, naming in ROW_NATURAL_KEYS.items()}


class RowWriter:
    """Writes the rows of one archive for one organisation. ``lists``: word lists by checksum;
    ``solved``: the solutions."""

    def __init__(
        self,
        archive: Archive,
        organisation: Organisation,
        lists: Mapping[str, WordList],
        computed_solutions: Sequence[ComputedSolutions],
    ) -> None:
        self._archive = archive
        self._organisation = organisation
        self._lists = lists
        self._solved = computed_solutions
        accesses = {row.table: row for row in archive.list_rows(TableAccessRow)}
        keys = [access.key for access in accesses.values()]
        used_keys = set(Table.objects.filter(key__in=keys).values_list("key", flat=True))
        self._accesses = {
            table: access for table, access in accesses.items() if access.key not in used_keys
        }

    def write(self, unverified: list[LineNumber] | None = None) -> Tournament:
        """Write all rows. ``unverified``: lines that the verification refuses. Raise LookupError,
        ValueError, TypeError, DatabaseError, BadArchive."""
        self._tournament = self._write_tournament(unverified)
        self._keys = Keys(self._archive, self._tournament)
        self._context = RestoringContext(
            self._organisation, self._keys, self._lists, self._accesses
        )
        self._write_games()
        for table in MEMBER_TABLES:
            self._write_member(table)
            if table.member == "tables":
                self._write_entries()
        write_solutions(self._solved, self._keys[Reference.TURN])
        return self._tournament

    def _write_tournament(self, unverified: list[LineNumber] | None) -> Tournament:
        (row,), (organisation,) = (
            self._archive.list_rows(TournamentRow),
            self._archive.list_rows(OrganisationRow),
        )
        values = {
            column.source: column.read(getattr(row, column.name), lambda _, name: name)
            for column in TOURNAMENT_COLUMNS
        }
        values["unverified"] = unverified
        created_at = values.pop("created_at")
        tournament = create_with_slug(
            values.pop("name"), organisation.address, organisation=self._organisation, **values
        )
        # Set by an update: ``auto_now_add`` overwrites it at creation.
        Tournament.objects.filter(pk=tournament.pk).update(created_at=created_at)
        if row.screen is not None:
            BigScreen.objects.create(
                tournament=tournament,
                scene=row.screen.scene,
                logo=decode_logo(row.screen),
                logo_kind=row.screen.logo_kind,
            )
        tournament.refresh_from_db()
        return tournament

    def _write_games(self) -> None:
        rows = []
        for number, row in enumerate(self._archive.list_rows(GameRow), start=1):
            with locate_errors("games", number):
                rows.append(game := self._build_game(row))
                check_row(game)
        Game.objects.bulk_create(rows)

    def _build_game(self, row: GameRow) -> Game:
        journal = self._archive.list_journal(row.number)
        turns = self._keys[Reference.TURN]
        words = self._lists[row.word_list.checksum] if row.word_list else None
        return Game(
            pk=self._keys[Reference.GAME][row.number],
            tournament=self._tournament,
            word_list=words,
            head=journal[-1]["chain"] if journal else "",
            dirty_turns=sorted(turns[row.number, ordinal] for ordinal in row.dirty_turns),
            **self._read_columns(GAME_COLUMNS, to_dict(row)),
        )

    def _write_entries(self) -> None:
        rows, entry_players = [], []
        through = Entry.players.through
        for number, row in enumerate(self._archive.list_rows(EntryRow), start=1):
            with locate_errors("entries", number):
                key = self._keys[Reference.ENTRY][row.uid]
                values = self._read_columns(ENTRY_COLUMNS, to_dict(row))
                rows.append(entry := Entry(pk=key, tournament=self._tournament, **values))
                check_row(entry)
                players = [self._keys[Reference.PLAYER][uid] for uid in row.players]
            entry_players += [through(entry_id=key, player_id=player) for player in players]
        Entry.objects.bulk_create(rows, batch_size=_BATCH_SIZE)
        through.objects.bulk_create(entry_players, batch_size=_BATCH_SIZE)

    def _read_columns(
        self, columns: Iterable[RowColumn], line: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return the values of a row by attribute."""
        return {
            column.source: column.read(line[column.name], self._keys.find_key) for column in columns
        }

    def _write_member(self, table: MemberTable) -> None:
        """Write the rows in batches, so that the lines and rows of a member are never all in
        memory."""
        manager: QuerySet[Any] = QuerySet(table.model)
        lines = enumerate(self._archive.rows[table.member], start=1)
        for batch in batched(lines, _BATCH_SIZE, strict=False):
            rows: list[Model] = []
            for number, line in batch:
                with locate_errors(table.member, number):
                    rows.append(row := self._build_row(table, to_dict(line)))
                    check_row(row)
            manager.bulk_create(
                self._exclude_existing_groups(rows) if table.member == "groups" else rows
            )

    def _build_row(self, table: MemberTable, line: dict[str, Any]) -> Model:
        values: dict[str, Any] = {}
        if table.is_of_turn:
            values["turn_id"] = self._keys[Reference.TURN][line["game"], line["turn"]]
        if table.owner_lookup in {"tournament", "organisation"}:
            owner: Model = self._organisation if table.is_of_organisation else self._tournament
            values[table.owner_lookup] = owner
        if prepare := PREPARATIONS.get(table.member):
            line = prepare(self._context, line)
        values |= self._read_columns(table.columns, line)
        if reference := _REFERENCES.get(table.member):
            values["pk"] = self._keys[reference][
                ROW_NATURAL_KEYS[reference].build_natural_key(line)
            ]
        if complete := COMPLETIONS.get(table.member):
            complete(self._context, line, values)
        return table.model(**values)

    def _exclude_existing_groups(self, rows: Iterable[Model]) -> list[Model]:
        """Return the groups that the organisation does not have yet; existing ones stay as they
        are."""
        groups = Group.objects.filter(organisation=self._organisation)
        existing = {(kind, code.lower()) for kind, code in groups.values_list("kind", "code")}
        return [
            row
            for row in rows
            if isinstance(row, Group) and (row.kind, row.code.lower()) not in existing
        ]
