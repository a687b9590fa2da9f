"""French sentences about verdicts and rulings, made from their codes and data."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext, gettext_noop as _, ngettext

from arbitrage.core.bulletin import ILLEGIBLE, SheetState
from arbitrage.core.codes import (
    PLACE_MOTIVES,
    FindingCode,
    Motive,
    Route,
    Sanction,
    UndecidedReason,
)
from arbitrage.core.explanation_parts import ExplanationPart
from arbitrage.core.verdict import Decision, Finding, Verdict
from arbitrage.models import BulletinOrigin, Ruling, RulingStatus
from arbitrage.presentation.citations import cite_in_parentheses
from arbitrage.presentation.explanations import (
    explain_motives,
    find_retained_reading,
    list_finding_remarks,
)
from engine.regulation.editions import EDITIONS

MOTIVES: Mapping[Motive, str] = {
    Motive.SCORE: _("score absent ou erroné"),
    Motive.SHORT_RACCORD: _("raccord insuffisant"),
    Motive.INVERSION: _("référence ou sens du mot inversé"),
    Motive.BOTH_MODES: _("deux modes de localisation, dont un incorrect"),
    Motive.JOKER: _("joker mal ou non encerclé"),
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
#: States of a bulletin as an arbiter chooses them; the first is the most frequent.
SHEET_STATES: Mapping[SheetState, str] = {
    SheetState.OK: _("lisible, remis à temps"),
    SheetState.HARD_TO_READ: _("difficile à lire"),
    SheetState.ILLEGIBLE: _("mot illisible"),
    SheetState.BLANK: _("vierge"),
    SheetState.MISSING: _("manquant"),
    SheetState.LATE: _("écrit après la fin du coup"),
    SheetState.EXCHANGED: _("échangé après la fin du coup"),
    SheetState.SEVERAL: _("plusieurs bulletins remis"),
}
UNDECIDED: Mapping[UndecidedReason, str] = {
    UndecidedReason.SEVERAL_WORDS: _("plusieurs mots, dont aucun n’est sûrement le mot joué"),
    UndecidedReason.FIRST_TURN_LETTERS: _("des lettres sont écrites à côté du premier mot"),
    UndecidedReason.FIRST_TURN_VERTICAL: _("le premier mot est écrit verticalement"),
    UndecidedReason.CIRCLE_WITHOUT_JOKER: _("une lettre est encerclée sans joker dans le tirage"),
    UndecidedReason.BOTH_WAYS_LOWER_CLAIM: _(
        "le mot se joue dans les deux sens depuis cette case, et le score est le plus petit"
    ),
    UndecidedReason.BOTH_WAYS_CLAIM_ELSEWHERE: _(
        "le mot se joue dans les deux sens depuis cette case, et le score vaut pour une autre place"
    ),
    UndecidedReason.EXTENSION_BY_ONE_MODE: _(
        "un mode de localisation est correct, l’autre forme un mot non admis"
    ),
    UndecidedReason.TWO_MODES_DISAGREE: _(
        "la référence et les lettres de la grille désignent des places différentes"
    ),
    UndecidedReason.FALLACIOUS_REFERENCE: _(
        "la référence désigne un prolongement non admis, le score une autre place"
    ),
    UndecidedReason.FALLACIOUS_BESIDE_PLACE: _("le score est celui d’un raccordement fallacieux"),
    UndecidedReason.RACCORD_PLACES_AND_SCORE: _(
        "les lettres de raccord conviennent à plusieurs places, le score à une autre"
    ),
    UndecidedReason.INVERTED_PROLONGATION: _("le prolongement est écrit dans l’autre sens"),
    UndecidedReason.SECOND_MODE_UNCLEAR: _(
        "des lettres de raccord, et une référence inversée ou illisible"
    ),
}
#: Reasons why a bulletin comes back to an arbiter who had decided without it.
CAME_SINCE: Mapping[BulletinOrigin, str] = {
    BulletinOrigin.PAPER: _("Saisi après la décision."),
    BulletinOrigin.TABLET: _("Enregistré après la décision, mais remis à temps."),
    BulletinOrigin.LATE: _("Remis hors temps, enregistré après la décision."),
}
#: The penalty in points, the same in every edition: a stored decision does not name its edition.
(PENALTY,) = {edition.sanctions.penalty.value for edition in EDITIONS.values()}


def get_sheet_state_label(state: str) -> str:
    return gettext(SHEET_STATES[SheetState(state)])


def get_motive_label(motive: str) -> str:
    return gettext(MOTIVES[Motive(motive)])


def get_sanction_label(sanction: str) -> str:
    return gettext(SANCTIONS[Sanction(sanction)])


def format_points(count: int) -> str:
    return ngettext("%(n)d point", "%(n)d points", count) % {"n": count}


def explain_verdict(
    verdict: Verdict, *, confirmed: bool = False, to_arbiter: bool = True, has_arbiter: bool = True
) -> str:
    """Return the software's proposal in one or two short sentences, with its article.

    ``confirmed``: the arbiter decided as proposed. Players do not read about other places.
    ``has_arbiter`` is False for a player alone.
    """
    decision = verdict.decision
    sentence = _build_sentence(
        decision,
        place_text=_format_place(verdict),
        details_by_motive=explain_motives(verdict, to_arbiter=to_arbiter),
    )
    sentence = " ".join([sentence, *_list_exceptions(verdict)])
    if verdict.undecided_reason:
        if not has_arbiter:
            pattern = gettext(
                "%(sentence)s Un arbitre pourrait décider autrement : %(reason)s%(cited)s."
            )
        elif confirmed:
            pattern = gettext("%(sentence)s Confirmé par l’arbitre : %(reason)s%(cited)s.")
        else:
            pattern = gettext(
                "À décider par l’arbitre : %(reason)s%(cited)s. Proposition : %(sentence)s"
            )
        sentence = pattern % {
            "reason": gettext(UNDECIDED[verdict.undecided_reason]),
            "cited": cite_in_parentheses(verdict.article),
            "sentence": sentence,
        }
    elif verdict.commission:
        sentence = gettext("Provisoire, en commission. %(sentence)s") % {"sentence": sentence}
    remarks = list_finding_remarks(verdict) if to_arbiter else []
    if not remarks:
        return sentence
    return gettext("%(sentence)s À savoir : %(asides)s.") % {
        "sentence": sentence,
        "asides": " ; ".join(remarks),
    }


def explain_proposal(ruling: Ruling) -> str:
    """Return the software's sentence for an arbiter; it says if the bulletin came later."""
    verdict = Verdict.from_dict(ruling.verdict)
    in_time = {"reason": ruling.in_time, "article": ruling.in_time_article}
    sentence = explain_late(
        explain_verdict(verdict, confirmed=ruling.status == RulingStatus.CONFIRMED),
        in_time if ruling.in_time else None,
    )
    came_since = gettext(CAME_SINCE[BulletinOrigin(ruling.origin)]) if ruling.came_since else ""
    return f"{sentence} {came_since}" if came_since else sentence


