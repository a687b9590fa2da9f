"""What the lines of some members of an archive need besides the tables of members."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from arbitrage.archive.core.people import WayIn
from arbitrage.archive.core.row import Reference
from arbitrage.archive.queries.names import ref_of
from arbitrage.archive.services.restoring.keys import Keys
from tournament.models import Explanation, Organisation, Turn, WordList

type _Line = dict[str, Any]
type _Values = dict[str, Any]


@dataclass(frozen=True)
class Target:
    """What the rows become part of; ``lists`` are words by checksum, ``ways`` cards by table."""

    organisation: Organisation
    keys: Keys
    lists: Mapping[str, WordList]
    ways: Mapping[int, WayIn]


def _journal(_to: Target, line: _Line) -> _Line:
    turn = line["turn"]
    return line | {"turn": None if turn is None else (line["game"], turn)}


def _act(to: Target, line: _Line) -> _Line:
    others = line["data"].get("others")
    if others is None:
        return line
    pks = [to.keys[Reference.ENTRY][one] for one in others]
    return line | {"data": line["data"] | {"others": pks}}


def _seating(to: Target, line: _Line) -> _Line:
    moves = [[to.keys.key_of(Reference.ENTRY, one) or 0, *tables] for one, *tables in line["moves"]]
    return line | {"moves": moves}


def _explanation(to: Target, line: _Line) -> _Line:
    """Its key follows from turn and parts; what lines call it, from the parts."""
    if line["ref"] != ref_of(line["parts"]):
        raise ValueError("an explanation of another name")
    turn = to.keys[Reference.TURN][line["game"], line["turn"]]
    made = Explanation.of(Turn(pk=turn), line["parts"])
    to.keys[Reference.EXPLANATION][turn, line["ref"]] = made.pk
    return line | {"ref": (turn, line["ref"])}


def _score(to: Target, line: _Line) -> _Line:
    turn, told = to.keys[Reference.TURN][line["game"], line["turn"]], line["explanation"]
    return line | {"explanation": None if told is None else (turn, told)}


def _paper(to: Target, line: _Line, values: _Values) -> None:
    place = (line["game"], line["turn"], line["entry"])
    values["pk"] = to.keys.papers[*place, line["version"]]
    contested = values.pop("contests__version")
    values["contests_id"] = None if contested is None else to.keys.papers[*place, contested]


def _table(to: Target, line: _Line, values: _Values) -> None:
    """Cards that are printed open here, too, unless another table has their key already."""
    way = to.ways.get(line["number"])
    if way is not None:
        values |= {"code": way.code, "key": way.key}


def _topping(to: Target, line: _Line, values: _Values) -> None:
    """With the words of this installation that have the checksum."""
    del values["word_list__checksum"], values["word_list__count"]
    values["word_list"] = to.lists[line["word_list"]]


def _match_game(to: Target, _line: _Line, values: _Values) -> None:
    words = values.pop("word_list__checksum")
    del values["word_list__count"]
    values["word_list"] = None if words is None else to.lists[words]


def _change(to: Target, _line: _Line, values: _Values) -> None:
    values["organisation"] = to.organisation


#: By member: the line as the tables of members read it.
BEFORE: Mapping[str, Callable[[Target, _Line], _Line]] = {
    "journal": _journal,
    "acts": _act,
    "seating": _seating,
    "explanations": _explanation,
    "scores": _score,
}
#: By member: what the line does not say by a column.
AFTER: Mapping[str, Callable[[Target, _Line, _Values], None]] = {
    "papers": _paper,
    "tables": _table,
    "changes": _change,
    "toppings": _topping,
    "match_games": _match_game,
}
