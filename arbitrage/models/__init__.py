"""What the arbiters' office keeps."""

from arbitrage.models.acts import Act, ActKind
from arbitrage.models.papers import PaperBulletin
from arbitrage.models.rulings import DECIDED, Origin, Ruling, Status

__all__ = ["DECIDED", "Act", "ActKind", "Origin", "PaperBulletin", "Ruling", "Status"]
