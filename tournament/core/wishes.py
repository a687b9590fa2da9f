"""Check of the wishes for a prepared game, before a worker searches for one."""

from collections.abc import Mapping, Sequence

from engine.board.formats import Format
from engine.record.wishes import Range, Wish
from tournament.core.errors import BadSetting

#: Limits of each wish.
WISH_LIMITS: Mapping[Wish, Range] = {
    Wish.TURNS: Range(Wish.TURNS, 1, 60),
    Wish.TOTAL: Range(Wish.TOTAL, 1, 5000),
    Wish.SCRABBLES: Range(Wish.SCRABBLES, 0, 30),
    Wish.JOKERS: Range(Wish.JOKERS, 0, 60),
    Wish.LONGEST: Range(Wish.LONGEST, 2, 15),
    Wish.OUTSIDE: Range(Wish.OUTSIDE, 0, 60),
}


def check_wishes(wishes: Sequence[Range], fmt: Format) -> None:
    """Raise BadSetting for wishes that no game can meet."""
    for wish in wishes:
        limit = WISH_LIMITS[wish.wish]
        for value in (wish.least, wish.most):
            if value is not None and not limit.is_met_by(value):
                raise BadSetting(f"limit-{wish.wish}", least=limit.least, most=limit.most)
        if wish.least is not None and wish.most is not None and wish.most < wish.least:
            raise BadSetting(f"wish-{wish.wish}", least=wish.least, most=wish.most)
    minimums = {wish.wish: wish.least or 0 for wish in wishes}
    maximums = {wish.wish: wish.most for wish in wishes if wish.most is not None}
    turns = maximums.get(Wish.TURNS, WISH_LIMITS[Wish.TURNS].most or 0)
    for wish_kind in (Wish.SCRABBLES, Wish.JOKERS):
        if minimums.get(wish_kind, 0) > turns:
            raise BadSetting(
                f"more-{wish_kind}-than-turns", **{wish_kind: minimums[wish_kind]}, turns=turns
            )
    longest, tiles = maximums.get(Wish.LONGEST), min(fmt.bonuses)
    if minimums.get(Wish.SCRABBLES) and longest is not None and longest < tiles:
        raise BadSetting("scrabbles-in-short-words", longest=longest, tiles=tiles)
    if fmt.joker_on_rack and Wish.JOKERS in minimums:
        raise BadSetting("jokers-on-every-rack")
