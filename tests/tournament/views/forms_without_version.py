"""Forms that carry no version, and why nothing of another is lost by them; see ``test_versions``.

A new form that changes stored values is an ``EditForm`` or ``RowsForm``, one that creates something
a ``CreationForm`` (``tournament.views.versions``).
"""

#: Names of classes, by reason.
WITHOUT_VERSION: dict[str, set[str]] = {
    "only the base of forms that carry one": {
        *("TournamentForm", "TimesForm", "ZoneAndPaperFields", "GroupFields"),
        "CentreFields",
        *("ToppingTimesForm", "ContestedForm", "ChoicesForm"),
    },
    "carries the version of the decision that was read": {
        *("VersionForm", "EqualForm", "InTimeForm", "ChangeForm", "DecideForm", "AnswerForm"),
        *("UndoForm", "VerdictForm", "PointsForm"),
    },
    "a command of a clock that goes on, added to its journal": {
        *("ClockDecisionForm", "TableClockForm", "TableTimingForm", "TableSanctionForm"),
        "CountdownForm",
    },
    "settles what is open: once settled it is refused": {
        *("DifferenceForm", "MergeForm"),
    },
    "a decision, added to those that are there": {"EventDecisionForm"},
    "a file that changes nothing if it is there already": {"ReceiveForm"},
    "adds players: one who is there already is refused": {"PlayersForm"},
    "a plan, applied with the fingerprint of its preview": {"PlanForm"},
    "a command of the desk, for the game and turn that it names": {
        *("CancelForm", "DrawForm", "EndingForm", "FinishForm", "InterruptForm", "LateResumeForm"),
        *("LettersForm", "CommandForm", "ReasonForm", "RevealForm", "TakeBackForm", "TimeForm"),
        *("RackForm", "SceneForm", "ReportForm", "WithoutForm", "KeptForm"),
    },
    "the name of now is typed": {"AnonymiseForm", "DeleteForm"},
    "changes nothing": {
        *("DownloadForm", "BenchForm", "JournalForm", "SlipRangeForm", "RankingQuery"),
    },
    "of players and visitors, not of the office": {
        *("AppealForm", "CallForm", "NewGameForm", "TraineeNameForm", "TableCodeForm"),
        *("PracticeClockForm", "RandomGameForm"),
        *("SignInForm", "AddressForm", "SignUpForm", "OwnAccountForm", "FirstAccountForm"),
    },
    "of one person's own account": {"OwnNameForm"},
}
#: Addresses of the office that take a POST and are no form of values, by reason.
ACTIONS: dict[str, set[str]] = {
    "a command of a clock that goes on, added to its journal": {
        *("office-clock", "office-round-countdown"),
    },
    "a transition, checked against the state": {
        *("office-publish", "office-hide", "office-archive", "office-bring-back", "office-delete"),
        *("office-game-prepare", "office-game-mort-subite", "office-game-reopen"),
        *("office-game-delete", "office-game-annul", "office-pair", "office-round-pair-again"),
        *("office-round-discard", "office-round-publish", "office-round-start"),
        *("office-round-finish", "office-round-take-back", "office-round-reopen"),
        *("office-preparation-retry", "office-preparation-stop", "office-preparation-resume"),
        *("office-topping-open", "office-topping-close", "office-topping-delete"),
        *("office-import-undo", "office-entry-delete", "office-withdraw", "office-restore"),
        "office-centre-delete",
        *("office-lexicon-replace", "office-lexicon-retry", "office-lexicon-remove"),
        *("office-lexicon-delete", "organisation-account-close", "organisation-account-reopen"),
        *("organisation-account-manages", "organisation-account-manages-not"),
        *("organisation-account-leave", "organisation-training-close"),
        *("organisation-training-delete", "organisation-player-delete"),
        *("organisation-player-merge", "organisation-roster-undo"),
        *("organisation-group-delete", "call-take", "call-release"),
        *("case-withdraw", "case-done", "case-further", "difference-settle"),
        *("office-topping-run-again", "office-topping-run-annul", "office-topping-run-interrupt"),
        *("office-topping-run-resume", "office-topping-run-stop"),
    },
    "of an event: a file, a decision that is added, a key that is checked": {
        *("event-receive", "event-decide", "event-key-give", "event-archive-retry"),
        *("event-centre-remove", "event-package", "event-packages"),
        *("centre-event-open", "centre-event-ask", "centre-event-take", "centre-event-send"),
    },
    "a button that says what will be": {
        *("office-tick", "office-absent", "office-share", "office-renew", "office-alone"),
        *(
            "office-staff-remove",
            "office-game-up",
            "office-game-down",
            "office-screen-without-logo",
        ),
        *("organisation-group-move", "organisation-lists-usual", "organisation-cards"),
        *("organisation-invite", "organisation-account-password", "office-sheet"),
        *("office-topping-players", "arbiter-slips-handle", "arbiter-slips-undo"),
    },
    "carries what it is made from": {
        *("office-seating-apply", "office-seating-undo", "arbiter-change", "arbiter-equal"),
        *(
            "arbiter-in-time",
            "arbiter-confirm",
            "arbiter-undo",
            "players-undo",
            "second-look",
            "case-decide",
        ),
        *("case-answer", "arbiter-paper", "match-record"),
    },
    "a command of the desk, for the game and turn that it names": {
        *("judge-command", "judge-scene", "judge-take", "judge-topping-found"),
        *("judge-topping-start", "judge-topping-take-back"),
    },
    "a report or a decision, added to the journal": {
        *("centre-report", "judge-centre-without", "kept-bulletins"),
    },
    "the name of now is typed": {"anonymise", "anonymise-known"},
    "changes nothing of the tournament": {
        *("tournament-file-take", "tournament-file-forget"),
        *("backup-take", "backup-check", "backup-retry"),
    },
}
