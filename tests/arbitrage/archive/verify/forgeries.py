"""What is changed in an archive, and where it is found; the manifest always agrees."""

import io
import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple
from zipfile import ZipFile

from arbitrage.archive.core.manifest import NAME
from arbitrage.archive.core.reading import read
from arbitrage.archive.verify.lexica import Lexica
from arbitrage.archive.verify.report import Matter, Report
from arbitrage.archive.verify.whole import Verification
from arbitrage.core.journal_digests import BOUND, BY_RULE
from tests.arbitrage.archive.comings_and_goings import Lines, forged, members_of, written
from tests.arbitrage.archive.verify.played import REASON
from tournament.core import chain


class Forgery(NamedTuple):
    """The first line of ``member`` that says ``chosen`` says what ``change`` makes of it, or goes;
    the manifest agrees. ``blamed``: another member than that whose line lies."""

    member: str
    chosen: dict[str, Any]
    change: dict[str, Any] | Callable[[dict[str, Any]], dict[str, Any] | None]
    matter: Matter
    blamed: str = ""


def gone(_line: dict[str, Any]) -> None:
    """The line is not there any more."""


def newer(line: dict[str, Any]) -> dict[str, Any]:
    """As if the tablet had handed in something else just after."""
    return line | {"rev": line["rev"] + 1, "score": "1"}


