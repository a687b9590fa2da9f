"""`examine`: all findings of a play, in French and as JSON."""

from engine.board.notation import Position
from engine.board.place import Place
from engine.lexicon.lexicon import Lexicon
from engine.search.examine import examine
from tests.engine.positions import lay
from tests.rows import every_row

from .conftest import Engine

BOARD = lay("ChACUNE H4")
LINE = str(Position(BOARD, "EILLMO?"))


def test_a_valid_play_is_printed_with_its_score(engine: Engine) -> None:
    done = engine("examine", LINE, "--play", "MOLLIEs G8")
    assert done.code == 0
    assert "MOLLIEs G8 est jouable : 67 points." in done.out
    assert "Jokers (minuscules)" in done.out


def test_all_faults_are_printed(engine: Engine) -> None:
    done = engine("examine", LINE, "--play", "ZZZ A1")
    assert done.code == 1
    for sentence in (
        "Il ne touche aucun mot (1.1).",
        "Il manque au tirage ZZZ (1.1).",
        "ZZZ n'est pas admis (1.1).",
    ):
        assert sentence in done.out


def test_json_is_what_the_engine_finds(engine: Engine, shipped: Lexicon) -> None:
    with every_row() as each:
        for play in (
            "MOLLIEs G8",
            "ZZZ A1",
            "LLL G6",
            "X H4",
            "a(b H4",
            "MOLLIES O14",
        ):
            with each(play):
                word, ref = play.split()
                examination = examine(BOARD, "EILLMO?", word, Place.parse(ref), shipped)
                done = engine("examine", LINE, "--play", play, "--json")
                assert done.code == (0 if examination.is_valid else 1)
                output = done.json
                assert (output["valid"], output["score"], output["tiles"]) == (
                    examination.is_valid,
                    examination.score,
                    examination.tiles,
                )
                assert [fault["code"] for fault in output["findings"]] == [
                    fault.code for fault in examination.faults
                ]
                assert [formed["word"] for formed in output["formed"]] == [
                    formed.word for formed in examination.formed
                ]
                assert len(output["assignments"]) == len(examination.assignments)
                shown = engine("examine", LINE, "--play", play)
                assert shown.out.count("(1.1).") == len(examination.faults)


def test_a_word_is_written_as_on_a_sheet(engine: Engine) -> None:
    for play in ("MOLLIE(S) G8", "MOLLIEs G8"):
        assert engine("examine", LINE, "--play", play, "--json").json["word"] == "MOLLIEs"
    for play in ("mollie G8", "Möllie G8".upper(), "MOLLI\u0301É G8"):
        output = engine("examine", LINE, "--play", play, "--json").json
        assert (output["word"], output["valid"]) == ("MOLLIE", True)


def test_letters_of_a_position_may_have_accents(engine: Engine) -> None:
    accented = LINE.replace("ACUNE", "ÀÇÛNÉ").replace("EILLMO", "ÉILLMO")
    for position in ([accented], [accented.split()[0], "--rack", "éïllmo?"]):
        output = engine("examine", *position, "--play", "MOLLIEs G8", "--json").json
        assert (output["position"], output["valid"]) == (LINE, True)


def test_a_play_is_a_word_and_a_reference(engine: Engine) -> None:
    for play in ("MOLLIES", "MOLLIES EN G8", ""):
        done = engine("examine", LINE, "--play", play)
        assert (done.code, done.err) == (
            2,
            "Le coup est un mot et une référence ; écrivez --play « RATINES H4 ».\n",
        )
    assert "« Z9 » n'est pas une référence" in engine("examine", LINE, "--play", "MOT Z9").err
    assert "Il manque le tirage" in engine("examine", "vide", "--play", "MOT H8").err
