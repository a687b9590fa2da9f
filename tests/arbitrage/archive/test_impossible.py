"""Archives that agree with their manifest but contain values that no form of the software
accepts."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, connection

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.services.restoring import restore_tournament, solutions as restored_solutions
from arbitrage.services import acts
from engine.board.board import Board
from engine.search.moves import Move, solve
from tests.arbitrage.archive.archive_bytes import (
    Lines,
    archive_now,
    forge,
    read_members,
    rebuild_chains,
    remove_tournament,
)
from tests.arbitrage.services.sanctioned_turns import SanctionedTurns
from tests.room import Room
from tests.rows import every_row
from tournament.models import Solutions, Tournament
from tournament.presentation.messages import explain
from tournament.queries import clock
from tournament.services.tournaments import create_with_slug

#: Member, and impossible values of its second or only line; the manifest agrees.
IMPOSSIBLE: list[tuple[str, dict[str, object]]] = [
    ("tournament", {"uid": "the-cup"}),
    ("tournament", {"uid": "{12345678-1234-5678-1234-567812345678}"}),
    ("tournament", {"starts_on": "hier"}),
    ("tournament", {"starts_on": "20261124"}),
    ("tournament", {"created_at": "2026-11-24"}),
    ("tournament", {"links_valid_until": ""}),
    ("tournament", {"time_zone": "Mars/Olympus"}),
    ("tournament", {"time_zone": "europe/paris"}),
    ("tournament", {"paper": "A0"}),
    ("tournament", {"ranking": {"mode": "beauty"}}),
    ("tournament", {"ranking": {"best": 1000}}),
    ("tournament", {"state": "lost"}),
    ("tournament", {"publicity": "x"}),
    ("tournament", {"plays_on": "x"}),
    ("tournament", {"solo_points": -1}),
    ("tournament", {"solo_players": 0}),
    ("tournament", {"name": " "}),
    ("tournament", {"screen": {"scene": "x", "logo": None, "logo_kind": ""}}),
    ("tournament", {"screen": {"scene": "auto", "logo": "!", "logo_kind": "image/png"}}),
    ("tournament", {"screen": {"scene": "auto", "logo": "AAAA", "logo_kind": "image/png"}}),
    ("house", {"time_zone": "Mars/Olympus"}),
    ("house", {"paper": "A0"}),
    ("games", {"uid": "x"}),
    ("games", {"state": "x"}),
    ("games", {"format": "x"}),
    ("games", {"source": "x"}),
    ("games", {"started_at": "x"}),
    ("games", {"dirty_turns": [99]}),
    ("games", {"judge_plays": "x"}),
    ("entries", {"uid": "x"}),
    ("entries", {"checked_in_at": "x"}),
    ("entries", {"players": ["x"]}),
    ("players", {"uid": "x"}),
    ("acts", {"uid": "x"}),
    ("acts", {"data": {"others": 3}}),
    ("turns", {"opened_at": "x"}),
    ("explanations", {"ref": "x"}),
    ("tournament", {"classic": {"time_s": -1}}),
    ("tournament", {"discipline": "x"}),
    ("groups", {"code": ""}),
    ("players", {"last_name": ""}),
    ("players", {"birth_year": 1}),
    ("players", {"licence": "9" * 99}),
    ("entries", {"name": " "}),
    ("tables", {"number": 0}),
    ("tables", {"renewals": -1}),
    ("games", {"seed": "zz"}),
    ("games", {"seed": "00"}),
    ("games", {"seed": None}),
    ("games", {"time_s": 0}),
    ("games", {"warn_s": 999}),
    ("games", {"turn_time_s": 1}),
    ("games", {"source": "replay"}),
    ("games", {"script": {"format": "normal", "turns": "x"}}),
    ("games", {"kind": "x"}),
    ("games", {"kind": "mort-subite", "settles": {"games": ["x"]}}),
    ("games", {"end_reason": "x" * 99}),
    ("turns", {"number": -1}),
    ("turns", {"rejected": [["A"]]}),
    ("bulletins", {"rows": ["é"]}),
    ("bulletins", {"score": "9" * 99}),
    ("bulletins", {"rev": 0}),
    ("rulings", {"points": -5}),
    ("rulings", {"status": "x"}),
    ("rulings", {"sanction": "x"}),
    ("rulings", {"motives": ["x"]}),
    ("rulings", {"rev": -1}),
    ("scores", {"points": -5}),
    ("scores", {"points": 5000}),
    ("scores", {"warnings": -1}),
    ("scores", {"sanction": "x"}),
    ("acts", {"kind": "x"}),
    ("seats", {"game": 9}),
    ("solutions", {"turn": 99}),
]


def test_a_line_with_an_impossible_value_is_named(sanctioned_turns: SanctionedTurns) -> None:
    sanctioned_turns.reveal(sanctioned_turns.second)
    for entry in sanctioned_turns.entries[:2]:
        acts.give_warning(
            turn=sanctioned_turns.first,
            entry=entry,
            reason="Bavardage",
            **sanctioned_turns.room.get_author_and_time(),
        )
    rebuild_chains()
    content = archive_now(sanctioned_turns.room.tournament)
    remove_tournament(sanctioned_turns.room.tournament)
    with every_row() as row:
        for member, values in IMPOSSIBLE:
            with row(f"{member}: {values}"):
                index = min(1, read_members(content)[f"{member}.jsonl"].count(b"\n") - 1)

                def change(
                    lines: Lines, index: int = index, values: dict[str, object] = values
                ) -> Lines:
                    return [*lines[:index], lines[index] | values, *lines[index + 1 :]]

                with pytest.raises(BadArchive) as refused:
                    restore_tournament(
                        content=forge(content, member, change),
                        accept_unverified=True,
                        by=None,
                        now=clock.now(),
                    )
                place = {"member": member, "line": index + 1}
                assert (refused.value.reason, refused.value.data) == ("bad-value", place)
                assert f"{member}.jsonl, ligne {index + 1}" in explain(refused.value)
    assert not Tournament.objects.exists()


def test_an_integrity_error_is_not_mistaken_for_a_used_address(room: Room) -> None:
    tournament = room.tournament
    with pytest.raises(IntegrityError, match="uid"):
        create_with_slug("Ailleurs", organisation=tournament.organisation, uid=tournament.uid)
    created = create_with_slug(
        tournament.name, tournament.slug, organisation=tournament.organisation
    )
    assert created.slug == f"{tournament.slug}-2"


def test_computed_solutions_are_limited_and_lock_nothing(
    sanctioned_turns: SanctionedTurns, monkeypatch: pytest.MonkeyPatch
) -> None:
    sanctioned_turns.reveal(sanctioned_turns.second)
    rebuild_chains()
    content = archive_now(sanctioned_turns.room.tournament)
    remove_tournament(sanctioned_turns.room.tournament)

    def change_rack(letters: str) -> Callable[[Lines], Lines]:
        return lambda lines: [lines[0], lines[1] | {"kept": "", "drawn": letters}]

    refusals = [
        (forge(content, "turns", change_rack("QQQQQQQ")), {}, "bad-value"),
        (forge(content, "turns", change_rack("AEINRSTU")), {}, "bad-value"),
        (content, {"MAX_TURNS_OF_GAME": 1}, "too-many-turns-of-game"),
        (content, {"MAX_MOVES": 1}, "too-many-turns"),
    ]
    solutions = restored_solutions.__name__
    with every_row() as row:
        for file, limits, reason in refusals:
            with row(f"{limits} {reason}"), monkeypatch.context() as patched:
                for name, limit in limits.items():
                    patched.setattr(f"{solutions}.{name}", limit)
                with pytest.raises(BadArchive) as refused:
                    restore_tournament(
                        content=file, accept_unverified=True, by=None, now=clock.now()
                    )
                assert refused.value.reason == reason
    with pytest.raises(BadArchive, match="too-many-turns"):
        restore_tournament(content=content, max_turns=1, by=None, now=clock.now())

    racks: list[str] = []

    def record_and_solve(board: Board, letters: str, *arguments: Any) -> list[Move]:
        assert not connection.in_atomic_block, "and so no lock is held"
        racks.append(letters)
        return solve(board, letters, *arguments)

    monkeypatch.setattr(f"{solutions}.solve", record_and_solve)
    restored = restore_tournament(content=content, accept_unverified=True, by=None, now=clock.now())
    assert len(racks) == Solutions.objects.filter(turn__game__tournament=restored).count() == 2
    assert all(row.moves for row in Solutions.objects.all())
