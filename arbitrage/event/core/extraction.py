"""Reads from a verified archive what its centre adds to the event."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from arbitrage.archive.core.people import EntryRow, GroupRow, PersonRow
from arbitrage.archive.core.play import JournalRow
from arbitrage.archive.core.row import ArchiveRow
from arbitrage.archive.verify.record import ArchiveRecord, GameRecord, TurnRecord
from arbitrage.archive.verify.standings import find_senders
from arbitrage.event.core.contribution import (
    ContributedSum,
    Contribution,
    EntryPart,
    GameContribution,
    PersonPart,
    TurnContribution,
)
from arbitrage.event.core.definition import EventDefinition
from engine.board.letters import sort_letters
from tournament.core.people.ages import can_be_minor, find_category
from tournament.core.people.names import fold_licence, join_names, shorten_name
from tournament.core.states import PLACED_TURN_STATES, GameState, GroupKind, TurnState

#: Digits of a digest that are compared, as many as are printed.
LINK_DIGITS = 16


def extract_contribution(record: ArchiveRecord, definition: EventDefinition) -> Contribution:
    """Return what the archive adds: its entries that are in the field, and the event's games."""
    archive = record.archive
    games_of_event = find_games_of_event(record, definition)
    # An annulled game adds nothing.
    games = {
        number: game for number, game in games_of_event.items() if game.row.state != GameState.VOID
    }
    scored = {uid for game in games.values() for turn in game.turns.values() for uid in turn.scores}
    uids = [
        uid
        for uid, line in sorted(record.entries.items())
        if uid in scored or not line.row.withdrawn
    ]
    entries = _EntryReader(record)
    return Contribution(
        content=archive.manifest.content,
        tournament=record.tournament.uid,
        name=record.tournament.name,
        made_at=archive.manifest.origin.made_at,
        heads=sorted(_list_heads(record)),
        links=sorted(_list_links(record)),
        entries=[entries.read(record.entries[uid].row) for uid in uids],
        games=[_extract_game(game, number, uids) for number, game in games.items()],
    )


def find_games_of_event(
    record: ArchiveRecord, definition: EventDefinition
) -> dict[int, GameRecord]:
    """Return the archive's game for each number of the event: the one with the same commitment.
    The last counts, if the centre restored and played one again."""
    by_commitment: dict[str | None, GameRecord] = {
        game.row.commitment: game for game in record.games.values()
    }
    return {
        sealed.number: by_commitment[sealed.commitment]
        for sealed in definition.games
        if sealed.commitment in by_commitment
    }


def list_placed_turns(game: GameRecord) -> list[TurnRecord]:
    """Return the turns whose word is on the grid, in playing order."""
    return [turn for turn in game.turns.values() if TurnState(turn.row.state) in PLACED_TURN_STATES]


def _list_heads(record: ArchiveRecord) -> Iterator[str]:
    manifest = record.archive.manifest
    heads = [head.head for head in manifest.heads]
    if manifest.tournament_head is not None:
        heads.append(manifest.tournament_head.head)
    yield from (head[:LINK_DIGITS] for head in heads)


def _list_links(record: ArchiveRecord) -> Iterator[str]:
    yield from _list_heads(record)  # those of games without a line
    for member in ("journal", "tournament_journal"):
        rows: list[ArchiveRow] = record.archive.list_rows(JournalRow, member)
        yield from (str(getattr(row, "chain", ""))[:LINK_DIGITS] for row in rows)


class _EntryReader:
    """Reads entries with the names and categories that the centre's public pages have."""

    def __init__(self, record: ArchiveRecord) -> None:
        self._people = {row.uid: row for row in record.archive.list_rows(PersonRow)}
        self._year = int(record.tournament.starts_on[:4])
        self._shortens = record.tournament.short_minors
        groups = record.archive.list_rows(GroupRow)
        self._categories = [group for group in groups if group.kind == GroupKind.CATEGORY]

    def read(self, entry: EntryRow) -> EntryPart:
        people = [self._people[uid] for uid in entry.players]
        return EntryPart(
            uid=entry.uid,
            name=self._read_name(entry, people),
            table=entry.table,
            people=[self._read_person(row) for row in people],
        )

    def _read_name(self, entry: EntryRow, people: list[PersonRow]) -> str:
        if not self._shortens:
            return entry.name
        minors = [
            can_be_minor(row.category, row.birth_year, self._year, self._categories)
            for row in people
        ]
        if not any(minors):
            return entry.name
        return join_names(
            shorten_name(row.last_name, row.first_name)
            if is_minor
            else f"{row.last_name} {row.first_name}".strip()
            for row, is_minor in zip(people, minors, strict=True)
        )

    def _read_person(self, row: PersonRow) -> PersonPart:
        return PersonPart(
            key=fold_licence(row.licence),
            licence=row.licence,
            club=row.club,
            federation=row.federation,
            country=row.country,
            series=row.series,
            category=find_category(row.category, row.birth_year, self._year, self._categories),
        )


def _extract_game(game: GameRecord, number: int, uids: Sequence[str]) -> GameContribution:
    turns = list_placed_turns(game)
    sums: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for turn in turns:
        for entry, line in turn.scores.items():
            row = line.row
            for index, value in enumerate((row.points, row.warnings, int(row.average))):
                sums[entry][index] += value
    return GameContribution(
        number=number,
        top=sum(turn.row.score for turn in turns),
        started_at=game.row.started_at or "",
        finished_at=game.row.finished_at or "",
        turns=[_extract_turn(turn, uids) for turn in turns],
        sums={
            entry: ContributedSum(points=points, warnings=warnings, averages=averages)
            for entry, (points, warnings, averages) in sorted(sums.items())
        },
        participants=sorted(find_senders(game)),
    )


def _extract_turn(turn: TurnRecord, uids: Sequence[str]) -> TurnContribution:
    gross = {entry: line.row.gross for entry, line in turn.scores.items() if not line.row.average}
    row = turn.row
    return TurnContribution(
        number=row.number,
        rack=sort_letters(row.kept + row.drawn),
        word=row.word,
        ref=row.ref,
        score=row.score,
        scores=[gross.get(uid) for uid in uids],
    )
