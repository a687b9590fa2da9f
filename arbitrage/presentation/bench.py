"""Texts of the arbitration bench: ``{% load bench %}``."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from arbitrage.core.bulletin import Bulletin
from arbitrage.core.codes import Sanction

#: French names of the files of golden cases.
GROUPS = {
    "both-modes": _("Référence et lettres de raccord"),
    "first-turn": _("Premier coup"),
    "inversion": _("Inversions"),
    "joker": _("Jokers"),
    "parasites": _("Lettres parasites"),
    "prolongation": _("Prolongements"),
    "raccord": _("Lettres de raccord"),
    "score-and-reference": _("Score et référence"),
    "several-solutions": _("Plusieurs solutions"),
    "sheet-state": _("État du bulletin"),
    "validity": _("Mots et places valables"),
}
#: The colour of a sanction's badge; the word in it says it too.
BADGES = {Sanction.WARNING: "note", Sanction.PENALTY: "warn", Sanction.ZERO: "bad"}


@dataclass(frozen=True)
class WrittenBulletin:
    """A bulletin with its rows as ``arbitrage/sheet.html`` reads them."""

    rows: list[str]
    struck: list[str]
    reference: str
    score: str


def get_case_group(stem: str) -> Promise | str:
    return GROUPS.get(stem, stem)


def get_sanction_badge(code: str) -> str:
    return BADGES.get(Sanction(code), "")


def to_written_bulletin(bulletin: Bulletin) -> WrittenBulletin:
    sheet = bulletin.sheet.to_dict()
    return WrittenBulletin(sheet["rows"], sheet["struck"], bulletin.reference, bulletin.score)
