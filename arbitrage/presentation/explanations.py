"""French explanations of the motives of a decision, made from its findings.

A finding that explains no motive of the decision had no consequence and is left out, except for
arbiters if the software judged in their place. Only arbiters get lists of places.
"""

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext

from arbitrage.core.codes import FindingCode, Motive, Route, Sanction
from arbitrage.core.verdict import Datum, Decision, Finding, Reading, Verdict
from arbitrage.presentation.citations import cite_in_parentheses
from arbitrage.presentation.finding_texts import FINDING_TEXTS, REMARKS
from engine.regulation.editions import EDITIONS

#: Faults of the reference, if letters of the grid are the correct mode.
_REFERENCE_FAULTS = frozenset(
    {
        FindingCode.CROSS_NOT_ADMITTED,
        FindingCode.LETTERS_NOT_DRAWN,
        FindingCode.PLACE_IMPOSSIBLE,
        FindingCode.PLACE_ISOLATED,
        FindingCode.REFERENCE_ILLEGIBLE,
    }
)
#: Findings whose letters stand together on the sheet.
_UNSEPARATED = frozenset({FindingCode.LETTERS_STRUCK})
#: The number of letters of a raccord that is too short and still locates the word, in every
#: edition.
(_SHORT_RACCORD,) = {
    edition.correction.tolerated_raccord_letters.value for edition in EDITIONS.values()
}


def explain_motives(verdict: Verdict, *, to_arbiter: bool) -> dict[Motive, list[str]]:
    """Return the explanations of every motive of the decision."""
    decision = verdict.decision
    by_motive: dict[Motive, list[Finding]] = {motive: [] for motive in decision.motives}
    for finding in verdict.findings:
        motive = _find_explained_motive(finding, verdict)
        if motive is not None and finding not in by_motive[motive]:
            by_motive[motive].append(finding)
    texts = {
        motive: list(dict.fromkeys(_list_texts(findings, verdict, to_arbiter=to_arbiter)))
        for motive, findings in by_motive.items()
    }
    for motive, text in _explain_readings(verdict):
        texts[motive].append(text)
    if verdict.decided and texts.get(Motive.SHORT_RACCORD) == []:
        text = gettext("le mot prolongé n’est pas écrit en entier")
        texts[Motive.SHORT_RACCORD].append(text)
    return texts


def list_finding_remarks(verdict: Verdict) -> list[str]:
    """Return remarks for an arbiter: places not retained, judgements made in their place."""
    explained = {FindingCode.FALLACIOUS_RACCORD} & {
        finding.code for finding in verdict.findings if _find_explained_motive(finding, verdict)
    }
    remarks = [
        gettext(REMARKS[finding.code])
        % (_format_data(finding) | {"cited": cite_in_parentheses(finding.article)})
        for finding in verdict.findings
        if finding.code in REMARKS and finding.code not in explained
    ]
    if places := _list_places_of_score(verdict):
        remarks.append(gettext("places de ce score : %(places)s") % {"places": ", ".join(places)})
    return list(dict.fromkeys(remarks))


def find_retained_reading(verdict: Verdict) -> Reading | None:
    """Return the reading that the decision follows."""
    decision = verdict.decision
    for reading in verdict.readings:
        is_same = reading.word == decision.word and reading.points == decision.points
        if is_same and reading.placement == (decision.placement or reading.placement):
            return reading
    return None


def _find_explained_motive(finding: Finding, verdict: Verdict) -> Motive | None:
    """Return the motive that a finding explains; None if it had no consequence."""
    decision, code = verdict.decision, finding.code
    detail = FINDING_TEXTS.get(code)
    if detail is None or _is_redundant(finding, verdict):
        return None
    return next((motive for motive in decision.motives if motive in detail.motives), None)


def _is_redundant(finding: Finding, verdict: Verdict) -> bool:
    """Return True if another finding says it better, or the finding is about something correct."""
    decision, code = verdict.decision, finding.code
    if decision.sanction == Sanction.NONE:
        return True
    if code == FindingCode.SECOND_WORD:
        return any(
            other.code == FindingCode.WORD_NOT_ADMITTED
            and other.data["word"] == finding.data["word"]
            for other in verdict.findings
        )
    if code == FindingCode.SCORE_TOO_SMALL:
        return decision.sanction != Sanction.ZERO
    if code in _REFERENCE_FAULTS and finding.data.get("place", "") == decision.placement:
        return True
    if Motive.BOTH_MODES in decision.motives:
        return _is_right_mode(finding, verdict)
    return False


def _is_right_mode(finding: Finding, verdict: Verdict) -> bool:
    """Return True if the finding is about the correct mode of two: the wrong one is explained.

    Enough letters of the grid are correct; drawn across the reference, their fault is the
    inversion.
    """
    motives, reading = verdict.decision.motives, find_retained_reading(verdict)
    is_by_raccord = reading is not None and reading.route == Route.RACCORD
    if finding.code == FindingCode.RACCORD_COUNT:
        is_inverted = (
            Motive.INVERSION in motives and int(str(finding.data["count"])) > _SHORT_RACCORD
        )
        return is_inverted or (is_by_raccord and Motive.SHORT_RACCORD not in motives)
    return finding.code in _REFERENCE_FAULTS and not is_by_raccord


