"""Citations of articles in French."""

from collections.abc import Mapping

from django.utils.translation import gettext, gettext_noop as _

from engine.regulation.edition import Edition

#: Parts of a text without a number.
UNNUMBERED: Mapping[str, str] = {"slip": _("billet de correction"), "intro": _("introduction")}
_REMINDER = "rappel "
_POINT_NUMBERS = frozenset({"1", "2", "3"})


def format_citation(number: str) -> str:
    """Return the citation of an article or another part of a text; empty for no number.

    An article of an earlier text ("2017:5.4") is cited with the year. The text of 2019 numbers
    three points and six reminders.
    """
    year, colon, local = number.rpartition(":")
    if colon:
        name = gettext(UNNUMBERED[local]) if local in UNNUMBERED else _format_article(local)
        return gettext("%(own)s du texte de %(year)s") % {"own": name, "year": year}
    if number in UNNUMBERED:
        return gettext(UNNUMBERED[number])
    if number in _POINT_NUMBERS:
        return gettext("point %(number)s") % {"number": number}
    if number.startswith(_REMINDER):
        return gettext("rappel n° %(number)s") % {"number": number.removeprefix(_REMINDER)}
    return _format_article(number)


def format_citation_of_edition(edition: Edition, number: str) -> str:
    """Return the citation in an edition: a single digit is a point only if it has points."""
    is_article = number in _POINT_NUMBERS and not _POINT_NUMBERS.issubset(edition.articles)
    return _format_article(number) if is_article else format_citation(number)


def _format_article(number: str) -> str:
    is_numbered = number[:1].isdigit()
    return gettext("art. %(number)s") % {"number": number} if is_numbered else number


def cite_in_parentheses(number: str) -> str:
    """Return the citation in parentheses, to follow a sentence; empty for no number."""
    return f" ({format_citation(number)})" if number else ""
