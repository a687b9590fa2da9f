"""French sentences about findings: the motives that each explains, and what is for arbiters."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_noop as _

from arbitrage.core.codes import FindingCode, Motive


@dataclass(frozen=True)
class Detail:
    """How a finding is told, and the motives that it explains; a text that its data chooses is
    made in ``arbitrage.presentation.explanations``."""

    text: str
    motives: frozenset[Motive]

    @classmethod
    def of(cls, text: str, *motives: Motive) -> "Detail":
        return cls(text, frozenset(motives))


_WRONG_PLACE = (Motive.LOCATION, Motive.BOTH_MODES)
#: The data of each finding fills its sentence.
DETAILS: Mapping[FindingCode, Detail] = {
    FindingCode.LETTERS_STRUCK: Detail.of(
        _("lettres rayées : %(letters)s"), Motive.BLANK_OR_MISSING
    ),
    FindingCode.NO_WORD: Detail.of(_("lettres sans mot : %(letters)s"), Motive.INCOMPLETE),
    FindingCode.SECOND_WORD: Detail.of(_("%(word)s n’est pas une solution acceptable"), *Motive),
    FindingCode.WORD_NOT_ADMITTED: Detail.of(
        _("%(word)s n’est pas admis"), Motive.NOT_ADMITTED, Motive.SEVERAL_SOLUTIONS
    ),
    FindingCode.CROSS_NOT_ADMITTED: Detail.of(
        "", *_WRONG_PLACE, Motive.NOT_ADMITTED, Motive.SEVERAL_SOLUTIONS
    ),
    FindingCode.WORD_INCOMPLETE: Detail.of(
        _("%(word)s est écrit, le mot entier serait %(completed)s"),
        Motive.INCOMPLETE,
        Motive.LOCATION,
    ),
    FindingCode.LAST_LETTER_CHANGED: Detail.of(
        _("dernière lettre fausse, la grille fait %(completed)s"), Motive.NOT_ADMITTED
    ),
    FindingCode.LETTERS_NOT_DRAWN: Detail.of(
        "",
        Motive.WRONG_LETTER,
        Motive.SEVERAL_SOLUTIONS,
        *_WRONG_PLACE,
    ),
    FindingCode.TOO_MANY_TILES: Detail.of(
        _("%(count)s lettres posées, %(most)s au plus"), Motive.IMPOSSIBLE_PLACE
    ),
    FindingCode.REFERENCE_ABSENT: Detail.of(_("aucune référence"), Motive.LOCATION),
    FindingCode.REFERENCE_ILLEGIBLE: Detail.of(_("référence illisible"), *_WRONG_PLACE),
    FindingCode.REFERENCE_INVERTED: Detail.of(
        _("référence %(reference)s, mot écrit dans l’autre sens"),
        Motive.INVERSION,
        Motive.BOTH_MODES,
    ),
    FindingCode.BOTH_INVERTED: Detail.of(
        _("%(reference)s au lieu de %(place)s"), Motive.INVERSION, Motive.DOUBLE_INVERSION
    ),
    FindingCode.PLACE_IMPOSSIBLE: Detail.of(
        _("le mot ne tient pas en %(place)s"), *_WRONG_PLACE, Motive.IMPOSSIBLE_PLACE
    ),
    FindingCode.PLACE_ISOLATED: Detail.of(
        _("en %(place)s, le mot ne touche aucun autre"), *_WRONG_PLACE
    ),
    FindingCode.SCORE_ABSENT: Detail.of(_("aucun score annoncé"), Motive.SCORE, Motive.LOCATION),
    FindingCode.SCORE_ILLEGIBLE: Detail.of(_("score illisible"), Motive.SCORE, Motive.LOCATION),
    FindingCode.SCORE_WRONG: Detail.of(_("annoncé %(claimed)s, exact %(exact)s"), Motive.SCORE),
    FindingCode.SCORE_NOWHERE: Detail.of(
        _("score annoncé %(claimed)s, que le mot ne vaut nulle part"), Motive.LOCATION
    ),
    FindingCode.SCORE_OTHER_DIRECTION: Detail.of(
        _("score d’une place dans l’autre sens"), Motive.LOCATION
    ),
    FindingCode.SCORE_TOO_SMALL: Detail.of(
        _("solution d’au plus 4 points : pas de score négatif"), Motive.LOCATION
    ),
    FindingCode.CIRCLE_MISSING: Detail.of("", Motive.JOKER),
    FindingCode.CIRCLE_WRONG: Detail.of(_("entouré à tort : %(letters)s"), Motive.JOKER),
    FindingCode.CIRCLE_OTHER: Detail.of(
        _("cercle de %(circled)s, score de %(paid)s"), Motive.JOKER
    ),
    FindingCode.CIRCLE_WITHOUT_JOKER: Detail.of(
        _("lettre entourée sans joker : %(letters)s"), Motive.JOKER
    ),
    FindingCode.RACCORD_COUNT: Detail.of("", Motive.SHORT_RACCORD, Motive.BOTH_MODES),
    FindingCode.FALLACIOUS_RACCORD: Detail.of("", Motive.FALLACIOUS),
}
#: What an arbiter is told beside the motives, to judge it himself: the text of each.
ASIDES: Mapping[FindingCode, str] = {
    FindingCode.INVALID_TWIN: _("même score en %(place)s, non admis : %(words)s"),
    FindingCode.FALLACIOUS_RACCORD: _("en %(place)s, raccordement fallacieux : %(words)s"),
    FindingCode.SCORE_OTHER_DIRECTION: _("places dans l’autre sens : %(places)s"),
    FindingCode.SILENT_TEXT: _("le texte ne tranche pas ce point%(cited)s"),
}
