"""Makes PDFs: a document is the name of a template and its data."""

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any, Self

from django.utils.formats import date_format

from tournament.core.errors import Busy
from tournament.core.states import Paper
from tournament.models import Tournament
from tournament.queries.local import tournament_paper

_ROOT = Path(__file__).parents[3]
TEMPLATES = _ROOT / "templates" / "paper"
#: The faces of the pages, and one for letters that they do not have.
FONTS = (_ROOT / "static" / "fonts", TEMPLATES / "fonts")
_PROGRAM = Path(__file__).with_name("typesetter.py")
#: Seconds after which a document will never come, and those that one waits for another's.
LONGEST_S = 60
WAITS_S = 30
#: One document at a time in a process: a big one takes a processor, and 200 MB.
_PRESS = BoundedSemaphore()
#: Documents that thousands may ask for, kept while they stay the same.
KEPT = 8


class TypesettingError(RuntimeError):
    """The template or its data is wrong: our mistake, with what the typesetter says."""


@dataclass(frozen=True, slots=True)
class Document:
    """``template`` without extension, ``data`` as JSON, so that equal documents are equal."""

    template: str
    data: str

    @classmethod
    def of(cls, template: str, paper: str, title: str, foot: str, **data: Any) -> Self:
        """``paper``: a size that ``templates/paper/house.typ`` knows."""
        whole = {"paper": paper, "title": title, "foot": foot} | data
        return cls(template, json.dumps(whole, ensure_ascii=False, default=str))

    @classmethod
    def of_tournament(
        cls, template: str, tournament: Tournament, title: str, *, small: bool = False, **data: Any
    ) -> Self:
        """On the tournament's paper, or with ``small`` on quarters of it, its name at the foot."""
        paper = paper_of(tournament_paper(tournament), small=small)
        return cls.of(template, paper, title, foot_of(tournament), **data)


_QUARTERS: Mapping[Paper, str] = {Paper.A4: "a6", Paper.LETTER: "letter-quarter"}


def paper_of(paper: Paper, *, small: bool) -> str:
    """The size as the templates call it."""
    return _QUARTERS[paper] if small else paper.value


def foot_of(tournament: Tournament) -> str:
    """Name and day, as at the foot of every sheet."""
    return f"{tournament.name} · {date_format(tournament.starts_on, 'j F Y')}"


def printed(document: Document, *, keep: bool = False) -> bytes:
    """The PDF. ``keep`` it for the next who asks: what everybody may read, never a secret.

    Raises Busy when others' documents take too long.
    """
    if not _PRESS.acquire(timeout=WAITS_S):
        raise Busy("press")
    try:
        return _kept(document) if keep else _set(document)
    finally:
        _PRESS.release()


def command() -> list[str]:
    """What starts the typesetter: it takes what ``asked_of`` gives, and answers with the PDF."""
    return [sys.executable, "-I", str(_PROGRAM)]


def asked_of(document: Document) -> dict[str, Any]:
    return {
        "root": str(TEMPLATES),
        "fonts": list(map(str, FONTS)),
        "template": document.template,
        "data": document.data,
    }


def _set(document: Document) -> bytes:
    try:
        done = subprocess.run(
            command(),
            input=json.dumps(asked_of(document)).encode(),
            capture_output=True,
            timeout=LONGEST_S,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise Busy("press") from error
    if done.returncode:
        raise TypesettingError(done.stderr.decode(errors="replace"))
    return done.stdout


_kept = lru_cache(maxsize=KEPT)(_set)
