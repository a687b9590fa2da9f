"""French texts of findings: the motives that each explains, and remarks for arbiters."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_noop as _

from arbitrage.core.codes import FindingCode, Motive


@dataclass(frozen=True)
class FindingText:
    """The text of a finding, and the motives that it explains.

    If ``text`` is empty, ``arbitrage.presentation.explanations`` builds it.
    """

    text: str
    motives: frozenset[Motive]

    @classmethod
    def for_motives(cls, text: str, *motives: Motive) -> "FindingText":
        return cls(text, frozenset(motives))


_WRONG_PLACE = (Motive.LOCATION, Motive.BOTH_MODES)
#: The text of each finding; its data fills the placeholders.
FINDING_TEXTS: Mapping[FindingCode, FindingText] = {
    FindingCode.LETTERS_STRUCK: FindingText.for_motives(
        _("lettres rayées : %(letters)s"), Motive.BLANK_OR_MISSING
    ),
    FindingCode.NO_WORD: FindingText.for_motives(
        _("lettres sans mot : %(letters)s"), Motive.INCOMPLETE
    ),
    FindingCode.SECOND_WORD: FindingText.for_motives(
        _("%(word)s n’est pas une solution acceptable"), *Motive
    ),
    FindingCode.WORD_NOT_ADMITTED: FindingText.for_motives(
        _("%(word)s n’est pas admis"), Motive.NOT_ADMITTED, Motive.SEVERAL_SOLUTIONS
    ),
    FindingCode.CROSS_NOT_ADMITTED: FindingText.for_motives(
        "", *_WRONG_PLACE, Motive.NOT_ADMITTED, Motive.SEVERAL_SOLUTIONS
    ),
    FindingCode.WORD_INCOMPLETE: FindingText.for_motives(
        _("%(word)s est écrit, le mot entier serait %(completed)s"),
        Motive.INCOMPLETE,
        Motive.LOCATION,
    ),
    FindingCode.LAST_LETTER_CHANGED: FindingText.for_motives(
        _("dernière lettre fausse, la grille fait %(completed)s"), Motive.NOT_ADMITTED
    ),
    FindingCode.LETTERS_NOT_DRAWN: FindingText.for_motives(
        "",
        Motive.WRONG_LETTER,
        Motive.SEVERAL_SOLUTIONS,
        *_WRONG_PLACE,
    ),
    FindingCode.TOO_MANY_TILES: FindingText.for_motives(
        _("%(count)s lettres posées, %(most)s au plus"), Motive.IMPOSSIBLE_PLACE
    ),
    FindingCode.REFERENCE_ABSENT: FindingText.for_motives(_("aucune référence"), Motive.LOCATION),
    FindingCode.REFERENCE_ILLEGIBLE: FindingText.for_motives(
        _("référence illisible"), *_WRONG_PLACE
    ),
    FindingCode.REFERENCE_INVERTED: FindingText.for_motives(
        _("référence %(reference)s, mot écrit dans l’autre sens"),
        Motive.INVERSION,
        Motive.BOTH_MODES,
    ),
    FindingCode.BOTH_INVERTED: FindingText.for_motives(
        _("%(reference)s au lieu de %(place)s"), Motive.INVERSION, Motive.DOUBLE_INVERSION
    ),
    FindingCode.PLACE_IMPOSSIBLE: FindingText.for_motives(
        _("le mot ne tient pas en %(place)s"), *_WRONG_PLACE, Motive.IMPOSSIBLE_PLACE
    ),
    FindingCode.PLACE_ISOLATED: FindingText.for_motives(
        _("en %(place)s, le mot ne touche aucun autre"), *_WRONG_PLACE
    ),
    FindingCode.SCORE_ABSENT: FindingText.for_motives(
        _("aucun score annoncé"), Motive.SCORE, Motive.LOCATION
    ),
    FindingCode.SCORE_ILLEGIBLE: FindingText.for_motives(
        _("score illisible"), Motive.SCORE, Motive.LOCATION
    ),
    FindingCode.SCORE_WRONG: FindingText.for_motives(
        _("annoncé %(claimed)s, exact %(exact)s"), Motive.SCORE
    ),
    FindingCode.SCORE_NOWHERE: FindingText.for_motives(
        _("score annoncé %(claimed)s, que le mot ne vaut nulle part"), Motive.LOCATION
    ),
    FindingCode.SCORE_OTHER_DIRECTION: FindingText.for_motives(
        _("score d’une place dans l’autre sens"), Motive.LOCATION
    ),
    FindingCode.SCORE_TOO_SMALL: FindingText.for_motives(
        _("solution d’au plus 4 points : pas de score négatif"), Motive.LOCATION
    ),
    FindingCode.CIRCLE_MISSING: FindingText.for_motives("", Motive.JOKER),
    FindingCode.CIRCLE_WRONG: FindingText.for_motives(
        _("encerclé à tort : %(letters)s"), Motive.JOKER
    ),
    FindingCode.CIRCLE_OTHER: FindingText.for_motives(
        _("cercle de %(circled)s, score de %(paid)s"), Motive.JOKER
    ),
    FindingCode.CIRCLE_WITHOUT_JOKER: FindingText.for_motives(
        _("lettre encerclée sans joker : %(letters)s"), Motive.JOKER
    ),
    FindingCode.RACCORD_COUNT: FindingText.for_motives("", Motive.SHORT_RACCORD, Motive.BOTH_MODES),
    FindingCode.FALLACIOUS_RACCORD: FindingText.for_motives("", Motive.FALLACIOUS),
}
#: Remarks for an arbiter, beside the motives, on points that they must judge themselves.
REMARKS: Mapping[FindingCode, str] = {
    FindingCode.INVALID_TWIN: _("même score en %(place)s, non admis : %(words)s"),
    FindingCode.FALLACIOUS_RACCORD: _("en %(place)s, raccordement fallacieux : %(words)s"),
    FindingCode.SCORE_OTHER_DIRECTION: _("places dans l’autre sens : %(places)s"),
    FindingCode.SILENT_TEXT: _("le texte ne tranche pas ce point%(cited)s"),
}
