"""The data posted to every address, and the database state that a refusal leaves."""

from typing import Any

from django.contrib.auth.models import User
from django.db.models import Model

from tests.own_models import list_own_models

#: Data that would have an effect for an authorised account.
FIELDS = {
    "name": "Volé",
    "names": "Intrus",
    "count": "1",
    "starts_on": "2026-01-01",
    "starts_at": "2026-01-01T14:30",
    "lexicon": "fr-libre",
    "links_valid_until": "2099-01-01",
    "username": "intrus",
    "role": "organiser",
    "last_name": "Intrus",
    "time": "60",
    "warn_s": "10",
    "source": "software",
    "format": "normal",
    "most_tries": "1",
    "sheet": "1 AECC?NU C(H)ACUNE H4 76",
    "store": "",
    "first": "1",
    "last": "6",
    "reason": "other",
    "detail": "intrusion",
    "version": "1",
    "journal_row": "1",
    "points": "0",
    "sanction": "zero",
    "motives": "discipline",
    "points_on_slips": "on",
    "plays_on": "paper",
    "publicity": "live",
    "table": "2",
    "decision": "conduct",
    "outcome": "dismiss",
    "speaker": "Intrus",
    "text": "Intrusion.",
    "step": "informed",
    "informed": "1",
    "scene": "podium",
    "sanctioned": "on",
    "command": "keep",
    "done": "handed",
    "newest": "99999999",
}
#: What the keying page posts.
SLIPS = {"bulletins": [{"table": 1, "rows": ["ZZZ"], "reference": "H4", "score": "12"}]}


def list_stored_rows() -> list[Any]:
    """Return all rows of all tables."""
    models: list[type[Model]] = [User, *list_own_models()]
    rows = [list(model._default_manager.order_by("pk").values()) for model in models]
    for row in rows[0]:
        del row["last_login"]
    return rows
