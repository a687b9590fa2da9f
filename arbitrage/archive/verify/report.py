"""What was found: what agrees, what people decided otherwise, what is open, and what lies."""

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from arbitrage.archive.verify.record import At


class Matter(StrEnum):
    """What a line says that is found to be otherwise (``arbitrage.archive.verify.words``)."""

    # of the file
    MEMBER = "member"
    MANIFEST = "manifest"
    SCOPE = "scope"
    LINE = "line"
    HEAD = "head"
    PRINTED_HEAD = "printed-head"
    SECRET = "secret"  # noqa: S105 - the name of a matter
    REPEATED = "repeated"
    NAMES = "names"
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
    TOLD = "told"
    # of the scoreboard and the rankings
    SCORE = "score"
    SCORE_MISSING = "score-missing"
    SCORE_OF_NOBODY = "score-of-nobody"
    EXPLANATION = "explanation"
    FIELD = "field"
    STANDING = "standing"
    STANDING_MISSING = "standing-missing"
    # of matches of two
    MATCH_EVENT = "match-event"
    MATCH = "match"


@dataclass(frozen=True, slots=True)
class Lie:
    """``said`` by the line, and what was ``found``; ``field`` of it, where it is one."""

    matter: Matter
    member: str
    line: int | None
    said: Any
    found: Any
    row: Any = None
    name: str = ""


class Ruled(NamedTuple):
    """What was decided of a bulletin, and what the software proposes."""

    points: int
    sanction: str
    due: int
    proposed: str


@dataclass(frozen=True, slots=True)
class HumanDecision:
    """What somebody decided otherwise than the software, of which entries; ``what``: of a bulletin,
    or the article; ``by`` and ``reason`` may be such as were erased since."""

    game: int
    turn: int
    kind: str
    what: Ruled | str
    by: str
    reason: str


@dataclass(slots=True)
class Report:
    """``counts`` by game, turn (0: the game) and what is counted."""

    lies: list[Lie] = field(default_factory=list)
    counts: Counter[tuple[int, int, str]] = field(default_factory=Counter)
    decisions: dict[HumanDecision, list[str]] = field(default_factory=dict)

    def lie(
        self,
        matter: Matter,
        at: At[Any] | None,
        said: Any,
        found: Any,
        *,
        member: str = "",
        line: int | None = None,
        name: str = "",
    ) -> None:
        """``at``, or a ``member`` and where it is known a ``line`` of it."""
        if at is None:
            self.lies.append(Lie(matter, member, line, said, found, name=name))
        else:
            self.lies.append(Lie(matter, at.member, at.number, said, found, at.row, name))

    def compare(self, matter: Matter, at: At[Any], name: str, said: Any, found: Any) -> bool:
        """Whether both are equal; a lie where not."""
        if said != found:
            self.lie(matter, at, said, found, name=name)
        return bool(said == found)

    def count(self, game: int, turn: int, what: str, number: int = 1) -> None:
        self.counts[game, turn, what] += number

    def decided(self, decision: HumanDecision, entry: str) -> None:
        self.decisions.setdefault(decision, []).append(entry)
