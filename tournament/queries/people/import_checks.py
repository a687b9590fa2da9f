"""Checks of each line of a file before it is imported."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tournament.core.people.names import fold_name
from tournament.core.people.player_data import PERSON, PlayerData
from tournament.core.people.roster import MAX_TABLE, EntryLine, Grade
from tournament.core.states import Discipline
from tournament.models import PendingFile, Player, Tournament
from tournament.models.organisation import PLAYER_LENGTHS
from tournament.queries.people.groups import FIELDS, GroupLists
from tournament.queries.people.roster import RosterMatcher, is_another_person

MAX_TEAM = 80

type Check = Callable[[EntryLine], EntryLine]


def list_checks(pending: PendingFile, lines: list[EntryLine], lists: GroupLists) -> list[Check]:
    """List the checks to apply to each line, in this order."""
    people = [person for line in lines for person in line.people]
    roster = RosterMatcher(pending.organisation_id, people)

    def complete(line: EntryLine) -> EntryLine:
        return _complete(line, roster)

    def use_codes(line: EntryLine) -> EntryLine:
        return replace(line, people=tuple(_use_codes(person, lists) for person in line.people))

    if pending.tournament is None:
        return [use_codes, _check_lengths]
    checks = [complete, use_codes, _check_lengths, _make_registered_check(pending.tournament)]
    return (
        [*checks, _refuse_pair] if pending.tournament.discipline == Discipline.CLASSIC else checks
    )


def _complete(line: EntryLine, roster: RosterMatcher) -> EntryLine:
    """Fill in data missing in the file from the roster of the organisation."""
    people: list[PlayerData] = []
    for person in line.people:
        row = roster.find(person)
        if row is not None and is_another_person(row, person):
            line = line.with_finding(
                "licence-of-another", Grade.DOUBT, licence=person.licence, name=str(row)
            )
        elif row is not None:
            values = {name: getattr(person, name) or getattr(row, name) for name in PERSON}
            person = PlayerData(**values)  # noqa: PLW2901 - the same person, completed
        people.append(person)
    return replace(line, people=tuple(people))


def _use_codes(person: PlayerData, lists: GroupLists) -> PlayerData:
    codes: dict[str, Any] = {
        field: lists.to_code(kind, getattr(person, field)) for kind, field in FIELDS.items()
    }
    return replace(person, **codes)


def _check_lengths(line: EntryLine) -> EntryLine:
    for person in line.people:
        if not person.last_name:
            line = line.with_finding("no-name", Grade.FAULT)
        texts = [(getattr(person, name), max_length) for name, max_length in PLAYER_LENGTHS.items()]
        for text, max_length in (*texts, (line.team, MAX_TEAM)):
            if len(text) > max_length:
                line = line.with_finding("too-long", Grade.FAULT, text=text, most=max_length)
    if line.table is not None and not 1 <= line.table <= MAX_TABLE:
        line = line.with_finding("bad-table-number", Grade.FAULT, number=line.table, most=MAX_TABLE)
    return line


def _refuse_pair(line: EntryLine) -> EntryLine:
    """Refuse a pair: a match is between two players (classic 1.1)."""
    return line.with_finding("pair-in-classic", Grade.FAULT) if len(line.people) > 1 else line


def _make_registered_check(tournament: Tournament) -> Check:
    """Make the check for people and tables that are in the tournament already."""
    tables = set(tournament.entries.values_list("table__number", flat=True))
    licences: dict[str, str] = {}
    names: dict[tuple[str, str], tuple[str, int | None]] = {}
    seats = Player.objects.filter(tournament=tournament).values_list(
        "licence", "last_name", "first_name", "club", "entries__table__number"
    )
    for licence, last, first, club, table in seats:
        person = PlayerData(last, first, licence, club)
        names[person.alike] = (licence, table)
        if licence:
            licences[fold_name(licence)] = person.name

    def check(line: EntryLine) -> EntryLine:
        for person in line.people:
            if person.licence and (name := licences.get(fold_name(person.licence))):
                data = {"licence": person.licence, "name": name}
                line = line.with_finding("licence-registered", Grade.FAULT, **data)
            elif registered := names.get(person.alike):
                licence, table = registered
                if not (licence and person.licence):
                    line = line.with_finding(
                        "name-registered", Grade.DOUBT, name=person.name, number=table
                    )
        if line.table in tables:
            line = line.with_finding("table-taken", Grade.FAULT, number=line.table)
        return line

    return check
