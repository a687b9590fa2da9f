"""Verification of archives without server or database; every forgery is found."""

import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.contrib.auth.models import User
from hypothesis import given, settings

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.reading import read_archive
from arbitrage.archive.queries.archive import build_turn_archive
from arbitrage.archive.services.anonymising import anonymise_player
from arbitrage.archive.verify import cli
from arbitrage.archive.verify.discrepancy_sentences import DESCRIPTIONS
from arbitrage.archive.verify.lexica import Lexica
from arbitrage.archive.verify.report import DiscrepancyKind
from tests.arbitrage.archive.archive_bytes import (
    archive_and_restore,
    archive_now,
    forge,
    read_content_members,
    read_members,
)
from tests.arbitrage.archive.copies import check_copy
from tests.arbitrage.archive.verify.forgeries import (
    FORGERIES,
    Forgery,
    change_scope,
    damage,
    forge_line,
    list_places,
    rebuild_chain,
    remove_bindings,
    verify,
)
from tests.arbitrage.archive.verify.game_forgeries import check_forgeries
from tests.arbitrage.archive.verify.played_tournament import REASON, play
from tests.arbitrage.services.rulings.test_any_order import STEPS, Step, StepPlayer, roll_back
from tests.bulletins import collect, play_first_turn
from tests.room import Room, make_room
from tests.rows import every_row
from tournament.core import chain
from tournament.core.states import Role
from tournament.models import Game, Journal, Player, Tournament, Turn
from tournament.queries import clock
from tournament.services.text_erasure import erase_texts

ROOT = Path(__file__).parents[4]
#: Runs the command, then prints which frameworks it imported.
_ALONE = """
import sys
from arbitrage.archive.verify.cli import main
status = main(sys.argv[1:])
roots = {name.split(".")[0] for name in sys.modules}
print(sorted(roots & {"django", "psycopg", "redis", "celery"}))
sys.exit(status)
"""


class Played(NamedTuple):
    content: bytes
    of_turn: bytes
    #: The turn while its game was running.
    running: bytes
    #: With one player anonymised, and with every text of the journal erased.
    anonymised: bytes
    erased: bytes
    lexica: Lexica


@pytest.fixture
def played(transactional_db: None) -> Played:
    room, running = play()
    lexica = Lexica()
    check_copy(archive_now(room.tournament), lexica)
    content, restored = archive_and_restore(room.tournament, is_verified=True)
    assert read_content_members(archive_now(restored)) == read_content_members(content)
    of_turn = build_turn_archive(Turn.objects.get(game__number=2, ordinal=5), now=clock.now())
    anonymised = _anonymise_belgium(restored)
    for row in Journal.objects.all():
        erase_texts(row, chain.TEXT_FIELDS["journal"])
    return Played(content, of_turn, running, anonymised, archive_now(restored), lexica)


def _anonymise_belgium(tournament: Tournament) -> bytes:
    organiser = User.objects.create_user("claire")
    tournament.staff.create(user=organiser, role=Role.ORGANISER)
    player = Player.objects.get(tournament=tournament, last_name="Belgique")
    anonymise_player(player=player, typed_name="belgique", by=organiser, now=clock.now())
    content = archive_now(tournament)
    text = b"".join(read_members(content).values()).decode()
    assert "Belgique" not in text
    assert "Joueur anonyme 1" in text
    return content


