"""Questions about values of a column, each asked once for all lines that have the value."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournament.core.people.columns import FULL_NAME, PARTNER
from tournament.core.people.decisions import EXCLUDE_LINE, INCLUDE_LINE
from tournament.core.people.entry_lines import EntryLine, LineFinding, Severity
from tournament.core.people.names import fold_name
from tournament.core.people.player_cells import CellProblem
from tournament.core.people.player_data import PLAYER_FIELDS, PlayerData

#: Answers: the code is added to the list; the cell is read as empty; a code of the list follows.
ADD_CODE, READ_AS_EMPTY, CODE_PREFIX = "add", "empty", "="
#: The code of the finding about a value that is not in the list of its field.
NOT_LISTED = "not-listed"
#: Fields whose lists are short, so that an unknown value is more often a mistake than a new one.
LISTED_FIELDS = ("series", "category")
#: Findings about values, with their field; None: it is in their data.
_VALUE_FIELDS: Mapping[str, str | None] = {
    "table-not-a-number": "table",
    "bad-birth-year": "birth_year",
    **dict.fromkeys(
        (
            *(CellProblem.MISREAD, CellProblem.DATE),
            *(CellProblem.NOTHING_EMPTY, CellProblem.ERROR_EMPTY),
        )
    ),
}
#: Each person has their own name: their lines are decided one by one.
_NAMES = frozenset({"last_name", "first_name", FULL_NAME})
_TEXT_FIELDS = frozenset(PLAYER_FIELDS) - {"birth_year"}


@dataclass(frozen=True, slots=True)
class ValueQuestion:
    """A value, its finding, the numbers of its lines, and the codes of its list, if it has one;
    ``answer`` is empty while nothing is decided."""

    key: str
    field: str
    finding: LineFinding
    codes: Sequence[str]
    answer: str
    lines: list[int]

    @property
    def is_open(self) -> bool:
        """Return True if the answer is awaited before the import."""
        return self.finding.severity is not Severity.REMARK and not self.answer


@dataclass(frozen=True, slots=True)
class QuestionedLines:
    """Lines without the findings that became ``questions``; ``excluded_numbers``: numbers of those
    whose value is left out."""

    lines: list[EntryLine]
    questions: list[ValueQuestion]
    excluded_numbers: set[int]


def list_answers(finding: LineFinding, value_field: str, codes: Sequence[str]) -> list[str]:
    """Return the answers to choose from."""
    if finding.code == NOT_LISTED:
        return [ADD_CODE, READ_AS_EMPTY, EXCLUDE_LINE, *(f"{CODE_PREFIX}{code}" for code in codes)]
    if finding.severity is Severity.REMARK:
        return [EXCLUDE_LINE]
    return [INCLUDE_LINE, *([READ_AS_EMPTY] if value_field in _TEXT_FIELDS else []), EXCLUDE_LINE]


def ask_about_values(
    lines: Iterable[EntryLine], answers: Mapping[str, str], codes: Mapping[str, Sequence[str]]
) -> QuestionedLines:
    """Return the lines as the ``answers`` change them, by the key of their question. ``codes``:
    those of the lists by field; an empty list takes every value."""
    questions: dict[str, ValueQuestion] = {}
    asked_lines, left_out = [], set()
    for line in lines:
        findings = list(_list_value_findings(line, codes))
        other_findings = tuple(finding for finding in line.findings if finding not in findings)
        asked_line = replace(line, findings=other_findings)
        for finding in findings:
            question = _add_question(questions, finding, answers, codes)
            question.lines.append(line.number)
            asked_line = _apply_answer(asked_line, question)
            if question.answer == EXCLUDE_LINE:
                left_out.add(line.number)
        asked_lines.append(asked_line)
    ordered = sorted(questions.values(), key=lambda question: not question.is_open)
    return QuestionedLines(asked_lines, ordered, left_out)


def _list_value_findings(
    line: EntryLine, codes: Mapping[str, Sequence[str]]
) -> Iterator[LineFinding]:
    for finding in line.findings:
        if finding.code in _VALUE_FIELDS and _get_field(finding) not in _NAMES:
            yield finding
    for value_field in LISTED_FIELDS:
        listed = set(codes[value_field])
        for text in dict.fromkeys(getattr(person, value_field) for person in line.people):
            if text and listed and text not in listed:
                data = {"field": value_field, "text": text}
                yield LineFinding(NOT_LISTED, Severity.DOUBT, data)


def _get_field(finding: LineFinding) -> str:
    value_field = _VALUE_FIELDS.get(finding.code) or finding.data["field"]
    return str(value_field).removeprefix(PARTNER)


def _fold(text: str) -> str:
    return fold_name(text) or text.casefold()


def _add_question(
    questions: dict[str, ValueQuestion],
    finding: LineFinding,
    answers: Mapping[str, str],
    codes: Mapping[str, Sequence[str]],
) -> ValueQuestion:
    """Return the question of the value, which is one for all its spellings."""
    value_field, text = _get_field(finding), finding.data["text"]
    key = f"{value_field}:{finding.code}:{_fold(text)}"
    if key not in questions:
        choices: Sequence[str] = codes[value_field] if finding.code == NOT_LISTED else ()
        answer = answers.get(key, "")
        if answer not in list_answers(finding, value_field, choices):
            answer = ""
        questions[key] = ValueQuestion(key, value_field, finding, choices, answer, [])
    return questions[key]


def _apply_answer(line: EntryLine, question: ValueQuestion) -> EntryLine:
    """Return the line with another value in place of that of the question, if it says so."""
    if question.answer == READ_AS_EMPTY:
        value = ""
    elif question.answer.startswith(CODE_PREFIX):
        value = question.answer.removeprefix(CODE_PREFIX)
    else:
        return line
    text = _fold(question.finding.data["text"])

    def change(person: PlayerData) -> PlayerData:
        values: dict[str, Any] = {question.field: value}
        is_same = _fold(getattr(person, question.field)) == text
        return replace(person, **values) if is_same else person

    return replace(line, people=tuple(map(change, line.people)))
