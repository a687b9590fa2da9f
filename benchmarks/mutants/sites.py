"""What a mutant changes: for each node of a function, the nodes that may stand in its place; the
mutants that a module can have, those that a seed draws, and a module's tree with one in it."""

import ast
import copy
import hashlib
import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.mutants.areas import AREAS, ROOT, modules

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt), ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult, ast.Mod: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip
QUERIES = {"filter", "exclude", "update"}
SQL = re.compile(r"\b(SELECT|WHERE|UPDATE|INSERT|DELETE|JOIN|ORDER BY)\b")
CLAUSES = (
    (r"(?<![<>!=])<(?![=>])", "<="), (r"<=", "<"), (r"(?<![<>=-])>(?!=)", ">="), (r">=", ">"),
    (r"(?<![<>!:]) = ", " <> "), (r"\bAND\b", "OR"), (r"\bIS NULL\b", "IS NOT NULL"),
    (r"\bIS NOT NULL\b", "IS NULL"), (r"\bNOT EXISTS\b", "EXISTS"), (r"\bDESC\b", "ASC"),
    (r"\bLEFT JOIN\b", "JOIN"), (r"\bmax\(", "min("), (r"\bsum\(", "max("), (r" \+ ", " - "),
)  # fmt: skip
#: Calls whose arguments nobody's points, time or permission depends on.
SAYING = {"log", "cast", "_", "gettext", "gettext_lazy", "ngettext"}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
#: How often a mutant is drawn, one of another operator being drawn once.
WEIGHTS = {"string": 0.25, "SQL": 2.0, "keyword dropped": 2.0, "constant": 0.7}


def alternatives(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """The operator's name and the node that takes the place of ``node``, for each alternative."""
    match node:
        case ast.Constant():
            yield from _constants(node)
        case ast.Call():
            yield from _keywords(node)
        case ast.stmt():
            yield from _statements(node)
        case ast.IfExp():
            yield from _conditions(node)
        case ast.comprehension(ifs=[_, *_]):
            yield "condition", _with(node, ifs=[])
        case _:
            yield from _operations(node)


def _operations(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.Compare(ops=[one]):
            for other in COMPARISONS[type(one)]:
                yield "comparison", _with(node, ops=[other()])
        case ast.BoolOp(op=op):
            yield "and/or", _with(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield "sign removed", copy.deepcopy(operand)
        case ast.BinOp(op=arithmetic) if type(arithmetic) in ARITHMETIC:
            yield "arithmetic", _with(node, op=ARITHMETIC[type(arithmetic)]())


def _statements(node: ast.stmt) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield "return", ast.Return(value=ast.Constant(None))
            if isinstance(value, ast.Compare | ast.BoolOp) or _is_not(value):
                yield "return", ast.Return(value=_negated(value))
        case ast.If():
            yield from _conditions(node)
        case ast.Expr(value=ast.Call() | ast.Await()):
            yield "call removed", ast.Pass()


def _conditions(node: ast.If | ast.IfExp) -> Iterator[tuple[str, ast.AST]]:
    for truth in (True, False):
        yield "condition", _with(node, test=ast.Constant(truth))


def _keywords(node: ast.Call) -> Iterator[tuple[str, ast.AST]]:
    """Of a queryset's filter, all but one of its several conditions."""
    asked = isinstance(node.func, ast.Attribute) and node.func.attr in QUERIES
    if asked and len(node.keywords) + len(node.args) > 1:
        for number, keyword in enumerate(node.keywords):
            if keyword.arg:
                left = node.keywords[:number] + node.keywords[number + 1 :]
                yield "keyword dropped", _with(node, keywords=left)


def sql_alternatives(text: str) -> Iterator[str]:
    """``text`` with one clause changed, for each clause that can be."""
    for pattern, other in CLAUSES:
        for found in re.finditer(pattern, text):
            yield text[: found.start()] + other + text[found.end() :]


def _constants(node: ast.Constant) -> Iterator[tuple[str, ast.AST]]:
    match node.value:
        case bool() as truth:
            yield "constant", ast.Constant(not truth)
        case int() as number:
            yield "constant", ast.Constant(number + 1)
            yield "constant", ast.Constant(number - 1)
        case str() as text if SQL.search(text):
            for other in sql_alternatives(text):
                yield "SQL", ast.Constant(other)
        case str() as text:
            yield "string", ast.Constant(text + "~" if text else "~")


def _with(node: ast.AST, **changed: object) -> ast.AST:
    """A copy of ``node`` with these fields."""
    made = copy.deepcopy(node)
    for name, value in changed.items():
        setattr(made, name, value)
    return made


def _negated(value: ast.expr) -> ast.expr:
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not):
        return copy.deepcopy(value.operand)
    return ast.UnaryOp(op=ast.Not(), operand=copy.deepcopy(value))


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _is_not(value: ast.expr) -> bool:
    return isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not)


@dataclass(frozen=True)
class Mutant:
    """One change to one module; ``node`` is the place of the changed node in ``ast.walk``."""

    area: str
    path: str
    node: int
    variant: int
    function: str
    operator: str
    line: int
    before: str
    after: str
    #: Lines of which a test must run one to meet the change.
    lines: tuple[int, ...]
    #: Of a module's own constant: its name.
    name: str = ""
    #: Which of the equal changes in the same function; names the mutant wherever it stands.
    number: int = 0

    @property
    def key(self) -> str:
        return "|".join(
            (self.path, self.function, self.operator, self.before, self.after, str(self.number))
        )


@dataclass
class _Walk:
    """Where the walk through a tree is: function, statement's lines, what is left out."""

    function: str = ""
    lines: tuple[int, ...] = ()
    found: list[tuple[ast.AST, "_Walk"]] = field(default_factory=list)

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            self._enter(node)
            return
        if _is_left_out(node):
            return
        walk = self
        if isinstance(node, ast.stmt):
            walk = _Walk(self.function, _own_lines(node), self.found)
        if walk.function:
            self.found.append((node, walk))
        for name, value in ast.iter_fields(node):
            if name not in {"annotation", "returns", "type_comment"}:
                for child in value if isinstance(value, list) else [value]:
                    if isinstance(child, ast.AST):
                        walk.visit(child)

    def _enter(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        name = f"{self.function}.{node.name}" if self.function else node.name
        inside = isinstance(node, FUNCTIONS) or self.function
        for child in node.body:
            if inside or isinstance(child, (*FUNCTIONS, ast.ClassDef)):
                _Walk(name, (), self.found).visit(child)


def _is_left_out(node: ast.AST) -> bool:
    """What a user never sees: assertions (they narrow a type), docstrings, logs, translations."""
    match node:
        case ast.Assert() | ast.JoinedStr() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Call(func=func):
            return _root(func) in SAYING
    return False


def _root(func: ast.expr) -> str:
    while isinstance(func, ast.Attribute):
        func = func.value
    return func.id if isinstance(func, ast.Name) else ""


def _own_lines(node: ast.stmt) -> tuple[int, ...]:
    """Of a simple statement all its lines, of a compound one those of its head."""
    body = getattr(node, "body", None)
    last = (node.end_lineno or node.lineno) if body is None else body[0].lineno - 1
    return tuple(range(node.lineno, max(last, node.lineno) + 1))


def mutants(area: str, path: str, source: str) -> list[Mutant]:
    """Every mutant of a module, in the order of its source."""
    tree = ast.parse(source)
    places = {id(node): number for number, node in enumerate(ast.walk(tree))}
    walk = _Walk()
    for statement in tree.body:
        if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
            walk.visit(statement)
    seen: Counter[str] = Counter()
    made = [*_in_functions(area, path, walk, places), *_in_constants(area, path, tree, places)]
    numbered = []
    for mutant in made:
        numbered.append(Mutant(**{**vars(mutant), "number": seen[mutant.key]}))
        seen[mutant.key] += 1
    return numbered


def _in_functions(area: str, path: str, walk: _Walk, places: dict[int, int]) -> Iterator[Mutant]:
    for node, where in walk.found:
        for variant, (operator, other) in enumerate(alternatives(node)):
            line = getattr(node, "lineno", where.lines[0] if where.lines else 0)
            yield Mutant(
                area=area, path=path, node=places[id(node)], variant=variant,
                function=where.function, operator=operator, line=line,
                before=_head(node), after=_head(other), lines=where.lines,
            )  # fmt: skip


def _in_constants(
    area: str, path: str, tree: ast.Module, places: dict[int, int]
) -> Iterator[Mutant]:
    """SQL in a constant of the module: whoever runs a function that names it meets the change."""
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str(text))):
                if not SQL.search(text):
                    continue
            case _:
                continue
        users = tuple(
            node.lineno
            for node in ast.walk(tree)
            if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)
        )
        for variant, other in enumerate(sql_alternatives(text)):
            before, after = _difference(text, other)
            yield Mutant(
                area=area, path=path, node=places[id(statement.value)], variant=variant,
                function=name, operator="SQL", line=statement.lineno, before=before, after=after,
                lines=users, name=name,
            )  # fmt: skip