def into(name: str, **data: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Within a field of the line."""
    return lambda line: line | {name: line[name] | data}


def handed_over(at: str | None) -> dict[str, Any]:
    return {"handed_at": at, "handed_by": "juge" if at else None}


_TABLET = {"origin": "tablet", "sanction": "none", "status": "proposed"}
_AVERAGE = {"kind": "average"}
_OTHER_SEED = "11" * 32
_NOBODY = "00000000-0000-4000-8000-000000000000"

FORGERIES = [
    Forgery("journal", {"kind": "announced"}, gone, Matter.ROW_MISSING),
    Forgery("journal", {"kind": "announced"}, {"kind": "timed"}, Matter.CHAIN),
    Forgery("journal", {"kind": "closed"}, {"signed": "quelqu’un"}, Matter.TEXT),
    Forgery("journal", {"kind": "drawn", "game": 2}, {"data": {}}, Matter.CHAIN),
    Forgery("journal", {"kind": "closed"}, {"by": "bureau"}, Matter.BY),
    Forgery("journal", {"kind": "announced"}, {"by": None}, Matter.BY),
    Forgery("journal", {"kind": "case"}, {"by": "bureau"}, Matter.BY),
    Forgery("games", {"number": 2}, {"seed": _OTHER_SEED}, Matter.COMMITMENT),
    Forgery("games", {"number": 2}, {"seed": _OTHER_SEED}, Matter.LETTERS, "journal"),
    Forgery("games", {"number": 2}, {"seed": None}, Matter.COMMITMENT),
    Forgery("games", {"number": 1}, {"seed": None}, Matter.COMMITMENT),
    Forgery("games", {"number": 2}, {"seq": 3}, Matter.STATE),
    Forgery("games", {"number": 2}, {"state": "void"}, Matter.STATE),
    Forgery("games", {"number": 2}, {"state": "perdue"}, Matter.STATE),
    Forgery("games", {"number": 2}, {"word_list": None}, Matter.WORD_LIST),
    Forgery("turns", {"game": 2, "ordinal": 1}, {"drawn": "LFTSRUA"}, Matter.TURN),
    Forgery("turns", {"game": 2, "ordinal": 1}, {"state": "cancelled"}, Matter.STATE),
    Forgery("turns", {"game": 1, "ordinal": 1}, {"word": "PANTE"}, Matter.RETAINED),
    Forgery("turns", {"game": 1, "ordinal": 1}, {"score": 75}, Matter.TOP),
    Forgery("cases", {"state": "dismissed"}, {"state": "withdrawn"}, Matter.BOUND, "journal"),
    Forgery("cases", {"number": 1}, {"grounds": "Autre chose"}, Matter.BOUND, "journal"),
    Forgery("cases", {"origin": "federation"}, {"origin": "player"}, Matter.EXPLANATION, "scores"),
    Forgery(
        "cases", {"origin": "federation"}, {"decision_version": 0}, Matter.EXPLANATION, "scores"
    ),
    Forgery("statements", {"case": 1}, gone, Matter.BOUND, "journal"),
    Forgery("sittings", {"case": 1}, {"name": "Personne"}, Matter.BOUND, "journal"),
    Forgery("looks", {"points": 3}, {"points": 4}, Matter.BOUND),
    Forgery("looks", {"points": 3}, {"uid": _NOBODY}, Matter.UNBOUND),
    Forgery("looks", {"points": 3}, {"motive": "Autre chose"}, Matter.BOUND),
    Forgery("looks", {"points": 3}, {"state": "joined"}, Matter.BOUND),
    Forgery("slips", {"handed_by": "juge"}, handed_over(None), Matter.SLIP),
    Forgery("slips", {"handed_at": None}, handed_over("2026-01-01T00:00:00.000000Z"), Matter.SLIP),
    Forgery("slips", {"handed_by": "juge"}, {"printed_at": None}, Matter.SLIP),
    Forgery("slips", {"handed_by": "juge"}, gone, Matter.SLIP, "journal"),
    Forgery("slips", {"word": "VOTIF"}, into("content", sanction="penalty"), Matter.TOLD),
    Forgery("bulletins", {}, gone, Matter.ABSENT, "rulings"),
    Forgery("bulletins", {}, {"at": "2099-01-01T00:00:00.000000Z"}, Matter.AT),
    Forgery("late", {}, gone, Matter.ABSENT, "rulings"),
    Forgery("players", {}, gone, Matter.NAMES, "entries"),
    Forgery("players", {}, {"uid": _NOBODY}, Matter.NAMES, "entries"),
    Forgery("tables", {}, gone, Matter.NAMES, "entries"),
    Forgery("entries", {}, {"table": 99}, Matter.NAMES),
    Forgery("accounts", {"key": "juge"}, gone, Matter.NAMES, "acts"),
    Forgery("games", {"number": 2}, {"finished_at": None}, Matter.STATE),
    Forgery("games", {"number": 2}, {"end_reason": "judge_decision"}, Matter.STATE),
    Forgery("games", {"number": 2}, {"extra_words": ["X"]}, Matter.NAMES),
    Forgery("solutions", {"game": 2}, {"checksum": "0" * 64}, Matter.SOLUTIONS),
    Forgery("solutions", {"game": 2}, {"proposed": ["LUS", "H7"]}, Matter.PROPOSED),
    Forgery("solutions", {"game": 2}, {"lexicon": "0" * 64}, Matter.WORD_LIST),
    Forgery("solutions", {"game": 2}, {"nothing_playable": True}, Matter.BOUND),
    Forgery("solutions", {"game": 2}, gone, Matter.NO_SOLUTIONS, "turns"),
    Forgery("bulletins", {}, {"score": "99"}, Matter.RECEIVED),
    Forgery("bulletins", {}, {"rev": 9, "at": "2020-01-01T00:00:00.000000Z"}, Matter.UNJUDGED),
    Forgery("bulletins", {"game": 2}, newer, Matter.UNJUDGED),
    Forgery("took_part", {"typed": "in-time"}, {"typed": "late"}, Matter.TYPED),
    Forgery("took_part", {"typed": "in-time"}, gone, Matter.TYPED, "papers"),
    Forgery("late", {}, {"reference": "A1"}, Matter.RECEIVED),
    Forgery("papers", {}, {"score": "12"}, Matter.BOUND),
    Forgery("papers", {}, {"score": "12"}, Matter.RECEIVED),
    Forgery("papers", {}, gone, Matter.ABSENT, "rulings"),
    Forgery("rulings", _TABLET, {"points": 200, "gross": 200}, Matter.DECISION),
    Forgery("rulings", _TABLET, into("verdict", points=200, gross=200), Matter.VERDICT),
    Forgery("rulings", _TABLET, {"key": "0" * 64}, Matter.KEY),
    Forgery("rulings", _TABLET, {"status": "undecided"}, Matter.STATUS),
    Forgery("rulings", _TABLET, {"at": "2020-01-01T00:00:00.000000Z"}, Matter.AT),
    Forgery("rulings", _TABLET, {"by": "bureau"}, Matter.BY),
    Forgery("rulings", _TABLET, {"gesture": None}, Matter.UNBOUND),
    Forgery("rulings", {"reason": REASON}, {"reason": "Rien"}, Matter.BOUND),
    Forgery("rulings", {"reason": REASON}, {"by": None}, Matter.BY),
    Forgery("acts", {"kind": "warning"}, {"by": None}, Matter.BY),
    Forgery("papers", {}, {"by": None}, Matter.BY),
    Forgery("rulings", {"reason": REASON}, {"reason": "", "salts": {}}, Matter.NO_REASON),
    Forgery("rulings", {"reason": REASON}, {"points": 4, "gross": 4}, Matter.BOUND),
    Forgery("rulings", {"reason": REASON}, {"gross": 40}, Matter.DECISION),
    Forgery("acts", {"kind": "warning"}, {"reason": "Rien"}, Matter.BOUND),
    Forgery("acts", {"kind": "warning"}, gone, Matter.BOUND, "journal"),
    Forgery("acts", _AVERAGE, into("data", most=500), Matter.AVERAGE),
    Forgery("acts", _AVERAGE, into("data", word="ZZZ"), Matter.AVERAGE),
    Forgery("acts", _AVERAGE, gone, Matter.SCORE, "scores"),
    Forgery("scores", {"game": 2}, {"points": 300}, Matter.SCORE),
    Forgery("scores", {"warnings": 1}, {"warnings": 0}, Matter.SCORE),
    Forgery("scores", {"average": True}, {"points": 6, "gross": 6}, Matter.SCORE),
    Forgery("scores", {"game": 2}, {"article": "1.1"}, Matter.SCORE),
    Forgery("scores", {"word": "VOTIF"}, {"ref": "A1"}, Matter.SCORE),
    Forgery("scores", {"game": 2}, gone, Matter.SCORE_MISSING, "rulings"),
    Forgery("scores", {"game": 2}, {"explanation": None}, Matter.EXPLANATION),
    Forgery("explanations", {"game": 2}, {"parts": []}, Matter.EXPLANATION),
    Forgery("standings", {"game": 2, "rank": 2}, {"rank": 1}, Matter.STANDING),
    Forgery("standings", {"game": None}, {"total": 999}, Matter.STANDING),
    Forgery("standings", {"game": 2}, {"deduction": 5}, Matter.STANDING),
    Forgery("standings", {"game": 2}, gone, Matter.STANDING_MISSING, "standings"),
    Forgery("tournament", {}, {"edition": "2014"}, Matter.VERDICT, "rulings"),
    Forgery("tournament", {}, {"edition": "1789"}, Matter.NAMES),
    Forgery("entries", {"name": "Belgique"}, gone, Matter.NAMES, "bulletins"),
]


def apply(forgery: Forgery, content: bytes) -> tuple[bytes, int]:
    """The forged file, and the number of the line."""
    numbers = []

    def change(lines: Lines) -> Lines:
        at = next(
            number
            for number, line in enumerate(lines)
            if forgery.chosen.items() <= {k: v for k, v in line.items() if _plain(v)}.items()
        )
        numbers.append(at + 1)
        line = lines[at]
        made = forgery.change(line) if callable(forgery.change) else line | forgery.change
        return [*lines[:at], *([made] if made else []), *lines[at + 1 :]]

    return forged(content, forgery.member, change), numbers[0]


def _plain(value: Any) -> bool:
    return value is None or isinstance(value, str | int | bool)


def damaged(content: bytes) -> Iterator[tuple[str, bytes]]:
    """With one bit changed, in the zip or in what is packed in it."""
    with ZipFile(io.BytesIO(content)) as file:
        for member in ("scores", "journal", "rulings"):
            info = file.getinfo(f"{member}.jsonl")
            for at in (60, info.compress_size // 2):
                broken = bytearray(content)
                broken[info.header_offset + len(info.filename) + 50 + at] ^= 1
                yield f"{member}, {at}", bytes(broken)
    members = members_of(content)
    bit = members["standings.jsonl"].replace(b'"rank":2', b'"rank":3', 1)
    yield "bit", written(members | {"standings.jsonl": bit})
    manifest = json.loads(members[NAME])
    yield "content", written(members | {NAME: json.dumps(manifest | {"content": "0"}).encode()})
    manifest["heads"][0]["head"] = "0" * 64
    yield "head", written(members | {NAME: json.dumps(manifest).encode()})
    manifest = json.loads(members[NAME]) | {"secret": {"games": [1]}}
    yield "secret", written(members | {NAME: json.dumps(manifest).encode()})
    yield "order", forged(content, "bulletins", lambda lines: lines[::-1])
    yield "twice", forged(content, "scores", lambda lines: [*lines, lines[0]])
    yield "no line", forged(content, "scores", lambda lines: [{"game": 1}, *lines])


def scoped(content: bytes, **scope: Any) -> bytes:
    """The same lines, of something else."""
    members = members_of(content)
    manifest = json.loads(members[NAME]) | {"scope": scope}
    return written(members | {NAME: json.dumps(manifest).encode()})


def chained_again(content: bytes, change: Callable[[dict[str, Any]], dict[str, Any]]) -> bytes:
    """With other rows of the journals, chained anew, and heads that agree."""
    archive = read(content)
    starts = {row.number: chain.start(archive.uid, row.uid) for row in archive.rows["games"]}

    def again(lines: Lines) -> Lines:
        made = [change(line) for line in lines]
        for line in made:
            starts[line["game"]] = line["chain"] = chain.link_of_row(starts[line["game"]], line)
        return made

    members = members_of(forged(content, "journal", again))
    manifest = json.loads(members[NAME])
    for head in manifest["heads"]:
        head["head"] = starts[head["game"]]
    return written(members | {NAME: json.dumps(manifest).encode()})


def of_before_the_chain(content: bytes) -> bytes:
    """As the software was that bound nothing, and whose rulings had no gesture."""

    def unbound(row: dict[str, Any]) -> dict[str, Any]:
        data = {name: said for name, said in row["data"].items() if name not in {BOUND, BY_RULE}}
        return row | {"data": data}

    old = {"gesture": None, "received": ""}
    rulings = forged(content, "rulings", lambda lines: [line | old for line in lines])
    return chained_again(rulings, unbound)


def verified(content: bytes, lexica: Lexica, *heads: str) -> Report:
    return Verification(content, lexica, heads).run()


def places(report: Report) -> set[tuple[Matter, str, int | None]]:
    return {(lie.matter, lie.member, lie.line) for lie in report.lies}
