"""Conversions of lines that the tables of members do not cover."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from arbitrage.archive.core.people import TableAccessRow
from arbitrage.archive.core.play import digest_explanation
from arbitrage.archive.core.row import Reference
from arbitrage.archive.services.restoring.keys import Keys
from tournament.models import Explanation, Organisation, Turn, WordList

type _Line = dict[str, Any]
type _Values = dict[str, Any]


@dataclass(frozen=True)
class RestoringContext:
    """The objects that restored rows refer to; ``lists`` are word lists by checksum, ``accesses``
    the codes and keys of tables by number."""

    organisation: Organisation
    keys: Keys
    lists: Mapping[str, WordList]
    accesses: Mapping[int, TableAccessRow]


def _prepare_journal(_context: RestoringContext, line: _Line) -> _Line:
    turn = line["turn"]
    return line | {"turn": None if turn is None else (line["game"], turn)}


def _prepare_act(context: RestoringContext, line: _Line) -> _Line:
    others = line["data"].get("others")
    if others is None:
        return line
    pks = [context.keys[Reference.ENTRY][uid] for uid in others]
    return line | {"data": line["data"] | {"others": pks}}


def _prepare_seating(context: RestoringContext, line: _Line) -> _Line:
    moves = [
        [context.keys.find_key(Reference.ENTRY, uid) or 0, *tables]
        for uid, *tables in line["moves"]
    ]
    return line | {"moves": moves}


def _prepare_explanation(context: RestoringContext, line: _Line) -> _Line:
    """Register the key of the explanation, which is a digest of turn and parts; its name is a
    digest of the parts."""
    if line["ref"] != digest_explanation(line["parts"]):
        raise ValueError("an explanation of another name")
    turn = context.keys[Reference.TURN][line["game"], line["turn"]]
    explanation = Explanation.build(Turn(pk=turn), line["parts"])
    context.keys[Reference.EXPLANATION][turn, line["ref"]] = explanation.pk
    return line | {"ref": (turn, line["ref"])}


def _prepare_score(context: RestoringContext, line: _Line) -> _Line:
    turn, name = context.keys[Reference.TURN][line["game"], line["turn"]], line["explanation"]
    return line | {"explanation": None if name is None else (turn, name)}


def _finish_paper(context: RestoringContext, line: _Line, values: _Values) -> None:
    place = (line["game"], line["turn"], line["entry"])
    values["pk"] = context.keys.papers[*place, line["version"]]
    contested_version = values.pop("contests__version")
    values["contests_id"] = (
        None if contested_version is None else context.keys.papers[*place, contested_version]
    )


def _finish_table(context: RestoringContext, line: _Line, values: _Values) -> None:
    """Leave the table without an arbiter, whose account is closed here. Keep code and key, so that
    printed cards still work, unless another table has the key already."""
    values["arbiter_id"] = None
    access = context.accesses.get(line["number"])
    if access is not None:
        values |= {"code": access.code, "key": access.key}


def _finish_topping(context: RestoringContext, line: _Line, values: _Values) -> None:
    """Refer to the word list of this installation that has the checksum."""
    del values["word_list__checksum"], values["word_list__count"]
    values["word_list"] = context.lists[line["word_list"]]


def _finish_match_game(context: RestoringContext, _line: _Line, values: _Values) -> None:
    words = values.pop("word_list__checksum")
    del values["word_list__count"]
    values["word_list"] = None if words is None else context.lists[words]


def _finish_change(context: RestoringContext, _line: _Line, values: _Values) -> None:
    values["organisation"] = context.organisation


#: Functions by member that convert the line before the table of the member reads it.
PREPARATIONS: Mapping[str, Callable[[RestoringContext, _Line], _Line]] = {
    "journal": _prepare_journal,
    "acts": _prepare_act,
    "seating": _prepare_seating,
    "explanations": _prepare_explanation,
    "scores": _prepare_score,
}
#: Functions by member that complete the values that were read.
COMPLETIONS: Mapping[str, Callable[[RestoringContext, _Line, _Values], None]] = {
    "papers": _finish_paper,
    "tables": _finish_table,
    "changes": _finish_change,
    "toppings": _finish_topping,
    "match_games": _finish_match_game,
}
