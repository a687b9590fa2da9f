"""The mutants of a module, those that a seed draws, and a module's tree with one of them."""

import ast
import hashlib
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from benchmarks.mutants.areas import AREAS, ROOT, list_modules
from benchmarks.mutants.operators import SQL, list_alternatives, list_sql_alternatives

#: Calls whose arguments affect no points, time or permission.
MESSAGE_CALLS = {"log", "cast", "_", "gettext", "gettext_lazy", "ngettext"}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
#: Weight of a mutant in the draw by operator; 1 for the others.
WEIGHTS = {"string": 0.25, "SQL": 2.0, "keyword dropped": 2.0, "constant": 0.7}


@dataclass(frozen=True)
class Mutant:
    """One change to one module; ``node``: index of the changed node in ``ast.walk``."""

    area: str
    path: str
    node: int
    variant: int
    function: str
    operator: str
    line: int
    before: str
    after: str
    #: A test that runs one of these lines covers the change.
    lines: tuple[int, ...]
    #: The name of a changed constant of the module, or "".
    name: str = ""
    #: Index among equal changes in the same function: identifies the mutant wherever it is.
    number: int = 0

    @property
    def key(self) -> str:
        return "|".join(
            (self.path, self.function, self.operator, self.before, self.after, str(self.number))
        )


@dataclass
class _NodeVisit:
    """A position in the walk through a tree: function and lines of the statement."""

    function: str = ""
    lines: tuple[int, ...] = ()
    nodes: list[tuple[ast.AST, "_NodeVisit"]] = field(default_factory=list)

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            self._enter(node)
            return
        if _is_never_seen(node):
            return
        walk = self
        if isinstance(node, ast.stmt):
            walk = _NodeVisit(self.function, _list_lines(node), self.nodes)
        if walk.function:
            self.nodes.append((node, walk))
        for name, value in ast.iter_fields(node):
            if name not in {"annotation", "returns", "type_comment"}:
                for child in value if isinstance(value, list) else [value]:
                    if isinstance(child, ast.AST):
                        walk.visit(child)

    def _enter(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        name = f"{self.function}.{node.name}" if self.function else node.name
        is_inside_function = isinstance(node, FUNCTIONS) or self.function
        for child in node.body:
            if is_inside_function or isinstance(child, (*FUNCTIONS, ast.ClassDef)):
                _NodeVisit(name, (), self.nodes).visit(child)


def _is_never_seen(node: ast.AST) -> bool:
    """Return True for what users never see: assertions, docstrings, logs, translations."""
    match node:
        case ast.Assert() | ast.JoinedStr() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Call(func=func):
            return _find_root_name(func) in MESSAGE_CALLS
    return False


def _find_root_name(func: ast.expr) -> str:
    while isinstance(func, ast.Attribute):
        func = func.value
    return func.id if isinstance(func, ast.Name) else ""


def _list_lines(node: ast.stmt) -> tuple[int, ...]:
    """Return all lines of a simple statement, the lines of the head of a compound one."""
    body = getattr(node, "body", None)
    last = (node.end_lineno or node.lineno) if body is None else body[0].lineno - 1
    return tuple(range(node.lineno, max(last, node.lineno) + 1))


def list_mutants(area: str, path: str, source: str) -> list[Mutant]:
    """Return every mutant of a module, in the order of its source."""
    tree = ast.parse(source)
    places = {id(node): number for number, node in enumerate(ast.walk(tree))}
    walk = _NodeVisit()
    for statement in tree.body:
        if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
            walk.visit(statement)
    counts: Counter[str] = Counter()
    unnumbered = [
        *_list_function_mutants(area, path, walk, places),
        *_list_constant_mutants(area, path, tree, places),
    ]
    numbered = []
    for mutant in unnumbered:
        numbered.append(replace(mutant, number=counts[mutant.key]))
        counts[mutant.key] += 1
    return numbered


def _list_function_mutants(
    area: str, path: str, walk: _NodeVisit, places: dict[int, int]
) -> Iterator[Mutant]:
    for node, position in walk.nodes:
        for variant, (operator, replacement) in enumerate(list_alternatives(node)):
            line = getattr(node, "lineno", position.lines[0] if position.lines else 0)
            yield Mutant(
                area=area, path=path, node=places[id(node)], variant=variant,
                function=position.function, operator=operator, line=line,
                before=_format_node(node), after=_format_node(replacement), lines=position.lines,
            )  # fmt: skip


def _list_constant_mutants(
    area: str, path: str, tree: ast.Module, places: dict[int, int]
) -> Iterator[Mutant]:
    """Yield mutants of SQL constants; lines that name the constant cover them."""
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str(text))):
                if not SQL.search(text):
                    continue
            case _:
                continue
        using_lines = tuple(
            node.lineno
            for node in ast.walk(tree)
            if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)
        )
        for variant, replacement in enumerate(list_sql_alternatives(text)):
            before, after = _find_difference(text, replacement)
            yield Mutant(
                area=area, path=path, node=places[id(statement.value)], variant=variant,
                function=name, operator="SQL", line=statement.lineno, before=before, after=after,
                lines=using_lines, name=name,
            )  # fmt: skip


def _find_difference(before: str, after: str) -> tuple[str, str]:
    """Return parts of two long texts around their first difference."""
    at = next(n for n, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1])
    start = max(at - 40, 0)
    return before[start : at + 40], after[start : at + 40]


def _format_node(node: ast.AST) -> str:
    """Return the node as one line; of a compound statement its condition."""
    match node:
        case ast.If(test=test):
            return f"if {ast.unparse(test)}:"
        case ast.comprehension():
            return ast.unparse(node).strip()
        case ast.Constant(value=str(text)) if SQL.search(text):
            return repr(text)
    return ast.unparse(node)


def build_mutated_tree(source: str, node: int, variant: int) -> ast.Module:
    """Return the module's tree with the change."""
    tree = ast.parse(source)
    target = next(candidate for number, candidate in enumerate(ast.walk(tree)) if number == node)
    replacement = [replacement for _, replacement in list_alternatives(target)][variant]
    if isinstance(target, ast.expr | ast.stmt):
        ast.copy_location(replacement, target)
    _NodeReplacer(target, replacement).visit(tree)
    return ast.fix_missing_locations(tree)


class _NodeReplacer(ast.NodeTransformer):
    def __init__(self, target: ast.AST, replacement: ast.AST) -> None:
        self._target, self._replacement = target, replacement

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self._target:
            return self._replacement
        visited: ast.AST = super().visit(node)
        return visited


def draw_mutants(seed: int, root: Path = ROOT) -> dict[str, list[Mutant]]:
    """Return the mutants of each area in the order of drawing.

    The order depends on the seed, the function and the change alone: changes elsewhere in the
    product or in the tests do not alter it.
    """
    by_area: dict[str, list[Mutant]] = {area: [] for area in AREAS}
    for path, area in list_modules(root).items():
        by_area[area] += list_mutants(area, path, (root / path).read_text())
    return {
        area: sorted(mutants, key=lambda mutant: _compute_order(seed, mutant))
        for area, mutants in by_area.items()
    }


def _compute_order(seed: int, mutant: Mutant) -> float:
    """Return the key of a weighted draw (Efraimidis and Spirakis): the smallest is drawn first."""
    digest = hashlib.sha256(f"{seed}|{mutant.key}".encode()).digest()
    rng = (int.from_bytes(digest[:8]) + 1) / (2**64 + 1)
    return -math.log(rng) / WEIGHTS.get(mutant.operator, 1.0)
