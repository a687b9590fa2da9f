"""An archive that is verified without server or database; whatever is changed in it is found."""

import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.contrib.auth.models import User
from hypothesis import given, settings

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.reading import read
from arbitrage.archive.services.anonymising import anonymise
from arbitrage.archive.services.archive import turn_archive
from arbitrage.archive.verify import cli
from arbitrage.archive.verify.lexica import Lexica
from arbitrage.archive.verify.report import Matter
from arbitrage.archive.verify.words import MATTERS
from tests.arbitrage.archive.comings_and_goings import (
    archived,
    forged,
    gone_and_come,
    members_of,
    of_content,
)
from tests.arbitrage.archive.verify.forgeries import (
    FORGERIES,
    Forgery,
    apply,
    chained_again,
    damaged,
    of_before_the_chain,
    places,
    scoped,
    verified,
)
from tests.arbitrage.archive.verify.played import REASON, play
from tests.arbitrage.services.rulings.test_any_order import STEPS, Afternoon, Step, forgotten
from tests.bulletins import collect, play_first_turn
from tests.room import Room, make_room
from tests.rows import every_row
from tournament.core import chain
from tournament.core.states import Role
from tournament.models import Game, Journal, Player, Tournament, Turn
from tournament.queries import clock
from tournament.services.text_erasure import erase_texts

ROOT = Path(__file__).parents[4]
#: Says which modules of the frameworks came with it, behind what the command says.
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
    #: The same while its game was running.
    running: bytes
    #: With one player made unknown, and with every text of the journal erased.
    anonymised: bytes
    erased: bytes
    lexica: Lexica


@pytest.fixture
def played(transactional_db: None) -> Played:
    room, running = play()
    content, made = gone_and_come(room.tournament)
    assert of_content(archived(made)) == of_content(content)
    of_turn = turn_archive(Turn.objects.get(game__number=2, ordinal=5))
    anonymised = _without_belgium(made)
    for row in Journal.objects.all():
        erase_texts(row, chain.TEXTS["journal"])
    return Played(content, of_turn, running, anonymised, archived(made), Lexica())


def _without_belgium(made: Tournament) -> bytes:
    organiser = User.objects.create_user("claire")
    made.staff.create(user=organiser, role=Role.ORGANISER)
    player = Player.objects.get(tournament=made, last_name="Belgique")
    anonymise(player=player, typed="belgique", by=organiser, now=clock.now())
    content = archived(made)
    told = b"".join(members_of(content).values()).decode()
    assert "Belgique" not in told
    assert "Joueur anonyme 1" in told
    return content


