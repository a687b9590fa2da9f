"""One French word for one idea on all screens and papers."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.rows import every_row

ROOT = Path(__file__).parents[2]
FOLDERS = ("templates", "arbitrage", "tournament", "static/js")
SUFFIXES = {".html", ".py", ".js", ".typ"}
#: The word that screens use, and what they do not say for the same idea.
WORDS = {
    "entouré": r"encercl",
    "fichier des joueurs": r"fichier des licenciés|annuaire des joueurs",
    "bulletin de jeu": r"feuille de réponse",
    "juge-arbitre": r"juge arbitre\b",
    "Défaire": r"« ?(?:Annuler l’import|Revenir en arrière) ?»",
}
#: English words that no French sentence has.
ENGLISH = re.compile(
    r"\b(?:settings|ranking|players|undo|login|logout|password|warning)\b", re.IGNORECASE
)
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]")
SENTENCE = re.compile(r"""\{% translate ["']([^"']+)["']|\b_\(\s*["']([^"']+)["']""")


def list_files() -> Iterator[Path]:
    for folder in FOLDERS:
        yield from (path for path in (ROOT / folder).rglob("*") if path.suffix in SUFFIXES)


def test_one_idea_has_one_word() -> None:
    texts = {path: path.read_text() for path in list_files()}
    with every_row() as each:
        for word, others in WORDS.items():
            with each(word):
                pattern = re.compile(others, re.IGNORECASE)
                assert not [str(path) for path, text in texts.items() if pattern.search(text)]


def test_no_french_sentence_has_an_english_word() -> None:
    with every_row() as each:
        for path in list_files():
            sentences = (first or second for first, second in SENTENCE.findall(path.read_text()))
            with each(str(path)):
                assert not [text for text in sentences if ENGLISH.search(PLACEHOLDER.sub("", text))]
