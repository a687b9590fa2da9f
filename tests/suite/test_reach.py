"""Every definition of the product is used by the product, not by tests alone, and so is every
definition that models an article (``arbitrage/core/coverage``).
"""

from arbitrage.classic.core.coverage import ARTICLES
from arbitrage.core.coverage.modelled import MODELLED
from arbitrage.core.order import RULE_ORDERS
from tests.reach import list_defined, list_reached
from tests.rows import every_row

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


def test_code_modelling_an_article_is_reached_from_an_entry_point() -> None:
    with every_row() as row:
        for edition, articles in MODELLED.items():
            codes = {rule.code for rule in RULE_ORDERS[edition]}
            for name in {name for names in articles.values() for name in names}:
                with row(f"{edition} {name}"):
                    code = name.removeprefix("rule:")
                    assert code in codes if name.startswith("rule:") else name in list_reached()


def test_a_classic_article_is_reached_or_left_out() -> None:
    with every_row() as row:
        for number, article in ARTICLES.items():
            with row(number):
                assert article.names or article.left_out
                assert not set(article.names) - list_reached()
                assert not article.left_out or len(article.left_out.split()) > 2
                assert article.summary.endswith(".")
                assert ". " not in article.summary
                assert not article.title.endswith(".")


def test_every_rule_is_reached_and_models_some_article() -> None:
    assert "arbitrage.core.order.RULE_ORDERS" in list_reached()
    for edition, rules in RULE_ORDERS.items():
        named = {name for names in MODELLED[edition].values() for name in names}
        assert {f"rule:{rule.code}" for rule in rules} <= named
