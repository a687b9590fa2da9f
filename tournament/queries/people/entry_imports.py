"""The plan of an import of people: the columns and lines of a file, and their findings."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from tournament.core.people.columns import ENTRY_FIELDS, FULL_NAME, ROSTER_FIELDS, Heading
from tournament.core.people.decisions import (
    EXCLUDE_LINE,
    INCLUDE_LINE,
    RosterLinks,
    can_be_imported,
    drop_licences,
    link_people,
)
from tournament.core.people.entry_lines import EntryLine, mark_duplicates
from tournament.core.people.lists import FileColumn, ListFile, open_list
from tournament.core.people.player_data import PlayerData
from tournament.core.people.values import (
    LISTED_FIELDS,
    NOT_LISTED,
    QuestionedLines,
    ValueQuestion,
    ask_about_values,
)
from tournament.core.states import GroupKind
from tournament.models import ColumnMatching, PendingFile
from tournament.queries.people.centres import has_centres
from tournament.queries.people.groups import FIELDS, GroupLists
from tournament.queries.people.import_checks import (
    RegisteredPeople,
    RosterCompletion,
    list_checks,
    use_codes,
)
from tournament.queries.people.roster import RosterMatcher

__all__ = [
    "EXCLUDE_LINE",
    "INCLUDE_LINE",
    "ImportPlan",
    "has_name_fields",
    "list_import_fields",
    "make_import_plan",
]


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """``lines``: all, with their findings; ``excluded_numbers``: numbers of the excluded ones;
    ``accepted_lines`` will be imported, ``undecided_lines`` and open ``questions`` about values
    block the import; ``numbers_excluded_by_answers``: numbers of the lines that the answers
    exclude. ``new_codes``: codes to add to the lists of the organisation; ``roster_links``: those
    of the people of accepted lines, by the number of the line; ``has_remembered_fields``: the
    fields are those of an earlier file with the same heading."""

    heading: Heading
    fields: list[str]
    columns: list[FileColumn]
    lines: list[EntryLine]
    excluded_numbers: set[int]
    accepted_lines: list[EntryLine]
    undecided_lines: list[EntryLine]
    questions: list[ValueQuestion]
    numbers_excluded_by_answers: set[int]
    new_codes: dict[GroupKind, list[str]]
    roster_links: dict[int, RosterLinks]
    has_remembered_fields: bool

    @property
    def open_questions(self) -> list[ValueQuestion]:
        return [question for question in self.questions if question.is_open]

    @property
    def is_decided(self) -> bool:
        return not self.undecided_lines and not self.open_questions

    @property
    def excluded_count(self) -> int:
        return len(self.excluded_numbers | self.numbers_excluded_by_answers)

    @property
    def notable_lines(self) -> list[EntryLine]:
        """Return lines with findings and excluded lines; the undecided first."""
        undecided = {line.number for line in self.undecided_lines}
        notable = [
            line for line in self.lines if line.findings or line.number in self.excluded_numbers
        ]
        notable = [line for line in notable if line.number not in self.numbers_excluded_by_answers]
        return sorted(notable, key=lambda line: (line.number not in undecided, line.number))


#: Key of the answers about values among the decisions of a file.
VALUES = "values"


def list_import_fields(pending: PendingFile) -> Sequence[str]:
    """Return the fields that columns of this file can fill."""
    if pending.tournament_id is None:
        return ROSTER_FIELDS
    if has_centres(pending.tournament_id):
        return ENTRY_FIELDS
    return [field for field in ENTRY_FIELDS if field != "centre"]


def make_import_plan(pending: PendingFile) -> ImportPlan:
    """Make the plan of a file. Raise BadSetting if the file cannot be read."""
    file = open_list(bytes(pending.data), pending.heading)
    fields, remembered = _find_fields(pending, file)
    return _build_plan(pending, file, fields, remembered=remembered)


def _find_fields(pending: PendingFile, file: ListFile) -> tuple[list[str], bool]:
    """Return the fields chosen, or those of an earlier equal heading (True), or proposed."""
    allowed = list_import_fields(pending)
    if pending.fields is not None and len(pending.fields) == len(file.heading.names):
        return list(pending.fields), False
    matching = ColumnMatching.objects.filter(
        organisation=pending.organisation_id, headers=file.heading.folded_names
    ).first()
    if matching is not None and file.heading.number and set(matching.fields) <= {"", *allowed}:
        return list(matching.fields), True
    return file.propose_fields(allowed), False


def _build_plan(
    pending: PendingFile, file: ListFile, fields: list[str], *, remembered: bool
) -> ImportPlan:
    lines = file.read_lines(fields)
    decisions = _read_decisions(pending, lines)
    left_out_numbers = {
        number for number, decision in decisions.items() if decision == EXCLUDE_LINE
    }
    lists = GroupLists(pending.organisation)
    remaining_lines = [line for line in lines if line.number not in left_out_numbers]
    reviewed = _apply_answers(pending, remaining_lines, lists)
    included = (line for line in reviewed.lines if line.number not in reviewed.excluded_numbers)
    included_lines = [drop_licences(line, decisions[line.number]) for line in included]
    checks = _CheckedLines(pending, included_lines, lists)
    checked_lines = checks.lines
    undecided_lines = _list_undecided(checked_lines, decisions)
    if pending.decisions.get("rest") == EXCLUDE_LINE:
        left_out_numbers |= {line.number for line in undecided_lines}
        undecided_lines = []
    excluded_numbers = {line.number for line in undecided_lines} | left_out_numbers
    accepted_lines = [line for line in checked_lines if line.number not in excluded_numbers]
    links = {line.number: link_people(line, decisions[line.number]) for line in accepted_lines}
    accepted_lines = checks.complete(accepted_lines, links)
    people = (person for line in accepted_lines for person in line.people)
    return ImportPlan(
        heading=file.heading,
        fields=fields,
        columns=file.list_columns(fields),
        lines=_take_last_versions(lines, reviewed.lines, checked_lines, accepted_lines),
        excluded_numbers=left_out_numbers,
        accepted_lines=accepted_lines,
        undecided_lines=undecided_lines,
        questions=reviewed.questions,
        numbers_excluded_by_answers=reviewed.excluded_numbers,
        new_codes=_list_new_codes(lists, people, reviewed.questions),
        roster_links=links,
        has_remembered_fields=remembered,
    )


def _list_undecided(lines: Sequence[EntryLine], decisions: Mapping[int, str]) -> list[EntryLine]:
    return [line for line in lines if not can_be_imported(line, decisions[line.number])]


def _take_last_versions(
    lines: Sequence[EntryLine], *later_lines: Sequence[EntryLine]
) -> list[EntryLine]:
    """Return ``lines``, each as the last of ``later_lines`` that contains it has it."""
    by_number = {line.number: line for line in chain(lines, *later_lines)}
    return [by_number[line.number] for line in lines]


def _read_decisions(pending: PendingFile, lines: Sequence[EntryLine]) -> dict[int, str]:
    """Return the decision about each line by its number, empty where none was made."""
    return {line.number: pending.decisions.get(str(line.number), "") for line in lines}


def _list_new_codes(
    lists: GroupLists, people: Iterable[PlayerData], questions: Sequence[ValueQuestion]
) -> dict[GroupKind, list[str]]:
    """Return the codes to add, without those that are still asked about."""
    open_values = {
        (row.field, row.finding.data["text"])
        for row in questions
        if row.is_open and row.finding.code == NOT_LISTED
    }
    new = {
        kind: [text for text in texts if (FIELDS[kind], text) not in open_values]
        for kind, texts in lists.list_unknown(people).items()
    }
    return {kind: texts for kind, texts in new.items() if texts}


def _apply_answers(
    pending: PendingFile, lines: Sequence[EntryLine], lists: GroupLists
) -> QuestionedLines:
    """Apply the answers about values; the rest is left out if everything undecided is."""
    answers = pending.decisions.get(VALUES, {})
    codes = {kind: lists.list_codes(GroupKind(kind)) for kind in LISTED_FIELDS}
    questioned = ask_about_values([use_codes(line, lists) for line in lines], answers, codes)
    if pending.decisions.get("rest") == EXCLUDE_LINE:
        questions = [
            replace(question, answer=EXCLUDE_LINE) if question.is_open else question
            for question in questioned.questions
        ]
        left_out = (
            number for row in questions if row.answer == EXCLUDE_LINE for number in row.lines
        )
        return replace(questioned, questions=questions, excluded_numbers=set(left_out))
    return questioned


def _list_registered(pending: PendingFile) -> RegisteredPeople | None:
    if pending.tournament is None:
        return None
    return RegisteredPeople(pending.tournament, centre=str(pending.centre or ""))


class _CheckedLines:
    """The lines of a file with their findings."""

    def __init__(self, pending: PendingFile, lines: list[EntryLine], lists: GroupLists) -> None:
        self._people = [person for line in lines for person in line.people]
        self._roster = RosterMatcher(pending.organisation_id, self._people)
        self._registered = _list_registered(pending)
        self._lists = lists
        for check in list_checks(pending, self._roster, self._registered):
            lines = [check(line) for line in lines]
        self.lines = mark_duplicates(lines)

    def complete(self, lines: list[EntryLine], links: Mapping[int, RosterLinks]) -> list[EntryLine]:
        """Fill in data from the roster, if the lines are for a tournament."""
        if self._registered is None:
            return lines
        licences = self._registered.licences | {person.licence for person in self._people}
        completion = RosterCompletion(self._roster, self._lists, licences - {""})
        return [completion.complete(line, links[line.number]) for line in lines]


def has_name_fields(fields: Sequence[str]) -> bool:
    """Return True if a name is among the fields."""
    return "last_name" in fields or FULL_NAME in fields
