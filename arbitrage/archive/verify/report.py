"""The result of the verification: discrepancies, counts of what agrees, and decisions of people
that differ from the software's proposals."""

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from arbitrage.archive.verify.record import NumberedLine


class DiscrepancyKind(StrEnum):
    """The code of a discrepancy (sentences: ``discrepancy_sentences``)."""

    # of the file
    MEMBER = "member"
    MANIFEST = "manifest"
    SCOPE = "scope"
    LINE = "line"
    WRITING = "writing"
    HEAD = "head"
    PRINTED_HEAD = "printed-head"
    UNVERIFIED = "unverified"
    SECRET = "secret"  # noqa: S105 - the code of a kind
    REPEATED = "repeated"
    UNKNOWN_NAME = "names"
    ORDER = "order"
    # of the journal
    CHAIN = "chain"
    ROW_MISSING = "row-missing"
    BOUND = "bound"
    UNBOUND = "unbound"
    TEXT = "text"
    AT = "at"
    BY = "by"
    # of the letters and the grid
    COMMITMENT = "commitment"
    SEAL = "seal"
    WORD_LIST = "word-list"
    LETTERS = "letters"
    KEPT = "kept"
    DRAW_NUMBER = "draw-number"
    DRAW_VERDICT = "draw-verdict"
    TURN = "turn"
    STATE = "state"
    # of the solutions
    SOLUTIONS = "solutions"
    NO_SOLUTIONS = "no-solutions"
    PROPOSED = "proposed"
    FINAL = "final"
    PLAYABLE = "playable"
    RETAINED = "retained"
    TOP = "top"
    # of what was handed in and decided
    VERSION = "version"
    RECEIVED = "received"
    KEY = "key"
    ABSENT = "absent"
    UNJUDGED = "unjudged"
    TYPED = "typed"
    VERDICT = "verdict"
    STATUS = "status"
    DECISION = "decision"
    NO_REASON = "no-reason"
    AVERAGE = "average"
    SLIP = "slip"
    SLIP_SANCTION = "told"
    # of the scoreboard and the rankings
    SCORE = "score"
    SCORE_MISSING = "score-missing"
    SCORE_OF_NOBODY = "score-of-nobody"
    EXPLANATION = "explanation"
    CONTENDERS = "field"
    STANDING = "standing"
    STANDING_MISSING = "standing-missing"
    # of matches of two
    MATCH_EVENT = "match-event"
    MATCH = "match"


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """A line that states another value than the one computed; ``name`` is the field, where it is
    one."""

    kind: DiscrepancyKind
    member: str
    line: int | None
    stated: Any
    computed: Any
    row: Any = None
    name: str = ""


class RulingSummary(NamedTuple):
    """Points and sanction that were decided, and those that the software proposes."""

    points: int
    sanction: str
    proposed_points: int
    proposed_sanction: str


@dataclass(frozen=True, slots=True)
class HumanDecision:
    """A decision that differs from the proposal, without the entries concerned. ``summary``: the
    ruling on a bulletin, or the article of another decision; ``by`` and ``reason`` may have been
    erased."""

    game: int
    turn: int
    kind: str
    summary: RulingSummary | str
    by: str
    reason: str


type LineNumber = tuple[str, int | None]
"""A member and the number of one of its lines, None if it is not known."""


@dataclass(slots=True)
class Report:
    """``counts`` by game, turn (0 for the game itself) and counted subject."""

    discrepancies: list[Discrepancy] = field(default_factory=list)
    counts: Counter[tuple[int, int, str]] = field(default_factory=Counter)
    decisions: dict[HumanDecision, list[str]] = field(default_factory=dict)

    def add(
        self,
        kind: DiscrepancyKind,
        line: NumberedLine[Any] | None,
        stated: Any,
        computed: Any,
        *,
        member: str = "",
        number: int | None = None,
        name: str = "",
    ) -> None:
        """Add a discrepancy of ``line``, or of a ``member`` and, if known, a line ``number`` of
        it."""
        if line is None:
            self.discrepancies.append(
                Discrepancy(kind, member, number, stated, computed, name=name)
            )
        else:
            self.discrepancies.append(
                Discrepancy(kind, line.member, line.number, stated, computed, line.row, name)
            )

    def compare(
        self, kind: DiscrepancyKind, line: NumberedLine[Any], name: str, stated: Any, computed: Any
    ) -> bool:
        """Return True if both values are equal, else add a discrepancy."""
        if stated != computed:
            self.add(kind, line, stated, computed, name=name)
        return bool(stated == computed)

    def count(self, game: int, turn: int, subject: str, number: int = 1) -> None:
        self.counts[game, turn, subject] += number

    def list_lines(self) -> list[LineNumber]:
        """Return the lines with discrepancies, each once, in the order found."""
        return list(dict.fromkeys((row.member, row.line) for row in self.discrepancies))

    def add_decision(self, decision: HumanDecision, entry: str) -> None:
        self.decisions.setdefault(decision, []).append(entry)