def _list_texts(findings: list[Finding], verdict: Verdict, *, to_arbiter: bool) -> Iterator[str]:
    for finding in findings:
        match finding.code:
            case FindingCode.CROSS_NOT_ADMITTED | FindingCode.FALLACIOUS_RACCORD:
                same_code = [other for other in findings if other.code == finding.code]
                yield _explain_words([finding] if to_arbiter else same_code)
            case FindingCode.RACCORD_COUNT:
                yield _explain_raccord(finding, verdict)
            case FindingCode.LETTERS_NOT_DRAWN:
                yield _explain_letters(finding, verdict)
            case FindingCode.CIRCLE_MISSING:
                yield _explain_circle(finding, verdict)
            case _:
                yield gettext(FINDING_TEXTS[finding.code].text) % _format_data(finding)


def _explain_words(findings: list[Finding]) -> str:
    """Return the words refused, with their place if it is a single one."""
    words = list(
        dict.fromkeys(word for finding in findings for word in _to_tuple(finding.data["words"]))
    )
    data = {"words": ", ".join(words), "place": findings[0].data["place"]}
    if len({finding.data["place"] for finding in findings}) > 1:
        return (
            ngettext("%(words)s n’est pas admis", "%(words)s ne sont pas admis", len(words)) % data
        )
    return (
        ngettext(
            "%(words)s, formé en %(place)s, n’est pas admis",
            "%(words)s, formés en %(place)s, ne sont pas admis",
            len(words),
        )
        % data
    )


def _to_tuple(value: Datum) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else (str(value),)


def _explain_raccord(finding: Finding, verdict: Verdict) -> str:
    """Return the fault of a raccord: too few letters, or one fault, which some texts forgive."""
    count = int(str(finding.data["count"]))
    data = {"n": count, "place": finding.data["place"]}
    if Motive.SHORT_RACCORD in verdict.decision.motives and count != _SHORT_RACCORD:
        return gettext("une faute dans le raccord en %(place)s") % data
    if not count:
        return gettext("aucune lettre de raccord juste en %(place)s") % data
    pattern = ngettext(
        "%(n)d lettre de raccord en %(place)s", "%(n)d lettres de raccord en %(place)s", count
    )
    return pattern % data


def _explain_circle(finding: Finding, verdict: Verdict) -> str:
    """Return the letters to circle, and the word where it has another of the same letters."""
    letters, word = str(finding.data["letters"]), verdict.decision.word or ""
    text = gettext("à encercler : %(letters)s") % _format_data(finding)
    is_ambiguous = any(word.upper().count(letter) > 1 for letter in letters)
    return f"{text} ({word})" if is_ambiguous else text


def _explain_letters(finding: Finding, verdict: Verdict) -> str:
    """Return the letters not drawn, and the jokers if there are too few of them."""
    data = _format_data(finding)
    shows_place = {Motive.WRONG_LETTER, Motive.SEVERAL_SOLUTIONS}.isdisjoint(
        verdict.decision.motives
    )
    text = (
        gettext("en %(place)s, hors tirage : %(letters)s")
        if shows_place
        else gettext("hors tirage : %(letters)s")
    ) % data
    jokers = int(str(data.get("jokers", 0)))
    if not jokers:
        return text
    pattern = ngettext("%(text)s, pour %(n)d joker", "%(text)s, pour %(n)d jokers", jokers)
    return pattern % {"text": text, "n": jokers}


def _explain_readings(verdict: Verdict) -> Iterator[tuple[Motive, str]]:
    """Yield the reasons why a penalty is given for this place and not another."""
    decision = verdict.decision
    if decision.sanction != Sanction.PENALTY or Motive.LOCATION not in decision.motives:
        return
    retained = find_retained_reading(verdict)
    designated = _list_designated(verdict, decision)
    if retained and retained.route == Route.SCORE and designated:
        text = gettext("la place désignée, %(place)s, rapporte moins")
        plural_text = gettext("les places désignées rapportent moins")
        is_single = len(designated) == 1
        yield Motive.LOCATION, text % {"place": designated[0]} if is_single else plural_text
    if not decision.placement:
        yield Motive.LOCATION, gettext("plusieurs places ont ce score")


def _list_designated(verdict: Verdict, decision: Decision) -> list[str]:
    places = (
        reading.placement
        for reading in verdict.readings
        if reading.route != Route.SCORE and reading.word.upper() == (decision.word or "").upper()
    )
    return list(dict.fromkeys(places))


def _list_places_of_score(verdict: Verdict) -> list[str]:
    """Return the places that only the score designates, if none of them is retained."""
    decision = verdict.decision
    if decision.placement or not decision.word:
        return []
    return [reading.placement for reading in verdict.readings if reading.route == Route.SCORE]


def _format_data(finding: Finding) -> dict[str, Datum]:
    """Return the data for display: lists with commas, and letters one by one."""
    data: dict[str, Datum] = {
        key: ", ".join(value) if isinstance(value, tuple) else value
        for key, value in finding.data.items()
    }
    if "letters" in data and finding.code not in _UNSEPARATED:
        data["letters"] = ", ".join(str(data["letters"]))
    return data
