"""Writes the rows of an archive: keys of this database in place of the names in the lines.

The table of parts (``archive.queries.parts``) says which line becomes which row, and
``members`` what the lines of some members need besides.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import batched
from typing import Any

from django.db.models import Model, QuerySet

from arbitrage.archive.core.people import EntryRow, House, TournamentRow, WayIn
from arbitrage.archive.core.play import GameRow
from arbitrage.archive.core.reading import Archive, as_line
from arbitrage.archive.core.spelling import as_uid
from arbitrage.archive.queries.kept import KeptPart
from arbitrage.archive.queries.names import Named
from arbitrage.archive.queries.parts import PARTS
from arbitrage.archive.services.restoring.keys import Keys
from arbitrage.archive.services.restoring.lines import line_of, logo_of
from arbitrage.archive.services.restoring.members import AFTER, BEFORE, KEYS, Target
from arbitrage.archive.services.restoring.solutions import Solved, restore_solutions
from tournament.core.canonical import as_moment
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
#: Fields of a game that are written as they are read, and those that are moments.
_GAME = (
    *("uid", "number", "kind", "settles", "state", "format", "time_s", "turn_time_s"),
    *("warn_s", "source", "seed", "script", "extra_words", "refused"),
    *("end_reason", "end_article", "seq", "heads"),
)
_MOMENTS = ("started_at", "interrupted_at", "resumes_at", "finished_at")
_TOURNAMENT = (
    *("uid", "state", "venue", "starts_on", "edition", "discipline", "classic", "lexicon"),
    "confirm_clean",
    *("confirm_refused", "plays_on", "time_zone", "paper", "short_minors", "ranking", "publicity"),
)


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
        for part in PARTS:
            self._write_part(part)
            if part.member == "tables":
                self._write_entries()
        restore_solutions(self._solved, self._keys[Named.TURN])
        return self._tournament

    def _write_tournament(self) -> Tournament:
        (row,), (house,) = self._archive.of(TournamentRow), self._archive.of(House)
        made = with_an_address(
            row.name,
            house.address,
            organisation=self._organisation,
            links_valid_until=as_moment(row.links_valid_until),
            **{name: getattr(row, name) for name in _TOURNAMENT},
        )
        # Written once more: a tournament says by itself when it was made.
        Tournament.objects.filter(pk=made.pk).update(created_at=as_moment(row.created_at))
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
        turns = self._keys[Named.TURN]
        words = self._lists[row.word_list.checksum] if row.word_list else None
        moments = {name: getattr(row, name) for name in _MOMENTS}
        return Game(
            pk=self._keys[Named.GAME][row.number],
            tournament=self._tournament,
            word_list=words,
            judge_plays_id=self._keys.named(Named.ENTRY, row.judge_plays),
            head=journal[-1]["chain"] if journal else "",
            dirty_turns=sorted(turns[row.number, one] for one in row.dirty_turns),
            **{name: getattr(row, name) for name in _GAME},
            **{name: as_moment(at) if at else None for name, at in moments.items()},
        )

    def _write_entries(self) -> None:
        rows, seats = [], []
        seat = Entry.players.through
        for number, row in enumerate(self._archive.of(EntryRow), start=1):
            with line_of("entries", number):
                made = self._entry(row)
                players = [self._keys[Named.PLAYER][one] for one in row.players]
            rows.append(made)
            seats += [seat(entry_id=made.pk, player_id=one) for one in players]
        Entry.objects.bulk_create(rows, batch_size=_AT_ONCE)
        seat.objects.bulk_create(seats, batch_size=_AT_ONCE)

    def _entry(self, row: EntryRow) -> Entry:
        return Entry(
            pk=self._keys[Named.ENTRY][row.uid],
            uid=as_uid(row.uid),
            tournament=self._tournament,
            table_id=self._keys[Named.TABLE][row.table],
            name=row.name,
            team_id=self._keys.named(Named.TEAM, row.team),
            withdrawn=row.withdrawn,
            checked_in_at=as_moment(row.checked_in_at) if row.checked_in_at else None,
            imported_id=self._keys.named(Named.IMPORT, row.imported),
            plays_on=row.plays_on,
        )

    def _write_part(self, part: KeptPart) -> None:
        """A thousand lines at a time: never all of a member twice in memory."""
        table: QuerySet[Any] = QuerySet(part.model)
        lines = enumerate(self._archive.rows[part.member], start=1)
        for some in batched(lines, _AT_ONCE, strict=False):
            rows: list[Model] = []
            for number, line in some:
                with line_of(part.member, number):
                    rows.append(self._row(part, as_line(line)))
            table.bulk_create(self._unknown_groups(rows) if part.member == "groups" else rows)

    def _row(self, part: KeptPart, line: dict[str, Any]) -> Model:
        values: dict[str, Any] = {}
        if part.turn:
            values["turn_id"] = self._keys[Named.TURN][line["game"], line["turn"]]
        if part.owner in {"tournament", "organisation"}:
            owner: Model = self._organisation if part.house else self._tournament
            values[part.owner] = owner
        if change := BEFORE.get(part.member):
            line = change(self._target, line)
        for column in part.columns:
            value = line[column.name]
            if isinstance(column.how, Named):
                values[column.source] = self._keys.named(column.how, value)
            else:
                values[column.source] = column.read(value)
        if known := KEYS.get(part.member):
            values["pk"] = self._keys[known.named][known.name(line)]
        if finish := AFTER.get(part.member):
            finish(self._target, line, values)
        return part.model(**values)

    def _unknown_groups(self, rows: Iterable[Model]) -> list[Model]:
        """Whatever the organisation has a list of stays as it is."""
        held = Group.objects.filter(organisation=self._organisation)
        known = {(kind, code.lower()) for kind, code in held.values_list("kind", "code")}
        return [
            row
            for row in rows
            if isinstance(row, Group) and (row.kind, row.code.lower()) not in known
        ]
