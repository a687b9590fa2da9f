"""Lines that say the same in another writing: two readers may read them differently."""

import json

import pytest

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.manifest import MANIFEST_FILE
from arbitrage.archive.core.reading import read_archive
from arbitrage.archive.services.restoring import restore_tournament
from arbitrage.archive.verify.lexica import Lexica
from arbitrage.archive.verify.report import DiscrepancyKind
from tests.arbitrage.archive.archive_bytes import (
    Lines,
    archive_and_restore,
    archive_now,
    forge,
    read_content_members,
    read_members,
    rebuild_chains,
    replace_member,
    write_zip,
)
from tests.arbitrage.archive.verify.forgeries import verify
from tests.arbitrage.services.sanctioned_turns import SanctionedTurns
from tests.rows import every_row
from tournament.models import Tournament
from tournament.presentation.messages import explain
from tournament.queries import clock

#: Member, and the part of its first line that is replaced.
OTHER_WRITINGS = [
    ("scores", b"{", b'{"points":500,'),
    ("scores", b'"article"', b' "article"'),
    ("scores", b',"average":false', b""),
    ("scores", b'"warnings":', b'"warnings":1,"warnings":'),
    ("scores", b'"turn":1', b'"turn":1.0'),
    ("scores", b"}", b',"average":false}'),
    ("players", "Algérie".encode(), b"\\u0041lg\xc3\xa9rie"),
    ("players", "Algérie".encode(), "Algé\u202erie".encode()),
    ("players", "Algérie".encode(), "\u200fAlgérie".encode()),
    ("entries", "Algérie".encode(), "Algé\u2066rie".encode()),
    ("journal", b'"turn":null', b'"turn": null'),
    ("journal", b'"data":{', b'"data":{"command":"x",'),
    ("journal", b',"signed":"', ',"signed":"\u202e'.encode()),
    ("journal", b'Z","by"', b'0Z","by"'),
    ("tournament", b'"name":"', '"name":"\u202b'.encode()),
    ("house", b'"organisation":"', b'"organisation":"\x7f'),
    ("scores", b"}\n", b"}\r\n"),
    ("scores", b"}\n", b"}\n\n"),
]
#: Values that no database stores.
NUL, HALF = (b"\\u0000", b"\\ud800")

REASONS = {"other-writing", "bad-line", "bad-value"}
UNREADABLE = {DiscrepancyKind.WRITING, DiscrepancyKind.LINE, DiscrepancyKind.UNKNOWN_NAME}


def test_a_line_in_another_writing_is_refused(sanctioned_turns: SanctionedTurns) -> None:
    rebuild_chains()
    content, lexica = archive_now(sanctioned_turns.room.tournament), Lexica()
    members = read_members(content)
    with every_row() as row:
        for member, written, other in OTHER_WRITINGS:
            with row(f"{member}: {other!r}"):
                text = members[f"{member}.jsonl"]
                assert written in text
                forged = replace_member(content, member, text.replace(written, other, 1))
                expect_refusal(forged, REASONS)
                kinds = {discrepancy.kind for discrepancy in verify(forged, lexica).discrepancies}
                assert kinds & UNREADABLE
        for value in (NUL, HALF):
            with row(repr(value)):
                text = members["players.jsonl"].replace("Algérie".encode(), value, 1)
                forged = replace_member(content, "players", text)
                expect_refusal(forged, REASONS)
                assert verify(forged, lexica).discrepancies
        with row("no end"):
            forged = replace_member(content, "scores", members["scores.jsonl"] + b"{}")
            expect_refusal(forged, {"bad-line"})
        with row("manifest"):
            for manifest in (
                json.dumps(json.loads(members[MANIFEST_FILE])).encode(),
                members[MANIFEST_FILE].replace(b"{", b'{"content":"0",', 1),
            ):
                forged = write_zip(members | {MANIFEST_FILE: manifest})
                expect_refusal(forged, {"bad-manifest"})
                assert verify(forged, lexica).discrepancies
    backslash = forge(content, "tournament", _change_venue)
    assert read_archive(backslash).rows["tournament"][0].venue == "\\u0000"


def _change_venue(lines: Lines) -> Lines:
    return [lines[0] | {"venue": "\\u0000"}]


def expect_refusal(content: bytes, reasons: set[str]) -> None:
    with pytest.raises(BadArchive) as refused:
        restore_tournament(content=content, by=None, now=clock.now())
    assert refused.value.reason in reasons
    assert "%(" not in explain(refused.value)


def test_direction_marks_in_stored_names_are_not_archived(
    sanctioned_turns: SanctionedTurns,
) -> None:
    rebuild_chains()
    Tournament.objects.update(name="Coupe\u200f du\u00a0club", venue="\u202eNice")
    sanctioned_turns.room.tournament.refresh_from_db()
    content, restored = archive_and_restore(sanctioned_turns.room.tournament)
    assert (restored.name, restored.venue) == ("Coupe du\u00a0club", "Nice")
    assert read_content_members(archive_now(restored)) == read_content_members(content)
