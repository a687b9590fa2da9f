"""Our engine measured beside another one: what is said to it, what it answers, what it is told."""

import json
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks.engine.command import format_refusal, main
from benchmarks.engine.comparison import AnswerPair, PositionKind
from benchmarks.engine.driver import solve_position
from benchmarks.engine.programs import Answer, BadProgram, Program
from engine.board.notation import Position
from engine.lexicon.lexicon import Lexicon
from tests.engine.positions import lay
from tests.rows import every_row
from tests.waiting import wait_for

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "moteur-rivaux.md"
OWN_COMMAND = f"{shlex.quote(sys.executable)} -m benchmarks.engine.driver"
WORDS = (
    "AI AIR AIRE AISE AN ANE ANS ARE AS CE DE DES DO EN ES ET ETE IL ILE ILES LA LAS LE LES LIE "
    "LIT LU MA MER MES MI NA NE NES NI NO OS OU PAR PAS RA RE RIRE RIS SA SALE SE SEL SES SI SOL "
    "SU TA TE TES TIR TIRE TU UN UNE US VA VU"
)
#: Our engine, but for what it answers.
OTHER = """
import sys
from benchmarks.engine import driver
ours = driver.solve_position
{change}
driver.solve_position = theirs
driver.main()
"""

type Bench = Callable[..., tuple[int, Any, str]]


@pytest.fixture
def words(tmp_path: Path) -> Path:
    path = tmp_path / "liste.txt"
    path.write_text(WORDS.replace(" ", "\n"))
    return path


