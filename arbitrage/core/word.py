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
from .reading.raccord import Raccord, fits, trace_raccord
from .sheets.placements import list_placements
from .sheets.position import Placement
from .verdict import Finding


@dataclass(frozen=True, eq=False)
class Word:
    """The word of the sheet with the places it designates and what each would pay."""

    played: PlayedWord

    @cached_property
    def location(self) -> Location:
        """The places designated."""
        return locate(self.played)

    @cached_property
    def referenced(self) -> tuple[Payment, ...]:
        """Payments of the places designated by the reference."""
        return tuple(self._pay_reference(place) for place in self.location.referenced)

    @cached_property
    def raccord(self) -> tuple[Payment, ...]:
        """Payments of the other valid places, designated by letters of the grid."""
        return tuple(
            self._pay_raccord(raccord)
            for raccord in self.location.valid_raccord
            if raccord.placement not in self.location.referenced
        )

    def _pay_reference(self, place: Placement) -> Payment:
        """Pay a place that the reference designates.

        With a second mode, both have to be right (5.3): three letters, at the same place. A raccord
        in the wrong direction is not, nor an inverted reference that names, as it is written, a
        place where the word would make another that is not admitted (2017: 4.4).
        """
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
        return self._pay(trace_raccord(self.played, place), route, extra, clean)

    @property
    def _names_bad_word(self) -> bool:
        return any(_makes_bad_word(place) for place in self.played.named_placements)

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
            findings.append(Finding.with_data(code, Topic.RACCORD, place=place.ref, count=count))
        if parasites:
            topic = Topic.EXACT_PARASITES
            findings.append(Finding.with_data(FindingCode.PARASITES, topic, letters=parasites))
        if doubtful:
            findings.append(Finding(FindingCode.SILENT_TEXT, Topic.PRESENTATION))
        elif parasites and self._has_parasite_word(raccord):
            findings.append(Finding(FindingCode.SILENT_TEXT, Topic.PARASITE_WORD))
        return replace(payment, findings=tuple(findings))

    def _has_parasite_word(self, raccord: Raccord) -> bool:
        """Return True if a parasite and letters of the raccord could be laid as a word that is not
        admitted.

        With a single new tile that is no zero (B-06), but the text does not say so.
        """
        played = self.played
        letter_squares = raccord.reached.union(played.run.squares)
        return any(
            not letter_squares.issuperset(run.squares)
            and not raccord.reached.isdisjoint(run.squares)
            and any(
                not place.is_valid
                for place in list_placements(played.position, run.word, run.direction)
            )
            for run in played.drawing.runs
        )

    @property
    def designated(self) -> tuple[Payment, ...]:
        """Payments of the places designated in either way."""
        return self.referenced + self.raccord

    @property
    def located(self) -> tuple[Payment, ...]:
        """Payments of the places that locate the word.

        Letters of the grid that happen to be inside the word do not rival a reference that is
        right.
        """
        return self.referenced or self.raccord

    @property
    def readings(self) -> tuple[Payment, ...]:
        """Payments of every possible reading of the bulletin."""
        return self.designated + self.scoring

    @cached_property
    def scoring(self) -> tuple[Payment, ...]:
        """Payments of the places that only the claimed score designates, without the located
        ones.
        """
        located = {payment.reading.placement for payment in self.designated}
        places = [place for place in self.played.scoring if place.ref not in located]
        if self.played.edition.correction.next_cell_only.value:
            places = [place for place in places if self._is_next_to_one_meant(place)]
        topic = self._score_topic(several=len(places) > 1)
        return tuple(pay_score(self.played, place, topic) for place in places)

    def _is_next_to_one_meant(self, place: Placement) -> bool:
        """Return True if the reference, or letters of the grid, name a place one cell away."""
        bulletin = self.played.bulletin
        places = [bulletin.place or bulletin.off_grid]
        places += [raccord.placement.place for raccord in self.location.raccord]
        return any(
            named_place is not None
            and named_place.direction == place.place.direction
            and max(abs(named_place.row - place.place.row), abs(named_place.col - place.place.col))
            == 1
            for named_place in places
        )

    def _score_topic(self, *, several: bool) -> Topic:
        if self.location.both_modes:
            return Topic.SCORE_BOTH_MODES
        if self.played.doubly_inverted:
            return Topic.SCORE_DOUBLE_INVERSION
        return Topic.SCORE_SEVERAL if several else Topic.SCORE_ONLY

    @cached_property
    def misplaced(self) -> tuple[Placement, ...]:
        """The placements with bad cross words at the places named by the reference or by letters
        beside the word.

        If the word is located, an inverted reference names no other place; letters that are wrong
        there name none, and letters that are right at the place of the reference name no other.
        """
        location, played = self.location, self.played
        fitting = [
            raccord.placement
            for raccord in location.raccord
            if raccord.outer and fits(played, raccord)
        ]
        raccord = fitting if set(fitting).isdisjoint(location.referenced) else []
        reference_counts = not (location.inverted and self.located)
        return tuple(
            place
            for place in dict.fromkeys(
                (*(played.named_placements if reference_counts else ()), *raccord)
            )
            if _makes_bad_word(place)
        )

    def fallacious(self, places: Iterable[Placement]) -> tuple[Finding, ...]:
        """Return findings about these invalid places, for the arbiter."""
        code = FindingCode.FALLACIOUS_RACCORD
        return tuple(
            Finding.with_data(code, Topic.FALLACIOUS, place=place.ref, words=place.bad_words)
            for place in places
        )

    @cached_property
    def twins(self) -> tuple[Finding, ...]:
        """Findings about the invalid places that are worth the claim, plausible or not (5.3.3)."""
        return tuple(self._twin(place) for place in self.played.twins)

    def _twin(self, place: Placement) -> Finding:
        fallacious = is_fallacious(self.played, place) or self._is_named_extension(place)
        code = FindingCode.FALLACIOUS_RACCORD if fallacious else FindingCode.INVALID_TWIN
        return Finding.with_data(code, Topic.FALLACIOUS, place=place.ref, words=place.bad_words)

    def _is_named_extension(self, place: Placement) -> bool:
        """Return True if the reference names the place as written, and it only adds a letter to
        placed words.

        A player who names the place with its score finds it plausible.
        """
        played = self.played
        shortest = played.edition.correction.prolonged_word.value
        return place.place == played.bulletin.place and all(
            _is_extension(place, cross, shortest) for cross in place.bad_crosses
        )

    @property
    def has_fallacious_twin(self) -> bool:
        """True if one of ``twins`` is plausible."""
        return any(twin.code == FindingCode.FALLACIOUS_RACCORD for twin in self.twins)


