"""What an officer may cite for a sanction, article by article. Pure."""

from collections.abc import Mapping

from arbitrage.classic.core.calls import CallKind

#: Where the text speaks of a sanction that an officer chooses.
SANCTION_ARTICLES = ("9.2", "5.2", "6.4.2", "9.3", "10.1", "10.2", "10.5", "10.6", "10.7")
#: The likeliest for what a table calls with; else the general one.
LIKELY: Mapping[CallKind, str] = {
    CallKind.CHALLENGE: "5.2",
    CallKind.SLOW: "6.4.2",
    CallKind.LETTERS: "10.1",
    CallKind.BOARD: "10.2",
    CallKind.LATE: "10.5",
    CallKind.PAUSE: "10.6",
    CallKind.GONE: "10.7",
}
USUAL = "9.2"
