"""Names and docstrings of the product are plain (``CONTRIBUTING.md``, "Plain words")."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from pprint import pformat

ROOT = Path(__file__).parents[2]
ROOMS = ("engine", "tournament", "arbitrage", "config", "benchmarks", "scripts", "tests")
MOST_WORDS_OF_A_TEST = 10
#: Pronouns, participles and adverbs that say nothing of a value; ``kept`` is the *reliquat*.
NO_NAMES = frozenset(
    [
        "one",
        "found",
        "said",
        "held",
        "told",
        "asked",
        "known",
        "wanted",
        "given",
        "taken",
        "seen",
        "meant",
        "there",
        "here",
        "those",
        "them",
        "some",
        "much",
        "left",
        "made",
        "going",
        "gone",
        "ways",
        "way",
        "say",
        "tell",
        "heard",
        "who",
        "whom",
        "whose",
        "what",
        "which",
    ]
)
#: No verb, and nothing that is found or built.
NO_FUNCTIONS = frozenset(["of", "in", "by", "at", "to", "told", "said", "held", "found", "one"])
#: A docstring that begins so names neither what is returned nor what is done.
VAGUE = re.compile(r"(What|Whether|Who|Whose|Of|Where|Which|How|That|Those|Nobody|Everybody)\b")


def list_sources() -> Iterator[Path]:
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path


def find_vague(tree: ast.Module) -> Iterator[str]:
    """Yield vague names and docstrings; fields of classes are names of stored data as well."""
    fields = {
        id(node.target)
        for owner in ast.walk(tree)
        if isinstance(owner, ast.ClassDef)
        for node in owner.body
        if isinstance(node, ast.AnnAssign)
    }
    fields |= {
        id(target)
        for owner in ast.walk(tree)
        if isinstance(owner, ast.ClassDef)
        for node in owner.body
        if isinstance(node, ast.Assign)
        for target in node.targets
    }
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                if name.lstrip("_") in NO_NAMES and id(node) not in fields:
                    yield f"line {node.lineno}: name {name}"
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                if name.lstrip("_") in NO_FUNCTIONS:
                    yield f"line {node.lineno}: function {name}"
                if name.startswith("test_") and name.count("_") > MOST_WORDS_OF_A_TEST:
                    yield f"line {node.lineno}: more than {MOST_WORDS_OF_A_TEST} words {name}"
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            docstring = ast.get_docstring(node) or ""
            if VAGUE.match(docstring):
                yield f"line {getattr(node, 'lineno', 1)}: docstring {docstring.splitlines()[0]}"


def test_names_and_docstrings_are_plain() -> None:
    vague = {}
    for path in list_sources():
        name = path.relative_to(ROOT).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if vague_lines := list(find_vague(tree)):
            vague[name] = vague_lines
    assert not vague, pformat(vague, width=120)


def test_vague_names_and_docstrings_are_found() -> None:
    source = '''
"""What this is."""
def of(said):
    """Whether it is."""
    for one in said:
        found = one
def test_of_a_function_that_has_exactly_ten_words_is_right(): pass
def test_of_a_function_that_has_more_than_ten_words_is_wrong(): pass
'''
    vague_lines = list(find_vague(ast.parse(source)))
    assert len(vague_lines) == 7
    assert sum("more than 10 words" in line for line in vague_lines) == 1
