"""What the office says of backups."""

from arbitrage.archive.models import Backup
from tournament.core.errors import BadSetting
from tournament.presentation.messages import explain


def trouble_of(backup: Backup | None) -> str:
    """Why the last backup that was tried did not come about; empty where it did."""
    if backup is None or backup.failure is None:
        return ""
    return explain(BadSetting(backup.failure["reason"], **backup.failure["data"]))
