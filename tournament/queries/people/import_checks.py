"""Checks of each entry before it is registered: of a file, of a list of names, by hand."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

from tournament.core.people.decisions import ODD_NAME, ROSTER_NAMESAKE, RosterChoice, RosterLinks
from tournament.core.people.entry_lines import (
    MAX_TABLE,
    EntryLine,
    LineFinding,
    Severity,
    add_match,
    mark_pair,
)
from tournament.core.people.matching import (
    LICENCE_LIKENESSES,
    Likeness,
    PeopleIndex,
    PersonMatch,
    are_clubs_different,
    are_written_alike,
    choose_licence,
    have_equal_names,
)
from tournament.core.people.names import fold_licence, fold_name
from tournament.core.people.odd_names import is_odd_name
from tournament.core.people.player_data import PLAYER_FIELDS, PlayerData
from tournament.core.states import Discipline
from tournament.models import Entry, PendingFile, Player, RosterPlayer, Tournament
from tournament.models.organisation import PLAYER_LENGTHS
from tournament.queries.people.centres import find_by_name
from tournament.queries.people.groups import FIELDS, GroupLists
from tournament.queries.people.roster import RosterMatcher

MAX_TEAM = 80
#: Maximum number of players of the roster from whom one is chosen.
_MAX_NAMESAKES = 5

type Check = Callable[[EntryLine], EntryLine]


def list_checks(
    pending: PendingFile,
    roster: RosterMatcher,
    registered: "RegisteredPeople | None",
) -> list[Check]:
    """List the checks to apply to each line of a file, in this order; ``registered``: the people of
    its tournament, None for the roster."""

    def check_roster(line: EntryLine) -> EntryLine:
        return mark_namesakes(line, roster, registered)

    checks: list[Check] = [_check_lengths, _check_names]
    if registered is not None:
        checks += [registered.check, registered.check_table, registered.check_centre]
    checks.append(check_roster)
    tournament = pending.tournament
    if tournament is not None and tournament.discipline == Discipline.CLASSIC:
        checks.append(_refuse_pair)
    return checks


def use_codes(line: EntryLine, lists: GroupLists) -> EntryLine:
    """Return the line with the codes that its texts mean."""
    return replace(line, people=tuple(_use_codes(person, lists) for person in line.people))


def check_typed_entry(
    players: Collection[PlayerData],
    registered: "RegisteredPeople",
    organisation_id: int,
    previous: Sequence[PlayerData] = (),
) -> EntryLine:
    """Return the findings about an entry that somebody types; its table is checked elsewhere.

    ``previous``: the data that is corrected; what was decided about it is not decided again.
    """
    line = EntryLine(number=0, people=tuple(players))
    decided = {
        index
        for index, person in enumerate(players)
        if any(are_written_alike(person, other) for other in previous)
    }
    line = registered.check(mark_pair(_check_names(line)))
    line = mark_namesakes(line, RosterMatcher(organisation_id, players), registered)
    findings = [finding for finding in line.findings if _is_open(finding, decided)]
    return replace(line, findings=tuple(findings))


def _is_open(finding: LineFinding, decided: Collection[int]) -> bool:
    """Return True unless the finding is about a person of ``decided``; a licence that is another's
    in the same spelling stays a fault."""
    data = finding.data
    same_spelling = bool(data.get("licence")) and data["licence"] == data.get("other_licence")
    return data["person"] not in decided or (finding.severity is Severity.FAULT and same_spelling)


def _use_codes(person: PlayerData, lists: GroupLists) -> PlayerData:
    codes: dict[str, Any] = {
        field: lists.to_code(kind, getattr(person, field)) for kind, field in FIELDS.items()
    }
    return replace(person, **codes)


def _check_lengths(line: EntryLine) -> EntryLine:
    for person in line.people:
        if not person.last_name:
            line = line.with_finding("no-name", Severity.FAULT)
        texts = [(getattr(person, name), max_length) for name, max_length in PLAYER_LENGTHS.items()]
        for text, max_length in (*texts, (line.team, MAX_TEAM)):
            if len(text) > max_length:
                line = line.with_finding("too-long", Severity.FAULT, text=text, most=max_length)
    if line.table is not None and not 1 <= line.table <= MAX_TABLE:
        line = line.with_finding(
            "bad-table-number", Severity.FAULT, number=line.table, most=MAX_TABLE
        )
    return line


def _check_names(line: EntryLine) -> EntryLine:
    for index, person in enumerate(line.people):
        if person.last_name and is_odd_name(person):
            line = line.with_finding(ODD_NAME, Severity.DOUBT, name=person.name, person=index)
    return line


def _refuse_pair(line: EntryLine) -> EntryLine:
    """Refuse a pair: a match is between two players (classic 1.1)."""
    return line.with_finding("pair-in-classic", Severity.FAULT) if len(line.people) > 1 else line


def check_for_roster(
    person: PlayerData, roster: RosterMatcher, previous: PlayerData | None
) -> EntryLine:
    """Return the findings about a person whom somebody types into the roster; ``previous``: the
    data that is corrected, whose name was decided about."""
    line = EntryLine(number=0, people=(person,))
    matches = roster.list_matches(person)
    if previous is not None and fold_licence(previous.licence) == fold_licence(person.licence):
        # Another player may already have had the same licence in another spelling.
        matches = [
            match
            for match in matches
            if match.likeness not in LICENCE_LIKENESSES
            or match.matched_person.licence == person.licence
        ]
    if matches and matches[0].likeness in LICENCE_LIKENESSES:
        return add_match(line, 0, matches[0], "of-another")
    if previous is not None and have_equal_names(previous, person):
        return line
    line = _check_names(line)
    namesakes = [
        match
        for match in matches
        if match.likeness is Likeness.SAME_NAME
        or not are_clubs_different(person, match.matched_person)
    ]
    return _add_namesakes(line, 0, namesakes) if namesakes else line


def mark_namesakes(
    line: EntryLine, roster: RosterMatcher, registered: "RegisteredPeople | None"
) -> EntryLine:
    """Add findings about players of the roster who may be a person of the line, and are not
    registered yet. A licence that is another's cannot be written into the roster (``registered``
    None)."""
    roster_keys = registered.roster_keys if registered else set()
    for index, person in enumerate(line.people):
        doubts = [match for match in roster.list_doubts(person) if match.item.pk not in roster_keys]
        if doubts and doubts[0].likeness in LICENCE_LIKENESSES:
            severity = Severity.DOUBT if registered else Severity.FAULT
            rows = [_to_choice(match) for match in doubts if match.likeness in LICENCE_LIKENESSES]
            line = add_match(
                line, index, doubts[0], "of-another", severity, rows=rows[:_MAX_NAMESAKES]
            )
        elif doubts:
            line = _add_namesakes(line, index, doubts)
    return line


def _add_namesakes(
    line: EntryLine, index: int, matches: list[PersonMatch[RosterPlayer]]
) -> EntryLine:
    person = line.people[index]
    rows = [_to_choice(match) for match in matches[:_MAX_NAMESAKES]]
    data = {"licence": person.licence, "club": person.club, "rows": rows, "person": index}
    return line.with_finding(ROSTER_NAMESAKE, Severity.DOUBT, **data)


def _to_choice(match: PersonMatch[RosterPlayer]) -> RosterChoice:
    other = match.matched_person
    return RosterChoice(match.item.pk, other.name, other.licence, other.club)


class RegisteredPeople:
    """The people and the tables of a tournament; ``excluded``: an entry that is left out;
    ``centre``: name of the centre of lines that name none."""

    def __init__(
        self, tournament: Tournament, excluded: Entry | None = None, centre: str = ""
    ) -> None:
        self.licences: set[str] = set()
        #: Keys of their roster players.
        self.roster_keys: set[int | None] = set()
        self._tables = set(tournament.entries.values_list("table__number", flat=True))
        self._centre, self._centres = centre, set(find_by_name(tournament))
        of_centres = tournament.tables.filter(centre__isnull=False)
        self._table_centres = dict(of_centres.values_list("number", "centre__name"))
        self._index: PeopleIndex[int | None] = PeopleIndex()
        players = Player.objects.filter(tournament=tournament).order_by("pk")
        if excluded is not None:
            players = players.exclude(entries=excluded)
        columns = (
            "last_name",
            "first_name",
            "licence",
            "club",
            "roster_player",
            "entries__table__number",
        )
        for *data, row, table in players.values_list(*columns):
            self.add(PlayerData(*data), row, table)

    def add(self, person: PlayerData, row: int | None, table: int | None) -> None:
        self._index.add(person, table)
        self.roster_keys.add(row)
        self.licences.add(person.licence)

    def check(self, line: EntryLine) -> EntryLine:
        """Add findings about players of the line who are registered already."""
        for index, person in enumerate(line.people):
            for match in self._index.find(person)[:1]:
                line = add_match(line, index, match, "registered", number=match.item)
        return line

    def check_table(self, line: EntryLine) -> EntryLine:
        if line.table in self._tables:
            line = line.with_finding("table-taken", Severity.FAULT, number=line.table)
        return line

    def check_centre(self, line: EntryLine) -> EntryLine:
        """Fill in the centre, or add a finding: there is none, or the table is of another one."""
        other = self._table_centres.get(line.table or 0, "")
        line = replace(line, centre=line.centre or other or self._centre)
        centre = fold_name(line.centre)
        if not centre and self._centres:
            return line.with_finding("no-centre", Severity.FAULT)
        if centre and centre not in self._centres:
            return line.with_finding("unknown-centre", Severity.FAULT, text=line.centre)
        if other and fold_name(other) != centre:
            return line.with_finding(
                "table-elsewhere", Severity.FAULT, number=line.table, name=other
            )
        return line


class RosterCompletion:
    """Completion of the lines of a file with data of the roster. A licence is filled in once."""

    def __init__(
        self, roster: RosterMatcher, lists: GroupLists, used_licences: Collection[str]
    ) -> None:
        self._roster, self._lists = roster, lists
        self._used = set(used_licences)
        self._folded = {fold_licence(licence) for licence in used_licences}

    def complete(self, line: EntryLine, links: RosterLinks) -> EntryLine:
        """Return the line with more data."""
        people = []
        for index, person in enumerate(line.people):
            row = self._roster.find_linked(person, links, index)
            people.append(person if row is None else self._complete_person(person, row))
        return replace(line, people=tuple(people))

    def _complete_person(self, person: PlayerData, row: RosterPlayer) -> PlayerData:
        values = {name: getattr(person, name) or getattr(row, name) for name in PLAYER_FIELDS}
        if person.licence:
            licence = choose_licence(row.licence, person.licence)
            values["licence"] = person.licence if licence in self._used else licence
        elif fold_licence(row.licence) in self._folded:
            values["licence"] = ""
        self._used.add(values["licence"])
        self._folded.add(fold_licence(values["licence"]))
        return _use_codes(PlayerData(**values), self._lists)
