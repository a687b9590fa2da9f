"""The mutants that a module can have, and the module's tree with one of them in it."""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from benchmarks.mutants.operators import SQL, alternatives, sql_alternatives

#: Calls whose arguments nobody's points, time or permission depends on.
SAYING = {"log", "cast", "_", "gettext", "gettext_lazy", "ngettext"}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


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
    made = [*_in_functions(area, path, walk, places), *_constants(area, path, tree, places)]
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


def _constants(area: str, path: str, tree: ast.Module, places: dict[int, int]) -> Iterator[Mutant]:
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
