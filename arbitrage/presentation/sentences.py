"""French sentences about verdicts and rulings, made from their codes and data."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext, gettext_noop as _, ngettext

from arbitrage.core.bulletin import ILLEGIBLE, SheetState
from arbitrage.core.codes import FindingCode, Motive, Route, Sanction, Undecided
from arbitrage.core.explanation_parts import Saying
from arbitrage.core.verdict import Decision, Finding, Verdict
from arbitrage.models import Origin, Ruling, Status
from arbitrage.presentation.citations import cited
from arbitrage.presentation.explanations import asides, explanations, retained
from engine.regulation.editions import EDITIONS

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
#: States of a bulletin as an arbiter chooses them; the first is what he sees most.
SHEET_STATES: Mapping[SheetState, str] = {
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
    Undecided.INVERTED_PROLONGATION: _("le prolongement est écrit dans l’autre sens"),
    Undecided.SECOND_MODE_UNCLEAR: _(
        "des lettres de raccord, et une référence inversée ou illisible"
    ),
}
#: Why a bulletin comes back to whoever had decided on the table without it.
CAME_SINCE: Mapping[Origin, str] = {
    Origin.PAPER: _("Saisi après la décision."),
    Origin.TABLET: _("Enregistré après la décision, mais remis à temps."),
    Origin.LATE: _("Remis hors temps, enregistré après la décision."),
}
#: What is told of a decision does not know its edition: all take off the same.
(PENALTY,) = {edition.sanctions.penalty.value for edition in EDITIONS.values()}
#: Motives that say themselves why another place than that of the reference is paid.
_TOLD_OF_PLACE = frozenset({Motive.LOCATION, Motive.INVERSION, Motive.BOTH_MODES})


def sheet_state_label(state: str) -> str:
    return gettext(SHEET_STATES[SheetState(state)])


def motive_label(motive: str) -> str:
    return gettext(MOTIVES[Motive(motive)])


def sanction_label(sanction: str) -> str:
    return gettext(SANCTIONS[Sanction(sanction)])


def points_label(count: int) -> str:
    return ngettext("%(n)d point", "%(n)d points", count) % {"n": count}


def explain_verdict(verdict: Verdict, *, confirmed: bool = False, to_arbiter: bool = True) -> str:
    """The software's proposal in one or two short sentences, with its article; ``confirmed``: what
    it left to an arbiter he has decided as proposed. A player is not told of other places."""
    decision = verdict.decision
    sentence = _sentence(
        decision,
        where=_where(verdict),
        explained=explanations(verdict, to_arbiter=to_arbiter),
    )
    sentence = " ".join([sentence, *_applied(verdict)])
    if verdict.undecided_reason:
        pattern = (
            gettext("%(sentence)s Confirmé par l’arbitre : %(reason)s%(cited)s.")
            if confirmed
            else gettext(
                "À décider par l’arbitre : %(reason)s%(cited)s. Proposition : %(sentence)s"
            )
        )
        sentence = pattern % {
            "reason": gettext(UNDECIDED[verdict.undecided_reason]),
            "cited": cited(verdict.article),
            "sentence": sentence,
        }
    elif verdict.commission:
        sentence = gettext("Provisoire, en commission. %(sentence)s") % {"sentence": sentence}
    beside = asides(verdict) if to_arbiter else []
    if not beside:
        return sentence
    return gettext("%(sentence)s À savoir : %(asides)s.") % {
        "sentence": sentence,
        "asides": " ; ".join(beside),
    }


def explain_proposal(ruling: Ruling) -> str:
    """What an arbiter reads: the software's sentence on the bulletin, and that it came since he
    had decided."""
    verdict = Verdict.from_dict(ruling.verdict)
    counted = {"reason": ruling.in_time, "article": ruling.in_time_article}
    said = explain_late(
        explain_verdict(verdict, confirmed=ruling.status == Status.CONFIRMED),
        counted if ruling.in_time else None,
    )
    since = gettext(CAME_SINCE[Origin(ruling.origin)]) if ruling.came_since else ""
    return f"{said} {since}" if since else said


def explain_late(sentence: str, counted: Mapping[str, str] | None) -> str:
    """``sentence``, and why a late bulletin is ``counted`` as handed in in time."""
    if counted is None:
        return sentence
    pattern = gettext("%(sentence)s Compté comme remis à temps%(cited)s : %(reason)s")
    return pattern % {
        "sentence": sentence,
        "cited": cited(counted["article"]),
        "reason": counted["reason"],
    }


def explain_decision(decided: Saying) -> str:
    """Points, sanction, motives and article, in one sentence."""
    return _sentence(
        Decision(
            points=decided["points"],
            gross=decided["gross"],
            sanction=Sanction(decided["sanction"]),
            motives=tuple(map(Motive, decided["motives"])),
            article=decided["article"],
        )
    )


def _where(verdict: Verdict) -> str:
    """Which solution is paid, and that its score told it if nothing else did."""
    decision, reading = verdict.decision, retained(verdict)
    if not decision.word:
        return ""
    told = {"word": decision.word.upper(), "place": decision.placement}
    if not decision.placement:
        return gettext("%(word)s : ") % told
    incomplete = any(one.code == FindingCode.WORD_INCOMPLETE for one in verdict.findings)
    by_score = reading is not None and reading.route == Route.SCORE and not incomplete
    if decision.sanction == Sanction.PENALTY and by_score:
        return gettext("%(word)s en %(place)s, place du score annoncé : ") % told
    return gettext("%(word)s en %(place)s : ") % told


def _applied(verdict: Verdict) -> Iterator[str]:
    """What was read otherwise than it is written: the solution kept of several, and a reference
    that does not count."""
    decision = verdict.decision
    if not decision.word:
        return
    for finding in verdict.findings:
        same_article = finding.article == decision.article
        if finding.code == FindingCode.SEVERAL_WORDS and same_article:
            yield _kept_of(finding, decision)
        elif finding.code == FindingCode.REFERENCE_IGNORED and _does_matter(finding, decision):
            at_first = any(reading.route == Route.FIRST_TURN for reading in verdict.readings)
            pattern = (
                gettext(
                    "Au premier coup, la référence %(reference)s ne compte pas : la meilleure "
                    "place est payée%(cited)s."
                )
                if at_first
                else gettext(
                    "La référence %(reference)s ne compte pas : le mot en prolonge un autre"
                    "%(cited)s."
                )
            )
            yield pattern % {
                "reference": finding.data["reference"],
                "cited": "" if same_article else cited(finding.article),
            }


def _kept_of(finding: Finding, decision: Decision) -> str:
    """Which of several words counts, or at which place if it is one word."""
    said = {"word": (decision.word or "").upper(), "place": decision.placement}
    written = finding.data["words"]
    words = list(dict.fromkeys(written if isinstance(written, tuple) else (str(written),)))
    if len(words) > 1:
        pattern = gettext("Plusieurs mots écrits, %(words)s : %(word)s est retenu.")
        *others, last = words
        both = gettext("%(others)s et %(last)s") % {"others": ", ".join(others), "last": last}
        return pattern % (said | {"words": both})
    if decision.placement:
        return gettext("Le mot est écrit plusieurs fois : la place %(place)s est retenue.") % said
    return gettext("Le mot est écrit plusieurs fois.")


def _does_matter(finding: Finding, decision: Decision) -> bool:
    """Whether another place is paid than that of the reference, and no motive says why."""
    reference = finding.data["reference"]
    elsewhere = reference not in (ILLEGIBLE, decision.placement)
    return elsewhere and _TOLD_OF_PLACE.isdisjoint(decision.motives)


def _sentence(
    decision: Decision,
    *,
    where: str = "",
    explained: Mapping[Motive, list[str]] | None = None,
) -> str:
    why = ", ".join(_motives(decision, explained or {}))
    short = decision.points != decision.gross - PENALTY
    patterns = {
        Sanction.NONE: gettext("%(where)s%(points)s%(cited)s."),
        Sanction.WARNING: gettext("%(where)s%(points)s, avertissement%(why)s%(cited)s."),
        Sanction.PENALTY: gettext(
            "%(where)s0 point, %(gross)s moins 5 sans aller au-dessous de zéro%(why)s%(cited)s."
        )
        if short
        else gettext("%(where)s%(points)s, soit %(gross)s moins 5%(why)s%(cited)s."),
        Sanction.ZERO: gettext("Zéro%(why)s%(cited)s."),
    }
    return patterns[decision.sanction] % {
        "where": where,
        "points": points_label(decision.points),
        "gross": decision.gross,
        "why": gettext(" : %(why)s") % {"why": why} if why else "",
        "cited": cited(decision.article),
    }


def _motives(decision: Decision, explained: Mapping[Motive, list[str]]) -> Iterator[str]:
    for motive in decision.motives:
        label = gettext(MOTIVES[motive])
        details = explained.get(motive)
        yield f"{label} ({' ; '.join(details)})" if details else label
