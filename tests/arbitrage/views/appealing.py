"""The tablet of an entry, and the fields of its appeal."""

from typing import Any

from django.test import Client
from django.urls import reverse

from tournament.models import Entry, Turn
from tournament.views.device import TABLE_COOKIE

REASON = "Le sept est un un."
OWN_CASES_URL = reverse("table-appeals")


def open_tablet(entry: Entry) -> Client:
    browser = Client()
    browser.get(reverse("enter-by-key", args=[entry.table.key]))
    assert TABLE_COOKIE in browser.cookies
    return browser


def build_appeal_fields(
    turn: Turn, subject: str = "ruling", grounds: str = REASON
) -> dict[str, Any]:
    return {"turn": turn.pk, "subject": subject, "grounds": grounds}
