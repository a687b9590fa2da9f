"""What is told of the findings: each beside the motive that it explains, and to whom.

A finding that explains no motive of the decision had no consequence, so nobody is told of it; an
arbiter is, if the software judged something in his place. Lists of places are for arbiters alone.
"""

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext

from arbitrage.core.codes import FindingCode, Motive, Route, Sanction
from arbitrage.core.verdict import Datum, Decision, Finding, Reading, Verdict
from arbitrage.presentation.citations import cited
from arbitrage.presentation.details import ASIDES, DETAILS
from engine.regulation.editions import EDITIONS

#: What is wrong with the reference, if letters of the grid are the mode that is right.
_OF_THE_REFERENCE = frozenset(
    {
        FindingCode.CROSS_NOT_ADMITTED,
        FindingCode.LETTERS_NOT_DRAWN,
        FindingCode.PLACE_IMPOSSIBLE,
        FindingCode.PLACE_ISOLATED,
        FindingCode.REFERENCE_ILLEGIBLE,
    }
)
#: Letters that stand together on the sheet.
_IN_ONE = frozenset({FindingCode.LETTERS_STRUCK})
#: Letters of a raccord that is too short and still locates the word: the same in every edition.
(_SHORT,) = {edition.correction.raccord_tolerated.value for edition in EDITIONS.values()}


def explanations(verdict: Verdict, *, to_arbiter: bool) -> dict[Motive, list[str]]:
    """For every motive of the decision, what explains it."""
    decision = verdict.decision
    told: dict[Motive, list[Finding]] = {motive: [] for motive in decision.motives}
    for finding in verdict.findings:
        motive = _explained(finding, verdict)
        if motive is not None and finding not in told[motive]:
            told[motive].append(finding)
    explained = {
        motive: list(dict.fromkeys(_texts(found, verdict, to_arbiter=to_arbiter)))
        for motive, found in told.items()
    }
    for motive, text in _of_readings(verdict):
        explained[motive].append(text)
    if verdict.decided and explained.get(Motive.SHORT_RACCORD) == []:
        text = gettext("le mot prolongé n’est pas écrit en entier")
        explained[Motive.SHORT_RACCORD].append(text)
    return explained


def asides(verdict: Verdict) -> list[str]:
    """What an arbiter may want to see: places that were not retained, and what was judged in his
    place."""
    explained = {FindingCode.FALLACIOUS_RACCORD} & {
        finding.code for finding in verdict.findings if _explained(finding, verdict)
    }
    told = [
        gettext(ASIDES[finding.code]) % (_spoken(finding) | {"cited": cited(finding.article)})
        for finding in verdict.findings
        if finding.code in ASIDES and finding.code not in explained
    ]
    if places := _like_places(verdict):
        told.append(gettext("places de ce score : %(places)s") % {"places": ", ".join(places)})
    return list(dict.fromkeys(told))


def retained(verdict: Verdict) -> Reading | None:
    """The reading that the decision pays."""
    decision = verdict.decision
    for reading in verdict.readings:
        alike = reading.word == decision.word and reading.points == decision.points
        if alike and reading.placement == (decision.placement or reading.placement):
            return reading
    return None


def _explained(finding: Finding, verdict: Verdict) -> Motive | None:
    """The motive that a finding explains; None if it cost nothing."""
    decision, code = verdict.decision, finding.code
    detail = DETAILS.get(code)
    if detail is None or _is_idle(finding, verdict):
        return None
    return next((motive for motive in decision.motives if motive in detail.motives), None)


def _is_idle(finding: Finding, verdict: Verdict) -> bool:
    """Whether it says what another finding says better, or speaks of what was not wrong."""
    decision, code = verdict.decision, finding.code
    if decision.sanction == Sanction.NONE:
        return True
    if code == FindingCode.SECOND_WORD:
        return any(
            one.code == FindingCode.WORD_NOT_ADMITTED and one.data["word"] == finding.data["word"]
            for one in verdict.findings
        )
    if code == FindingCode.SCORE_TOO_SMALL:
        return decision.sanction != Sanction.ZERO
    if code in _OF_THE_REFERENCE and finding.data.get("place", "") == decision.placement:
        return True
    if Motive.BOTH_MODES in decision.motives:
        return _is_right_mode(finding, verdict)
    return False


def _is_right_mode(finding: Finding, verdict: Verdict) -> bool:
    """Of two modes only the wrong one is told: enough letters of the grid are right, and if they
    are drawn across the reference, the inversion says what is wrong."""
    motives, reading = verdict.decision.motives, retained(verdict)
    by_raccord = reading is not None and reading.route == Route.RACCORD
    if finding.code == FindingCode.RACCORD_COUNT:
        inverted = Motive.INVERSION in motives and int(str(finding.data["count"])) > _SHORT
        return inverted or (by_raccord and Motive.SHORT_RACCORD not in motives)
    return finding.code in _OF_THE_REFERENCE and not by_raccord


