"""The word played from the second turn on: its places, and the award for each."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from engine.board.scoring import FormedWord
from engine.regulation.topics import Topic

from .awards import Award, award_claimed_place, award_place
from .codes import FindingCode, Motive, Route
from .reading.location import Location, is_prolongation, is_short_raccord, locate
from .reading.played_word import PlayedWord
from .reading.raccord import Raccord, has_matching_letters, trace_raccord
from .sheets.placements import list_placements
from .sheets.position import Placement
from .verdict import Finding


@dataclass(frozen=True, eq=False)
class WordAwards:
    """The word of the sheet with its places, and the award for each."""

    played_word: PlayedWord

    @cached_property
    def location(self) -> Location:
        """The places designated."""
        return locate(self.played_word)

    @cached_property
    def reference_awards(self) -> tuple[Award, ...]:
        """Awards for the places designated by the reference."""
        return tuple(self._award_reference(placement) for placement in self.location.referenced)

    @cached_property
    def raccord_awards(self) -> tuple[Award, ...]:
        """Awards for the other valid places, designated by letters of the grid."""
        return tuple(
            self._award_raccord(raccord)
            for raccord in self.location.valid_raccords
            if raccord.placement not in self.location.referenced
        )

    def _award_reference(self, placement: Placement) -> Award:
        """Award points for a place that the reference designates.

        With a second mode, both have to be right (5.3): three letters, at the same place. A raccord
        in the wrong direction is not, nor an inverted reference that names, as it is written, a
        place where the word would make another that is not admitted (2017: 4.4).
        """
        location = self.location
        route = Route.INVERSION if location.is_inverted else Route.REFERENCE
        extra_motives = {Motive.INVERSION} if location.is_inverted else set()
        clean_topic = Topic.EXACT_REFERENCE
        if location.has_both_modes:
            clean_topic = Topic.EXACT_BOTH
            raccord = location.find_raccord_at(placement)
            short = raccord is None or is_short_raccord(self.played_word, raccord)
            if short or self.played_word.is_turned or self._is_bad_word_named:
                extra_motives.add(Motive.BOTH_MODES)
        return self._award(
            trace_raccord(self.played_word, placement), route, extra_motives, clean_topic
        )

    @property
    def _is_bad_word_named(self) -> bool:
        return any(
            _has_bad_cross_word(placement) for placement in self.played_word.placements_at_reference
        )

    def _award_raccord(self, raccord: Raccord) -> Award:
        location, played_word = self.location, self.played_word
        prolonged = is_prolongation(played_word, raccord.placement)
        extra_motives = {Motive.INVERSION} if played_word.is_turned else set()
        if is_short_raccord(played_word, raccord):
            extra_motives.add(Motive.SHORT_RACCORD)
        if location.has_both_modes and not location.referenced and not prolonged:
            extra_motives.add(Motive.BOTH_MODES)
        clean_topic = Topic.EXACT_PROLONGATION if prolonged else Topic.EXACT_RACCORD
        return self._award(raccord, Route.RACCORD, extra_motives, clean_topic)

    def _award(
        self, raccord: Raccord, route: Route, extra_motives: set[Motive], clean_topic: Topic
    ) -> Award:
        placement, parasites = raccord.placement, raccord.parasites
        values = self.played_word.edition.correction
        are_parasites_ignored = values.parasites_are_ignored.value or not self.played_word.is_alone
        is_doubtful = bool(parasites) and not are_parasites_ignored and not raccord.has_one_fault
        if is_doubtful and Motive.BOTH_MODES not in extra_motives:
            extra_motives = extra_motives | {Motive.PRESENTATION}
        award = award_place(
            self.played_word,
            placement,
            route,
            extra_motives=extra_motives,
            clean_topic=clean_topic,
            has_parasites=bool(parasites) and are_parasites_ignored,
        )
        findings = list(award.findings)
        if self.played_word.joined_squares or Motive.SHORT_RACCORD in extra_motives:
            count = raccord.count
            code = FindingCode.RACCORD_COUNT
            findings.append(
                Finding.with_data(code, Topic.RACCORD, place=placement.ref, count=count)
            )
        if parasites:
            topic = Topic.EXACT_PARASITES
            findings.append(Finding.with_data(FindingCode.PARASITES, topic, letters=parasites))
        if is_doubtful:
            findings.append(Finding(FindingCode.SILENT_TEXT, Topic.PRESENTATION))
        elif parasites and self._has_parasite_word(raccord):
            findings.append(Finding(FindingCode.SILENT_TEXT, Topic.PARASITE_WORD))
        return replace(award, findings=tuple(findings))

    def _has_parasite_word(self, raccord: Raccord) -> bool:
        """Return True if a parasite and raccord letters could be laid as a bad word.

        With a single new tile that is no zero (B-06), but the text does not say so.
        """
        played_word = self.played_word
        letter_squares = raccord.raccord_squares.union(played_word.run.squares)
        return any(
            not letter_squares.issuperset(run.squares)
            and not raccord.raccord_squares.isdisjoint(run.squares)
            and any(
                not placement.is_valid
                for placement in list_placements(played_word.position, run.word, run.direction)
            )
            for run in played_word.drawing.runs
        )

    @property
    def designated_awards(self) -> tuple[Award, ...]:
        """Awards for the places designated in either way."""
        return self.reference_awards + self.raccord_awards

    @property
    def located_awards(self) -> tuple[Award, ...]:
        """Awards for the places that locate the word.

        Letters of the grid that happen to be inside the word do not rival a reference that is
        right.
        """
        return self.reference_awards or self.raccord_awards

    @property
    def awards(self) -> tuple[Award, ...]:
        """Awards for every possible reading of the bulletin."""
        return self.designated_awards + self.score_awards

    @cached_property
    def score_awards(self) -> tuple[Award, ...]:
        """Awards for the places that only the claimed score designates."""
        located = {award.reading.placement for award in self.designated_awards}
        placements = [
            placement
            for placement in self.played_word.claimed_placements
            if placement.ref not in located
        ]
        if self.played_word.edition.correction.score_designates_next_cell_only.value:
            placements = [
                placement for placement in placements if self._is_next_to_named_place(placement)
            ]
        topic = self._choose_score_topic(has_several_places=len(placements) > 1)
        return tuple(
            award_claimed_place(self.played_word, placement, topic) for placement in placements
        )

    def _is_next_to_named_place(self, placement: Placement) -> bool:
        """Return True if the reference, or letters of the grid, name a place one cell away."""
        bulletin = self.played_word.bulletin
        places = [bulletin.place or bulletin.place_off_grid]
        places += [raccord.placement.place for raccord in self.location.raccords]
        return any(
            named_place is not None
            and named_place.direction == placement.place.direction
            and max(
                abs(named_place.row - placement.place.row),
                abs(named_place.col - placement.place.col),
            )
            == 1
            for named_place in places
        )

    def _choose_score_topic(self, *, has_several_places: bool) -> Topic:
        if self.location.has_both_modes:
            return Topic.SCORE_BOTH_MODES
        if self.played_word.doubly_inverted_placement:
            return Topic.SCORE_DOUBLE_INVERSION
        return Topic.SCORE_SEVERAL if has_several_places else Topic.SCORE_ONLY

    @cached_property
    def bad_placements(self) -> tuple[Placement, ...]:
        """The placements with bad cross words that the reference or letters beside name.

        If the word is located, an inverted reference names no other place; letters that are wrong
        there name none, and letters that are right at the place of the reference name no other.
        """
        location, played_word = self.location, self.played_word
        fitting = [
            raccord.placement
            for raccord in location.raccords
            if raccord.outer_count and has_matching_letters(played_word, raccord)
        ]
        raccord = fitting if set(fitting).isdisjoint(location.referenced) else []
        counts_reference = not (location.is_inverted and self.located_awards)
        return tuple(
            placement
            for placement in dict.fromkeys(
                (*(played_word.placements_at_reference if counts_reference else ()), *raccord)
            )
            if _has_bad_cross_word(placement)
        )

    def list_fallacious_findings(self, placements: Iterable[Placement]) -> tuple[Finding, ...]:
        """Return findings about these invalid places, for the arbiter."""
        code = FindingCode.FALLACIOUS_RACCORD
        return tuple(
            Finding.with_data(
                code, Topic.FALLACIOUS, place=placement.ref, words=placement.bad_words
            )
            for placement in placements
        )

    @cached_property
    def invalid_claimed_findings(self) -> tuple[Finding, ...]:
        """Findings about the invalid places that are worth the claim, plausible or not (5.3.3)."""
        return tuple(
            self._build_invalid_claimed_finding(placement)
            for placement in self.played_word.invalid_claimed_placements
        )

    def _build_invalid_claimed_finding(self, placement: Placement) -> Finding:
        is_plausible = is_fallacious(self.played_word, placement) or self._is_named_extension(
            placement
        )
        code = FindingCode.FALLACIOUS_RACCORD if is_plausible else FindingCode.INVALID_TWIN
        return Finding.with_data(
            code, Topic.FALLACIOUS, place=placement.ref, words=placement.bad_words
        )

    def _is_named_extension(self, placement: Placement) -> bool:
        """Return True if the reference names the place, which only adds letters to placed words.

        A player who names the place with its score finds it plausible.
        """
        played_word = self.played_word
        min_length = played_word.edition.correction.prolonged_word_length.value
        return placement.place == played_word.bulletin.place and all(
            _is_extension(placement, cross, min_length) for cross in placement.bad_cross_words
        )

    @property
    def has_fallacious_claimed_placement(self) -> bool:
        """True if one of the invalid places is plausible."""
        return any(
            finding.code == FindingCode.FALLACIOUS_RACCORD
            for finding in self.invalid_claimed_findings
        )


def _has_bad_cross_word(placement: Placement) -> bool:
    return placement.is_formable and placement.has_contact and bool(placement.bad_cross_words)


def is_fallacious(played_word: PlayedWord, placement: Placement) -> bool:
    """Return True if every bad cross word is plausible: a placed word with a usual ending (B-07).

    A placement with an absurd word beside the plausible one is not fallacious.
    """
    crosses = placement.bad_cross_words
    return bool(crosses) and all(_is_plausible(played_word, cross) for cross in crosses)


def _is_plausible(played_word: PlayedWord, cross: FormedWord) -> bool:
    values = played_word.edition.correction
    *_, last = cross.place.list_squares(len(cross.word))
    added_behind = not played_word.position.board.get_tile(*last)
    long_enough = len(cross.word) > values.prolonged_word_length.value
    return (
        added_behind and long_enough and cross.word[-1].upper() in values.fallacious_endings.value
    )


def has_bad_extension(placement: Placement) -> bool:
    """Return True if the word adds a letter to a placed word and the result is not admitted.

    The texts before 2023 call this *fallacieux* (2017: 5.3.2, 2011: 4.4).
    """
    return any(_is_extension(placement, cross, min_length=2) for cross in placement.bad_cross_words)


def _is_extension(placement: Placement, cross: FormedWord, min_length: int) -> bool:
    """Return True if the cross word is a placed word with a letter added before or after it.

    ``min_length``: the least number of letters of the placed word.
    """
    board = placement.position.board
    first, *_, last = cross.place.list_squares(len(cross.word))
    return len(cross.word) > min_length and (
        not board.get_tile(*first) or not board.get_tile(*last)
    )
