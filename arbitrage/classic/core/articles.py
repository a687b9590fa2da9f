"""The articles that an officer may cite for a sanction. Pure."""

from collections.abc import Mapping

from arbitrage.classic.core.calls import CallKind

#: Articles that mention a sanction chosen by an officer.
SANCTION_ARTICLES = ("9.2", "5.2", "6.4.2", "9.3", "10.1", "10.2", "10.5", "10.6", "10.7")
#: The article proposed for a kind of call; the default one for others.
ARTICLES_BY_CALL: Mapping[CallKind, str] = {
    CallKind.CHALLENGE: "5.2",
    CallKind.SLOW: "6.4.2",
    CallKind.LETTERS: "10.1",
    CallKind.BOARD: "10.2",
    CallKind.LATE: "10.5",
    CallKind.PAUSE: "10.6",
    CallKind.GONE: "10.7",
}
DEFAULT_ARTICLE = "9.2"
