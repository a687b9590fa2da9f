"""The upgrade of an installation at play, rehearsed: ``make rehearse-upgrade``."""
