"""QR codes, and the cards by which staff sign in: shown to who makes them, never kept."""

from dataclasses import dataclass
from typing import Self

from django.contrib.auth.models import User
from django.utils.safestring import SafeString, mark_safe

from tournament.presentation.paper.cards import QR_BORDER, code_of


def qr_code(text: str) -> SafeString:
    """A QR code as inline SVG, without style attributes (content security policy)."""
    svg = code_of(text).svg_inline(border=QR_BORDER, omitsize=True, light="#fff", dark="#000")
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
