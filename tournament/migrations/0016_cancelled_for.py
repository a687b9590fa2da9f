"""Why a turn was cancelled is a code in the journal, beside what the judge wrote."""

from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

CODES = {
    "erreur de chronométrage": "timing",
    "erreur d’épellation": "spelling",
    "erreur de placement d’un mot": "placement",
    "erreur d’acceptation d’un mot": "acceptance",
    "aucune solution n’est réalisable": "no_solution",
    # The stand-in of the demonstration, and a game that was broken off.
    "3.6": "no_solution",
    "": "no_solution",
}


def fill(apps: StateApps, _: BaseDatabaseSchemaEditor) -> None:
    rows: Any = apps.get_model("tournament", "Journal").objects.filter(kind="cancelled")
    for row in rows.filter(data__has_key="reason").exclude(data__has_key="detail"):
        row.data |= _coded(row.data["reason"])
        row.save(update_fields=["data"])


def _coded(sentence: str) -> dict[str, str]:
    said, _separator, detail = sentence.partition(" : ")
    if said in CODES:
        return {"reason": CODES[said], "detail": detail}
    return {"reason": "other", "detail": sentence}


class Migration(migrations.Migration):
    dependencies = [("tournament", "0015_score_without_text")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