def _difference(before: str, after: str) -> tuple[str, str]:
    """Two long texts around the place where they part."""
    at = next(n for n, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1])
    start = max(at - 40, 0)
    return before[start : at + 40], after[start : at + 40]


def _head(node: ast.AST) -> str:
    """The node as one line; of a compound statement its condition."""
    match node:
        case ast.If(test=test):
            return f"if {ast.unparse(test)}:"
        case ast.comprehension():
            return ast.unparse(node).strip()
        case ast.Constant(value=str(text)) if SQL.search(text):
            return repr(text)
    return ast.unparse(node)


def mutated(source: str, node: int, variant: int) -> ast.Module:
    """The module's tree with the change in it."""
    tree = ast.parse(source)
    target = next(one for number, one in enumerate(ast.walk(tree)) if number == node)
    other = [made for _, made in alternatives(target)][variant]
    if isinstance(target, ast.expr | ast.stmt):
        ast.copy_location(other, target)
    _Put(target, other).visit(tree)
    return ast.fix_missing_locations(tree)


class _Put(ast.NodeTransformer):
    def __init__(self, target: ast.AST, other: ast.AST) -> None:
        self._target, self._other = target, other

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self._target:
            return self._other
        found: ast.AST = super().visit(node)
        return found


def orders(seed: int, root: Path = ROOT) -> dict[str, list[Mutant]]:
    """The mutants of each area in the order in which they are drawn.

    The place of one depends on the seed, its function and its change alone: product code that
    changes elsewhere, and the tests, leave it where it is.
    """
    found: dict[str, list[Mutant]] = {area: [] for area in AREAS}
    for path, area in modules(root).items():
        found[area] += mutants(area, path, (root / path).read_text())
    return {area: sorted(all_, key=lambda one: _order(seed, one)) for area, all_ in found.items()}


def _order(seed: int, mutant: Mutant) -> float:
    """Efraimidis and Spirakis: the smallest of these is a weighted draw."""
    digest = hashlib.sha256(f"{seed}|{mutant.key}".encode()).digest()
    chance = (int.from_bytes(digest[:8]) + 1) / (2**64 + 1)
    return -math.log(chance) / WEIGHTS.get(mutant.operator, 1.0)
