"""What a mutant changes: for each node of a function, the nodes that may stand in its place."""

import ast
import copy
import re
from collections.abc import Iterator

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
QUERIES = {"filter", "exclude", "update"}
SQL = re.compile(r"\b(SELECT|WHERE|UPDATE|INSERT|DELETE|JOIN|ORDER BY)\b")
CLAUSES = (
    (r"(?<![<>!=])<(?![=>])", "<="),
    (r"<=", "<"),
    (r"(?<![<>=-])>(?!=)", ">="),
    (r">=", ">"),
    (r"(?<![<>!:]) = ", " <> "),
    (r"\bAND\b", "OR"),
    (r"\bIS NULL\b", "IS NOT NULL"),
    (r"\bIS NOT NULL\b", "IS NULL"),
    (r"\bNOT EXISTS\b", "EXISTS"),
    (r"\bDESC\b", "ASC"),
    (r"\bLEFT JOIN\b", "JOIN"),
    (r"\bmax\(", "min("),
    (r"\bsum\(", "max("),
    (r" \+ ", " - "),
)


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
