"""The mutation operators: for each node of a function, the nodes that may replace it."""

import ast
import copy
import re
from collections.abc import Iterator

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


def list_alternatives(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield the operator's name and the replacement of ``node``, for each alternative."""
    match node:
        case ast.Constant():
            yield from _list_constants(node)
        case ast.Call():
            yield from _list_keywords(node)
        case ast.stmt():
            yield from _list_statements(node)
        case ast.IfExp():
            yield from _list_conditions(node)
        case ast.comprehension(ifs=[_, *_]):
            yield "condition", _copy_with(node, ifs=[])
        case _:
            yield from _list_operations(node)


def _list_operations(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.Compare(ops=[operator]):
            for replacement in COMPARISONS[type(operator)]:
                yield "comparison", _copy_with(node, ops=[replacement()])
        case ast.BoolOp(op=op):
            yield "and/or", _copy_with(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield "sign removed", copy.deepcopy(operand)
        case ast.BinOp(op=arithmetic) if type(arithmetic) in ARITHMETIC:
            yield "arithmetic", _copy_with(node, op=ARITHMETIC[type(arithmetic)]())


def _list_statements(node: ast.stmt) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.Return(value=None | ast.Constant(value=None)):
            return
        case ast.Return(value=value):
            yield "return", ast.Return(value=ast.Constant(None))
            match value:
                case ast.UnaryOp(op=ast.Not(), operand=operand):
                    yield "return", ast.Return(value=copy.deepcopy(operand))
                case ast.Compare() | ast.BoolOp():
                    negated = ast.UnaryOp(op=ast.Not(), operand=copy.deepcopy(value))
                    yield "return", ast.Return(value=negated)
        case ast.If():
            yield from _list_conditions(node)
        case ast.Expr(value=ast.Call() | ast.Await()):
            yield "call removed", ast.Pass()


def _list_conditions(node: ast.If | ast.IfExp) -> Iterator[tuple[str, ast.AST]]:
    for value in (True, False):
        yield "condition", _copy_with(node, test=ast.Constant(value))


def _list_keywords(node: ast.Call) -> Iterator[tuple[str, ast.AST]]:
    """Yield calls of a queryset's filter with one of its conditions dropped."""
    is_query = isinstance(node.func, ast.Attribute) and node.func.attr in QUERIES
    if is_query and len(node.keywords) + len(node.args) > 1:
        for number, keyword in enumerate(node.keywords):
            if keyword.arg:
                remaining = node.keywords[:number] + node.keywords[number + 1 :]
                yield "keyword dropped", _copy_with(node, keywords=remaining)


def list_sql_alternatives(text: str) -> Iterator[str]:
    """Yield ``text`` with one SQL clause changed, for each clause."""
    for pattern, replacement in CLAUSES:
        for match in re.finditer(pattern, text):
            yield text[: match.start()] + replacement + text[match.end() :]


def _list_constants(node: ast.Constant) -> Iterator[tuple[str, ast.AST]]:
    match node.value:
        case bool() as truth:
            yield "constant", ast.Constant(not truth)
        case int() as number:
            yield "constant", ast.Constant(number + 1)
            yield "constant", ast.Constant(number - 1)
        case str() as text if SQL.search(text):
            for replacement in list_sql_alternatives(text):
                yield "SQL", ast.Constant(replacement)
        case str() as text:
            yield "string", ast.Constant(text + "~" if text else "~")


def _copy_with(node: ast.AST, **changed: object) -> ast.AST:
    """Return a copy of ``node`` with these fields."""
    copied = copy.deepcopy(node)
    for name, value in changed.items():
        setattr(copied, name, value)
    return copied
