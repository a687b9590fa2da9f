"""PDF renderer: a document is the name of a template and its data. Pictures are rendered alike."""

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Self

from django.utils.formats import date_format

from tournament.core.errors import Busy
from tournament.core.states import PaperSize
from tournament.models import Tournament
from tournament.queries.local import get_tournament_paper
from tournament.services.work_slots import WorkSlots

_ROOT = Path(__file__).parents[3]
TEMPLATES = _ROOT / "templates" / "paper"
#: Fonts of the pages, and a fallback for letters that they lack.
FONTS = (_ROOT / "static" / "fonts", TEMPLATES / "fonts")
_PROGRAM = Path(__file__).with_name("typesetter.py")
#: Timeout of a document, in seconds.
TIMEOUT_S = 60
#: A process renders one document at a time: a big one takes a whole CPU and 200 MB.
_RENDERER_SLOTS = WorkSlots("pdf-queue-full", count=1, max_waiting=20, wait_s=30)
#: Number of cached documents and pictures, for those that thousands of people request.
CACHE_SIZE = 24


class TypesettingError(RuntimeError):
    """The template or its data is wrong: a programming error, with the typesetter's message."""


@dataclass(frozen=True, slots=True)
class Document:
    """A document to render: ``template`` without extension, ``data`` as JSON, so that equal
    documents have equal hashes."""

    template: str
    data: str
    #: ``pdf``, or ``png`` for a picture.
    format: str = "pdf"

    @classmethod
    def build_picture(cls, template: str, **data: Any) -> Self:
        """Return a picture; its template sets the size, in pixels."""
        return cls(template, json.dumps(data, ensure_ascii=False, default=str), "png")

    @classmethod
    def build(cls, template: str, paper: str, title: str, foot: str, **data: Any) -> Self:
        """Return a document; ``paper``: a size defined in ``templates/paper/house.typ``."""
        context = {"paper": paper, "title": title, "foot": foot} | data
        return cls(template, json.dumps(context, ensure_ascii=False, default=str))

    @classmethod
    def build_for_tournament(
        cls, template: str, tournament: Tournament, title: str, *, small: bool = False, **data: Any
    ) -> Self:
        """Return a document on the paper of the tournament, or on a quarter of it if ``small``."""
        paper = get_paper_name(get_tournament_paper(tournament), small=small)
        return cls.build(template, paper, title, format_footer(tournament), **data)


_QUARTERS: Mapping[PaperSize, str] = {PaperSize.A4: "a6", PaperSize.LETTER: "letter-quarter"}


def get_paper_name(paper: PaperSize, *, small: bool) -> str:
    """Return the name of a size in the templates; ``small``: a quarter of it."""
    return _QUARTERS[paper] if small else paper.value


def format_footer(tournament: Tournament) -> str:
    """Return name and date of the tournament, for the foot of every sheet."""
    return f"{tournament.name} · {date_format(tournament.starts_on, 'j F Y')}"


def render_pdf(document: Document, *, cache: bool = False) -> bytes:
    """Return the PDF, or the PNG of a picture.

    ``cache``: for public documents only. Raise Busy if other documents take too long.
    """
    with _RENDERER_SLOTS.take():
        return _typeset_cached(document) if cache else _typeset(document)


def get_typesetter_command() -> list[str]:
    """Return the command of the typesetter: it reads ``typesetter_input`` as JSON and
    writes the document."""
    return [sys.executable, "-I", str(_PROGRAM)]


def build_typesetter_input(document: Document) -> dict[str, Any]:
    return {
        "root": str(TEMPLATES),
        "fonts": list(map(str, FONTS)),
        "template": document.template,
        "format": document.format,
        "data": document.data,
    }


def _typeset(document: Document) -> bytes:
    try:
        process = subprocess.run(
            get_typesetter_command(),
            input=json.dumps(build_typesetter_input(document)).encode(),
            capture_output=True,
            timeout=TIMEOUT_S,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise Busy("pdf-queue-full") from error
    if process.returncode:
        raise TypesettingError(process.stderr.decode(errors="replace"))
    return process.stdout


_typeset_cached = lru_cache(maxsize=CACHE_SIZE)(_typeset)
