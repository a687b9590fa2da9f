"""Every error that htmx receives is a sentence on the page, never JSON or a page in a page.

``arbitrage/views/test_hostile_input.py`` posts to every address of an account; here are those that
a device without account gets.
"""

from django.test import Client
from django.urls import reverse

from tests.room import Room
from tests.rows import every_row
from tests.tournament.views.office import HTMX, is_sentence


def test_an_error_of_a_device_without_account_is_a_sentence(room: Room) -> None:
    browser = Client(raise_request_exception=False)
    ranking = reverse("public-ranking", args=[room.tournament.slug])
    with every_row() as row:
        for method, path in (
            ("get", "/nothing/there/"),
            ("post", ranking),
            ("get", f"{ranking}?game=x"),
            ("get", reverse("table-token")),
            ("post", reverse("table-bulletin")),
            ("post", reverse("practice-command")),
            ("get", reverse("api-v1:api-tournament", args=["inconnu"])),
            ("get", reverse("training", args=["inconnu"])),
        ):
            with row(f"{method} {path}"):
                answer = getattr(browser, method)(path, headers=HTMX)
                assert answer.status_code >= 400
                assert is_sentence(answer), answer.content[:200]
