"""Small things that the judge's desk shows."""

from dataclasses import dataclass


@dataclass(frozen=True)
class HandDraw:
    """What the judge has to take out of the real bag."""

    kept: str
    count: int
    bag: str
    #: A joker comes with the letters without being drawn (3.8.1).
    joker: bool
    #: The last attempt was refused by 3.2: everything goes back first.
    refused: bool
    #: The turn drawn last was cancelled: its letters go back first (3.6).
    cancelled: bool
    #: Changes whenever what was typed no longer applies.
    key: str
