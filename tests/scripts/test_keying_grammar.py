"""The typed line of a paper bulletin: word, place, score, shorthands, and what cannot be read."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from tests.rows import every_row
from tests.scripts.scripts import Scripts

ILLEGIBLE = "¤"
#: Of the rack of a turn: word, reference, score, the best first.
SOLUTIONS = [
    ["sUAGE", "11H", 25],
    ["BATH", "10G", 25],
    ["BATHE", "H4", 18],
    ["TANGUE", "8A", 18],
    ["TAN", "H8", 6],
    ["ÉTÉ".replace("É", "E"), "1A", 3],
]
READ = """async ([text, solutions, illegible]) => {
  const { readings } = await import("/static/js/arbitrage/keying/grammar.js");
  return readings(text, { solutions, illegible });
}"""


def read(scripts: Scripts, text: str) -> Any:
    return scripts.evaluate(READ, [text, SOLUTIONS, ILLEGIBLE])


def first(scripts: Scripts, text: str) -> tuple[str, str, str, str]:
    """Word, reference, score and state of what Enter records."""
    answer = read(scripts, text)
    assert answer["sure"], text
    bulletin = answer["choices"][0]["bulletin"]
    return "".join(bulletin["rows"]), bulletin["reference"], bulletin["score"], bulletin["state"]


@pytest.mark.parametrize(
    "text", ["bath 10g 25", "10g bath 25", "25 10g bath", "bath10g25", "10gbath 25"]
)
def test_word_place_and_score_in_any_order_glued_or_not(scripts: Scripts, text: str) -> None:
    assert first(scripts, text) == ("BATH", "10G", "25", "ok")


def test_every_order_of_a_full_line_is_read_alike(scripts: Scripts) -> None:
    pieces = ("zut", "c4", "31")
    orders = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
    with every_row() as row:
        for order in orders:
            for glue in (" ", "  "):
                text = glue.join(pieces[i] for i in order)
                with row(text):
                    assert first(scripts, text) == ("ZUT", "C4", "31", "ok")


def test_a_joker_as_first_letter_is_written_like_any_other(scripts: Scripts) -> None:
    assert first(scripts, "?suage 11h 25") == ("sUAGE", "11H", "25", "ok")
    for end in range(3, len("?suage") + 1):  # no prefix of it is a state
        states = {
            choice["bulletin"]["state"] for choice in read(scripts, "?suage"[:end])["choices"]
        }
        assert states <= {"ok"}


def test_states_are_a_sign_and_one_letter(scripts: Scripts) -> None:
    with every_row() as row:
        for text, state in (
            ("?v", "blank"),
            ("?I", "illegible-word"),
            ("?a", "missing"),
            ("?h", "late"),
            ("?e", "exchanged"),
            ("?p", "several"),
        ):
            with row(text):
                assert first(scripts, text) == ("", "", "", state)
    offered = read(scripts, "?")
    assert len(offered["choices"]) == 6
    assert not offered["sure"]


@pytest.mark.parametrize(
    "text",
    [
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
    ],
)
def test_what_cannot_be_read_has_no_choice(scripts: Scripts, text: str) -> None:
    assert read(scripts, text)["choices"] == []


@pytest.mark.parametrize("text", ["13", "zorglub", "15o"])
def test_what_stands_alone_and_is_no_solution_is_asked(scripts: Scripts, text: str) -> None:
    answer = read(scripts, text)
    assert answer["choices"]
    assert not answer["sure"]


def test_shorthands_give_the_solution(scripts: Scripts) -> None:
    assert first(scripts, "6") == ("TAN", "H8", "6", "ok")
    assert first(scripts, "18") == ("BATHE", "H4", "18", "ok")
    assert first(scripts, "18 tan") == ("TANGUE", "8A", "18", "ok")
    assert first(scripts, "tan") == ("TANGUE", "8A", "18", "ok")
    assert first(scripts, "été") == ("ETE", "1A", "3", "ok")
    assert first(scripts, "8a") == ("TANGUE", "8A", "18", "ok")


def test_illegible_and_absent_fields(scripts: Scripts) -> None:
    assert first(scripts, "bath ? 25") == ("BATH", ILLEGIBLE, "25", "ok")
    assert first(scripts, "bath 10g ?") == ("BATH", "10G", ILLEGIBLE, "ok")
    assert first(scripts, "bath . 25") == ("BATH", "", "25", "ok")
    assert (
        first(scripts, "zut . .")[:3] == ("ZUT", "", "")
        if read(scripts, "zut . .")["sure"]
        else True
    )


def test_a_line_cut_in_several_ways_takes_the_solution_or_asks(scripts: Scripts) -> None:
    answer = read(scripts, "zut1g12")  # ZUT at 1G for 12, or ZUT for 1 at G12
    assert len(answer["choices"]) >= 2
    assert not answer["sure"]


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
def test_spaced_lines_are_never_read_otherwise(
    scripts: Scripts, word: str, reference: str, score: str, order: list[int]
) -> None:
    pieces = [word, reference, score]
    text = " ".join(pieces[i] for i in order)
    choices = read(scripts, text)["choices"]
    literal = choices[0]["bulletin"]
    assert ("".join(literal["rows"]), literal["reference"], literal["score"]) == (
        word,
        reference,
        score,
    )
