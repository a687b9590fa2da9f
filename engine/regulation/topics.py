"""Topics of the regulation, on which rules, findings and verdicts are based; each edition has its
own article on a topic."""

from enum import StrEnum


class Topic(StrEnum):
    """A topic of the regulation, independent of the article numbers of an edition."""

    # the course of a game
    SCRABBLE = "scrabble"  # all tiles laid at once, and the most that a format allows
    BEFORE_GAME = "before-game"  # announcement of the kind of game
    ANNOUNCEMENT = "announcement"
    DRAW = "draw"  # the letters of a valid draw
    TOP_CHOICE = "top-choice"
    ENDING_TOP = "ending-top"  # among equal tops, the one that ends the game
    SOLO = "solo"
    CANCELLATION = "cancellation"
    END = "end"
    JOKER_GAME = "joker-game"
    LARGE_RACKS = "large-racks"  # eight or nine letters
    WARNINGS = "warnings"  # how they are counted
    AVERAGE = "average"
    DISCIPLINE = "discipline"
    GRAVE = "grave"  # a zero for conduct
    CHEATING = "cheating"  # earlier scores are void
    LATE_ARRIVAL = "late-arrival"  # turns played before a player arrived
    APPEAL = "appeal"  # who may appeal, until when, and whom a doubt favours
    COMMISSION = "commission"  # who decides appeals
    FURTHER_APPEAL = "further-appeal"  # to the federation, against the commission
    # content of a bulletin
    WORDS = "words"  # two letters, on the grid, touching it
    VALIDITY = "validity"  # words of the ODS
    CROSS_WORDS = "cross-words"  # words formed across the one played
    IN_FULL = "in-full"  # the word is written in full
    REFERENCE = "reference"  # the alphanumeric reference
    RACCORD = "raccord"  # letters of the grid that locate the word
    PLACE = "place"  # definition of a correct place
    STRUCK = "struck"  # crossed-out text is ignored
    # the first turn
    FIRST_TURN = "first-turn"
    FIRST_TURN_CIRCLE = "first-turn-circle"  # no doubt which letter is the joker
    FIRST_TURN_JOKER = "first-turn-joker"  # several letters may be the joker
    # paid as claimed
    EXACT_REFERENCE = "exact-reference"
    EXACT_RACCORD = "exact-raccord"
    EXACT_BOTH = "exact-both"
    EXACT_PROLONGATION = "exact-prolongation"
    EXACT_PARASITES = "exact-parasites"
    EXACT_JOKER_UNNEEDED = "exact-joker-unneeded"
    PARTIAL_PROLONGATION = "partial-prolongation"
    # warnings
    SCORE = "score"
    SCORE_PARASITES = "score-parasites"
    CIRCLE = "circle"  # no doubt which letter is the joker
    CIRCLE_OPEN = "circle-open"  # the score tells which letter is the joker
    CIRCLE_LEAST = "circle-least"  # nothing tells which letter is the joker
    CIRCLE_UNNEEDED = "circle-unneeded"  # a joker circled and not needed, the score without it
    SHORT_RACCORD = "short-raccord"
    SHORT_RACCORD_PARASITES = "short-raccord-parasites"
    SHORT_PROLONGATION = "short-prolongation"
    INVERSION = "inversion"
    BOTH_MODES = "both-modes"
    PRESENTATION = "presentation"
    # several places or words
    RACCORD_PLACES = "raccord-places"  # letters of the grid that fit several places
    BEST = "best"  # a place designated, and the score of another
    NEXT_CELL = "next-cell"  # the same, one cell away
    SEVERAL_WORDS = "several-words"
    SECOND_WORD = "second-word"  # a valid word beside one that is not
    PARASITE_WORD = "parasite-word"  # parasites that form a word that is not admitted
    # penalties
    SCORE_ONLY = "score-only"
    SCORE_SEVERAL = "score-several"  # several places have the score claimed
    SCORE_BOTH_MODES = "score-both-modes"  # both modes are used and wrong
    SCORE_DOUBLE_INVERSION = "score-double-inversion"
    SCORE_AMBIGUOUS = "score-ambiguous"  # the reference names a place that is just not admitted
    SCORE_TOO_SMALL = "score-too-small"
    LAST_LETTER = "last-letter"
    # zeros
    NULLITY = "nullity"
    NOTHING_ACCEPTABLE = "nothing-acceptable"
    FALLACIOUS = "fallacious"
    EXTENSION_BY_ONE_MODE = "extension-by-one-mode"
    UNLOCATED = "unlocated"
    WRONG_PLACE = "wrong-place"  # the place named is wrong, and so is the score
    WRONG_DIRECTION = "wrong-direction"
    WRONG_BOTH_MODES = "wrong-both-modes"
    DOUBLE_INVERSION = "double-inversion"
    IMPOSSIBLE_PLACE = "impossible-place"
    WRONG_LETTER = "wrong-letter"
    TOO_MANY_TILES = "too-many-tiles"  # more tiles than the format allows
    GLUED_LETTER = "glued-letter"  # a letter of the rack glued to a good word
    INCOMPLETE = "incomplete"
    INCOMPLETE_PROLONGATION = "incomplete-prolongation"
    INCOMPLETE_END = "incomplete-end"  # no letter kept at one end of the word prolonged
    LAST_LETTER_CHANGED = "last-letter-changed"
