"""One French word for one idea on all screens and papers (docs/glossary.md)."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.rows import every_row
from tests.syntax import list_nodes

ROOT = Path(__file__).parents[2]
FOLDERS = ("templates", "arbitrage", "tournament", "static/js")
SUFFIXES = {".html", ".py", ".js", ".typ"}
#: The word that screens use, and what no text says for the same idea. «^…$»: the whole text.
WORDS = {
    "encerclé": r"entour(?:e|é|er|ée)\b",
    "référence": r"(?-i:^Place$)|place illisible|sans place|\b(?:mot|lettres), (?:sa )?place\b"
    r"|mot et sa place|place comme|(?:la|votre) place ou le score|pas une place de la grille",
    "vierge (nothing written), sans mot (no letter)": r"rien d’écrit|aucun mot écrit|^blanc$",
    "manquant, of a bulletin": r"\b(?:vierge|bulletin) (?:ou )?absent|^non remis$"
    "|illisible, absent",
    "absent, of a player; retiré, of an entry": r"présent (?:→|et absent)|→ présent",
    "tirer de nouveau": r"se retirent|retirées? au sort",
    "Temps de jeu": r"^chrono$|temps de réflexion|minuteur|^temps par coup$",
    "Bureau, a tournament's office": r"organisation du tournoi|^organisation du tournoi$",
    "organisateur, who runs a tournament": r"(?:demandez|demander) à l’organisation"
    r"|l’organisation (?:l’ouvre|peut|doit|fait|donne|le donne|en nomme|la supprime)"
    r"|ne garder que l’organisation|gardez l’organisation|par l’organisation",
    "directeur du tournoi": r"direction du tournoi",
    "fichier des joueurs": r"fichier des licenciés|annuaire des joueurs",
    "bulletin de jeu": r"feuille de réponse",
    "juge-arbitre": r"juge arbitre\b",
    "Défaire": r"« ?(?:Annuler l’import|Revenir en arrière) ?»",
    "Cartons, à découper or sur petites feuilles": r"par petite page|par quart de feuille",
}
#: English words that no French sentence has.
ENGLISH = re.compile(
    r"\b(?:settings|ranking|players|undo|login|logout|password|warning|draft|slug|e-?mail|web|upload"
    r"|download|reset|update|backup|dashboard|offline|online|overlay|token|link|click|scroll|feedback"
    r"|planning|timing|staff|team|check-?in|bug|the|and|of)\b",
    re.IGNORECASE,
)
#: What tells a French text of Python from a name in the code.
FRENCH = re.compile(r"[éèêàçù’]")
#: The name of a command, a file or a format in a sentence: not a word of it.
QUOTED = re.compile(r"%\(\w+\)[sd]|\{\{.*?\}\}|<[^>]+>|make \w+|[\w-]+\.(?:py|csv|pdf)|\b\w+=\S+")
TEXT = r"""["']([^"'\n]*)["']"""
TRANSLATED = re.compile(rf"\{{% translate {TEXT}|\b_\({TEXT}")
BLOCK = re.compile(
    r"\{% blocktranslate\b((?:(?!%\}).)*)%\}(.*?)\{% endblocktranslate %\}", re.DOTALL
)
SCRIPT = re.compile(r'(?<!n)gettext\(\s*"([^"]*)"')
COUNTED = re.compile(
    r"(?:\{\{ ?([\w.]+)[^}]*\}\}|%\((\w+)\)[sd])(?:</\w+>)? ([a-zéèêàôî]{2,}[sx])\b|(\w+\([sx]\))"
)
#: Words in -s or -x after a value that are no plural.
NO_PLURAL = re.compile(
    "alors|après|dans|depuis|dès|fois|les|moins|nous|pas|plus|puis|sans|ses|sous|vers|vous"
)
#: Values that are never 1: bounds, times of the regulation, lists longer than a page.
NEVER_ONE = re.compile(
    "count|days|first|free|height|highest_(?:total|scrabbles)|jokers|last|least|length|limit|longest"
    "|max_tries|maximum|minutes|most|penalty|planned|scrabbles|seconds|shown|side|tiles|time_s|total"
    "|turns"
)
#: Texts that number a thing, whose count is never 1, and the words of the regulation's own slip.
NAMED = frozenset(
    {
        "Mot(s) non admis",
        "Ordre des parties : %(one)d et %(other)d échangées.",
        "Les {{ n }} premiers seulement sont montrés.",
        "%(n)d tables (%(first)s…)",
        "%(n)d lettres, qui peuvent toutes être posées",
        "%(n)d lettres, dont %(most)d au plus sont posées",
        "%(points)d points pour %(n)d lettres posées",
    }
)


def list_files() -> Iterator[Path]:
    for folder in FOLDERS:
        paths = (ROOT / folder).rglob("*")
        yield from (
            path for path in paths if path.suffix in SUFFIXES and "migrations" not in path.parts
        )


def list_python_texts(source: str) -> Iterator[tuple[str, bool]]:
    """Yield each string that is no docstring; True for one of a plural form."""
    nodes = list_nodes(ast.parse(source))
    docstrings, plurals = set[int](), set[int]()
    for node in nodes:
        match node:
            case ast.Expr(value=ast.Constant(value=str()) as docstring):
                docstrings.add(id(docstring))
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if "ngettext" in name:
                plurals.update(map(id, node.args[:2]))
            case ast.Tuple(elts=[singular, plural, *_]) if all(
                map(has_placeholder, (singular, plural))
            ):
                plurals.update(map(id, list_nodes(singular, plural)))
    for node in nodes:
        if isinstance(node, ast.Constant) and id(node) not in docstrings:
            yield str(node.value), id(node) in plurals


def has_placeholder(node: ast.AST) -> bool:
    return any(isinstance(n, ast.Constant) and "%(" in str(n.value) for n in list_nodes(node))


@cache
def list_texts(path: Path) -> list[tuple[str, bool]]:
    """List the texts of a file, each with whether it is a plural form."""
    source = path.read_text()
    if path.suffix == ".py":
        return list(list_python_texts(source))
    texts = [(first or second, False) for first, second in TRANSLATED.findall(source)]
    texts += [(text, False) for text in SCRIPT.findall(source)]
    texts += [(text, " count " in options) for options, text in BLOCK.findall(source)]
    return texts


def is_counted_without_plural(text: str) -> bool:
    for template_value, value, word, optional in COUNTED.findall(text):
        name = (template_value or value).rsplit(".", 1)[-1]
        if optional or (not NO_PLURAL.fullmatch(word) and not NEVER_ONE.fullmatch(name)):
            return text not in NAMED
    return False


def test_one_idea_has_one_word() -> None:
    texts = {text: path for path in list_files() for text, _plural in list_texts(path)}
    with every_row() as each:
        for word, others in WORDS.items():
            with each(word):
                pattern = re.compile(others, re.IGNORECASE)
                wrong = [
                    f"{path.relative_to(ROOT)}: {text}"
                    for text, path in texts.items()
                    if pattern.search(text)
                ]
                assert not wrong


def test_no_french_sentence_has_an_english_word() -> None:
    with every_row() as each:
        for path in list_files():
            texts = [text for text, _plural in list_texts(path)]
            sentences = filter(FRENCH.search, texts) if path.suffix == ".py" else texts
            with each(path.relative_to(ROOT)):
                assert not [text for text in sentences if ENGLISH.search(QUOTED.sub("", text))]


def test_a_counted_noun_has_a_plural_form() -> None:
    with every_row() as each:
        for path in list_files():
            with each(path.relative_to(ROOT)):
                texts = [text for text, is_plural in list_texts(path) if not is_plural]
                assert not list(filter(is_counted_without_plural, texts))
