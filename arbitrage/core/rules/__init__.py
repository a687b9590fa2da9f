"""The rules of the editions: each returns a verdict, or None to try the next rule."""
