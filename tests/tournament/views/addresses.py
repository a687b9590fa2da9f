"""Every address of the site, with the roles that may read it or post to it."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import URLPattern, URLResolver

from tournament.classic.views.organiser.round_paper import PAPERS as ROUND_PAPERS
from tournament.classic.views.organiser.rounds import COMMANDS as ROUND_COMMANDS
from tournament.classic.views.public.rounds import LISTINGS
from tournament.core.states import Role
from tournament.presentation.exports import PROFILES
from tournament.topping.views.organiser.toppings import FILES as TOPPING_FILES, RUN_COMMANDS
from tournament.views.judge.commands import COMMANDS
from tournament.views.organisation.account import COMMANDS as ACCOUNT_COMMANDS
from tournament.views.organiser.games import COMMANDS as GAME_COMMANDS
from tournament.views.organiser.prepared import COMMANDS as SEARCH_COMMANDS

ORGANISER = frozenset({Role.ORGANISER})
JUDGE = frozenset({Role.JUDGE})
ARBITERS = frozenset({Role.ARBITER, Role.DOUBLE_ARBITER})
COMMISSION = frozenset({Role.COMMISSION})
OFFICERS = ARBITERS | JUDGE
SECOND = frozenset({Role.DOUBLE_ARBITER})
PLANNERS = ORGANISER | JUDGE

EVERYBODY = frozenset(Role)
#: An address answers 405 to other methods, whoever asks.
NOT_TAKEN: frozenset[Role] = frozenset()


@dataclass(frozen=True)
class AccessRule:
    """The roles that may read an address of a tournament, and those that may post to it."""

    read: frozenset[Role] = NOT_TAKEN
    post: frozenset[Role] = NOT_TAKEN


def _pages(roles: frozenset[Role], *names: str) -> dict[str, AccessRule]:
    return dict.fromkeys(names, AccessRule(read=roles))


def _commands(roles: frozenset[Role], *names: str) -> dict[str, AccessRule]:
    return dict.fromkeys(names, AccessRule(post=roles))


def _both(roles: frozenset[Role], *names: str) -> dict[str, AccessRule]:
    return dict.fromkeys(names, AccessRule(read=roles, post=roles))


#: Roles that may enter results, and read the rounds.
WRITERS = frozenset({Role.ORGANISER, Role.JUDGE, Role.ARBITER})
OF_ROUNDS = {"office-rounds", "office-round"}
OF_ROUNDS |= {f"office-round-print-{name}" for name in ROUND_PAPERS}
#: Every address of a tournament that is not everybody's, by name.
DOORS: dict[str, AccessRule] = {
    **_pages(ORGANISER, "office-tournament", "office-preparation", "office-entries"),
    **_both(ORGANISER, "office-ranking"),
    **_pages(ORGANISER, "office-tables", "office-print", "office-seating", "office-plan"),
    **_commands(ORGANISER, "office-share", "office-seating-apply", "office-seating-swap"),
    **_commands(ORGANISER, "office-seating-hand", "office-seating-undo"),
    **_both(ORGANISER, "office-screen"),
    **_commands(ORGANISER, "office-screen-without-logo"),
    **_both(ORGANISER, "office-settings", "office-game-create", "office-game", "office-prepare"),
    **_both(ORGANISER, "office-game-import", "office-sheet", "office-entry", "office-staff"),
    **_both(ORGANISER, "office-import-send", "office-import", "office-teams", "office-absent"),
    **_pages(ORGANISER, "office-known", "office-export", "office-check-in"),
    **_pages(ORGANISER, "office-check-in-print", "office-bulletins", "office-road-sheets"),
    **_pages(ORGANISER, "office-certificates", "office-game-sheet"),
    **_commands(ORGANISER, "office-import-undo", "office-tick", "office-team"),
    **_commands(ORGANISER, "office-entry-delete"),
    **_commands(ORGANISER, "office-game-judge", *(f"office-game-{name}" for name in GAME_COMMANDS)),
    **_commands(ORGANISER, "office-game-copy", "office-game-up", "office-game-down"),
    **_commands(ORGANISER, "office-game-players"),
    **_commands(ORGANISER | JUDGE, "office-separate"),
    **_pages(ORGANISER, "office-publication"),
    **_commands(ORGANISER, "office-publish", "office-hide", "office-archive"),
    **_commands(ORGANISER, "office-bring-back", "office-delete"),
    **_both(ORGANISER, "office-names"),
    **_pages(ORGANISER, "tournament-file"),
    **_commands(ORGANISER, "tournament-file-take", "tournament-file-forget"),
    **_both(ORGANISER, "anonymise"),
    **_commands(ORGANISER, *(f"office-preparation-{name}" for name in SEARCH_COMMANDS)),
    **_commands(ORGANISER, "office-register", "office-withdraw", "office-restore"),
    **_commands(ORGANISER, "office-assign", "office-renew", "office-alone", "office-staff-remove"),
    **_commands(ORGANISER, "office-staff-invite"),
    **_pages(PLANNERS, "office-toppings", "office-topping", "office-topping-events"),
    **_pages(PLANNERS, *(f"office-topping-{kind}" for kind in TOPPING_FILES)),
    **_both(ORGANISER, "office-topping-new"),
    **_commands(ORGANISER, "office-topping-open", "office-topping-close", "office-topping-delete"),
    **_commands(ORGANISER, "office-topping-players"),
    **_commands(PLANNERS, *(f"office-topping-run-{name}" for name in RUN_COMMANDS)),
    **_pages(JUDGE, "judge-topping"),
    **_commands(JUDGE, "judge-topping-start", "judge-topping-found", "judge-topping-take-back"),
    **_pages(JUDGE, "judge-desk", "judge-desk-part", "judge-token", "judge-ask"),
    **_commands(JUDGE, "judge-take", "judge-command", "judge-scene"),
    **_pages(ARBITERS, "arbiter-list", "arbiter-rows", "arbiter-print", "arbiter-token"),
    **_pages(ARBITERS, "arbiter-sheet"),
    **_pages(ARBITERS, "arbiter-keying", "arbiter-turns", "arbiter-solutions", "arbiter-bulletin"),
    **_pages(ARBITERS, "arbiter-paper-state", "arbiter-paper-history", "arbiter-bench"),
    **_both(ARBITERS, "arbiter-paper", "arbiter-change", "arbiter-equal", "arbiter-in-time"),
    **_commands(ARBITERS, "arbiter-confirm", "arbiter-undo"),
    **_pages(ARBITERS, "arbiter-slips"),
    **_commands(ARBITERS, "arbiter-slips-handle", "arbiter-slips-undo"),
    **_pages(SECOND, "second-looks"),
    **_commands(SECOND, "second-look"),
    **_pages(ARBITERS, "second-look-sheet"),
    **_pages(OFFICERS, "differences"),
    **_commands(OFFICERS, "difference-settle"),
    **_both(PLANNERS, "second-look-plan"),
    **_both(OFFICERS, "arbiter-account", "arbiter-bulletin-account", "player-cheating"),
    **_both(OFFICERS | ORGANISER, "players"),
    **_pages(EVERYBODY, "cases", "cases-part", "cases-record", "case", "case-part", "case-print"),
    **_pages(ARBITERS, "cases-token"),
    **_pages(COMMISSION | ORGANISER, "case-dossier"),
    **_commands(COMMISSION | ORGANISER, "case-further", "case-answer"),
    **_both(OFFICERS, "case-new"),
    **_commands(OFFICERS | COMMISSION, "case-say"),
    **_commands(OFFICERS, "case-withdraw", "case-done"),
    **_commands(COMMISSION, "case-decide"),
    **_pages(EVERYBODY, "journal", "journal-print", "journal-csv"),
    **_both(ORGANISER, "office-terms"),
    **_commands(ORGANISER, "office-pair", *(f"office-round-{name}" for name in ROUND_COMMANDS)),
    **_commands(ORGANISER, "office-round-swap"),
    **_pages(WRITERS, *OF_ROUNDS),
    **_both(WRITERS, "office-result"),
    **_both(OFFICERS | ORGANISER, "office-clock"),
    **_commands(PLANNERS, "office-round-countdown"),
    **_pages(WRITERS, "office-match-papers", "office-match-sheets", "match-records"),
    **_both(WRITERS, "match-record"),
    **_pages(OFFICERS, "calls", "match-list", "call", "match-office", "match-journal"),
    **_commands(OFFICERS, "call-take", "call-release", "match-rule"),
}
#: Addresses of forms that change values, with the page of the form if it is another.
EDITS: dict[str, str] = {
    **{name: name for name in ("office-settings", "office-screen", "office-ranking")},
    **{name: name for name in ("office-game", "office-entry", "office-import", "office-teams")},
    **{name: name for name in ("office-terms", "office-result", "second-look-plan", "players")},
    **{name: name for name in ("player-cheating", "organisation", "organisation-account")},
    **{name: name for name in ("organisation-group", "organisation-player")},
    **{name: name for name in ("organisation-import", "organisation-training")},
    "office-game-judge": "office-game",
    "office-game-players": "office-game",
    "office-team": "office-teams",
    "office-assign": "office-tables",
    "office-seating-swap": "office-seating",
    "office-seating-hand": "office-seating",
    "office-round-swap": "office-round",
    "match-rule": "match-office",
}
#: Addresses of forms that create something, once for each key.
CREATES = {
    *("office-create", "office-game-create", "office-game-copy", "office-prepare"),
    *("office-game-import", "office-separate", "office-register", "office-names"),
    *("office-import-send", "office-staff", "office-staff-invite", "office-topping-new"),
    *("office-lexica", "organisation-accounts", "organisation-lists", "organisation-player-add"),
    *("organisation-import-send", "case-new", "case-say", "arbiter-account"),
    *("arbiter-bulletin-account", "restore-file"),
}
#: Of a tournament, and everybody's.
PUBLIC = {
    *("public-home", "public-screen", "public-token", "public-ranking", "public-ranking-csv"),
    *("public-ranking-pdf", "public-tables", "public-scene", "public-logo", "public-overlay"),
    *("public-players", "public-player", "public-players-compared"),
    *("public-game", "public-game-text", "public-game-record", "public-turn"),
    *("public-topping", "public-topping-screen", "public-topping-csv"),
    *("api-tournament", "api-entries", "api-games", "api-turns"),
    "api-ranking",
    *("public-rounds", "public-round", "public-wall", "public-grid"),
    *("public-match", "public-match-sheet"),
    *("public-classic-pdf", "public-classic-file", "api-rounds", "api-standings"),
}
#: Of no tournament: tried where they are; each has its own way of asking who is there.
ELSEWHERE = {
    *("home", "login", "logout", "sign-in-link", "javascript-catalog"),
    *("manifest", "shell-worker"),
    *("health-alive", "health-ready", "bench", "regulation", "regulation-edition"),
    "regulation-classic",
    *("regulation-differences", "enter-by-key", "table", "table-enter", "table-token"),
    "table-take",
    "table-match",
    "table-clock",
    "match-decisions",
    *("table-take", "table-toppings", "table-topping", "table-topping-start", "table-topping-say"),
    *("organisation-training", "organisation-training-close", "organisation-training-delete"),
    *("solo", "solo-trial", "solo-trial-turn", "solo-play", "solo-command", "solo-replay"),
    *("solo-own-games", "solo-delete", "solo-delete-all"),
    *("solo-account-play", "solo-account-command"),
    *("training", "training-new", "training-name", "training-forget", "training-game"),
    *("training-start", "training-say", "training-stop", "training-result"),
    *(
        "table-appeals",
        "table-appeal-withdraw",
        "table-road",
        "table-bulletin",
        "table-slip",
        "office",
        "office-create",
        "office-lexica",
    ),
    *("office-lexicon", "office-lexicon-report", "office-lexicon-replace"),
    *("office-lexicon-retry", "office-lexicon-remove", "office-lexicon-delete"),
    *("organisation", "organisation-players", "organisation-player", "organisation-player-add"),
    *(
        "anonymise-known",
        "organisation-player-delete",
        "organisation-import-send",
        "organisation-import",
    ),
    *("organisation-lists", "organisation-lists-usual", "organisation-group"),
    *("organisation-group-move", "organisation-group-delete"),
    *("organisation-accounts", "organisation-cards", "organisation-invite"),
    *("organisation-changes", "organisation-account", "organisation-account-password"),
    *(f"organisation-account-{name}" for name in ACCOUNT_COMMANDS),
    *("account", "invitation", "password-reset", "new-password", "sign-up", "sign-up-confirm"),
    *("api-root", "openapi-json", "api-tournaments", "api-unknown"),
    *("organisation", "organisation-tournaments", "restore-file"),
}
#: Every value that an argument of an address can have, if there is more than one.
MANY = {
    "judge-command": list(COMMANDS),
    "judge-ask": [n for n, c in COMMANDS.items() if c.confirms],
    "office-export": list(PROFILES),
    **{name: list(LISTINGS) for name in ("public-classic-pdf", "public-classic-file")},
}


def patterns(within: URLResolver) -> Iterator[URLPattern]:
    """Yield every address of the site."""
    for pattern in within.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from patterns(pattern)
        else:
            yield pattern
