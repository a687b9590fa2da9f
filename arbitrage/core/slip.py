"""What a slip (*billet de correction*, 5.9) tells a player: the boxes of the official form of 2019.

Codes and data, no sentences, but for what a person wrote.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Self

from arbitrage.core.codes import FindingCode, Motive, Sanction
from arbitrage.core.verdict import Finding, Verdict


class Box(StrEnum):
    """The boxes of the form, in its order."""

    DOUBLE = "double"
    # a warning
    SCORE = "score"
    SHORT_RACCORD = "raccord-insuffisant"
    INVERSION = "inversion"
    BOTH_MODES = "deux-modes"
    JOKER = "joker"
    OTHER_WARNING = "autre-avertissement"
    REMOVED = "enleve"
    # a penalty
    LOCATION = "localisation"
    OTHER_PENALTY = "autre-penalite"
    # beside
    CHECK_GRID = "verifiez"
    COMMISSION = "commission"
    # a zero
    NOT_ADMITTED = "mot-non-admis"
    INCOMPLETE = "mot-incomplet"
    NO_PLACE = "sans-place"
    NO_PLACE_SCORE = "sans-place-score"
    FALLACIOUS = "prolongement-fallacieux"
    ILLEGIBLE = "illisible"
    BLANK_OR_MISSING = "vierge-ou-manquant"
    EXCHANGED = "echange"
    LATE = "temps-depasse"
    IMPOSSIBLE_PLACE = "placement-impossible"
    WRONG_LETTER = "erreur-de-lettre"
    DOUBLE_INVERSION = "inversion-double"
    OTHER_ZERO = "autre-zero"
    #: No box of the form: a line of its own.
    AVERAGE = "moyenne"


_WARNING: Mapping[Motive, Box] = {
    Motive.SCORE: Box.SCORE,
    Motive.SHORT_RACCORD: Box.SHORT_RACCORD,
    Motive.INVERSION: Box.INVERSION,
    Motive.BOTH_MODES: Box.BOTH_MODES,
    Motive.JOKER: Box.JOKER,
}
_PENALTY: Mapping[Motive, Box] = {Motive.LOCATION: Box.LOCATION}
_ZERO: Mapping[Motive, Box] = {
    Motive.NOT_ADMITTED: Box.NOT_ADMITTED,
    Motive.INCOMPLETE: Box.INCOMPLETE,
    Motive.LOCATION: Box.NO_PLACE,
    Motive.FALLACIOUS: Box.FALLACIOUS,
    Motive.ILLEGIBLE: Box.ILLEGIBLE,
    Motive.BLANK_OR_MISSING: Box.BLANK_OR_MISSING,
    Motive.EXCHANGED: Box.EXCHANGED,
    Motive.LATE: Box.LATE,
    Motive.IMPOSSIBLE_PLACE: Box.IMPOSSIBLE_PLACE,
    Motive.WRONG_LETTER: Box.WRONG_LETTER,
    Motive.DOUBLE_INVERSION: Box.DOUBLE_INVERSION,
}
#: The box of each motive under each sanction, and the free line that takes any other.
BOXES: Mapping[Sanction, tuple[Mapping[Motive, Box], Box | None]] = {
    Sanction.NONE: ({}, None),
    Sanction.WARNING: (_WARNING, Box.OTHER_WARNING),
    Sanction.PENALTY: (_PENALTY, Box.OTHER_PENALTY),
    Sanction.ZERO: (_ZERO, Box.OTHER_ZERO),
}
_SCORE_MISSED = frozenset(
    {FindingCode.SCORE_ABSENT, FindingCode.SCORE_ILLEGIBLE, FindingCode.SCORE_NOWHERE}
)
_OFF_THE_GRID = frozenset({FindingCode.PLACE_IMPOSSIBLE, FindingCode.PLACE_ISOLATED})
#: Faults of who has another grid or other letters before him than the room.
_OWN_GRID = frozenset({Motive.IMPOSSIBLE_PLACE, Motive.WRONG_LETTER})
_CIRCLED = frozenset({FindingCode.CIRCLE_WRONG, FindingCode.CIRCLE_WITHOUT_JOKER})


@dataclass(frozen=True, slots=True)
class Details:
    """What the form leaves room for beside its boxes, as found on the bulletin."""

    words: tuple[str, ...] = ()
    #: Letters that the draw does not have.
    letters: str = ""
    #: Letters with a circle that is none of a joker's.
    circled: str = ""
    #: As the player wrote it.
    reference: str = ""
    score_missed: bool = False
    off_the_grid: bool = False


@dataclass(frozen=True, slots=True)
class Notice:
    """The content of a slip; the one of nobody's concern is ``NOTHING``.

    ``number`` is that of the last warning that the turn counts for, in the game; ``conduct`` has
    the reasons of those for conduct, ``reason`` what an arbiter wrote of his decision.
    """

    sanction: Sanction = Sanction.NONE
    motives: tuple[Motive, ...] = ()
    points: int = 0
    number: int = 0
    removed: bool = False
    average: bool = False
    double: bool = False
    commission: bool = False
    conduct: tuple[str, ...] = ()
    reason: str = ""
    article: str = ""
    details: Details = Details()

    @property
    def check_grid(self) -> bool:
        """*Vérifiez votre grille !*"""
        off = self.details.off_the_grid and Motive.LOCATION in self.motives
        return off or not _OWN_GRID.isdisjoint(self.motives)

    @property
    def refused(self) -> tuple[str, ...]:
        """The words that it says are not admitted; none where it leaves out motive or words."""
        return self.details.words if Motive.NOT_ADMITTED in self.motives else ()

    @property
    def is_nothing(self) -> bool:
        """Whether there is nothing to notify."""
        said = (self.removed, self.average, self.double, self.commission, self.conduct)
        return self.sanction is Sanction.NONE and not any(said)

    def boxes(self) -> frozenset[Box]:
        """Those that are ticked."""
        named, other = BOXES[self.sanction]
        found = {named.get(motive, other) for motive in self.motives}
        if not self.motives or self.reason:
            found.add(other)
        if self.sanction is Sanction.ZERO and Motive.LOCATION in self.motives:
            found |= {Box.NO_PLACE_SCORE} if self.details.score_missed else set()
        flags = {
            Box.DOUBLE: self.double,
            Box.OTHER_WARNING: bool(self.conduct),
            Box.REMOVED: self.removed,
            Box.CHECK_GRID: self.check_grid,
            Box.COMMISSION: self.commission,
            Box.AVERAGE: self.average,
            Box.NOT_ADMITTED: self.average and bool(self.refused),
        }
        ticked = {box for box, on in flags.items() if on}
        return frozenset(ticked | {box for box in found if box is not None})

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of ``to_dict``. Raises KeyError, TypeError, ValueError."""
        details = data["details"]
        coded = {
            "sanction": Sanction(data["sanction"]),
            "motives": tuple(map(Motive, data["motives"])),
            "conduct": tuple(data["conduct"]),
            "details": Details(**{**details, "words": tuple(details["words"])}),
        }
        return cls(**{**data, **coded})


