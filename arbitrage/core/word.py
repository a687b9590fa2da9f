"""The word played from the second turn on: the places it designates and what each would pay."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from engine.board.scoring import FormedWord
from engine.regulation.topics import Topic

from .codes import FindingCode, Motive, Route
from .payments import Payment, pay_place, pay_score
from .reading.location import Location, is_short, locate, prolongs
from .reading.played_word import PlayedWord
from .reading.raccord import Raccord, fits, reach
from .sheets.placements import placements
from .sheets.position import Placement
from .verdict import Finding


@dataclass(frozen=True, eq=False)
class Word:
    """The word of the sheet with its places and what each would pay."""

    played: PlayedWord

    @cached_property
    def location(self) -> Location:
        """The places designated."""
        return locate(self.played)

    @cached_property
    def referenced(self) -> tuple[Payment, ...]:
        """What the places designated by the reference pay."""
        return tuple(self._pay_reference(place) for place in self.location.referenced)

    @cached_property
    def raccord(self) -> tuple[Payment, ...]:
        """What the other valid places pay, which letters of the grid designate."""
        return tuple(
            self._pay_raccord(raccord)
            for raccord in self.location.valid_raccord
            if raccord.placement not in self.location.referenced
        )

    def _pay_reference(self, place: Placement) -> Payment:
        """With a second mode, both have to be right (5.3): three letters, at the same place. A
        raccord in the wrong direction is not, nor an inverted reference that names, as it is
        written, a place where the word would make another that is not admitted (2017: 4.4)."""
        location = self.location
        route = Route.INVERSION if location.inverted else Route.REFERENCE
        extra = {Motive.INVERSION} if location.inverted else set()
        clean = Topic.EXACT_REFERENCE
        if location.both_modes:
            clean = Topic.EXACT_BOTH
            raccord = location.raccord_at(place)
            short = raccord is None or is_short(self.played, raccord)
            if short or self.played.turned or self._names_bad_word:
                extra.add(Motive.BOTH_MODES)
        return self._pay(reach(self.played, place), route, extra, clean)

    @property
    def _names_bad_word(self) -> bool:
        return any(_makes_bad_word(place) for place in self.played.named)

    def _pay_raccord(self, raccord: Raccord) -> Payment:
        location, played = self.location, self.played
        prolonged = prolongs(played, raccord.placement)
        extra = {Motive.INVERSION} if played.turned else set()
        if is_short(played, raccord):
            extra.add(Motive.SHORT_RACCORD)
        if location.both_modes and not location.referenced and not prolonged:
            extra.add(Motive.BOTH_MODES)
        clean = Topic.EXACT_PROLONGATION if prolonged else Topic.EXACT_RACCORD
        return self._pay(raccord, Route.RACCORD, extra, clean)

    def _pay(self, raccord: Raccord, route: Route, extra: set[Motive], clean: Topic) -> Payment:
        place, parasites = raccord.placement, raccord.parasites
        values = self.played.edition.correction
        neglected = values.parasites_neglected.value or not self.played.alone
        doubtful = bool(parasites) and not neglected and not raccord.fault
        if doubtful and Motive.BOTH_MODES not in extra:
            extra = extra | {Motive.PRESENTATION}
        payment = pay_place(
            self.played,
            place,
            route,
            extra=extra,
            clean=clean,
            parasites=bool(parasites) and neglected,
        )
        findings = list(payment.findings)
        if self.played.joined or Motive.SHORT_RACCORD in extra:
            count = raccord.count
            code = FindingCode.RACCORD_COUNT
            findings.append(Finding.of(code, Topic.RACCORD, place=place.ref, count=count))
        if parasites:
            topic = Topic.EXACT_PARASITES
            findings.append(Finding.of(FindingCode.PARASITES, topic, letters=parasites))
        if doubtful:
            findings.append(Finding(FindingCode.SILENT_TEXT, Topic.PRESENTATION))
        elif parasites and self._has_parasite_word(raccord):
            findings.append(Finding(FindingCode.SILENT_TEXT, Topic.PARASITE_WORD))
        return replace(payment, findings=tuple(findings))

    def _has_parasite_word(self, raccord: Raccord) -> bool:
        """Whether a parasite and letters of the raccord could be laid as a word that is none: of a
        single new tile it is no zero (B-06), but the text does not say so."""
        played = self.played
        known = raccord.reached.union(played.run.squares)
        return any(
            not known.issuperset(run.squares)
            and not raccord.reached.isdisjoint(run.squares)
            and any(
                not place.is_valid for place in placements(played.position, run.word, run.direction)
            )
            for run in played.drawing.runs
        )

    @property
    def designated(self) -> tuple[Payment, ...]:
        """What the places designated in either way pay."""
        return self.referenced + self.raccord

    @property
    def located(self) -> tuple[Payment, ...]:
        """What the places that locate the word pay: letters of the grid that happen to be inside
        the word do not rival a reference that is right."""
        return self.referenced or self.raccord

    @property
    def readings(self) -> tuple[Payment, ...]:
        """Everything that the bulletin can mean."""
        return self.designated + self.scoring

    @cached_property
    def scoring(self) -> tuple[Payment, ...]:
        """What the places that only the score tells would pay, the located ones apart."""
        located = {payment.reading.placement for payment in self.designated}
        places = [place for place in self.played.scoring if place.ref not in located]
        if self.played.edition.correction.next_cell_only.value:
            places = [place for place in places if self._is_next_to_one_meant(place)]
        topic = self._score_topic(several=len(places) > 1)
        return tuple(pay_score(self.played, place, topic) for place in places)

    def _is_next_to_one_meant(self, place: Placement) -> bool:
        """Whether the reference, or letters of the grid, name a place one cell away."""
        bulletin = self.played.bulletin
        named = [bulletin.place or bulletin.off_grid]
        named += [raccord.placement.place for raccord in self.location.raccord]
        return any(
            there is not None
            and there.direction == place.place.direction
            and max(abs(there.row - place.place.row), abs(there.col - place.place.col)) == 1
            for there in named
        )

    def _score_topic(self, *, several: bool) -> Topic:
        if self.location.both_modes:
            return Topic.SCORE_BOTH_MODES
        if self.played.doubly_inverted:
            return Topic.SCORE_DOUBLE_INVERSION
        return Topic.SCORE_SEVERAL if several else Topic.SCORE_ONLY

    @cached_property
    def misplaced(self) -> tuple[Placement, ...]:
        """What the letters drawn make at the places named by the reference or by letters beside
        the word, where words formed across are not admitted. Of a located word no other place is
        meant by an inverted reference; letters that are wrong there name none, and those that are
        right where the reference is name no other."""
        location, played = self.location, self.played
        fitting = [one.placement for one in location.raccord if one.outer and fits(played, one)]
        raccord = fitting if set(fitting).isdisjoint(location.referenced) else []
        meant = not (location.inverted and self.located)
        return tuple(
            place
            for place in dict.fromkeys((*(played.named if meant else ()), *raccord))
            if _makes_bad_word(place)
        )

    def fallacious(self, places: Iterable[Placement]) -> tuple[Finding, ...]:
        """These invalid places, as findings for the arbiter."""
        code = FindingCode.FALLACIOUS_RACCORD
        return tuple(
            Finding.of(code, Topic.FALLACIOUS, place=place.ref, words=place.bad_words)
            for place in places
        )

    @cached_property
    def twins(self) -> tuple[Finding, ...]:
        """The invalid places that are worth the claim, plausible or not (5.3.3)."""
        return tuple(self._twin(place) for place in self.played.twins)

    def _twin(self, place: Placement) -> Finding:
        fallacious = is_fallacious(self.played, place) or self._is_named_extension(place)
        code = FindingCode.FALLACIOUS_RACCORD if fallacious else FindingCode.INVALID_TWIN
        return Finding.of(code, Topic.FALLACIOUS, place=place.ref, words=place.bad_words)

    def _is_named_extension(self, place: Placement) -> bool:
        """Whether the reference names it in the direction written, and it does no more wrong than
        to add a letter to placed words: who names it with its score finds it plausible."""
        played = self.played
        shortest = played.edition.correction.prolonged_word.value
        return place.place == played.bulletin.place and all(
            _is_extension(place, cross, shortest) for cross in place.bad_crosses
        )

    @property
    def has_fallacious_twin(self) -> bool:
        """Whether one of ``twins`` is plausible."""
        return any(twin.code == FindingCode.FALLACIOUS_RACCORD for twin in self.twins)


def _makes_bad_word(place: Placement) -> bool:
    return place.is_formable and place.has_contact and bool(place.bad_crosses)


def is_fallacious(played: PlayedWord, placement: Placement) -> bool:
    """Whether every bad cross word is a plausible one: a placed word with a usual ending (B-07).

    A placement with an absurd word beside the plausible one tempts nobody.
    """
    crosses = placement.bad_crosses
    return bool(crosses) and all(_is_plausible(played, cross) for cross in crosses)


def _is_plausible(played: PlayedWord, cross: FormedWord) -> bool:
    values = played.edition.correction
    *_, last = cross.place.squares(len(cross.word))
    added_behind = not played.position.board.tile_at(*last)
    long_enough = len(cross.word) > values.prolonged_word.value
    return (
        added_behind and long_enough and cross.word[-1].upper() in values.fallacious_endings.value
    )


def extends_badly(placement: Placement) -> bool:
    """Whether it adds one letter in front of a placed word or behind it, which makes a word that
    is not admitted: what the texts before 2023 call *fallacieux* (2017: 5.3.2, 2011: 4.4)."""
    return any(_is_extension(placement, cross, shortest=2) for cross in placement.bad_crosses)


def _is_extension(placement: Placement, cross: FormedWord, shortest: int) -> bool:
    """Whether it is a placed word of ``shortest`` letters or more with one letter in front of it
    or behind it."""
    board = placement.position.board
    first, *_, last = cross.place.squares(len(cross.word))
    return len(cross.word) > shortest and (not board.tile_at(*first) or not board.tile_at(*last))
