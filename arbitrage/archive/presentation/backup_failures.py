"""The sentence about a backup that failed."""

from arbitrage.archive.models import Backup
from tournament.core.errors import BadSetting
from tournament.presentation.messages import explain


def explain_failure(backup: Backup | None) -> str:
    """Return why the last attempt failed; empty if it succeeded."""
    if backup is None or backup.failure is None:
        return ""
    return explain(BadSetting(backup.failure["reason"], **backup.failure["data"]))