def explain_late(sentence: str, in_time: Mapping[str, str] | None) -> str:
    """Return ``sentence``, and why a late bulletin counts as ``in_time``."""
    if in_time is None:
        return sentence
    pattern = gettext("%(sentence)s Compté comme remis à temps%(cited)s : %(reason)s")
    return pattern % {
        "sentence": sentence,
        "cited": cite_in_parentheses(in_time["article"]),
        "reason": in_time["reason"],
    }


def explain_decision(fields: ExplanationPart) -> str:
    """Return points, sanction, motives and article, in one sentence."""
    return _build_sentence(
        Decision(
            points=fields["points"],
            gross=fields["gross"],
            sanction=Sanction(fields["sanction"]),
            motives=tuple(map(Motive, fields["motives"])),
            article=fields["article"],
        )
    )


def _format_place(verdict: Verdict) -> str:
    """Return the text of the solution that has the points, with its place."""
    decision, reading = verdict.decision, find_retained_reading(verdict)
    if not decision.word:
        return ""
    data = {"word": decision.word.upper(), "place": decision.placement}
    if not decision.placement:
        return gettext("%(word)s : ") % data
    is_incomplete = any(finding.code == FindingCode.WORD_INCOMPLETE for finding in verdict.findings)
    is_by_score = reading is not None and reading.route == Route.SCORE and not is_incomplete
    if decision.sanction == Sanction.PENALTY and is_by_score:
        return gettext("%(word)s en %(place)s, place du score annoncé : ") % data
    return gettext("%(word)s en %(place)s : ") % data