def _makes_bad_word(place: Placement) -> bool:
    return place.is_formable and place.has_contact and bool(place.bad_crosses)


def is_fallacious(played: PlayedWord, placement: Placement) -> bool:
    """Return True if every bad cross word is plausible: a placed word with a usual ending (B-07).

    A placement with an absurd word beside the plausible one is not fallacious.
    """
    crosses = placement.bad_crosses
    return bool(crosses) and all(_is_plausible(played, cross) for cross in crosses)


def _is_plausible(played: PlayedWord, cross: FormedWord) -> bool:
    values = played.edition.correction
    *_, last = cross.place.list_squares(len(cross.word))
    added_behind = not played.position.board.get_tile(*last)
    long_enough = len(cross.word) > values.prolonged_word.value
    return (
        added_behind and long_enough and cross.word[-1].upper() in values.fallacious_endings.value
    )


def extends_badly(placement: Placement) -> bool:
    """Return True if the word adds one letter before or after a placed word and the result is not
    admitted.

    The texts before 2023 call this *fallacieux* (2017: 5.3.2, 2011: 4.4).
    """
    return any(_is_extension(placement, cross, shortest=2) for cross in placement.bad_crosses)


def _is_extension(placement: Placement, cross: FormedWord, shortest: int) -> bool:
    """Return True if the cross word is a placed word of ``shortest`` letters or more with one
    letter added before or after it.
    """
    board = placement.position.board
    first, *_, last = cross.place.list_squares(len(cross.word))
    return len(cross.word) > shortest and (not board.get_tile(*first) or not board.get_tile(*last))
