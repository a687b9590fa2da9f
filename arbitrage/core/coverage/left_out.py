"""The articles of each edition, or parts of them, that no code applies, with the reason.

They concern people and things, not bulletins. An article that the product cites is not left out; a
part of it may be.
"""

from collections.abc import Mapping

from .modelled import add_year

type ReasonByArticle = Mapping[str, str]

_OUTSIDE = "décidé par des personnes, hors du logiciel"

_LEFT_MATERIAL: ReasonByArticle = {
    "2.1": "son jeu, son brouillon et son crayon, que les arbitres surveillent",
    "2.2": "le sac, l’ODS et le chronomètre que le juge-arbitre a sur sa table",
}
_LEFT_2023: ReasonByArticle = {
    **_LEFT_MATERIAL,
    "6": "simple titre de section",
    "6.4.2.b": _OUTSIDE,
}
_LEFT_BEFORE_2023: ReasonByArticle = {
    **_LEFT_MATERIAL,
    "6": "simple titre de section",
}
_LEFT_COMMISSIONS: ReasonByArticle = {"6.4.2.b": _OUTSIDE}
LEFT_OUT: Mapping[str, ReasonByArticle] = {
    "2023": _LEFT_2023,
    "2017": {**_LEFT_BEFORE_2023, **_LEFT_COMMISSIONS},
    "2014": _LEFT_BEFORE_2023,
    "2019": {
        **add_year("2017", {**_LEFT_BEFORE_2023, **_LEFT_COMMISSIONS}),
    },
    "2011": add_year("2014", _LEFT_BEFORE_2023),
}