def _list_exceptions(verdict: Verdict) -> Iterator[str]:
    """Yield sentences about a word not retained and a reference that does not count."""
    decision = verdict.decision
    if not decision.word:
        return
    for finding in verdict.findings:
        same_article = finding.article == decision.article
        if finding.code == FindingCode.SEVERAL_WORDS and same_article:
            yield _explain_choice(finding, decision)
        elif finding.code == FindingCode.REFERENCE_IGNORED and _is_unexplained(finding, decision):
            is_first_turn = any(reading.route == Route.FIRST_TURN for reading in verdict.readings)
            pattern = (
                gettext(
                    "Au premier coup, la référence %(reference)s ne compte pas : la meilleure "
                    "place est payée%(cited)s."
                )
                if is_first_turn
                else gettext(
                    "La référence %(reference)s ne compte pas : le mot en prolonge un autre"
                    "%(cited)s."
                )
            )
            yield pattern % {
                "reference": finding.data["reference"],
                "cited": "" if same_article else cite_in_parentheses(finding.article),
            }


def _explain_choice(finding: Finding, decision: Decision) -> str:
    """Return which of several words counts, or at which place if it is one word."""
    data = {"word": (decision.word or "").upper(), "place": decision.placement}
    written = finding.data["words"]
    words = list(dict.fromkeys(written if isinstance(written, tuple) else (str(written),)))
    if len(words) > 1:
        pattern = gettext("Plusieurs mots écrits, %(words)s : %(word)s est retenu.")
        *others, last = words
        joined = gettext("%(others)s et %(last)s") % {"others": ", ".join(others), "last": last}
        return pattern % (data | {"words": joined})
    if decision.placement:
        return gettext("Le mot est écrit plusieurs fois : la place %(place)s est retenue.") % data
    return gettext("Le mot est écrit plusieurs fois.")


def _is_unexplained(finding: Finding, decision: Decision) -> bool:
    """Return True if no motive explains why another place than the reference counts."""
    reference = finding.data["reference"]
    is_elsewhere = reference not in (ILLEGIBLE, decision.placement)
    return is_elsewhere and PLACE_MOTIVES.isdisjoint(decision.motives)


def _build_sentence(
    decision: Decision,
    *,
    place_text: str = "",
    details_by_motive: Mapping[Motive, list[str]] | None = None,
) -> str:
    motives = ", ".join(_list_motives(decision, details_by_motive or {}))
    is_at_zero = decision.points != decision.gross - PENALTY
    patterns = {
        Sanction.NONE: gettext("%(where)s%(points)s%(cited)s."),
        Sanction.WARNING: gettext("%(where)s%(points)s, avertissement%(why)s%(cited)s."),
        Sanction.PENALTY: gettext(
            "%(where)s0 point, %(gross)s moins 5 sans aller au-dessous de zéro%(why)s%(cited)s."
        )
        if is_at_zero
        else gettext("%(where)s%(points)s, soit %(gross)s moins 5%(why)s%(cited)s."),
        Sanction.ZERO: gettext("Zéro%(why)s%(cited)s."),
    }
    return patterns[decision.sanction] % {
        "where": place_text,
        "points": format_points(decision.points),
        "gross": decision.gross,
        "why": gettext(" : %(why)s") % {"why": motives} if motives else "",
        "cited": cite_in_parentheses(decision.article),
    }


def _list_motives(
    decision: Decision, details_by_motive: Mapping[Motive, list[str]]
) -> Iterator[str]:
    for motive in decision.motives:
        label = gettext(MOTIVES[motive])
        details = details_by_motive.get(motive)
        yield f"{label} ({' ; '.join(details)})" if details else label
