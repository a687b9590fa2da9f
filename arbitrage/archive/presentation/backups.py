"""Names and sentences about backups."""

from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.models import BackupJob
from arbitrage.archive.queries.backups import BackupFile
from tournament.core.canonical import from_utc_text
from tournament.core.errors import BadSetting, Busy, RoomError
from tournament.presentation.messages import SENTENCES, explain

MAX_NAME = 120


def build_copy_name(file: BackupFile) -> str:
    """Return « Essai (copie du 28 novembre à 14 h 05) », by the local time of the page."""
    made_at = date_format(localtime(file.made_at), r"j F \à G \h i")
    suffix = " " + _("(copie du %(made_at)s)") % {"made_at": made_at}
    return file.tournament.name[: MAX_NAME - len(suffix)] + suffix


def explain_job(job: BackupJob) -> str:
    """Return why the work failed."""
    reason, data = job.failure["reason"], job.failure["data"]
    kinds: tuple[type[RoomError], ...] = (BadArchive, Busy)
    kind = next((kind for kind in kinds if (kind.code, reason) in SENTENCES), BadSetting)
    return explain(kind(reason, **data))


def list_discrepancies(job: BackupJob) -> list[str]:
    """Return the sentences about what the verification refuses."""
    return list((job.failure or {"data": {}})["data"].get("discrepancies", ()))


def read_report(job: BackupJob) -> dict[str, Any]:
    """Return what the file would restore, with the time when it was made; empty if unknown."""
    if not job.report:
        return {}
    report: dict[str, Any] = job.report
    return report | {"made_at": from_utc_text(report["made_at"])}
