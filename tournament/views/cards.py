"""QR codes, and the cards by which staff sign in: shown to who makes them, never kept."""

from dataclasses import dataclass
from typing import Self

import segno
from django.contrib.auth.models import User
from django.utils.safestring import SafeString, mark_safe

#: Quiet zone of a QR code, in modules, as its standard asks.
QR_BORDER = 4
#: Any mask can be read; trying all eight for the handsomest took three quarters of the time of a
#: page of thousands of cards.
QR_MASK = 3


def qr_code(text: str) -> SafeString:
    """A QR code as inline SVG, without style attributes (content security policy)."""
    code = segno.make(text, error="m", micro=False, mask=QR_MASK)
    svg = code.svg_inline(border=QR_BORDER, omitsize=True, light="#fff", dark="#000")
    return mark_safe(svg)  # noqa: S308 - drawn by segno from modules, no text inside


@dataclass(frozen=True)
class SignInCard:
    """What a person signs in with, once: its secret is on this page only."""

    user: User
    url: str
    qr: SafeString

    @classmethod
    def of(cls, user: User, url: str) -> Self:
        return cls(user, url, qr_code(url))
