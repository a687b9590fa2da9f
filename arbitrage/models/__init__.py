"""What the arbiters' office keeps."""

from arbitrage.models.acts import Act, ActKind
from arbitrage.models.appeals import Appeal, Sitting, Statement
from arbitrage.models.papers import PaperBulletin
from arbitrage.models.rulings import DECIDED, Origin, Ruling, Status
from arbitrage.models.slips import Slip

__all__ = [
    "DECIDED",
    "Act",
    "ActKind",
    "Appeal",
    "Origin",
    "PaperBulletin",
    "Ruling",
    "Sitting",
    "Slip",
    "Statement",
    "Status",
]
