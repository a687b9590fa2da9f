"""The typed line of a paper bulletin: word, reference, score, shorthands, illegible fields."""

from typing import Any

from hypothesis import HealthCheck, given, settings, strategies as st

from tests.rows import every_row
from tests.scripts.scripts import Scripts

ILLEGIBLE = "¤"
#: Word, reference, score of a turn's solutions, the best first.
SOLUTIONS = [
    ["sUAGE", "11H", 25],
    ["BATH", "10G", 25],
    ["BATHE", "H4", 18],
    ["TANGUE", "8A", 18],
    ["TAN", "H8", 6],
    ["ÉTÉ".replace("É", "E"), "1A", 3],
]
PARSE = """async ([text, solutions, illegible]) => {
  const { parseLine } = await import("/static/js/arbitrage/keying/line_parser.js");
  return parseLine(text, { solutions, illegible });
}"""


def parse(scripts: Scripts, text: str) -> Any:
    return scripts.evaluate(PARSE, [text, SOLUTIONS, ILLEGIBLE])


def get_first(scripts: Scripts, text: str) -> tuple[str, str, str, str]:
    """Return word, reference, score and state of the bulletin that Enter records."""
    answer = parse(scripts, text)
    assert answer["isSure"], text
    bulletin = answer["choices"][0]["bulletin"]
    return "".join(bulletin["rows"]), bulletin["reference"], bulletin["score"], bulletin["state"]


def test_word_reference_and_score_are_read_in_any_order(scripts: Scripts) -> None:
    samples: list[str] = ["bath 10g 25", "10g bath 25", "25 10g bath", "bath10g25", "10gbath 25"]
    with every_row() as row:
        for text in samples:
            with row(text):
                assert get_first(scripts, text) == ("BATH", "10G", "25", "ok")


def test_every_order_of_a_spaced_line_is_read_alike(scripts: Scripts) -> None:
    pieces = ("zut", "c4", "31")
    orders = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
    with every_row() as row:
        for order in orders:
            for space in (" ", "  "):
                text = space.join(pieces[i] for i in order)
                with row(text):
                    assert get_first(scripts, text) == ("ZUT", "C4", "31", "ok")


def test_a_joker_may_be_the_first_letter(scripts: Scripts) -> None:
    assert get_first(scripts, "?suage 11h 25") == ("sUAGE", "11H", "25", "ok")
    for end in range(3, len("?suage") + 1):  # no prefix is read as a state
        states = {
            choice["bulletin"]["state"] for choice in parse(scripts, "?suage"[:end])["choices"]
        }
        assert states <= {"ok"}


def test_a_state_is_a_sign_and_a_letter(scripts: Scripts) -> None:
    with every_row() as row:
        for text, state in (
            ("?v", "blank"),
            ("?I", "illegible-word"),
            ("?m", "missing"),
            ("?h", "late"),
            ("?e", "exchanged"),
            ("?p", "several"),
        ):
            with row(text):
                assert get_first(scripts, text) == ("", "", "", state)
    choices = parse(scripts, "?")
    assert len(choices["choices"]) == 6
    assert not choices["isSure"]


def test_an_unreadable_line_has_no_choice(scripts: Scripts) -> None:
    samples: list[str] = [
        "haute 10g 18 /",
        "bath 10g 25 25",
        "bath 10g h4",
        "bath tan",
        "b4th!",
        "10g 10g",
        ".",
        "? ? ?",
        "bath 16g",
        "-3",
    ]
    with every_row() as row:
        for text in samples:
            with row(text):
                assert parse(scripts, text)["choices"] == []


def test_a_single_piece_that_is_no_solution_must_be_chosen(scripts: Scripts) -> None:
    samples: list[str] = ["13", "zorglub", "15o"]
    with every_row() as row:
        for text in samples:
            with row(text):
                answer = parse(scripts, text)
                assert answer["choices"]
                assert not answer["isSure"]


def test_a_shorthand_means_the_solution(scripts: Scripts) -> None:
    assert get_first(scripts, "6") == ("TAN", "H8", "6", "ok")
    assert get_first(scripts, "18") == ("BATHE", "H4", "18", "ok")
    assert get_first(scripts, "18 tan") == ("TANGUE", "8A", "18", "ok")
    assert get_first(scripts, "tan") == ("TANGUE", "8A", "18", "ok")
    assert get_first(scripts, "été") == ("ETE", "1A", "3", "ok")
    assert get_first(scripts, "8a") == ("TANGUE", "8A", "18", "ok")


def test_illegible_and_missing_fields_are_signs(scripts: Scripts) -> None:
    assert get_first(scripts, "bath ? 25") == ("BATH", ILLEGIBLE, "25", "ok")
    assert get_first(scripts, "bath 10g ?") == ("BATH", "10G", ILLEGIBLE, "ok")
    assert get_first(scripts, "bath . 25") == ("BATH", "", "25", "ok")
    assert (
        get_first(scripts, "zut . .")[:3] == ("ZUT", "", "")
        if parse(scripts, "zut . .")["isSure"]
        else True
    )


def test_an_ambiguous_line_must_be_chosen(scripts: Scripts) -> None:
    answer = parse(scripts, "zut1g12")  # ZUT at 1G for 12, or ZUT for 1 at G12
    assert len(answer["choices"]) >= 2
    assert not answer["isSure"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(
    word=st.text("ABCXYZ", min_size=1, max_size=8),
    reference=st.one_of(
        st.builds("{}{}".format, st.sampled_from("ABCDEFGHIJKLMNO"), st.integers(1, 15)),
        st.builds("{}{}".format, st.integers(1, 15), st.sampled_from("ABCDEFGHIJKLMNO")),
    ),
    score=st.integers(0, 200).map(str),
    order=st.permutations(range(3)),
)
def test_the_first_choice_of_a_spaced_line_is_as_typed(
    scripts: Scripts, word: str, reference: str, score: str, order: list[int]
) -> None:
    pieces = [word, reference, score]
    text = " ".join(pieces[i] for i in order)
    choices = parse(scripts, text)["choices"]
    typed = choices[0]["bulletin"]
    assert ("".join(typed["rows"]), typed["reference"], typed["score"]) == (
        word,
        reference,
        score,
    )


def test_a_wrong_score_and_the_beginning_of_a_word(scripts: Scripts) -> None:
    assert not parse(scripts, "19tang")["isSure"], "the score may be the typist's mistake"
    several_words = parse(scripts, "26bat")
    assert not several_words["isSure"]
    choices = [
        ("".join(choice["bulletin"]["rows"]), choice["bulletin"]["score"])
        for choice in several_words["choices"]
    ]
    assert choices == [("BATH", "26"), ("BATHE", "26"), ("BAT", "26")]
    assert [bool(choice.get("isWrongScore")) for choice in several_words["choices"]] == [1, 1, 0]
    assert parse(scripts, "26b")["choices"][:2] == several_words["choices"][:2]
    assert get_first(scripts, "8a") == ("TANGUE", "8A", "18", "ok"), "a place is no score"
    assert get_first(scripts, "18b")[0] == "BATHE"
    assert not parse(scripts, "26?b")["choices"], "a joker needs the whole word"
