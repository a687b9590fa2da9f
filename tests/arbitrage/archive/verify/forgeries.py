"""Forgeries of archives and where they are found; the manifest always agrees."""

import io
import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple
from zipfile import ZipFile

from arbitrage.archive.core.manifest import MANIFEST_FILE
from arbitrage.archive.core.reading import read_archive
from arbitrage.archive.verify.lexica import Lexica
from arbitrage.archive.verify.report import DiscrepancyKind, Report
from arbitrage.archive.verify.verification import Verification
from arbitrage.core.journal_digests import BOUND, BY_RULE
from tests.arbitrage.archive.archive_bytes import (
    Lines,
    forge,
    read_members,
    write_archive,
    write_zip,
)
from tests.arbitrage.archive.verify.played_tournament import REASON
from tournament.core import chain
from tournament.core.tournament_journal import compute_tournament_link, start_tournament_chain


class Forgery(NamedTuple):
    """A change of the first line of ``member`` with the values ``chosen``: new values, a function,
    or its removal. ``blamed``: the member where it is found, if not ``member``."""

    member: str
    chosen: dict[str, Any]
    change: dict[str, Any] | Callable[[dict[str, Any]], dict[str, Any] | None]
    kind: DiscrepancyKind
    blamed: str = ""


def delete_line(_line: dict[str, Any]) -> None:
    """Remove the line."""


def replace_bulletin(line: dict[str, Any]) -> dict[str, Any]:
    """Replace the bulletin as if the tablet had handed in another one afterwards."""
    return line | {"rev": line["rev"] + 1, "score": "1"}


