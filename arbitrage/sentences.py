"""French sentences about verdicts and rulings, made from their codes and data."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from arbitrage.core.bulletin import SheetState
from arbitrage.core.codes import FindingCode, Motive, Sanction, Undecided
from arbitrage.core.verdict import Decision, Finding, Verdict
from arbitrage.models import Ruling, Status

MOTIVES: Mapping[Motive, str] = {
    Motive.SCORE: _("score absent ou erroné"),
    Motive.SHORT_RACCORD: _("raccord insuffisant"),
    Motive.INVERSION: _("référence ou sens du mot inversé"),
    Motive.BOTH_MODES: _("deux modes de localisation, dont un incorrect"),
    Motive.JOKER: _("joker mal ou non entouré"),
    Motive.PRESENTATION: _("présentation difficile à lire"),
    Motive.DISCIPLINE: _("motif disciplinaire"),
    Motive.LOCATION: _("localisation absente ou erronée"),
    Motive.NOT_ADMITTED: _("mot non admis"),
    Motive.INCOMPLETE: _("mot incomplet"),
    Motive.FALLACIOUS: _("raccordement fallacieux"),
    Motive.ILLEGIBLE: _("mot illisible"),
    Motive.BLANK_OR_MISSING: _("bulletin vierge ou manquant"),
    Motive.EXCHANGED: _("bulletin échangé après la fin du coup"),
    Motive.LATE: _("bulletin remis après la fin du coup"),
    Motive.IMPOSSIBLE_PLACE: _("placement impossible sur la grille"),
    Motive.WRONG_LETTER: _("lettre absente du tirage"),
    Motive.DOUBLE_INVERSION: _("référence et sens du mot tous deux inversés"),
    Motive.SEVERAL_BULLETINS: _("plusieurs bulletins remis"),
    Motive.SEVERAL_SOLUTIONS: _("plusieurs solutions sur le bulletin"),
}
SANCTIONS: Mapping[Sanction, str] = {
    Sanction.NONE: _("sans sanction"),
    Sanction.WARNING: _("avertissement"),
    Sanction.PENALTY: _("pénalité de 5 points"),
    Sanction.ZERO: _("zéro"),
}
#: States of a slip as an arbiter chooses them; the first is what he sees most.
SLIP_STATES: Mapping[SheetState, str] = {
    SheetState.OK: _("lisible, remis à temps"),
    SheetState.HARD_TO_READ: _("difficile à lire"),
    SheetState.ILLEGIBLE: _("mot illisible"),
    SheetState.BLANK: _("vierge"),
    SheetState.MISSING: _("absent"),
    SheetState.LATE: _("écrit après la fin du coup"),
    SheetState.EXCHANGED: _("échangé après la fin du coup"),
    SheetState.SEVERAL: _("plusieurs bulletins remis"),
}
UNDECIDED: Mapping[Undecided, str] = {
    Undecided.SEVERAL_WORDS: _("plusieurs mots, dont aucun n’est sûrement le mot joué"),
    Undecided.FIRST_TURN_LETTERS: _("des lettres sont écrites à côté du premier mot"),
    Undecided.FIRST_TURN_VERTICAL: _("le premier mot est écrit verticalement"),
    Undecided.CIRCLE_WITHOUT_JOKER: _("une lettre est entourée sans joker dans le tirage"),
    Undecided.BOTH_WAYS_LOWER_CLAIM: _(
        "le mot se joue dans les deux sens depuis cette case, et le score est le plus petit"
    ),
    Undecided.BOTH_WAYS_CLAIM_ELSEWHERE: _(
        "le mot se joue dans les deux sens depuis cette case, et le score vaut pour une autre place"
    ),
    Undecided.INVERTED_PROLONGATION: _("le prolongement est écrit dans l’autre sens"),
    Undecided.SECOND_MODE_UNCLEAR: _(
        "des lettres de raccord, et une référence inversée ou illisible"
    ),
    Undecided.EXTENSION_BY_ONE_MODE: _(
        "un mode de localisation est correct, l’autre forme un mot non admis"
    ),
    Undecided.TWO_MODES_DISAGREE: _(
        "la référence et les lettres de la grille désignent des places différentes"
    ),
    Undecided.FALLACIOUS_REFERENCE: _(
        "la référence désigne un prolongement non admis, le score une autre place"
    ),
    Undecided.FALLACIOUS_BESIDE_PLACE: _("le score est celui d’un raccordement fallacieux"),
    Undecided.RACCORD_PLACES_AND_SCORE: _(
        "les lettres de raccord conviennent à plusieurs places, le score à une autre"
    ),
}
#: Findings told after the motive; the data of each fills its sentence.
DETAILS: Mapping[FindingCode, str] = {
    FindingCode.NO_WORD: _("lettres sans mot : %(letters)s"),
    FindingCode.SEVERAL_WORDS: _("plusieurs mots écrits : %(words)s"),
    FindingCode.SECOND_WORD: _("second mot sans solution : %(word)s"),
    FindingCode.WORD_NOT_ADMITTED: _("%(word)s n’est pas admis"),
    FindingCode.CROSS_NOT_ADMITTED: _("en %(place)s, mot formé non admis : %(words)s"),
    FindingCode.WORD_INCOMPLETE: _("le mot entier serait %(completed)s"),
    FindingCode.LAST_LETTER_CHANGED: _("dernière lettre fausse, la grille fait %(completed)s"),
    FindingCode.LETTERS_NOT_DRAWN: _("hors tirage : %(letters)s"),
    FindingCode.REFERENCE_ABSENT: _("aucune référence"),
    FindingCode.REFERENCE_ILLEGIBLE: _("référence illisible"),
    FindingCode.REFERENCE_INVERTED: _("référence %(reference)s, mot écrit dans l’autre sens"),
    FindingCode.BOTH_INVERTED: _("référence %(reference)s et sens du mot inversés"),
    FindingCode.PLACE_IMPOSSIBLE: _("impossible en %(place)s"),
    FindingCode.PLACE_ISOLATED: _("en %(place)s, le mot ne touche aucun autre"),
    FindingCode.SCORE_ABSENT: _("aucun score annoncé"),
    FindingCode.SCORE_ILLEGIBLE: _("score illisible"),
    FindingCode.SCORE_WRONG: _("score annoncé %(claimed)s, exact %(exact)s"),
    FindingCode.SCORE_NOWHERE: _("score annoncé %(claimed)s, que le mot ne vaut nulle part"),
    FindingCode.SCORE_OTHER_DIRECTION: _("score d’une place dans l’autre sens : %(places)s"),
    FindingCode.SCORE_TOO_SMALL: _("solution d’au plus 4 points : pas de score négatif"),
    FindingCode.CIRCLE_MISSING: _("lettre à entourer : %(letters)s"),
    FindingCode.CIRCLE_WRONG: _("lettre entourée à tort : %(letters)s"),
    FindingCode.CIRCLE_OTHER: _("cercle de %(circled)s, score de %(paid)s"),
    FindingCode.CIRCLE_WITHOUT_JOKER: _("lettre entourée sans joker : %(letters)s"),
    FindingCode.RACCORD_COUNT: _("lettres de raccord en %(place)s : %(count)s"),
    FindingCode.INVALID_TWIN: _("même score en %(place)s, où se forme %(words)s, non admis"),
    FindingCode.FALLACIOUS_RACCORD: _("en %(place)s, raccord non valide : %(words)s"),
}
#: Findings that the motive says already, or that cost nothing.
QUIET: frozenset[FindingCode] = frozenset(
    {
        FindingCode.BULLETIN_MISSING,
        FindingCode.BULLETIN_BLANK,
        FindingCode.BULLETIN_LATE,
        FindingCode.BULLETIN_EXCHANGED,
        FindingCode.BULLETINS_SEVERAL,
        FindingCode.WORD_ILLEGIBLE,
        FindingCode.HARD_TO_READ,
        FindingCode.NOTHING_WRITTEN,
        FindingCode.LETTERS_STRUCK,
        FindingCode.PARASITES,
        FindingCode.REFERENCE_IGNORED,
        FindingCode.PROLONGATION,
        FindingCode.SILENT_TEXT,
    }
)
PENALTY = 5
#: Parts of a text that have no number.
UNNUMBERED: Mapping[str, str] = {"slip": _("billet de correction"), "intro": _("introduction")}
#: Sanctions after which details matter to the player.
EXPLAINED = frozenset({Sanction.WARNING, Sanction.PENALTY, Sanction.ZERO})


def slip_state_label(state: str) -> str:
    return gettext(SLIP_STATES[SheetState(state)])


def motive_label(motive: str) -> str:
    return gettext(MOTIVES[Motive(motive)])


def sanction_label(sanction: str) -> str:
    return gettext(SANCTIONS[Sanction(sanction)])


def article_label(number: str) -> str:
    """An article as people name it; one of an earlier text has its year in front ("2017:5.4")."""
    year, colon, own = number.rpartition(":")
    if colon:
        return gettext("%(own)s du texte de %(year)s") % {"own": own, "year": year}
    return gettext(UNNUMBERED[number]) if number in UNNUMBERED else number


def points_label(count: int) -> str:
    return ngettext("%(n)d point", "%(n)d points", count) % {"n": count}


def explain_verdict(verdict: Verdict, *, confirmed: bool = False) -> str:
    """The software's proposal in one or two short sentences, with its article; ``confirmed``: what
    it left to an arbiter he has decided as proposed."""
    decision = verdict.decision
    sentence = _sentence(
        points=decision.points,
        gross=decision.gross,
        sanction=decision.sanction,
        motives=decision.motives,
        article=decision.article,
        where=_where(decision),
        details=_details(verdict.findings) if decision.sanction in EXPLAINED else [],
    )
    if verdict.undecided_reason:
        pattern = (
            gettext("%(sentence)s Confirmé par l’arbitre : %(reason)s (art. %(article)s).")
            if confirmed
            else gettext(
                "À décider par l’arbitre : %(reason)s (art. %(article)s). "
                "Proposition : %(sentence)s"
            )
        )
        return pattern % {
            "reason": gettext(UNDECIDED[verdict.undecided_reason]),
            "article": article_label(verdict.article),
            "sentence": sentence,
        }
    if verdict.commission:
        return gettext("Provisoire, en commission. %(sentence)s") % {"sentence": sentence}
    return sentence


def explain_proposal(ruling: Ruling) -> str:
    """The software's sentence on the bulletin, and why it does not stand by itself if that is
    not in the verdict."""
    verdict = Verdict.from_dict(ruling.verdict)
    said = explain_verdict(verdict, confirmed=ruling.status == Status.CONFIRMED)
    changed = ruling.status == Status.CHANGED
    return said if changed or not ruling.reason else f"{said} {ruling.reason}"


def explain_ruling(ruling: Ruling) -> str:
    """What the player reads: the software's sentence, or the arbiter's decision and reason."""
    if ruling.status != Status.CHANGED:
        return explain_proposal(ruling)
    sentence = _sentence(
        points=ruling.points,
        gross=ruling.gross,
        sanction=Sanction(ruling.sanction),
        motives=[Motive(motive) for motive in ruling.motives],
        article=ruling.article,
        where="",
        details=[],
    )
    return gettext("%(sentence)s Décision de l’arbitre : %(reason)s") % {
        "sentence": sentence,
        "reason": ruling.reason,
    }


def _where(decision: Decision) -> str:
    if not decision.word or not decision.placement:
        return ""
    return gettext("%(word)s en %(place)s : ") % {
        "word": decision.word.upper(),
        "place": decision.placement,
    }


def _details(findings: Iterable[Finding]) -> list[str]:
    return [
        gettext(DETAILS[finding.code]) % _spoken(finding.data)
        for finding in findings
        if finding.code in DETAILS
    ]


def _spoken(data: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: ", ".join(value) if isinstance(value, tuple) else value for key, value in data.items()
    }


def _sentence(
    *,
    points: int,
    gross: int,
    sanction: Sanction,
    motives: Iterable[Motive],
    article: str,
    where: str,
    details: list[str],
) -> str:
    causes = [gettext(MOTIVES[motive]) for motive in motives]
    why = ", ".join(causes)
    if details:
        why += f" ({' ; '.join(details)})"
    patterns = {
        Sanction.NONE: gettext("%(where)s%(points)s."),
        Sanction.WARNING: gettext(
            "%(where)s%(points)s, avertissement : %(why)s (art. %(article)s)."
        ),
        Sanction.PENALTY: gettext(
            "%(where)s%(points)s, soit %(gross)s moins 5 : %(why)s (art. %(article)s)."
        ),
        Sanction.ZERO: gettext("Zéro : %(why)s (art. %(article)s)."),
    }
    pattern = patterns[sanction]
    if sanction == Sanction.PENALTY and points != gross - PENALTY:
        pattern = gettext(
            "%(where)s0 point, %(gross)s moins 5 sans aller au-dessous de zéro : "
            "%(why)s (art. %(article)s)."
        )
    return pattern % {
        "where": where,
        "points": points_label(points),
        "gross": gross,
        "why": why,
        "article": article_label(article),
    }