def _texts(found: list[Finding], verdict: Verdict, *, to_arbiter: bool) -> Iterator[str]:
    for finding in found:
        match finding.code:
            case FindingCode.CROSS_NOT_ADMITTED | FindingCode.FALLACIOUS_RACCORD:
                like = [one for one in found if one.code == finding.code]
                yield _of_words([finding] if to_arbiter else like)
            case FindingCode.RACCORD_COUNT:
                yield _of_raccord(finding, verdict)
            case FindingCode.LETTERS_NOT_DRAWN:
                yield _of_letters(finding, verdict)
            case FindingCode.CIRCLE_MISSING:
                yield _of_circle(finding, verdict)
            case _:
                yield gettext(DETAILS[finding.code].text) % _spoken(finding)


def _of_words(found: list[Finding]) -> str:
    """The words refused, with their place if it is one."""
    words = list(dict.fromkeys(word for one in found for word in _items(one.data["words"])))
    said = {"words": ", ".join(words), "place": found[0].data["place"]}
    if len({one.data["place"] for one in found}) > 1:
        return (
            ngettext("%(words)s n’est pas admis", "%(words)s ne sont pas admis", len(words)) % said
        )
    return (
        ngettext(
            "%(words)s, formé en %(place)s, n’est pas admis",
            "%(words)s, formés en %(place)s, ne sont pas admis",
            len(words),
        )
        % said
    )


def _items(value: Datum) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else (str(value),)


def _of_raccord(finding: Finding, verdict: Verdict) -> str:
    """Too few letters of the grid; else they are read with one fault, which some texts forgive."""
    count = int(str(finding.data["count"]))
    said = {"n": count, "place": finding.data["place"]}
    if Motive.SHORT_RACCORD in verdict.decision.motives and count != _SHORT:
        return gettext("une faute dans le raccord en %(place)s") % said
    if not count:
        return gettext("aucune lettre de raccord juste en %(place)s") % said
    pattern = ngettext(
        "%(n)d lettre de raccord en %(place)s", "%(n)d lettres de raccord en %(place)s", count
    )
    return pattern % said


def _of_circle(finding: Finding, verdict: Verdict) -> str:
    """The letters, and which of them where the word has another of the same."""
    letters, word = str(finding.data["letters"]), verdict.decision.word or ""
    said = gettext("à entourer : %(letters)s") % _spoken(finding)
    doubtful = any(word.upper().count(letter) > 1 for letter in letters)
    return f"{said} ({word})" if doubtful else said


def _of_letters(finding: Finding, verdict: Verdict) -> str:
    """The letters, and the jokers if there are too few of them."""
    data = _spoken(finding)
    elsewhere = {Motive.WRONG_LETTER, Motive.SEVERAL_SOLUTIONS}.isdisjoint(verdict.decision.motives)
    said = (
        gettext("en %(place)s, hors tirage : %(letters)s")
        if elsewhere
        else gettext("hors tirage : %(letters)s")
    ) % data
    jokers = int(str(data.get("jokers", 0)))
    if not jokers:
        return said
    pattern = ngettext("%(said)s, pour %(n)d joker", "%(said)s, pour %(n)d jokers", jokers)
    return pattern % {"said": said, "n": jokers}


def _of_readings(verdict: Verdict) -> Iterator[tuple[Motive, str]]:
    """Why a penalty pays this place and not another."""
    decision = verdict.decision
    if decision.sanction != Sanction.PENALTY or Motive.LOCATION not in decision.motives:
        return
    paid = retained(verdict)
    designated = _designated(verdict, decision)
    if paid and paid.route == Route.SCORE and designated:
        text = gettext("la place désignée, %(place)s, rapporte moins")
        many = gettext("les places désignées rapportent moins")
        single = len(designated) == 1
        yield Motive.LOCATION, text % {"place": designated[0]} if single else many
    if not decision.placement:
        yield Motive.LOCATION, gettext("plusieurs places ont ce score")


def _designated(verdict: Verdict, decision: Decision) -> list[str]:
    places = (
        reading.placement
        for reading in verdict.readings
        if reading.route != Route.SCORE and reading.word.upper() == (decision.word or "").upper()
    )
    return list(dict.fromkeys(places))


def _like_places(verdict: Verdict) -> list[str]:
    """The places of equal worth that only the score tells, if none of them is the one paid."""
    decision = verdict.decision
    if decision.placement or not decision.word:
        return []
    return [reading.placement for reading in verdict.readings if reading.route == Route.SCORE]


def _spoken(finding: Finding) -> dict[str, Datum]:
    """The data as they are read: lists with commas, and letters one by one."""
    said: dict[str, Datum] = {
        key: ", ".join(value) if isinstance(value, tuple) else value
        for key, value in finding.data.items()
    }
    if "letters" in said and finding.code not in _IN_ONE:
        said["letters"] = ", ".join(str(said["letters"]))
    return said
