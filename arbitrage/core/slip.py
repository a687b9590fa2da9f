"""The content of a slip (*billet de correction*, 5.9): the boxes of the official form of 2019.

Codes and data, no sentences except those a person wrote.
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
    #: Not a box of the form: a line of its own.
    AVERAGE = "moyenne"


_WARNING_BOXES: Mapping[Motive, Box] = {
    Motive.SCORE: Box.SCORE,
    Motive.SHORT_RACCORD: Box.SHORT_RACCORD,
    Motive.INVERSION: Box.INVERSION,
    Motive.BOTH_MODES: Box.BOTH_MODES,
    Motive.JOKER: Box.JOKER,
}
_PENALTY_BOXES: Mapping[Motive, Box] = {Motive.LOCATION: Box.LOCATION}
_ZERO_BOXES: Mapping[Motive, Box] = {
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
    Sanction.WARNING: (_WARNING_BOXES, Box.OTHER_WARNING),
    Sanction.PENALTY: (_PENALTY_BOXES, Box.OTHER_PENALTY),
    Sanction.ZERO: (_ZERO_BOXES, Box.OTHER_ZERO),
}
#: Motives of a warning that go to the free line of the slip (5.5).
_OTHER_WARNINGS = frozenset({Motive.PRESENTATION, Motive.DISCIPLINE})
_SCORE_MISSED = frozenset(
    {FindingCode.SCORE_ABSENT, FindingCode.SCORE_ILLEGIBLE, FindingCode.SCORE_NOWHERE}
)
_OFF_THE_GRID = frozenset({FindingCode.PLACE_IMPOSSIBLE, FindingCode.PLACE_ISOLATED})
#: Faults of a player whose own grid or letters differ from those announced.
_OWN_GRID_MOTIVES = frozenset({Motive.IMPOSSIBLE_PLACE, Motive.WRONG_LETTER})
_WRONG_CIRCLES = frozenset({FindingCode.CIRCLE_WRONG, FindingCode.CIRCLE_WITHOUT_JOKER})


def get_lightest_sanction(motive: Motive) -> Sanction:
    """Return the lightest sanction that the slip has for ``motive`` (5.5, 5.6, 5.7)."""
    if motive in _OTHER_WARNINGS:
        return Sanction.WARNING
    return next((s for s, (boxes, _other_box) in BOXES.items() if motive in boxes), Sanction.ZERO)


@dataclass(frozen=True, slots=True)
class Details:
    """The text beside the boxes of the form, as written on the bulletin."""

    words: tuple[str, ...] = ()
    #: Letters that are not in the draw.
    letters: str = ""
    #: Circled letters that are not a joker's.
    circled: str = ""
    #: As the player wrote it.
    reference: str = ""
    score_missed: bool = False
    off_the_grid: bool = False


@dataclass(frozen=True, slots=True)
class Notice:
    """The content of a slip; ``NO_NOTICE`` is the one of a bulletin without anything to notify.

    ``number`` is that of the last warning that the turn counts for, in the game; ``conduct`` has
    the reasons of warnings for conduct, ``reason`` the text an arbiter wrote about their decision.
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
    def has_grid_check(self) -> bool:
        """True if the slip asks to check the grid (*Vérifiez votre grille !*)."""
        is_off_grid = self.details.off_the_grid and Motive.LOCATION in self.motives
        return is_off_grid or not _OWN_GRID_MOTIVES.isdisjoint(self.motives)

    @property
    def refused_words(self) -> tuple[str, ...]:
        """The words that the slip says are not admitted; empty if it omits motive or words."""
        return self.details.words if Motive.NOT_ADMITTED in self.motives else ()

    @property
    def is_empty(self) -> bool:
        """True if there is nothing to notify."""
        other_content = (self.removed, self.average, self.double, self.commission, self.conduct)
        return self.sanction is Sanction.NONE and not any(other_content)

    @property
    def sanctioned_motives(self) -> tuple[Motive, ...]:
        """The motives of the sanction; an average replaces that of a refused word."""
        replaced = {Motive.NOT_ADMITTED} if self.average else set()
        return tuple(motive for motive in self.motives if motive not in replaced)

    @property
    def boxless_motives(self) -> tuple[Motive, ...]:
        """The motives of the sanction that its free line takes."""
        box_by_motive, _ = BOXES[self.sanction]
        return tuple(motive for motive in self.sanctioned_motives if motive not in box_by_motive)

    def list_boxes(self) -> frozenset[Box]:
        """Return the boxes that are ticked."""
        box_by_motive, other_box = BOXES[self.sanction]
        boxes = {box_by_motive.get(motive, other_box) for motive in self.sanctioned_motives}
        if not self.motives or self.reason:
            boxes.add(other_box)
        if self.sanction is Sanction.ZERO and Motive.LOCATION in self.motives:
            boxes |= {Box.NO_PLACE_SCORE} if self.details.score_missed else set()
        flags = {
            Box.DOUBLE: self.double,
            Box.OTHER_WARNING: bool(self.conduct),
            Box.REMOVED: self.removed,
            Box.CHECK_GRID: self.has_grid_check,
            Box.COMMISSION: self.commission,
            Box.AVERAGE: self.average,
            Box.NOT_ADMITTED: self.average and bool(self.refused_words),
        }
        ticked = {box for box, on in flags.items() if on}
        return frozenset(ticked | {box for box in boxes if box is not None})

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Build from the data of ``to_dict``. Raise KeyError, TypeError, ValueError."""
        details = data["details"]
        coded = {
            "sanction": Sanction(data["sanction"]),
            "motives": tuple(map(Motive, data["motives"])),
            "conduct": tuple(data["conduct"]),
            "details": Details(**{**details, "words": tuple(details["words"])}),
        }
        return cls(**{**data, **coded})


NO_NOTICE = Notice()


@dataclass(frozen=True, slots=True)
class SentNotice:
    """A notice, and when its player received it: on their tablet, or by hand."""

    notice: Notice
    shown_at: datetime | None = None
    handed_at: datetime | None = None

    @property
    def notified_at(self) -> datetime | None:
        """The first moment at which the player could read it (B-24)."""
        return min(filter(None, (self.shown_at, self.handed_at)), default=None)


def list_words_notified_before(sent_notices: Iterable[SentNotice], opened_at: datetime) -> set[str]:
    """Return the words that a player had been notified are not admitted before a turn opened.

    The notice must name the motive (2023: 5.9; before: 5.7; B-24).
    """
    notified = (
        slip
        for slip in sent_notices
        if slip.notified_at is not None and slip.notified_at < opened_at
    )
    return {word for slip in notified for word in slip.notice.refused_words}


def list_refused_words(findings: Iterable[Finding]) -> tuple[str, ...]:
    """Return the words found not admitted, played or formed beside, in capitals."""
    words: dict[str, None] = {}
    for finding in findings:
        if finding.code == FindingCode.WORD_NOT_ADMITTED:
            words[str(finding.data["word"]).upper()] = None
        elif finding.code == FindingCode.CROSS_NOT_ADMITTED:
            formed = finding.data["words"]
            assert isinstance(formed, tuple)
            words.update(dict.fromkeys(word.upper() for word in formed))
    return tuple(words)


def build_details(verdict: Verdict, motives: Iterable[Motive]) -> Details:
    """Return the findings of ``verdict`` that a form with ``motives`` has room for."""
    motive_set = set(motives)
    codes = {finding.code for finding in verdict.findings}

    def find_datum(name: str, *datum_codes: FindingCode) -> str:
        values = (
            str(finding.data[name]) for finding in verdict.findings if finding.code in datum_codes
        )
        return next(values, "")

    return Details(
        words=list_refused_words(verdict.findings) if Motive.NOT_ADMITTED in motive_set else (),
        letters=(
            find_datum("letters", FindingCode.LETTERS_NOT_DRAWN)
            if Motive.WRONG_LETTER in motive_set
            else ""
        ),
        circled=find_datum("letters", *_WRONG_CIRCLES) if Motive.JOKER in motive_set else "",
        reference=(
            find_datum("reference", FindingCode.BOTH_INVERTED)
            if Motive.DOUBLE_INVERSION in motive_set
            else ""
        ),
        score_missed=not codes.isdisjoint(_SCORE_MISSED),
        off_the_grid=not codes.isdisjoint(_OFF_THE_GRID),
    )
