"""Cards with a QR code: those of the tables, and those by which the staff sign in."""

import io
from collections.abc import Iterable
from datetime import datetime

import segno
from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.core.states import Discipline, Paper
from tournament.models import Organisation, Table, Tournament
from tournament.presentation.paper.pdf_renderer import Document, paper_of

#: Quiet zone of a QR code, in modules, as its standard asks.
QR_BORDER = 4
#: Any mask can be read; trying all eight for the handsomest took three quarters of the time of a
#: page of thousands of cards.
QR_MASK = 3


def code_of(text: str) -> segno.QRCode:
    return segno.make_qr(text, error="m", mask=QR_MASK)


def _drawn(text: str) -> str:
    """A QR code as an SVG file."""
    file = io.BytesIO()
    code_of(text).save(file, kind="svg", border=QR_BORDER, xmldecl=False, light="#fff", dark="#000")
    return file.getvalue().decode()


def table_cards(
    tournament: Tournament, tables: Iterable[tuple[Table, str]], entrance: str, *, small: bool
) -> Document:
    """``tables``: each taken table with its address; ``entrance`` where numbers are typed in."""
    classic = tournament.discipline == Discipline.CLASSIC
    cards = [
        {
            "top": tournament.name,
            "title": (_("Tablette %(number)s") if classic else _("Table %(number)s"))
            % {"number": table.number},
            "name": table.entry.name,
            "qr": _drawn(url),
            "url": url,
            "notes": [
                (
                    _("ou %(address)s, tablette %(number)s, code :")
                    if classic
                    else _("ou %(address)s, table %(number)s, code :")
                )
                % {"address": entrance, "number": table.number}
            ],
            "code": table.code,
        }
        for table, url in tables
    ]
    title = _("Cartons des joueurs") if classic else _("Cartons des tables")
    return Document.of_tournament("cards", tournament, title, small=small, cards=cards)


def sign_in_cards(
    organisation: Organisation,
    people: Iterable[tuple[User, str]],
    until: datetime,
    paper: Paper,
    *,
    small: bool,
) -> Document:
    """``people``: each with the address that signs in, once, ``until`` then."""
    date = date_format(timezone.localtime(until), "j F Y H:i")
    note = _("Ouvre une session, une seule fois, jusqu’au %(date)s.") % {"date": date}
    cards = [
        {
            "top": organisation.name,
            "title": user.get_full_name() or user.get_username(),
            "name": user.get_username() if user.get_full_name() else "",
            "qr": _drawn(url),
            "url": url,
            "notes": [note],
            "code": "",
        }
        for user, url in people
    ]
    size = paper_of(paper, small=small)
    return Document.of("cards", size, _("Cartes de connexion"), organisation.name, cards=cards)
