"""Cards with a QR code, for the tables and for signing in."""

import io
from collections.abc import Iterable
from datetime import datetime

import segno
from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.core.states import Discipline, PaperSize
from tournament.models import Centre, Organisation, Table, Tournament
from tournament.presentation.paper.pdf_renderer import Document, get_paper_name

#: Quiet zone of a QR code, in modules, as its standard asks.
QR_BORDER = 4
#: Any mask is readable: trying all eight took three quarters of the time of a page of
#: thousands of cards.
QR_MASK = 3


def make_qr_code(text: str) -> segno.QRCode:
    return segno.make_qr(text, error="m", mask=QR_MASK)


def _render_qr_code(text: str) -> str:
    """Return a QR code as SVG."""
    file = io.BytesIO()
    make_qr_code(text).save(
        file, kind="svg", border=QR_BORDER, xmldecl=False, light="#fff", dark="#000"
    )
    return file.getvalue().decode()


def join_place(tournament: Tournament, centre: Centre | None) -> str:
    """Return the tournament, and the centre if there is one."""
    return f"{tournament.name} · {centre.name}" if centre else tournament.name


def build_table_cards(
    tournament: Tournament, tables: Iterable[tuple[Table, str]], entrance: str, *, small: bool
) -> Document:
    """Return the document; ``tables``: occupied tables with their URL; ``entrance``: where codes
    are typed."""
    is_classic = tournament.discipline == Discipline.CLASSIC
    cards = [
        {
            "top": join_place(tournament, table.centre),
            "title": (_("Tablette %(number)s") if is_classic else _("Table %(number)s"))
            % {"number": table.number},
            "name": table.entry.name,
            "qr": _render_qr_code(url),
            "url": url,
            "notes": [
                (
                    _("ou %(address)s, tablette %(number)s, code :")
                    if is_classic
                    else _("ou %(address)s, table %(number)s, code :")
                )
                % {"address": entrance, "number": table.number}
            ],
            "code": table.code,
        }
        for table, url in tables
    ]
    title = _("Cartons des joueurs") if is_classic else _("Cartons des tables")
    return Document.build_for_tournament("cards", tournament, title, small=small, cards=cards)


def build_sign_in_cards(
    organisation: Organisation,
    people: Iterable[tuple[User, str]],
    until: datetime,
    paper: PaperSize,
    *,
    small: bool,
) -> Document:
    """Return the document; ``people``: users with their sign-in URL, good once, until ``until``."""
    date = date_format(timezone.localtime(until), "j F Y H:i")
    note = _("Ouvre une session, une seule fois, jusqu’au %(date)s.") % {"date": date}
    cards = [
        {
            "top": organisation.name,
            "title": user.get_full_name() or user.get_username(),
            "name": user.get_username() if user.get_full_name() else "",
            "qr": _render_qr_code(url),
            "url": url,
            "notes": [note],
            "code": "",
        }
        for user, url in people
    ]
    size = get_paper_name(paper, small=small)
    return Document.build("cards", size, _("Cartes de connexion"), organisation.name, cards=cards)
