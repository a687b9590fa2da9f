"""Which wishes of a prepared game are taken, before a worker looks for one."""

from collections.abc import Mapping, Sequence

from engine.board.formats import Format
from engine.record.wishes import Range, Wish
from tournament.core.errors import BadSetting

#: What may be asked for.
WISH_LIMITS: Mapping[Wish, Range] = {
    Wish.TURNS: Range(Wish.TURNS, 1, 60),
    Wish.TOTAL: Range(Wish.TOTAL, 1, 5000),
    Wish.SCRABBLES: Range(Wish.SCRABBLES, 0, 30),
    Wish.JOKERS: Range(Wish.JOKERS, 0, 60),
    Wish.LONGEST: Range(Wish.LONGEST, 2, 15),
    Wish.OUTSIDE: Range(Wish.OUTSIDE, 0, 60),
}


def check_wishes(wishes: Sequence[Range], fmt: Format) -> None:
    """Raises BadSetting for what no game can be, whatever its letters."""
    for wish in wishes:
        limit = WISH_LIMITS[wish.wish]
        for value in (wish.least, wish.most):
            if value is not None and not limit.is_met_by(value):
                raise BadSetting(f"limit-{wish.wish}", least=limit.least, most=limit.most)
        if wish.least is not None and wish.most is not None and wish.most < wish.least:
            raise BadSetting(f"wish-{wish.wish}", least=wish.least, most=wish.most)
    least = {wish.wish: wish.least or 0 for wish in wishes}
    most = {wish.wish: wish.most for wish in wishes if wish.most is not None}
    turns = most.get(Wish.TURNS, WISH_LIMITS[Wish.TURNS].most or 0)
    for one in (Wish.SCRABBLES, Wish.JOKERS):
        if least.get(one, 0) > turns:
            raise BadSetting(f"more-{one}-than-turns", **{one: least[one]}, turns=turns)
    longest, tiles = most.get(Wish.LONGEST), min(fmt.bonuses)
    if least.get(Wish.SCRABBLES) and longest is not None and longest < tiles:
        raise BadSetting("scrabbles-in-short-words", longest=longest, tiles=tiles)
    if fmt.joker_on_rack and Wish.JOKERS in least:
        raise BadSetting("jokers-on-every-rack")
