"""Bad archives of each kind, and what is said of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
from rich.console import Console
from rich.table import Table

from benchmarks.event.host import HostedEvent, read_room, write_archive, write_copy
from benchmarks.event.rooms import play_game

if TYPE_CHECKING:
    from arbitrage.archive.core.reading import Archive
    from arbitrage.event.core.comparability import ObjectionCode


@dataclass(frozen=True)
class BadFile:
    """``codes``: the reasons that must be named; ``earlier``: files that come before it."""

    name: str
    content: bytes
    codes: "tuple[ObjectionCode, ...]" = ()
    earlier: tuple[bytes, ...] = ()


def check_bad_archives(console: Console, hosted: HostedEvent, archive: "Archive") -> bool:
    from arbitrage.event.core.comparability import Objection
    from arbitrage.event.presentation.centres import describe_centre
    from arbitrage.event.presentation.objections import explain_objection
    from arbitrage.event.queries.joint import load_state

    table = Table("archive", "état", "ce qui est dit", title="Mauvaises archives")
    are_named = True
    for bad in list_bad_files(archive, hosted):
        centre = hosted.add_centre(bad.name)
        for content in bad.earlier:
            hosted.receive(centre, content)
        received = hosted.receive(centre, bad.content)
        objections = [Objection.from_json(stored) for stored in received.objections]
        state = load_state(hosted.event)
        row = next(row for row in state.centres if row.centre.pk == centre.pk)
        described = describe_centre(row)
        line = next(line for line in described.arrivals if line.arrival.archive.pk == received.pk)
        sentences = [explain_objection(item) for item in objections] or [line.standing]
        table.add_row(bad.name, described.status, " ".join(sentences))
        are_named &= {item.code for item in objections} >= set(bad.codes)
        are_named &= bool(bad.codes) or not line.arrival.counts
    console.print(table)
    return are_named


def list_bad_files(archive: "Archive", hosted: HostedEvent) -> Iterator[BadFile]:
    from arbitrage.archive.core.reading import Archive, read_archive
    from arbitrage.event.core.comparability import ObjectionCode
    from tournament.core.canonical import to_utc_text

    def change(member: str, **values: Any) -> bytes:
        rows = dict(archive.rows)
        rows[member] = [msgspec.structs.replace(rows[member][0], **values), *rows[member][1:]]
        return write_archive(Archive(archive.manifest, rows))

    yield BadFile("abîmée", write_archive(archive)[:-100], (ObjectionCode.UNREADABLE,))
    yield BadFile("falsifiée", change("scores", points=99), (ObjectionCode.TAMPERED,))
    words = msgspec.structs.replace(archive.rows["games"][0].word_list, checksum="0" * 64)
    yield BadFile("autre lexique", change("games", word_list=words), (ObjectionCode.NO_WORD_LIST,))
    other = play_other_game()
    yield BadFile("autre épreuve", write_archive(other), (ObjectionCode.OTHER_EVENT,))
    planned = to_utc_text(hosted.event.opens_at)
    games = [msgspec.structs.replace(row, starts_at=planned) for row in other.rows["games"]]
    sheet = write_archive(Archive(other.manifest, {**other.rows, "games": games}))
    yield BadFile("autre feuille", sheet, (ObjectionCode.OTHER_SHEET,))
    mine = read_archive(write_copy(archive, "périmée"))
    newer = msgspec.structs.replace(mine.manifest.origin, made_at="2099-01-01T00:00:00.000000Z")
    manifest = msgspec.structs.replace(mine.manifest, origin=newer)
    people = [msgspec.structs.replace(row, club="Autre") for row in mine.rows["players"]]
    later = write_archive(Archive(manifest, {**mine.rows, "players": people}))
    yield BadFile("périmée", write_archive(mine), earlier=(later,))
    first = hosted.event.archives.first()
    assert first is not None
    yield BadFile("double", bytes(first.content))


def play_other_game() -> "Archive":
    from benchmarks.people.room import make_room
    from tournament.core.states import Role

    room = make_room("Ailleurs", "juge", 1, Role.JUDGE)
    play_game(room, "une autre", 1, Random(1))  # noqa: S311 - a spread, no secret
    return read_room(room)
