"""The rules of ``CONTRIBUTING.md`` that a program can check ("Plain words", rule 10): names and
docstrings are plain, functions and folders small, a public type has its name for itself.

Every file is read and walked once.
"""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from pprint import pformat

import pytest

from tests.syntax import list_nodes

ROOT = Path(__file__).parents[2]
PRODUCT = ("engine", "tournament", "arbitrage", "config")
#: Folders whose functions and folders are small.
SMALL = (*PRODUCT, "benchmarks", "scripts")
ROOMS = (*SMALL, "tests")
MAX_FUNCTION_LINES = 40
MAX_MODULES = 25
MAX_WORDS_OF_A_TEST = 10
#: Pronouns, participles and adverbs that say nothing of a value; ``kept`` is the *reliquat*.
# fmt: off
NO_NAMES = frozenset((
    "one", "found", "said", "held", "told", "asked", "known", "wanted", "given", "taken", "seen",
    "meant", "there", "here", "those", "them", "some", "much", "left", "made", "going", "gone",
    "ways", "way", "say", "tell", "heard", "who", "whom", "whose", "what", "which",
    "judged", "several", "sure", "enough", "among", "apart", "across", "alike", "double",
    "most", "least",
))
# fmt: on
#: Most nodes are others, and a pattern takes longer to tell so.
_LOOKED_AT = (ast.Name, ast.arg, ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
#: No verb, and nothing that is found or built.
NO_FUNCTIONS = frozenset(["of", "in", "by", "at", "to", "told", "said", "held", "found", "one"])
#: A docstring that begins so names neither what is returned nor what is done.
VAGUE = re.compile(r"(What|Whether|Who|Whose|Of|Where|Which|How|That|Those|Nobody|Everybody)\b")
#: Names that several modules define, each with the reason why that is one idea.
SHARED = {
    "Bulletin": "what a player wrote: as a value that is judged, and as the row that keeps it",
    "Centre": "a place that plays the same game as others, in one tournament or in an event",
    "Event": "what happens at one moment to a match, and in many centres at once",
    "Command": "Django looks for a class of this name in every module of a command",
}


@dataclass
class Findings:
    """Vague lines and long functions, by file, and the files of each public type."""

    vague: dict[str, list[str]] = field(default_factory=dict)
    long_functions: dict[str, list[str]] = field(default_factory=dict)
    types: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def read(self, path: Path) -> None:
        name, room = path.relative_to(ROOT).as_posix(), path.relative_to(ROOT).parts[0]
        tree = ast.parse(path.read_text(encoding="utf-8"))
        nodes = list_nodes(tree)
        if vague_lines := list(find_vague(nodes)):
            self.vague[name] = vague_lines
        if room in SMALL and (functions := list_long_functions(nodes)):
            self.long_functions[name] = functions
        for public_type in _list_public_types(tree) if room in PRODUCT else ():
            self.types[public_type].append(name)


def list_sources(rooms: Iterable[str] = ROOMS) -> Iterator[Path]:
    for room in rooms:
        paths = sorted((ROOT / room).rglob("*.py"))
        yield from (path for path in paths if "migrations" not in path.parts)


def find_vague(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield vague names and docstrings; fields of classes are names of stored data as well."""
    fields = set[int]()
    for node in nodes:  # a class comes before what is in it
        if not isinstance(node, _LOOKED_AT):
            continue
        match node:
            case ast.ClassDef(body=body):
                fields.update(map(id, _list_fields(body)))
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                if name.lstrip("_") in NO_NAMES and id(node) not in fields:
                    yield f"line {node.lineno}: name {name}"
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                if name.lstrip("_") in NO_FUNCTIONS:
                    yield f"line {node.lineno}: function {name}"
                if name.startswith("test_") and name.count("_") > MAX_WORDS_OF_A_TEST:
                    yield f"line {node.lineno}: more than {MAX_WORDS_OF_A_TEST} words {name}"
        match node:
            case (
                ast.Module(body=[ast.Expr(value=ast.Constant(value=str(text))), *_])
                | ast.ClassDef(body=[ast.Expr(value=ast.Constant(value=str(text))), *_])
                | ast.FunctionDef(body=[ast.Expr(value=ast.Constant(value=str(text))), *_])
                | ast.AsyncFunctionDef(body=[ast.Expr(value=ast.Constant(value=str(text))), *_])
            ) if VAGUE.match(text.lstrip()):
                yield f"line {getattr(node, 'lineno', 1)}: docstring {text.splitlines()[0]}"


def _list_fields(body: Iterable[ast.stmt]) -> Iterator[ast.expr]:
    for node in body:
        if isinstance(node, ast.AnnAssign):
            yield node.target
        elif isinstance(node, ast.Assign):
            yield from node.targets


def list_long_functions(nodes: Iterable[ast.AST]) -> list[str]:
    return [
        node.name
        for node in nodes
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= MAX_FUNCTION_LINES
    ]


def _list_public_types(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        match node:
            case ast.ClassDef(name=name) | ast.TypeAlias(name=ast.Name(id=name)):
                if not name.startswith("_"):
                    yield name


@pytest.fixture(scope="module")
def findings() -> Findings:
    findings = Findings()
    for path in list_sources():
        findings.read(path)
    return findings


def test_names_and_docstrings_are_plain(findings: Findings) -> None:
    assert not findings.vague, pformat(findings.vague, width=120)


def test_no_function_is_longer_than_forty_lines(findings: Findings) -> None:
    assert not findings.long_functions


def test_no_two_public_types_share_a_name_without_a_reason(findings: Findings) -> None:
    shared = {name: files for name, files in findings.types.items() if len(files) > 1}
    assert shared.keys() == SHARED.keys(), {
        name: shared.get(name, "defined once") for name in shared.keys() ^ SHARED.keys()
    }


def test_no_folder_has_more_than_25_modules() -> None:
    modules = Counter(path.parent for path in list_sources(SMALL) if path.name != "__init__.py")
    assert not {
        str(folder.relative_to(ROOT)): count
        for folder, count in modules.items()
        if count > MAX_MODULES
    }


def test_only_the_forty_first_line_is_too_many() -> None:
    lines = "\n    pass" * (MAX_FUNCTION_LINES - 1)
    source = f"def whole():{lines}\ndef long():{lines}\n    pass\n"
    assert list_long_functions(list_nodes(ast.parse(source))) == ["long"]


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
    vague_lines = list(find_vague(list_nodes(ast.parse(source))))
    assert len(vague_lines) == 7
    assert sum("more than 10 words" in line for line in vague_lines) == 1
