"""One game in many centres: what a centre adds to an event, and how verified archives are joined.

`definition` says what was to be played, `contribution` what an archive adds, `extraction` reads it
from a verified archive, `comparability` lists what prevents joining it, `archive_standing` says
which of a centre's archives counts, `joining` makes the joint results, `ranking` ranks them.
"""