def change_field(name: str, **data: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Return a change of values within a field of the line."""
    return lambda line: line | {name: line[name] | data}


def set_handed(at: str | None) -> dict[str, Any]:
    return {"handed_at": at, "handed_by": "juge" if at else None}


_TABLET = {"origin": "tablet", "sanction": "none", "status": "proposed"}
_AVERAGE = {"kind": "average"}
_OTHER_SEED = "11" * 32
_NOBODY = "00000000-0000-4000-8000-000000000000"

#: The forgeries of each list are in one archive: found there as they are alone, and by nothing that
#: another one of the list brings about.
FORGERIES = [
    [
        Forgery("journal", {"kind": "announced"}, delete_line, DiscrepancyKind.ROW_MISSING),
        Forgery("journal", {"kind": "announced"}, {"kind": "timed"}, DiscrepancyKind.CHAIN),
        Forgery("journal", {"kind": "closed"}, {"signed": "quelqu’un"}, DiscrepancyKind.TEXT),
        Forgery("journal", {"kind": "drawn", "game": 2}, {"data": {}}, DiscrepancyKind.CHAIN),
        Forgery("journal", {"kind": "closed"}, {"by": "bureau"}, DiscrepancyKind.BY),
        Forgery("journal", {"kind": "announced"}, {"by": None}, DiscrepancyKind.BY),
        Forgery("journal", {"kind": "case"}, {"by": "bureau"}, DiscrepancyKind.BY),
        Forgery("games", {"number": 2}, {"seed": _OTHER_SEED}, DiscrepancyKind.COMMITMENT),
        Forgery("games", {"number": 1}, {"seed": None}, DiscrepancyKind.COMMITMENT),
        Forgery("games", {"number": 2}, {"seq": 3}, DiscrepancyKind.STATE),
        Forgery("games", {"number": 2}, {"word_list": None}, DiscrepancyKind.WORD_LIST),
        Forgery("turns", {"game": 1, "ordinal": 1}, {"word": "PANTE"}, DiscrepancyKind.RETAINED),
        Forgery(
            "cases",
            {"state": "dismissed"},
            {"state": "withdrawn"},
            DiscrepancyKind.BOUND,
            "journal",
        ),
        Forgery(
            "cases",
            {"origin": "federation"},
            {"origin": "player"},
            DiscrepancyKind.EXPLANATION,
            "scores",
        ),
        Forgery("looks", {"points": 3}, {"points": 4}, DiscrepancyKind.BOUND),
        Forgery("slips", {"handed_by": "juge"}, set_handed(None), DiscrepancyKind.SLIP),
        Forgery(
            "slips",
            {"handed_at": None},
            set_handed("2026-01-01T00:00:00.000000Z"),
            DiscrepancyKind.SLIP,
        ),
        Forgery(
            "slips",
            {"word": "VOTIF"},
            change_field("content", sanction="penalty"),
            DiscrepancyKind.SLIP_SANCTION,
        ),
        Forgery("bulletins", {}, delete_line, DiscrepancyKind.ABSENT, "rulings"),
        Forgery("bulletins", {}, {"at": "2099-01-01T00:00:00.000000Z"}, DiscrepancyKind.AT),
        Forgery("players", {}, delete_line, DiscrepancyKind.UNKNOWN_NAME, "entries"),
        Forgery("accounts", {"key": "juge"}, delete_line, DiscrepancyKind.UNKNOWN_NAME, "acts"),
        Forgery("solutions", {"game": 2}, {"nothing_playable": True}, DiscrepancyKind.BOUND),
        Forgery("took_part", {"typed": "in-time"}, {"typed": "late"}, DiscrepancyKind.TYPED),
        Forgery("papers", {}, {"score": "12"}, DiscrepancyKind.BOUND),
        Forgery("rulings", _TABLET, {"at": "2020-01-01T00:00:00.000000Z"}, DiscrepancyKind.AT),
        Forgery("rulings", _TABLET, {"by": "bureau"}, DiscrepancyKind.BY),
        Forgery("rulings", {"reason": REASON}, {"by": None}, DiscrepancyKind.BY),
        Forgery("acts", {"kind": "warning"}, {"by": None}, DiscrepancyKind.BY),
        Forgery("acts", _AVERAGE, change_field("data", most=500), DiscrepancyKind.AVERAGE),
        Forgery("scores", {"warnings": 1}, {"warnings": 0}, DiscrepancyKind.SCORE),
        Forgery("scores", {"average": True}, {"points": 6, "gross": 6}, DiscrepancyKind.SCORE),
        Forgery("standings", {"game": 2, "rank": 2}, {"rank": 1}, DiscrepancyKind.STANDING),
        Forgery("standings", {"game": 2}, {"deduction": 5}, DiscrepancyKind.STANDING),
    ],
    [
        Forgery("games", {"number": 2}, {"seed": _OTHER_SEED}, DiscrepancyKind.LETTERS, "journal"),
        Forgery("games", {"number": 2}, {"state": "void"}, DiscrepancyKind.STATE),
        Forgery("turns", {"game": 2, "ordinal": 1}, {"drawn": "LFTSRUA"}, DiscrepancyKind.TURN),
        Forgery("turns", {"game": 2, "ordinal": 1}, {"state": "cancelled"}, DiscrepancyKind.STATE),
        Forgery("turns", {"game": 1, "ordinal": 1}, {"score": 75}, DiscrepancyKind.TOP),
        Forgery(
            "cases", {"number": 1}, {"grounds": "Autre chose"}, DiscrepancyKind.BOUND, "journal"
        ),
        Forgery(
            "cases",
            {"origin": "federation"},
            {"decision_version": 0},
            DiscrepancyKind.EXPLANATION,
            "scores",
        ),
        Forgery("looks", {"points": 3}, {"motive": "Autre chose"}, DiscrepancyKind.BOUND),
        Forgery("slips", {"handed_by": "juge"}, {"printed_at": None}, DiscrepancyKind.SLIP),
        Forgery("late", {}, delete_line, DiscrepancyKind.ABSENT, "rulings"),
        Forgery("players", {}, {"uid": _NOBODY}, DiscrepancyKind.UNKNOWN_NAME, "entries"),
        Forgery("solutions", {"game": 2}, {"checksum": "0" * 64}, DiscrepancyKind.SOLUTIONS),
        Forgery("solutions", {"game": 2}, {"proposed": ["LUS", "H7"]}, DiscrepancyKind.PROPOSED),
        Forgery("solutions", {"game": 2}, {"lexicon": "0" * 64}, DiscrepancyKind.WORD_LIST),
        Forgery("bulletins", {}, {"score": "99"}, DiscrepancyKind.RECEIVED),
        Forgery("took_part", {"typed": "in-time"}, delete_line, DiscrepancyKind.TYPED, "papers"),
        Forgery("late", {}, {"reference": "A1"}, DiscrepancyKind.RECEIVED),
        Forgery("papers", {}, {"score": "12"}, DiscrepancyKind.RECEIVED),
        Forgery("rulings", {"reason": REASON}, {"points": 4, "gross": 4}, DiscrepancyKind.BOUND),
        Forgery("scores", {"game": 2}, {"points": 300}, DiscrepancyKind.SCORE),
        Forgery("scores", {"word": "VOTIF"}, {"ref": "A1"}, DiscrepancyKind.SCORE),
        Forgery("explanations", {"game": 2}, {"parts": []}, DiscrepancyKind.EXPLANATION),
        Forgery("tournament", {}, {"edition": "2014"}, DiscrepancyKind.VERDICT, "rulings"),
    ],
    [
        Forgery("games", {"number": 2}, {"seed": None}, DiscrepancyKind.COMMITMENT),
        Forgery("games", {"number": 2}, {"state": "perdue"}, DiscrepancyKind.STATE),
        Forgery("statements", {"case": 1}, delete_line, DiscrepancyKind.BOUND, "journal"),
        Forgery("looks", {"points": 3}, {"state": "joined"}, DiscrepancyKind.BOUND),
        Forgery("slips", {"handed_by": "juge"}, delete_line, DiscrepancyKind.SLIP, "journal"),
        Forgery("tables", {}, delete_line, DiscrepancyKind.UNKNOWN_NAME, "entries"),
        Forgery("games", {"number": 2}, {"extra_words": ["X"]}, DiscrepancyKind.UNKNOWN_NAME),
        Forgery(
            "bulletins",
            {},
            {"rev": 9, "at": "2020-01-01T00:00:00.000000Z"},
            DiscrepancyKind.UNJUDGED,
        ),
        Forgery("rulings", {"reason": REASON}, {"reason": "Rien"}, DiscrepancyKind.BOUND),
        Forgery("papers", {}, {"by": None}, DiscrepancyKind.BY),
        Forgery("acts", {"kind": "warning"}, {"reason": "Rien"}, DiscrepancyKind.BOUND),
        Forgery("acts", _AVERAGE, change_field("data", word="ZZZ"), DiscrepancyKind.AVERAGE),
    ],
    [
        Forgery("sittings", {"case": 1}, {"name": "Personne"}, DiscrepancyKind.BOUND, "journal"),
        Forgery("entries", {}, {"table": 99}, DiscrepancyKind.UNKNOWN_NAME),
        Forgery("games", {"number": 2}, {"finished_at": None}, DiscrepancyKind.STATE),
        Forgery("bulletins", {"game": 2}, replace_bulletin, DiscrepancyKind.UNJUDGED),
        Forgery(
            "rulings", {"reason": REASON}, {"reason": "", "salts": {}}, DiscrepancyKind.NO_REASON
        ),
        Forgery("scores", {"game": 2}, {"article": "1.1"}, DiscrepancyKind.SCORE),
        Forgery("standings", {"game": None}, {"total": 999}, DiscrepancyKind.STANDING),
    ],
    [
        Forgery("looks", {"points": 3}, {"uid": _NOBODY}, DiscrepancyKind.UNBOUND),
        Forgery("games", {"number": 2}, {"end_reason": "judge_decision"}, DiscrepancyKind.STATE),
        Forgery("solutions", {"game": 2}, delete_line, DiscrepancyKind.NO_SOLUTIONS, "turns"),
        Forgery("papers", {}, delete_line, DiscrepancyKind.ABSENT, "rulings"),
        Forgery("rulings", _TABLET, {"points": 200, "gross": 200}, DiscrepancyKind.DECISION),
        Forgery("rulings", _TABLET, {"status": "undecided"}, DiscrepancyKind.STATUS),
        Forgery("rulings", _TABLET, {"gesture": None}, DiscrepancyKind.UNBOUND),
        Forgery("rulings", {"reason": REASON}, {"gross": 40}, DiscrepancyKind.DECISION),
        Forgery("scores", {"game": 2}, delete_line, DiscrepancyKind.SCORE_MISSING, "rulings"),
        Forgery("scores", {"game": 2}, {"explanation": None}, DiscrepancyKind.EXPLANATION),
        Forgery(
            "standings", {"game": 2}, delete_line, DiscrepancyKind.STANDING_MISSING, "standings"
        ),
    ],
    [
        Forgery(
            "rulings",
            _TABLET,
            change_field("verdict", points=200, gross=200),
            DiscrepancyKind.VERDICT,
        ),
        Forgery("acts", _AVERAGE, delete_line, DiscrepancyKind.SCORE, "scores"),
    ],
    [
        Forgery("rulings", _TABLET, {"key": "0" * 64}, DiscrepancyKind.KEY),
    ],
    [
        Forgery("acts", {"kind": "warning"}, delete_line, DiscrepancyKind.BOUND, "journal"),
    ],
    [
        Forgery("tournament", {}, {"edition": "1789"}, DiscrepancyKind.UNKNOWN_NAME),
    ],
    [
        Forgery(
            "entries", {"name": "Belgique"}, delete_line, DiscrepancyKind.UNKNOWN_NAME, "bulletins"
        ),
    ],
]


def forge_line(forgery: Forgery, content: bytes) -> tuple[bytes, int]:
    """Return the forged file, and the number of the line."""
    numbers = []

    def change(lines: Lines) -> Lines:
        index = next(
            number
            for number, line in enumerate(lines)
            if forgery.chosen.items() <= {k: v for k, v in line.items() if _is_scalar(v)}.items()
        )
        numbers.append(index + 1)
        line = lines[index]
        changed = forgery.change(line) if callable(forgery.change) else line | forgery.change
        return [*lines[:index], *([changed] if changed else []), *lines[index + 1 :]]

    return forge(content, forgery.member, change), numbers[0]


def _is_scalar(value: Any) -> bool:
    return value is None or isinstance(value, str | int | bool)


def damage(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield archives with one bit changed, in the zip or in a compressed member."""
    with ZipFile(io.BytesIO(content)) as file:
        for member in ("scores", "journal", "rulings"):
            info = file.getinfo(f"{member}.jsonl")
            for offset in (60, info.compress_size // 2):
                broken = bytearray(content)
                broken[info.header_offset + len(info.filename) + 50 + offset] ^= 1
                yield f"{member}, {offset}", bytes(broken)
    members = read_members(content)
    bit = members["standings.jsonl"].replace(b'"rank":2', b'"rank":3', 1)
    yield "bit", write_zip(members | {"standings.jsonl": bit})
    manifest = json.loads(members[MANIFEST_FILE])
    yield "content", write_archive(members, manifest | {"content": "0"})
    manifest["heads"][0]["head"] = "0" * 64
    yield "head", write_archive(members, manifest)
    manifest = json.loads(members[MANIFEST_FILE]) | {"secret": {"games": [1]}}
    yield "secret", write_archive(members, manifest)
    yield "order", forge(content, "bulletins", lambda lines: lines[::-1])
    yield "twice", forge(content, "scores", lambda lines: [*lines, lines[0]])
    yield "no line", forge(content, "scores", lambda lines: [{"game": 1}, *lines])


def change_scope(content: bytes, **scope: Any) -> bytes:
    """Return the archive with another scope in the manifest."""
    members = read_members(content)
    manifest = json.loads(members[MANIFEST_FILE]) | {"scope": scope}
    return write_archive(members, manifest)


def rebuild_chain(content: bytes, change: Callable[[dict[str, Any]], dict[str, Any]]) -> bytes:
    """Return the archive with changed journal rows, a chain computed again and heads that agree."""
    archive = read_archive(content)
    starts = {row.number: chain.start_chain(archive.uid, row.uid) for row in archive.rows["games"]}

    def rechain(lines: Lines) -> Lines:
        changed = [change(line) for line in lines]
        for line in changed:
            starts[line["game"]] = line["chain"] = chain.compute_row_link(
                starts[line["game"]], line
            )
        return changed

    members = read_members(forge(content, "journal", rechain))
    manifest = json.loads(members[MANIFEST_FILE])
    for head in manifest["heads"]:
        head["head"] = starts[head["game"]]
    return write_archive(members, manifest)


def rebuild_tournament_chain(
    content: bytes, change: Callable[[dict[str, Any]], dict[str, Any]]
) -> bytes:
    """Return the archive with changed rows of the journal of the tournament, and their chain
    computed again."""
    head = start_tournament_chain(read_archive(content).uid)

    def rechain(lines: Lines) -> Lines:
        nonlocal head
        changed = [change(line) for line in lines]
        for line in changed:
            head = line["chain"] = compute_tournament_link(head, line)
        return changed

    members = read_members(forge(content, "tournament_journal", rechain))
    manifest = json.loads(members[MANIFEST_FILE])
    manifest["tournament_head"]["head"] = head
    return write_archive(members, manifest)


def remove_bindings(content: bytes) -> bytes:
    """Return the archive as software before the chain would have written it: nothing bound, no
    gestures."""

    def remove_binding(row: dict[str, Any]) -> dict[str, Any]:
        data = {name: value for name, value in row["data"].items() if name not in {BOUND, BY_RULE}}
        return row | {"data": data}

    legacy = {"gesture": None, "received": ""}
    rulings = forge(content, "rulings", lambda lines: [line | legacy for line in lines])
    return rebuild_chain(rulings, remove_binding)


def verify(content: bytes, lexica: Lexica, *heads: str) -> Report:
    return Verification(content, lexica, heads).run()


def list_places(report: Report) -> set[tuple[DiscrepancyKind, str, int | None]]:
    return {
        (discrepancy.kind, discrepancy.member, discrepancy.line)
        for discrepancy in report.discrepancies
    }
