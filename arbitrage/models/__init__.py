"""The tables of the arbiters' pages."""

from arbitrage.core.decided import DECIDED_STATUSES, ActKind, Origin, Status
from arbitrage.models.acts import Act
from arbitrage.models.appeals import Appeal, Sitting, Statement
from arbitrage.models.papers import PaperBulletin
from arbitrage.models.rulings import Ruling
from arbitrage.models.second_looks import LookPlan, SecondLook
from arbitrage.models.slips import Slip

__all__ = [
    "DECIDED_STATUSES",
    "Act",
    "ActKind",
    "Appeal",
    "LookPlan",
    "Origin",
    "PaperBulletin",
    "Ruling",
    "SecondLook",
    "Sitting",
    "Slip",
    "Statement",
    "Status",
]
