"""Names of persons are marked so that a browser does not translate them."""

from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse

from tests.room import Room
from tests.rows import every_row
from tests.tournament.services.play.test_turns import play_turn
from tests.tournament.views.office import SignIn, read_html
from tournament.core.states import Role
from tournament.models import Tournament

#: Elements without text for readers, and those without end tag.
SILENT = {"head", "script"}
VOID = {"br", "hr", "img", "input", "link", "meta", "col", "wbr", "path", "rect", "circle"}


class TranslatedText(HTMLParser):
    """Collects the texts that a browser would translate."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self._open.append((tag, tag in SILENT or ("translate", "no") in attrs))

    def handle_endtag(self, tag: str) -> None:
        while any(name == tag for name, _ in self._open) and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not any(is_untranslated for _, is_untranslated in self._open):
            self.texts.append(" ".join(data.split()))


def find_translated_names(client: Client, room: Room, address: str) -> list[str]:
    parser = TranslatedText()
    parser.feed(read_html(client.get(address)))
    assert any("Classement" in text or "Affichage" in text for text in parser.texts), address
    names = [entry.name for entry in room.entries]
    return [text for text in parser.texts if any(name in text for name in names)]


@pytest.mark.usefixtures("nobody_works")
def test_no_page_lets_a_browser_translate_names(room: Room, sign_in: SignIn) -> None:
    play_turn(room, room.game())
    Tournament.objects.filter(pk=room.tournament.pk).update(is_embeddable=True)
    slug, (first, second) = room.tournament.slug, room.entries[:2]
    public_addresses = [
        reverse("home"),
        reverse("public-home", args=[slug]),
        reverse("public-ranking", args=[slug]),
        reverse("public-game", args=[slug, 1]),
        reverse("public-turn", args=[slug, 1, 1]),
        reverse("public-player", args=[slug, first.pk]),
        reverse("public-players", args=[slug]) + f"?with={first.pk}",
        reverse("public-players-compared", args=[slug, first.pk, second.pk]),
        reverse("public-tables", args=[slug]),
    ]
    staff_addresses = [
        reverse("office-check-in", args=[slug]),
        reverse("arbiter-account", args=[slug, 1, first.pk]),
        reverse("judge-desk", args=[slug]),
    ]
    staff = sign_in(Role.JUDGE, Role.ORGANISER, Role.ARBITER)
    with every_row() as row:
        for client, addresses in ((Client(), public_addresses), (staff, staff_addresses)):
            for address in addresses:
                with row(address):
                    assert find_translated_names(client, room, address) == []
