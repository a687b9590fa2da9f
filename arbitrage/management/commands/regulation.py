"""``manage.py regulation``: the articles of an edition, or the differences between two."""

import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

from django.core.management.base import CommandError, CommandParser

from arbitrage.core.coverage.rows import (
    STATES,
    Difference,
    RegulationRow,
    compare_editions,
    list_articles,
)
from arbitrage.presentation.citations import format_citation, format_citation_of_edition
from engine.errors import UnknownEdition
from engine.regulation.edition import Edition
from engine.regulation.editions import CURRENT, EDITIONS, get_edition
from tournament.management import base as commands

_WIDTH = 100
_MARGIN = "    "


class Command(commands.FrenchCommand):
    help = (
        "Montre les articles d'une édition du règlement, ce qu'ils fixent et ce qui les applique, "
        "ou ce qui diffère entre deux éditions."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "edition",
            metavar="ÉDITION",
            nargs="?",
            help=f"{', '.join(EDITIONS)} (par défaut celle en vigueur)",
        )
        parser.add_argument(
            "--differences",
            nargs=2,
            metavar=("AVANT", "APRÈS"),
            help="montrer ce qui diffère entre ces deux éditions",
        )

    def handle(self, *_: Any, **options: Any) -> None:
        requested, pair = options["edition"], options["differences"]
        if requested and pair:
            raise CommandError(
                "Donnez une édition, ou --differences et deux éditions, pas les deux."
            )
        if pair:
            older, newer = map(_get_edition, pair)
            lines = _list_differences(older, newer, compare_editions(older, newer))
        else:
            edition = _get_edition(requested or CURRENT)
            lines = _list_edition(edition, list_articles(edition))
        for line in lines:
            self.stdout.write(line)


def _get_edition(key: str) -> Edition:
    try:
        return get_edition(key)
    except UnknownEdition as error:
        editions = ", ".join(EDITIONS)
        raise CommandError(
            f"Il n'y a pas d'édition « {key} » du règlement ; choisissez parmi {editions}."
        ) from error


def _list_edition(edition: Edition, articles: Iterable[RegulationRow]) -> Iterator[str]:
    yield f"Règlement du duplicate, édition {edition.key}"
    for row in articles:
        yield ""
        yield f"{format_citation_of_edition(edition, row.number)} – {row.title}"
        yield from _indent(row.summary)
        for value in row.values:
            yield from _indent(f"• {value.meaning} : {value.text}")
        if applied := [*row.rules, *row.code]:
            yield from _indent(f"Appliqué par : {' ; '.join(applied)}.")
        state = STATES[row.state].capitalize()
        link = " ; hors du logiciel : " if applied else " : "
        yield from _indent(f"{state}{link}{row.reason}." if row.reason else f"{state}.")


def _list_differences(
    older: Edition, newer: Edition, differences: Iterable[Difference]
) -> Iterator[str]:
    yield f"De {older.key} à {newer.key}"
    for difference in differences:
        yield ""
        yield difference.subject
        for edition, text, articles in (
            (older, difference.before, difference.before_articles),
            (newer, difference.after, difference.after_articles),
        ):
            where = f" ({_cite(articles)})" if articles else ""
            yield from _indent(f"{edition.key} : {text or 'rien'}{where}")


def _cite(numbers: Iterable[str]) -> str:
    return " ; ".join(map(format_citation, numbers))


def _indent(text: str) -> list[str]:
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=_MARGIN,
        subsequent_indent=_MARGIN * 2,
        break_on_hyphens=False,
        break_long_words=False,
    )
