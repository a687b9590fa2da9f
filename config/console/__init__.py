"""The command ``duplicata``: every program of an installation by one name."""
