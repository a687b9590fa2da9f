"""Puts a mutant into functions that are already there: their code is replaced, they stay."""

import ast
import gc
import importlib
from collections.abc import Iterator
from types import CodeType, FunctionType

from benchmarks.mutants.areas import ROOT
from benchmarks.mutants.operators import sql_alternatives
from benchmarks.mutants.sites import Mutant, mutated

type Place = tuple[str, str, int]


def import_module(path: str) -> None:
    """Import the module of this file."""
    importlib.import_module(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))


def find_functions(paths: set[str]) -> dict[Place, list[FunctionType]]:
    """Every live function of these files, also those that decorators made or hid."""
    files = {str(ROOT / path) for path in paths}
    found: dict[Place, list[FunctionType]] = {}
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename in files:
            found.setdefault(_place(one.__code__), []).append(one)
    return found


def put_in(mutant: Mutant, functions: dict[Place, list[FunctionType]]) -> bool:
    """Replace what the mutant changes; False when nothing that lives is changed by it."""
    file = ROOT / mutant.path
    source = file.read_text()
    if mutant.name:
        return _set_constant(mutant, source)
    tree = mutated(source, mutant.node, mutant.variant)
    old = compile(source, str(file), "exec", dont_inherit=True)
    new = compile(tree, str(file), "exec", dont_inherit=True)
    done = False
    for before, after in _changed(old, new):
        for function in functions.get(_place(before), ()):
            if function.__code__ != before:  # another one of the same line
                continue
            if len(before.co_freevars) != len(after.co_freevars):
                return False
            function.__code__ = after
            done = True
    return done


def _set_constant(mutant: Mutant, source: str) -> bool:
    node = next(one for n, one in enumerate(ast.walk(ast.parse(source))) if n == mutant.node)
    assert isinstance(node, ast.Constant)
    module = importlib.import_module(mutant.path.removesuffix(".py").replace("/", "."))
    setattr(module, mutant.name, list(sql_alternatives(str(node.value)))[mutant.variant])
    return True


def _changed(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Pairs of codes that differ, the outer before the inner; the module's own is left out."""
    olds, news = _inner(old), _inner(new)
    if len(olds) != len(news):
        return
    for before, after in zip(olds, news, strict=True):
        if before != after:
            yield before, after
            yield from _changed(before, after)


def _inner(code: CodeType) -> list[CodeType]:
    return [one for one in code.co_consts if isinstance(one, CodeType)]


def _place(code: CodeType) -> Place:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def codes(functions: dict[Place, list[FunctionType]], paths: set[str]) -> Iterator[CodeType]:
    """Every code object of these files that can run, inner ones included."""
    files = {str(ROOT / path) for path in paths}
    todo = [f.__code__ for all_ in functions.values() for f in all_]
    seen: set[int] = set()
    while todo:
        code = todo.pop()
        if id(code) not in seen and code.co_filename in files:
            seen.add(id(code))
            todo += _inner(code)
            yield code
