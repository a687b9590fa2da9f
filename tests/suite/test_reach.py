"""Every definition of the product is used by the product, not by tests alone."""

from tests.reach import list_defined, list_reached

#: What no screen, command, task or socket reaches, and why it is there; by the start of its name.
WAITING = {
    "tournament.protocol.messages.ServerMessage": "says in one name all that a browser may receive",
    "tournament.protocol.state.MERGED_PARTS": "the rule by which browsers follow events",
    "tournament.presentation.paper.typesetter.": "a program, that the press starts by its path",
    "tournament.services.prepared.trial_process.": "a program, that a search starts by its name",
    "arbitrage.core.codes.NO_LONGER_GIVEN": "old rulings still hold these codes",
}


def test_code_that_the_product_does_not_reach_is_listed() -> None:
    unreached_names = {
        name for name in list_defined() - list_reached() if not name.endswith(".__all__")
    }
    unexpected = {name for name in unreached_names if not name.startswith(tuple(WAITING))}
    assert not unexpected
    assert all(any(name.startswith(start) for name in unreached_names) for start in WAITING)