def test_what_was_played_agrees_and_whatever_is_forged_is_found_where_it_lies(
    played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content, lexica = played.content, played.lexica
    with every_row() as row:
        for name in ("content", "of_turn", "running", "anonymised", "erased"):
            with row(name):
                assert verified(getattr(played, name), lexica).lies == []
        for forgery in FORGERIES:
            with row(f"{forgery.member} {forgery.chosen}: {forgery.matter}"):
                made, number = apply(forgery, content)
                found = places(verified(made, lexica))
                if not forgery.blamed:
                    assert (forgery.matter, forgery.member, number) in found
                assert (forgery.matter, forgery.blamed or forgery.member) in {
                    (matter, member) for matter, member, _ in found
                }
        for title, broken in damaged(content):
            with row(title):
                assert places(verified(broken, lexica))
    report = verified(of_before_the_chain(content), lexica)
    assert report.lies == []
    assert report.counts[2, 5, "unbound"] == 11
    assert not any(what == "bound" for _, _, what in report.counts)
    _of_one_turn_nothing_else_is_there(played)
    _who_chains_again_is_found_by_the_printed_head(played)
    _says_it(played, tmp_path, capsys)


def _of_one_turn_nothing_else_is_there(played: Played) -> None:
    """Whoever calls a tournament a turn, or something unknown, spares nothing a look."""
    for scope in ({"kind": "x"}, {"kind": "turn"}, {"kind": "tournament", "turn": 1}):
        with pytest.raises(BadArchive, match="bad-manifest"):
            read(scoped(played.content, **scope))
    found = places(verified(scoped(played.content, kind="turn", game=2, turn=5), played.lexica))
    elsewhere = {member for matter, member, _ in found if matter is Matter.SCOPE}
    assert elsewhere >= {"games", "turns", "journal", "rulings", "scores", "cases", "standings"}
    found = places(verified(scoped(played.of_turn, kind="turn", game=2, turn=9), played.lexica))
    assert (Matter.SCOPE, "manifest", None) in found


def _who_chains_again_is_found_by_the_printed_head(played: Played) -> None:
    """Whoever makes the chain anew tells a story of which no paper knows."""
    printed = read(played.content).manifest.heads[0].head
    assert verified(played.content, played.lexica, printed[:16]).lies == []

    def unsigned(row: dict[str, Any]) -> dict[str, Any]:
        nobody: dict[str, Any] = {"signed": "", "salts": {}, "by": None}
        return row | nobody if row["kind"] == "announced" else row

    made = chained_again(played.content, unsigned)
    assert verified(made, played.lexica).lies == []
    assert places(verified(made, played.lexica, printed)) == {
        (Matter.PRINTED_HEAD, "journal", None)
    }


def _says_it(played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "essai.zip"
    file.write_bytes(played.content)
    ran = subprocess.run(
        [sys.executable, "-c", _ALONE, str(file)],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT)},
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    *told, modules = ran.stdout.splitlines()
    assert modules == "[]"
    assert told[-1].startswith("Tout concorde. ")
    assert any(
        f"décidé 3 (sans sanction), le logiciel propose 8 (avertissement) par bureau : {REASON}"
        in line
        for line in told
    )
    assert any("moyenne accordée par la règle (5.9)" in line for line in told)
    assert cli.main([str(file), "--quiet"]) == 0
    assert capsys.readouterr().out == ""
    made, number = apply(
        Forgery("scores", {"word": "VOTIF"}, {"points": 300}, Matter.SCORE), played.content
    )
    file.write_bytes(made)
    assert cli.main([str(file), "--quiet"]) == cli.LIES
    said = capsys.readouterr().out
    assert f"✗ scores.jsonl, ligne {number} – partie 2, coup 3, table" in said
    assert "dit : 300 ; trouvé : 27" in said
    assert said.endswith(" mentent.\n")
    file.write_bytes(played.of_turn)
    assert cli.main([str(file)]) == 0
    first, *_, last = capsys.readouterr().out.splitlines()
    assert first == "Archive du coup 3 de la partie 2 seulement."
    assert last.startswith("Tout concorde (archive du coup 3 de la partie 2 seulement).")
    file.write_bytes(played.erased)
    assert cli.main([str(file)]) == 0
    assert "textes effacés (la preuve tient)" in capsys.readouterr().out
    assert Game.objects.exists()
    _says_what_lies_whatever_is_written(played, tmp_path, capsys)
    _says_why_it_cannot(played, tmp_path, capsys)


def _says_what_lies_whatever_is_written(
    played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing in a file commands the terminal, or keeps back what lies."""
    file = tmp_path / "essai.zip"
    forged_lines: list[dict[str, Any]] = [
        {"reason": "Rien\x1b[2K\r\nTout concorde.\u202e\u2028"},
        {"sanction": "a/b\x9b/c"},
    ]
    for changed in forged_lines:
        made, number = apply(
            Forgery("rulings", {"reason": REASON}, changed, Matter.BOUND), played.content
        )
        file.write_bytes(made)
        assert cli.main([str(file)]) == cli.LIES
        said = capsys.readouterr().out
        assert f"✗ rulings.jsonl, ligne {number} – " in said
        assert said.endswith(" mentent.\n")
        assert "\nTout concorde." not in said
        assert not set(said) & set("\x1b\r\x9b\u202e\u2028")
    with pytest.raises(SystemExit) as stopped:
        cli.main([str(file), "--head", "0123 4567 89ab cde"])
    assert stopped.value.code == cli.BAD_INPUT
    assert "il en faut les 16 chiffres" in capsys.readouterr().err


def _says_why_it_cannot(played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words, other = tmp_path / "mots.txt", tmp_path / "autre.zip"
    other_words = {"checksum": "0" * 64, "count": 2}
    words.write_text("ABAT\nABATS")
    other.write_bytes(
        forged(
            played.content,
            "games",
            lambda lines: [line | {"word_list": other_words} for line in lines],
        )
    )
    refused = [
        ([str(tmp_path / "rien.zip")], "ne se lit pas"),
        ([str(words)], "ce n’est pas une archive"),
        ([str(other)], "--words FICHIER"),
        ([str(other), "--words", str(words)], "mots.txt"),
        ([str(other), "--words", str(tmp_path / "rien.txt")], "liste de mots donnée"),
    ]
    for arguments, sentence in refused:
        assert cli.main(arguments) == cli.BAD_INPUT
        assert sentence in capsys.readouterr().err


def test_every_matter_is_said_in_french() -> None:
    assert MATTERS.keys() == set(Matter)


@settings(max_examples=8)
@given(steps=STEPS)
def _whatever_is_done(steps: list[Step], *, room: Room, turn: Turn, lexica: Lexica) -> None:
    with forgotten():
        afternoon = Afternoon(room, turn)
        for step in steps:
            afternoon.take(step)
        assert verified(archived(room.tournament), lexica).lies == []


def test_whatever_is_done_in_a_room_agrees(transactional_db: None) -> None:
    room = make_room()
    turn = collect(play_first_turn(room))
    _whatever_is_done(room=room, turn=turn, lexica=Lexica())
