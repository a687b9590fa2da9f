"""Names and comments of scripts and style sheets are plain (``CONTRIBUTING.md``, "Plain words")."""

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from pprint import pformat

from tests.suite.test_sources import NO_FUNCTIONS, NO_NAMES, VAGUE

STATIC = Path(__file__).parents[2] / "static"
#: A box of the browser has a ``left``; ``kept`` is no *reliquat* as a value of its own.
NO_SCRIPT_NAMES = (NO_NAMES | NO_FUNCTIONS | {"at", "kept"}) - {"left"}
COMMENT = re.compile(r"/\*\*?(.*?)\*/|(?<![:\w\"'`])//([^\n]*)", re.DOTALL)
DECLARED = re.compile(r"\b(?:const|let|function|class)\s+(\w+)")
#: Parameters without braces: those in braces are keys of messages as well.
PARAMETERS = re.compile(r"(?<!for )(?<!if )\(([\w\s,.=]*)\)\s*(?:=>|\{)|\b(\w+)\s*=>")
FUNCTION = re.compile(
    r"\bfunction\s+(\w+)|\bconst\s+(\w+)\s*=\s*(?:async\s*)?(?:\([^()]*\)|\w+)\s*=>"
)
PERSON = re.compile(r"\b(?:he|him|his|himself)\b")


def find_vague_script(text: str) -> Iterator[str]:
    """Yield vague names of values and functions, and vague comments."""
    code = COMMENT.sub("", text)
    parameters = (a or b for a, b in PARAMETERS.findall(code))
    names = chain(DECLARED.findall(code), *(re.findall(r"\w+", words) for words in parameters))
    yield from (f"name {name}" for name in names if name in NO_SCRIPT_NAMES)
    for function in ("".join(groups) for groups in FUNCTION.findall(code)):
        if function.endswith("Of"):
            yield f"function {function}"
    yield from find_vague_comments(text)


def find_vague_comments(text: str) -> Iterator[str]:
    for block, line in COMMENT.findall(text):
        comment = (block or line).strip()
        if PERSON.search(comment) or VAGUE.match(comment):
            yield f"comment {comment.splitlines()[0]}"


def test_names_and_comments_of_scripts_are_plain() -> None:
    vague = {}
    for path in sorted(STATIC.rglob("*.js")):
        if lines := list(find_vague_script(path.read_text(encoding="utf-8"))):
            vague[path.relative_to(STATIC).as_posix()] = lines
    for path in sorted((STATIC / "css").rglob("*.css")):
        if lines := list(find_vague_comments(path.read_text(encoding="utf-8"))):
            vague[path.relative_to(STATIC).as_posix()] = lines
    assert not vague, pformat(vague, width=120)


def test_vague_names_and_comments_of_scripts_are_found() -> None:
    script = """
/** Whether it is. */
export const told = (one, by = 0) => one;
function rowsOf(found) { return found; } // his rows
"""
    assert len(list(find_vague_script(script))) == 7