def test_a_played_tournament_agrees_and_every_forgery_is_found(
    played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content, lexica = played.content, played.lexica
    with every_row() as row:
        for name in ("content", "of_turn", "running", "anonymised", "erased"):
            with row(name):
                assert verify(getattr(played, name), lexica).discrepancies == []
        for group in FORGERIES:
            forged, places = content, dict[int, int]()
            for forgery in group:
                forged, places[id(forgery)] = forge_line(forgery, forged)
            discrepancies = list_places(verify(forged, lexica))
            for forgery in group:
                with row(f"{forgery.member} {forgery.chosen}: {forgery.kind}"):
                    place = (forgery.kind, forgery.member, places[id(forgery)])
                    assert forgery.blamed or place in discrepancies
                    assert (forgery.kind, forgery.blamed or forgery.member) in {
                        (kind, member) for kind, member, _ in discrepancies
                    }
        for title, broken in damage(content):
            with row(title):
                assert list_places(verify(broken, lexica))
    check_forgeries("duplicate", content, lexica)
    report = verify(remove_bindings(content), lexica)
    assert report.discrepancies == []
    assert report.counts[2, 5, "unbound"] == 11
    assert not any(subject == "bound" for _, _, subject in report.counts)
    _check_scopes(played)
    _check_printed_head(played)
    _check_output(played, tmp_path, capsys)


def _check_scopes(played: Played) -> None:
    """Check that a wrong scope is refused, or found where lines are outside it."""
    for scope in ({"kind": "x"}, {"kind": "turn"}, {"kind": "tournament", "turn": 1}):
        with pytest.raises(BadArchive, match="bad-manifest"):
            read_archive(change_scope(played.content, **scope))
    discrepancies = list_places(
        verify(change_scope(played.content, kind="turn", game=2, turn=5), played.lexica)
    )
    members = {member for kind, member, _ in discrepancies if kind is DiscrepancyKind.SCOPE}
    assert members >= {"games", "turns", "journal", "rulings", "scores", "cases", "standings"}
    discrepancies = list_places(
        verify(change_scope(played.of_turn, kind="turn", game=2, turn=9), played.lexica)
    )
    assert (DiscrepancyKind.SCOPE, "manifest", None) in discrepancies


def _check_printed_head(played: Played) -> None:
    """Check that a chain that was rebuilt completely is found by a printed head."""
    printed = read_archive(played.content).manifest.heads[0].head
    assert verify(played.content, played.lexica, printed[:16]).discrepancies == []

    def remove_signature(row: dict[str, Any]) -> dict[str, Any]:
        nobody: dict[str, Any] = {"signed": "", "salts": {}, "by": None}
        return row | nobody if row["kind"] == "announced" else row

    rebuilt = rebuild_chain(played.content, remove_signature)
    assert verify(rebuilt, played.lexica).discrepancies == []
    assert list_places(verify(rebuilt, played.lexica, printed)) == {
        (DiscrepancyKind.PRINTED_HEAD, "journal", None)
    }


def _check_output(played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "essai.zip"
    file.write_bytes(played.content)
    assert cli.main([str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith("Tout concorde. ")
    assert any(
        f"décidé 3 (sans sanction), le logiciel propose 8 (avertissement) par bureau : {REASON}"
        in line
        for line in lines
    )
    assert any("moyenne accordée par la règle (5.9)" in line for line in lines)
    assert cli.main([str(file), "--quiet"]) == 0
    assert capsys.readouterr().out == ""
    forged, number = forge_line(
        Forgery("scores", {"word": "VOTIF"}, {"points": 300}, DiscrepancyKind.SCORE), played.content
    )
    file.write_bytes(forged)
    assert cli.main([str(file), "--quiet"]) == cli.EXIT_DISCREPANCIES
    output = capsys.readouterr().out
    assert f"✗ scores.jsonl, ligne {number} – partie 2, coup 3, table" in output
    assert "dit : 300 ; trouvé : 27" in output
    assert output.endswith(" mentent.\n")
    file.write_bytes(played.of_turn)
    assert cli.main([str(file)]) == 0
    first, *_, last = capsys.readouterr().out.splitlines()
    assert first == "Archive du coup 3 de la partie 2 seulement."
    assert last.startswith("Tout concorde (archive du coup 3 de la partie 2 seulement).")
    file.write_bytes(played.erased)
    assert cli.main([str(file)]) == 0
    assert "textes effacés (la preuve tient)" in capsys.readouterr().out
    assert Game.objects.exists()
    _check_escaping(played, tmp_path, capsys)
    _check_errors(played, tmp_path, capsys)


def _check_escaping(played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Check that a file cannot send control characters to the terminal, or hide a discrepancy."""
    file = tmp_path / "essai.zip"
    forged_lines: list[dict[str, Any]] = [
        {"reason": "Rien\x1b[2K\r\nTout concorde.\u202e\u2028"},
        {"sanction": "a/b\x9b/c"},
    ]
    for changed in forged_lines:
        forged, number = forge_line(
            Forgery("rulings", {"reason": REASON}, changed, DiscrepancyKind.BOUND), played.content
        )
        file.write_bytes(forged)
        assert cli.main([str(file)]) == cli.EXIT_DISCREPANCIES
        output = capsys.readouterr().out
        assert f"✗ rulings.jsonl, ligne {number} – " in output
        assert output.endswith(" mentent.\n")
        assert "\nTout concorde." not in output
        assert not set(output) & set("\x1b\r\x9b\u202e\u2028")
    with pytest.raises(SystemExit) as stopped:
        cli.main([str(file), "--head", "0123 4567 89ab cde"])
    assert stopped.value.code == cli.EXIT_BAD_INPUT
    assert "il en faut les 16 chiffres" in capsys.readouterr().err


def _check_errors(played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words, other_archive = tmp_path / "mots.txt", tmp_path / "autre.zip"
    other_words = {"checksum": "0" * 64, "count": 2}
    words.write_text("ABAT\nABATS")
    other_archive.write_bytes(
        forge(
            played.content,
            "games",
            lambda lines: [line | {"word_list": other_words} for line in lines],
        )
    )
    refusals = [
        ([str(tmp_path / "rien.zip")], "ne se lit pas"),
        ([str(words)], "ce n’est pas une archive"),
        ([str(other_archive)], "--words FICHIER"),
        ([str(other_archive), "--words", str(words)], "mots.txt"),
        ([str(other_archive), "--words", str(tmp_path / "rien.txt")], "liste de mots donnée"),
    ]
    for arguments, sentence in refusals:
        assert cli.main(arguments) == cli.EXIT_BAD_INPUT
        assert sentence in capsys.readouterr().err


def test_the_command_imports_no_framework(tmp_path: Path) -> None:
    process = subprocess.run(
        [sys.executable, "-c", _ALONE, str(tmp_path / "rien.zip")],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT)},
    )
    assert (process.returncode, process.stdout) == (cli.EXIT_BAD_INPUT, "[]\n")
    assert "ne se lit pas" in process.stderr


def test_every_discrepancy_has_a_french_sentence() -> None:
    assert DESCRIPTIONS.keys() == set(DiscrepancyKind)


@settings(max_examples=4)
@given(steps=STEPS)
def _play_and_restore(steps: list[Step], *, room: Room, turn: Turn) -> None:
    with roll_back():
        afternoon = StepPlayer(room, turn)
        for step in steps:
            afternoon.take(step)
        before, restored = archive_and_restore(room.tournament, is_verified=True)
        assert read_content_members(archive_now(restored)) == read_content_members(before)


def test_any_sequence_of_steps_agrees_and_is_restored(transactional_db: None) -> None:
    room = make_room()
    turn = collect(play_first_turn(room))
    _play_and_restore(room=room, turn=turn)
