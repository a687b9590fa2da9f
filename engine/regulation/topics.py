"""What a rule, a finding or a verdict rests on: every edition has its own article for it."""

from enum import StrEnum


class Topic(StrEnum):
    """One matter of the regulation, whatever its number in an edition."""

    # the course of a game
    SCRABBLE = "scrabble"  # all tiles laid at once, and how many a format lets be laid
    BEFORE_GAME = "before-game"  # what the players are told of its kind
    ANNOUNCEMENT = "announcement"
    DRAW = "draw"  # what a valid draw holds
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
    LATE_ARRIVAL = "late-arrival"  # turns played before somebody came
    APPEAL = "appeal"  # who may appeal, until when, and whom a doubt favours
    COMMISSION = "commission"  # who decides of it
    FURTHER_APPEAL = "further-appeal"  # to the federation, against the commission
    # what is written
    WORDS = "words"  # two letters, on the grid, touching it
    VALIDITY = "validity"  # words of the ODS
    CROSS_WORDS = "cross-words"  # words formed across the one played
    IN_FULL = "in-full"  # the word is written in full
    REFERENCE = "reference"  # the alphanumeric reference
    RACCORD = "raccord"  # letters of the grid that locate the word
    PLACE = "place"  # what a correct place is
    STRUCK = "struck"  # what is crossed out does not exist
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
    CIRCLE_LEAST = "circle-least"  # nothing tells it
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
    SECOND_WORD = "second-word"  # a good word beside one that is none
    PARASITE_WORD = "parasite-word"  # parasites that form a word which is none
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
    TOO_MANY_TILES = "too-many-tiles"  # more tiles than the format lets be laid
    GLUED_LETTER = "glued-letter"  # a letter of the rack glued to a good word
    INCOMPLETE = "incomplete"
    INCOMPLETE_PROLONGATION = "incomplete-prolongation"
    INCOMPLETE_END = "incomplete-end"  # no letter kept at one end of the word prolonged
    LAST_LETTER_CHANGED = "last-letter-changed"
