"""What is looked at in each line of a file before it is imported."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tournament.core.files.cells import plain
from tournament.core.people.player_data import PERSON, PlayerData
from tournament.core.people.roster import MAX_TABLE, EntryLine, Grade
from tournament.core.states import Discipline
from tournament.models import PendingFile, Player, Tournament
from tournament.models.organisation import PLAYER_LENGTHS
from tournament.queries.people.groups import FIELDS, Lists
from tournament.queries.people.roster import Known, of_another

MAX_TEAM = 80

type Check = Callable[[EntryLine], EntryLine]


def checks_of(pending: PendingFile, lines: list[EntryLine], lists: Lists) -> list[Check]:
    """What is to be done with each line, in this order."""
    people = [person for line in lines for person in line.people]
    known = Known(pending.organisation_id, people)

    def complete(line: EntryLine) -> EntryLine:
        return _completed(line, known)

    def canonical(line: EntryLine) -> EntryLine:
        return replace(line, people=tuple(_canonical(person, lists) for person in line.people))

    if pending.tournament is None:
        return [canonical, _lengths]
    checks = [complete, canonical, _lengths, _registered(pending.tournament)]
    return [*checks, _alone] if pending.tournament.discipline == Discipline.CLASSIC else checks


def _completed(line: EntryLine, known: Known) -> EntryLine:
    """What the file does not say and the organisation knows."""
    people: list[PlayerData] = []
    for person in line.people:
        row = known.find(person)
        if row is not None and of_another(row, person):
            line = line.found(
                "licence-of-another", Grade.DOUBT, licence=person.licence, name=str(row)
            )
        elif row is not None:
            said = {name: getattr(person, name) or getattr(row, name) for name in PERSON}
            person = PlayerData(**said)  # noqa: PLW2901 - the same person, completed
        people.append(person)
    return replace(line, people=tuple(people))


def _canonical(person: PlayerData, lists: Lists) -> PlayerData:
    codes: dict[str, Any] = {
        field: lists.canonical(kind, getattr(person, field)) for kind, field in FIELDS.items()
    }
    return replace(person, **codes)


def _lengths(line: EntryLine) -> EntryLine:
    for person in line.people:
        if not person.last_name:
            line = line.found("no-name", Grade.FAULT)
        texts = [(getattr(person, name), most) for name, most in PLAYER_LENGTHS.items()]
        for text, most in (*texts, (line.team, MAX_TEAM)):
            if len(text) > most:
                line = line.found("too-long", Grade.FAULT, text=text, most=most)
    if line.table is not None and not 1 <= line.table <= MAX_TABLE:
        line = line.found("bad-table-number", Grade.FAULT, number=line.table, most=MAX_TABLE)
    return line


def _alone(line: EntryLine) -> EntryLine:
    """A match is between two players (classic 1.1)."""
    return line.found("pair-in-classic", Grade.FAULT) if len(line.people) > 1 else line


def _registered(tournament: Tournament) -> Check:
    """Finds who, or which table, is in the tournament already."""
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
            licences[plain(licence)] = person.name

    def check(line: EntryLine) -> EntryLine:
        for person in line.people:
            if person.licence and (name := licences.get(plain(person.licence))):
                data = {"licence": person.licence, "name": name}
                line = line.found("licence-registered", Grade.FAULT, **data)
            elif there := names.get(person.alike):
                licence, table = there
                if not (licence and person.licence):
                    line = line.found(
                        "name-registered", Grade.DOUBT, name=person.name, number=table
                    )
        if line.table in tables:
            line = line.found("table-taken", Grade.FAULT, number=line.table)
        return line

    return check
