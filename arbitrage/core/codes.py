"""The codes of the correction. French sentences are made from them in templates, never here."""

from enum import StrEnum


class Sanction(StrEnum):
    """The sanction of a bulletin (5.5, 5.6, 5.7); at most one a turn (5.8)."""

    NONE = "none"
    WARNING = "warning"
    PENALTY = "penalty"
    ZERO = "zero"


class Motive(StrEnum):
    """The boxes of the slip (*billet de correction*, 5.9)."""

    # Of a warning, 5.5.
    SCORE = "score"
    SHORT_RACCORD = "raccord-insuffisant"
    INVERSION = "inversion"
    BOTH_MODES = "deux-modes"
    JOKER = "joker"
    PRESENTATION = "presentation"
    DISCIPLINE = "discipline"
    # Of a penalty, 5.6, or of a zero.
    LOCATION = "localisation"
    # Of a zero, 5.7.
    NOT_ADMITTED = "mot-non-admis"
    INCOMPLETE = "mot-incomplet"
    FALLACIOUS = "prolongement-fallacieux"
    ILLEGIBLE = "illisible"
    BLANK_OR_MISSING = "vierge-ou-manquant"
    EXCHANGED = "echange"
    LATE = "temps-depasse"
    IMPOSSIBLE_PLACE = "placement-impossible"
    WRONG_LETTER = "erreur-de-lettre"
    DOUBLE_INVERSION = "inversion-double"
    SEVERAL_BULLETINS = "plusieurs-bulletins"
    SEVERAL_SOLUTIONS = "plusieurs-solutions"


#: Motives that explain by themselves why another place than that of the reference counts.
PLACE_MOTIVES = frozenset({Motive.LOCATION, Motive.INVERSION, Motive.BOTH_MODES})


class Route(StrEnum):
    """The means by which a reading finds its place on the grid."""

    FIRST_TURN = "first-turn"  # best place of the word on an empty grid (5.4.2.a)
    REFERENCE = "reference"  # the alphanumeric reference (4.3.1)
    INVERSION = "inversion"  # the reference, with itself or the direction inverted (5.3)
    RACCORD = "raccord"  # letters of the grid written on the sheet (4.3.2)
    SCORE = "score"  # the claimed score alone (5.3.3)


class UndecidedReason(StrEnum):
    """The reason why a bulletin is put before the arbiter instead of being decided."""

    SEVERAL_WORDS = "several-words"  # runs of letters of which none is surely the word played
    FIRST_TURN_LETTERS = "first-turn-letters"  # letters beside the first word: no text on them
    FIRST_TURN_VERTICAL = "first-turn-vertical"  # no text on a first word written vertically
    CIRCLE_WITHOUT_JOKER = "circle-without-joker"  # no text on a circle when no joker was drawn
    BOTH_WAYS_LOWER_CLAIM = "both-ways-lower-claim"  # inverted, claim = the lower direction
    BOTH_WAYS_CLAIM_ELSEWHERE = (
        "both-ways-claim-elsewhere"  # inverted, claim is worth more elsewhere
    )
    EXTENSION_BY_ONE_MODE = "extension-by-one-mode"  # one mode is right, one forms a bad word
    TWO_MODES_DISAGREE = "two-modes-disagree"  # reference and grid letters name different places
    FALLACIOUS_REFERENCE = "fallacious-reference"  # at an invalid extension, claim of another place
    FALLACIOUS_BESIDE_PLACE = "fallacious-beside-place"  # a place named, claim of a fallacious one
    RACCORD_PLACES_AND_SCORE = "raccord-places-and-score"  # several places, claim fits elsewhere
    # No rule gives these any more (``NO_LONGER_GIVEN``).
    INVERTED_PROLONGATION = "inverted-prolongation"  # prolongation written in the other direction
    SECOND_MODE_UNCLEAR = "second-mode-unclear"  # raccord, and a reference inverted or illegible


#: Reasons that the texts settle after all: stored verdicts that name them stay readable.
NO_LONGER_GIVEN = frozenset(
    {UndecidedReason.INVERTED_PROLONGATION, UndecidedReason.SECOND_MODE_UNCLEAR}
)


class FindingCode(StrEnum):
    """The kinds of findings on a bulletin. The data of each is named beside it."""

    # state of the bulletin
    BULLETIN_MISSING = "bulletin-missing"
    BULLETIN_BLANK = "bulletin-blank"
    BULLETIN_LATE = "bulletin-late"
    BULLETIN_EXCHANGED = "bulletin-exchanged"
    BULLETINS_SEVERAL = "bulletins-several"
    WORD_ILLEGIBLE = "word-illegible"
    HARD_TO_READ = "hard-to-read"
    # the sheet
    NOTHING_WRITTEN = "nothing-written"
    LETTERS_STRUCK = "letters-struck"  # letters
    NO_WORD = "no-word"  # letters
    SEVERAL_WORDS = "several-words"  # words
    PARASITES = "parasites"  # letters
    SECOND_WORD = "second-word"  # word
    # the word
    WORD_NOT_ADMITTED = "word-not-admitted"  # word
    CROSS_NOT_ADMITTED = "cross-not-admitted"  # place, words
    WORD_INCOMPLETE = "word-incomplete"  # word, completed, place
    LAST_LETTER_CHANGED = "last-letter-changed"  # word, completed, place
    LETTERS_NOT_DRAWN = "letters-not-drawn"  # letters, place, jokers (drawn)
    TOO_MANY_TILES = "too-many-tiles"  # count, most, place
    # the reference
    REFERENCE_ABSENT = "reference-absent"
    REFERENCE_ILLEGIBLE = "reference-illegible"
    REFERENCE_IGNORED = "reference-ignored"  # reference
    REFERENCE_INVERTED = "reference-inverted"  # reference, direction (written)
    BOTH_INVERTED = "both-inverted"  # reference, place
    PLACE_IMPOSSIBLE = "place-impossible"  # place
    PLACE_ISOLATED = "place-isolated"  # place
    # the score
    SCORE_ABSENT = "score-absent"
    SCORE_ILLEGIBLE = "score-illegible"
    SCORE_WRONG = "score-wrong"  # claimed, exact
    SCORE_NOWHERE = "score-nowhere"  # claimed
    SCORE_OTHER_DIRECTION = "score-other-direction"  # places
    SCORE_TOO_SMALL = "score-too-small"  # claimed, penalty
    # jokers
    CIRCLE_MISSING = "circle-missing"  # letters
    CIRCLE_WRONG = "circle-wrong"  # letters
    CIRCLE_OTHER = "circle-other"  # circled, paid: words with lower-case jokers
    CIRCLE_WITHOUT_JOKER = "circle-without-joker"  # letters
    # raccord
    PROLONGATION = "prolongation"  # place, words
    RACCORD_COUNT = "raccord-count"  # count, place
    INVALID_TWIN = "invalid-twin"  # place, words: an invalid place with the claimed score
    FALLACIOUS_RACCORD = "fallacious-raccord"  # place, words
    # the regulation
    SILENT_TEXT = "silent-text"  # the edition does not settle the case; the software chose
