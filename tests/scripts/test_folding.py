"""Typed letters and names are folded in a browser as on the server."""

from typing import Any

from engine.board.letters import fold
from tests.rows import every_row
from tests.scripts.scripts import Scripts
from tests.tournament.core.test_names import FOLDED

WORDS = ("cœur", "ÉLÈVE", "Ægis", "BE\u0301ARNAIS", "maïs", "ça")


def call(scripts: Scripts, module: str, name: str, text: str) -> Any:
    return scripts.evaluate(
        """async ([module, name, text]) => (await import(`/static/js/${module}.js`))[name](text)""",
        [module, name, text],
    )


def test_names_and_words_are_folded_alike_on_both_sides(scripts: Scripts) -> None:
    with every_row() as row:
        for written, folded in FOLDED.items():
            with row(written):
                assert call(scripts, "folding", "foldName", written) == folded
        for written in WORDS:
            with row(written):
                assert call(scripts, "folding", "extractLetters", written) == fold(written)


def test_a_word_of_a_match_may_have_accents_and_jokers(scripts: Scripts) -> None:
    with every_row() as row:
        for written, word, letters in [
            ("été", "ETE", "ETE"),
            ("MA?ISON", "MAiSON", "MA?ISON"),
            ("b?éarnais", "BeARNAIS", "B?EARNAIS"),
            ("?œuf 2", "oEUF", "?OEUF"),
            ("cœur", "COEUR", "COEUR"),
        ]:
            with row(written):
                assert call(scripts, "classic/word_input", "parseWord", written) == word
                assert (
                    call(scripts, "classic/word_input", "extractLettersAndJokers", written)
                    == letters
                )