@pytest.fixture
def bench(
    words: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Bench:
    """`bench(PROGRAM)`: its exit code, its JSON or its text, its complaint."""
    monkeypatch.chdir(ROOT)

    def run(program: str, *, as_json: bool = True) -> tuple[int, Any, str]:
        arguments = ["--lexicon", str(words), "--positions", "12", "--against", program]
        code = main([*arguments, *(["--json"] if as_json else [])])
        printed = capsys.readouterr()
        return (
            code,
            json.loads(printed.out) if as_json and printed.out else printed.out,
            printed.err,
        )

    return run


def _other(change: str) -> str:
    return shlex.join([sys.executable, "-c", OTHER.format(change=change)])


def test_our_engine_beside_itself_agrees_on_every_position(bench: Bench) -> None:
    code, result, _ = bench(OWN_COMMAND)

    assert code == 0
    assert (result["ours"], result["theirs"]) == ("Duplicata", "Duplicata bis")
    assert result["words"] == len(WORDS.split())
    assert result["disagreements"] == []
    kinds = [(each["what"], each["jokers"], each["samples"]) for each in result["figures"]]
    assert kinds == [
        *(("top", jokers, 4) for jokers in (0, 1, 2)),
        *(("top9", jokers, 1) for jokers in (0, 1, 2)),
    ]
    for each in result["figures"]:
        assert all(value > 0 for name, value in each.items() if name.startswith("times_"))


def test_an_engine_with_another_score_is_listed_with_its_positions(bench: Bench) -> None:
    wrong = _other(
        "def theirs(position, lexicon):\n"
        "    found = ours(position, lexicon)\n"
        "    less = position.rack.count('?') == 1\n"
        "    return driver.Answer(found.score - less, found.spent_ns, found.tops)\n"
    )
    code, result, _ = bench(wrong)

    assert code == 1
    disagreements = result["disagreements"]
    assert len(disagreements) == 5
    for each in disagreements:
        assert Position.parse(each["position"]).rack.count("?") == 1
        assert each["ours"]["score"] == each["theirs"]["score"] + 1

    code, text, _ = bench(wrong, as_json=False)
    assert code == 1
    assert "Désaccords : 5 positions sur 15." in text
    assert disagreements[0]["position"] in text
    assert f"Duplicata bis : {disagreements[0]['theirs']['score']} " in text


def test_an_engine_disagrees_if_it_misses_a_top(
    bench: Bench,
) -> None:
    code, result, _ = bench(
        _other(
            "def theirs(position, lexicon):\n"
            "    found = ours(position, lexicon)\n"
            "    kept = found.tops[:1] if position.rack.count('?') == 2 else ()\n"
            "    return driver.Answer(found.score, found.spent_ns, kept)\n"
        )
    )
    assert code == 1
    assert result["disagreements"]
    for each in result["disagreements"]:
        assert Position.parse(each["position"]).rack.count("?") == 2
        assert len(each["ours"]["tops"]) > len(each["theirs"]["tops"]) == 1


def test_positions_that_an_engine_passes_are_counted_apart(bench: Bench) -> None:
    passes = _other(
        "def theirs(position, lexicon):\n"
        "    return 'passe' if position.fmt.key == '789' else ours(position, lexicon)\n"
    )
    code, result, _ = bench(passes)
    assert code == 0
    nine = [each for each in result["figures"] if each["what"] == "top9"]
    assert nine == [
        {"what": "top9", "jokers": jokers, "samples": 0, "passed": 1} for jokers in (0, 1, 2)
    ]
    assert bench(passes, as_json=False)[1].count("passe") == 3

    code, _, errors = bench(_other("def theirs(position, lexicon):\n    return 'passe'\n"))
    assert code == 2
    assert "passe toutes les positions" in errors


def _program(code: str) -> list[str]:
    return [sys.executable, "-c", f"import sys, time\nread = sys.stdin.readline\n{code}"]


READY = "read()\nprint('moteur Autre', flush=True)\nread()\n"
BAD = (
    ("absent", ["./absent"], "ne se lance pas"),
    ("ends at once", _program("sys.exit(3)"), "s'est arrêté (code 3) au lieu de répondre"),
    ("ends later", _program(READY + "sys.exit(4)"), "s'est arrêté (code 4) au lieu de répondre"),
    ("reads nothing", _program("time.sleep(600)"), "n'a pas répondu en 0.5 s à « lexique "),
    ("hangs", _program(READY + "time.sleep(600)"), "n'a pas répondu en 0.5 s à « 15/15/"),
    ("half a line", _program(READY + "print(12, end='', flush=True); read()"), "n'a pas répondu"),
    ("no name", _program("read(); print('moteur', flush=True); read()"), "il faut « moteur NOM »"),
    ("garbage", _program(READY + "print('\\x1b[2Jdouze')"), "a répondu « ?[2Jdouze » à « 15/15/"),
    ("bytes", _program(READY + "sys.stdout.buffer.write(b'\\xff\\n')"), "il faut « SCORE NANO"),
    ("talkative", _program(READY + "print('1 2\\n3 4')"), "a écrit « 3 4 » sans que rien"),
    ("greets", _program("print('moteur A\\nbonjour', flush=True); read()"), "» sans que rien"),
)


def test_a_program_that_cannot_be_measured_gets_advice(words: Path) -> None:
    position = Position(lay("SALE H4"), "AEIRST?")
    with every_row() as row:
        for name, command, sentence in BAD:
            patience = 0.5 if sentence.startswith("n'a pas répondu") else 60.0
            with row(name):
                refusal = format_refusal(_get_refusal(command, patience, words, position))
                assert sentence in refusal
                assert refusal.startswith(command[0])
                assert refusal.endswith(" ; voir docs/moteur-rivaux.md.")


def _get_refusal(
    command: list[str], wait_s: float, words: Path, *positions: Position
) -> BadProgram:
    try:
        with Program(command, wait_s) as program:
            program.send_word_list(words)
            for position in positions:
                program.answer(position)
    except BadProgram as error:
        return error
    pytest.fail("was measured")


def test_a_late_line_is_not_read_as_the_next_answer(words: Path, tmp_path: Path) -> None:
    printed = tmp_path / "printed"
    late = (
        "print('0 1', flush=True)\n"
        "time.sleep(0.1)\n"
        "print('0 2', flush=True)\n"
        f"open({str(printed)!r}, 'w').close()\n"
        "read()"
    )
    position = Position(lay("SALE H4"), "AEIRST?")
    with Program(_program(READY + late), 60.0) as program:
        program.send_word_list(words)
        assert program.answer(position)[0] == Answer(0, 1, ())
        wait_for(printed.exists)
        with pytest.raises(BadProgram, match="talkative"):
            program.answer(position)


def test_the_command_that_cannot_start_is_refused_in_french(
    bench: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench("./absent")[:2] == (2, "")
    with every_row() as row:
        for arguments, sentence in (
            (["--against", '"'], "« \" » n'est pas un programme et ses arguments"),
            (["--against", ""], "«  » n'est pas un programme et ses arguments"),
            (["--wait", "0"], "--wait attend un nombre, pas « 0 »"),
        ):
            with row(arguments), pytest.raises(SystemExit):
                main(arguments)
            with row(f"{arguments}, told"):
                assert sentence in capsys.readouterr().err


def test_what_is_no_answer_is_not_read_as_one() -> None:
    read = Answer.parse("89 1204 LIpOMES@10B SOMaLIE@H3")
    assert [(move.word, move.ref, move.score) for move in read.tops] == [
        ("LIpOMES", "10B", 89),
        ("SOMaLIE", "H3", 89),
    ]
    assert str(read) == "89 1204 LIpOMES@10B SOMaLIE@H3"
    with every_row() as row:
        for line in ("", "89", "89 0", "89 -1", "-1 5", "89 1.5", "89 12 MOT", "89 12 MOT@P3",
                     "89 12 MOT@H16", "89  12", "89 12 M@H3", "٣ 12"):  # fmt: skip
            with row(repr(line)):
                assert _is_unreadable(line)


def _is_unreadable(line: str) -> bool:
    try:
        Answer.parse(line)
    except ValueError:
        return True
    return False


def _agree(position: Position, ours: str, theirs: str) -> bool:
    return AnswerPair(position, Answer.parse(ours), Answer.parse(theirs), (1, 1)).is_agreement


def test_tops_are_the_same_by_the_tiles_they_lay() -> None:
    first = Position.parse("vide AEIRST?")
    assert _agree(first, "8 1 LES@H7 LES@8G", "8 9 LES@H7")
    assert not _agree(first, "8 1 LES@H7 LES@8G", "8 9 LES@H8")
    assert not _agree(first, "8 1 LES@H7", "8 1 LeS@H7")
    assert not _agree(first, "8 1 LES@H7", "8 1 LES@H14")

    later = Position(lay("SALE H4"), "AEIRST?")
    assert _agree(later, "8 1 SALES@H4 SE@8H", "8 1 SE@8H SALES@H4")
    assert not _agree(later, "8 1 SALES@H4", "8 1 SALES@H4 SOLE@H4")


def test_the_ratios_are_ours_to_theirs() -> None:
    position = Position.parse("vide AEIRST?")
    times = ((1_000_000, 4_000_000), (2_000_000, 2_000_000), (9_000_000, 9_000_000))
    kind = PositionKind(
        "top",
        1,
        0,
        [
            AnswerPair(position, Answer(8, ours, ()), Answer(8, theirs, ()), (ours * 2, theirs * 3))
            for ours, theirs in times
        ],
    )
    assert kind.medians == pytest.approx((2, 4))
    assert kind.means == pytest.approx((4, 5))
    assert kind.clock_medians == pytest.approx((4, 12))
    assert kind.geometric_ratio == pytest.approx(0.25 ** (1 / 3))


def test_the_page_shows_what_our_driver_answers(shipped: Lexicon) -> None:
    """But for the time it took."""
    shown = re.findall(r"^    → (.*)\n    ← (.*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    hello, first, other = shown
    assert hello[0].startswith("lexique ")
    assert hello[1] == "moteur Duplicata"
    ours, expected = solve_position(Position.parse(first[0]), shipped), Answer.parse(first[1])
    assert (ours.score, ours.tops) == (expected.score, expected.tops)
    assert Position.parse(other[0]).fmt.key == "789"
    assert other[1] == "passe"