NOTHING = Notice()


@dataclass(frozen=True, slots=True)
class SentNotice:
    """A notice and how it reached its player: on his tablet, or by hand."""

    notice: Notice
    shown_at: datetime | None = None
    handed_at: datetime | None = None

    @property
    def told_at(self) -> datetime | None:
        """The first moment at which he could read it (B-24)."""
        return min(filter(None, (self.shown_at, self.handed_at)), default=None)


def told_before(sent: Iterable[SentNotice], opened_at: datetime) -> set[str]:
    """The words of which a player had been told, with the motive, that they are not admitted,
    before a turn opened (2023: 5.9; before: 5.7; B-24)."""
    told = (one for one in sent if one.told_at is not None and one.told_at < opened_at)
    return {word for one in told for word in one.notice.refused}


def refused_in(findings: Iterable[Finding]) -> tuple[str, ...]:
    """The words found not admitted, played or formed beside, in capitals."""
    words: dict[str, None] = {}
    for finding in findings:
        if finding.code == FindingCode.WORD_NOT_ADMITTED:
            words[str(finding.data["word"]).upper()] = None
        elif finding.code == FindingCode.CROSS_NOT_ADMITTED:
            formed = finding.data["words"]
            assert isinstance(formed, tuple)
            words.update(dict.fromkeys(word.upper() for word in formed))
    return tuple(words)


def details_of(verdict: Verdict, motives: Iterable[Motive]) -> Details:
    """What ``verdict`` found that a form with ``motives`` has room for."""
    named = set(motives)
    codes = {finding.code for finding in verdict.findings}

    def said(name: str, *wanted: FindingCode) -> str:
        found = (str(one.data[name]) for one in verdict.findings if one.code in wanted)
        return next(found, "")

    return Details(
        words=refused_in(verdict.findings) if Motive.NOT_ADMITTED in named else (),
        letters=(
            said("letters", FindingCode.LETTERS_NOT_DRAWN) if Motive.WRONG_LETTER in named else ""
        ),
        circled=said("letters", *_CIRCLED) if Motive.JOKER in named else "",
        reference=(
            said("reference", FindingCode.BOTH_INVERTED) if Motive.DOUBLE_INVERSION in named else ""
        ),
        score_missed=not codes.isdisjoint(_SCORE_MISSED),
        off_the_grid=not codes.isdisjoint(_OFF_THE_GRID),
    )
