"""The nodes of syntax trees, for the tests that read the sources."""

import ast


def list_nodes(*roots: ast.AST) -> list[ast.AST]:
    """List the nodes, each before what is in it; ``ast.walk`` takes twice as long."""
    nodes = list(roots)
    for node in nodes:  # grows
        for name in node._fields:
            value = getattr(node, name)
            if isinstance(value, list):
                nodes += [item for item in value if isinstance(item, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
                nodes.append(value)
    return nodes
