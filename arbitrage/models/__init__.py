"""The tables of the arbiters' pages."""

from arbitrage.core.ruling_codes import DECIDED_STATUSES, ActKind, BulletinOrigin, RulingStatus
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
    "BulletinOrigin",
    "LookPlan",
    "PaperBulletin",
    "Ruling",
    "RulingStatus",
    "SecondLook",
    "Sitting",
    "Slip",
    "Statement",
]
