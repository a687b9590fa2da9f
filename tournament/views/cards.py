"""QR codes and sign-in cards, shown once and never stored."""

from dataclasses import dataclass
from typing import Self

from django.contrib.auth.models import User
from django.utils.safestring import SafeString, mark_safe

from tournament.presentation.paper.cards import QR_BORDER, make_qr_code


def render_qr_code(text: str) -> SafeString:
    """Return a QR code as inline SVG without style attributes (content security policy)."""
    svg = make_qr_code(text).svg_inline(border=QR_BORDER, omitsize=True, light="#fff", dark="#000")
    return mark_safe(svg)  # noqa: S308 - drawn by segno from modules, no text inside


@dataclass(frozen=True)
class SignInCard:
    """A card with which a person signs in once; its secret is on this page only."""

    user: User
    url: str
    qr: SafeString

    @classmethod
    def for_url(cls, user: User, url: str) -> Self:
        return cls(user, url, render_qr_code(url))
