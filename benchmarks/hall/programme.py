"""One afternoon: the room, its people, every turn of the script, then the comparison."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from rich.console import Console

from benchmarks.chaos.people import Browser
from benchmarks.hall.people import RULINGS, Arbiter, Judge, SurpriseError
from benchmarks.hall.reckoning import Reckoning
from benchmarks.hall.room import set_up
from benchmarks.hall.script import PAPER, TABLET, Fate, Script, Slip, Story, TurnScript
from benchmarks.hall.tablets import Tablets


class Programme:
    """``url`` is that of a running site, on whose database Django is set up here."""

    def __init__(self, console: Console, url: str, script: Script) -> None:
        self.console, self.script = console, script
        began = time.monotonic()
        self.room = set_up(tables=script.tables)
        judge = Browser(url)
        judge.sign_in(self.room.judge_link)
        self.judge = Judge(judge, self.room.slug)
        self.arbiters = [self._arbiter(Browser(url), *given) for given in self.room.links]
        self.reckoning = Reckoning(url, self.room, script)
        self.reckoning.spent["La salle s'installe"] = time.monotonic() - began

    def run(self) -> int:
        """The exit status: 1 when the software's ranking is another one than the script's."""
        on = self.script.turns[0].plays_on
        read = {n for n in on if on[n] == TABLET and n not in self.script.untold}
        self.tablets = Tablets(self.room.seats.values(), self.reckoning.url, read)
        with ThreadPoolExecutor(len(self.arbiters)) as self.threads:
            try:
                self._play()
            finally:
                self.tablets.stop()
        return self.reckoning.tell(self.console, self.judge, self.arbiters)

    def _arbiter(self, browser: Browser, link: str, tables: list[int]) -> Arbiter:
        browser.sign_in(link)
        return Arbiter(browser, self.room.slug, self.room.game, tables)

    @contextmanager
    def _timed(self, what: str) -> Iterator[None]:
        began = time.monotonic()
        yield
        self.reckoning.spent[what] += time.monotonic() - began

    # --- the game ---------------------------------------------------------------------

    def _play(self) -> None:
        self.judge.press("prepare")
        self._seat(dict.fromkeys(self.room.seats, TABLET), self.script.turns[0])
        self.judge.press("start")
        for index, turn in enumerate(self.script.turns):
            last = index == len(self.script.turns) - 1
            forgotten = self.script.forgotten if last else []
            there = {n: s for n, s in turn.stories.items() if n not in forgotten}
            if index:
                self._seat(self.script.turns[index - 1].plays_on, turn)
            self._collect(index + 1, turn)
            self._key(index + 1, turn, forgotten)
            if turn.cancelled:
                self.judge.ask("cancel", reason="timing")
                continue
            self.judge.press("reveal", top=f"{turn.top.word} {turn.top.ref}")
            self._correct(index + 1, turn)
            self._decide(index + 1, there)
            self._acts(index)
            self.console.print(f"[dim]… coup {index + 1} décidé[/dim]")
        self._end(len(self.script.turns), self.script.turns[-1])

    def _seat(self, before: dict[int, str], turn: TurnScript) -> None:
        """Who changes from tablet to paper, goes or comes back."""
        for plays_on in sorted(set(turn.plays_on.values())):
            moved = [n for n, on in turn.plays_on.items() if on == plays_on != before[n]]
            if moved:
                self.judge.put_on([self.room.seats[n].entry for n in moved], plays_on)

    def _collect(self, ordinal: int, turn: TurnScript) -> None:
        with self._timed("Tirer, jouer, ramasser"):
            self.judge.press("draw", letters=turn.letters)
            self.judge.press("announce")
            self.judge.press("open")
            on_tablet = self._slips(turn, TABLET)
            late = {n for n in on_tablet if turn.stories[n].fate in {Fate.LATE, Fate.EXCUSED}}
            in_time = {n: slip for n, slip in on_tablet.items() if n not in late}
            self.reckoning.wrong += self.tablets.hand_in(ordinal, in_time)
            self.judge.ask("stop")
            self.judge.wait_for_bell()
            too_late = {n: on_tablet[n] for n in late}
            self.reckoning.wrong += self.tablets.hand_in(ordinal, too_late, late=True)
            self.reckoning.done["Bulletins remis sur tablette"] += len(on_tablet)
            self.reckoning.done["… dont hors temps"] += len(late)

    def _slips(self, turn: TurnScript, on: str) -> dict[int, Slip]:
        """What is there to hand in, or to type: from a tablet nothing comes where it is missing."""
        return {
            n: story.mistyped or story.rival or story.slip
            for n, story in turn.stories.items()
            if story.plays_on == on and (on == PAPER or story.fate is not Fate.MISSING)
        }

    def _key(self, ordinal: int, turn: TurnScript, forgotten: list[int]) -> None:
        slips = {n: s for n, s in self._slips(turn, PAPER).items() if n not in forgotten}
        with self._timed("Saisir le papier"):
            self._each(lambda one: one.key(ordinal, _of(one, slips)))

    def _correct(self, ordinal: int, turn: TurnScript) -> None:
        """Typing errors are put right; what a neighbour typed otherwise is settled by him."""
        mistyped = {n: s.slip for n, s in turn.stories.items() if s.mistyped}
        rivals = {n: s.slip for n, s in turn.stories.items() if s.rival}
        neighbours = self.arbiters[1:] + self.arbiters[:1]
        with self._timed("Corriger la saisie"):
            self._each(lambda one: one.key_again(ordinal, _of(one, mistyped)))
            for arbiter, neighbour in zip(self.arbiters, neighbours, strict=True):
                if found := _of(arbiter, rivals):
                    neighbour.key(ordinal, found, "differs")
                    neighbour.key_again(ordinal, found)
                    self.reckoning.done["Saisies différentes réglées"] += len(found)

    def _decide(self, ordinal: int, stories: dict[int, Story]) -> None:
        def decide(arbiter: Arbiter) -> None:
            arbiter.wait_for_correction(ordinal)
            arbiter.rule(ordinal, _of(arbiter, to_rule))
            arbiter.confirm(ordinal)

        to_rule = {
            n: (self.room.seats[n].entry, story)
            for n, story in stories.items()
            if story.fate in RULINGS
        }
        with self._timed("Décider"):
            self._each(decide)

    def _acts(self, index: int) -> None:
        script, seats = self.script, self.room.seats
        if index == script.disciplined_on:
            self.judge.discipline(self.room.game, index + 1, seats[script.disciplined].entry)
        if index == script.annulled_after:
            self.judge.annul(seats[script.annulled].entry)
        if not index:
            self.reckoning.look("en cours")
            self._tell(index + 1)

    def _tell(self, ordinal: int) -> None:
        """Slips reach everybody but those who are to learn nothing (5.9)."""
        turn = self.script.turns[ordinal - 1]
        told = [n for n in self.script.told if turn.plays_on[n] == TABLET]
        self.tablets.see_slips(ordinal, told)
        self._each(lambda one: one.hand_over(self.script.untold))

    def _end(self, ordinal: int, turn: TurnScript) -> None:
        """With slips not typed in: by the judge's explicit word only, and it stays marked."""
        why = {"reason": "other", "detail": "Fin de l'après-midi."}
        try:
            self.judge.ask("finish", **why)
            self.reckoning.wrong.append(
                "la partie finit sans le mot du juge, des bulletins à saisir"
            )
        except SurpriseError:
            self.judge.ask("finish", open_bulletins_stay="on", **why)
        self.reckoning.look("fin")
        stories = {n: turn.stories[n] for n in self.script.forgotten}
        slips = {n: story.slip for n, story in stories.items()}
        self._each(lambda one: one.key(ordinal, _of(one, slips)))
        self._decide(ordinal, stories)
        self.reckoning.look("tout saisi et décidé")

    def _each(self, work: Callable[[Arbiter], None]) -> None:
        """All arbiters at once."""
        for done in [self.threads.submit(work, arbiter) for arbiter in self.arbiters]:
            done.result()


def _of[T](arbiter: Arbiter, by_table: dict[int, T]) -> dict[int, T]:
    """Those of his tables."""
    return {n: by_table[n] for n in arbiter.tables if n in by_table}
