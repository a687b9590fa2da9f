"""The editions of the regulation that can be applied.

2023, 2017 and 2014 are full texts. 2019 and 2011 are partial ones: each has only its changes to
the full text before it.
"""

from collections.abc import Mapping

from engine.errors import UnknownEdition
from engine.regulation.edition import Edition
from engine.regulation.edition_2011 import EDITION_2011
from engine.regulation.edition_2014 import EDITION_2014
from engine.regulation.edition_2017 import EDITION_2017
from engine.regulation.edition_2019 import EDITION_2019
from engine.regulation.edition_2023 import EDITION_2023

#: The edition in force, the default of interfaces; the engine itself has no default.
CURRENT = EDITION_2023.key

#: Every edition by its key, the newest first.
EDITIONS: Mapping[str, Edition] = {
    edition.key: edition
    for edition in (EDITION_2023, EDITION_2019, EDITION_2017, EDITION_2014, EDITION_2011)
}


def get_edition(key: str) -> Edition:
    """Return the edition with that key. Raises `UnknownEdition`."""
    try:
        return EDITIONS[key]
    except KeyError:
        raise UnknownEdition("unknown_edition", key=key, known=sorted(EDITIONS)) from None
