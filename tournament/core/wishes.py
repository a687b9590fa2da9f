"""Check of the wishes for a prepared game, before a worker searches for one."""

from collections.abc import Mapping, Sequence

from engine.board.formats import Format
from engine.record.wishes import Wish, WishRange
from tournament.core.errors import BadSetting

#: Limits of each wish.
WISH_LIMITS: Mapping[Wish, WishRange] = {
    Wish.TURNS: WishRange(Wish.TURNS, 1, 60),
    Wish.TOTAL: WishRange(Wish.TOTAL, 1, 5000),
    Wish.SCRABBLES: WishRange(Wish.SCRABBLES, 0, 30),
    Wish.JOKERS: WishRange(Wish.JOKERS, 0, 60),
    Wish.LONGEST: WishRange(Wish.LONGEST, 2, 15),
    Wish.OUTSIDE: WishRange(Wish.OUTSIDE, 0, 60),
}


def check_wishes(wishes: Sequence[WishRange], fmt: Format) -> None:
    """Raise BadSetting for wishes that no game can meet."""
    for wish in wishes:
        limit = WISH_LIMITS[wish.kind]
        for value in (wish.minimum, wish.maximum):
            if value is not None and not limit.is_met_by(value):
                raise BadSetting(f"limit-{wish.kind}", least=limit.minimum, most=limit.maximum)
        if wish.minimum is not None and wish.maximum is not None and wish.maximum < wish.minimum:
            raise BadSetting(f"wish-{wish.kind}", least=wish.minimum, most=wish.maximum)
    minimums = {wish.kind: wish.minimum or 0 for wish in wishes}
    maximums = {wish.kind: wish.maximum for wish in wishes if wish.maximum is not None}
    turns = maximums.get(Wish.TURNS, WISH_LIMITS[Wish.TURNS].maximum or 0)
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
