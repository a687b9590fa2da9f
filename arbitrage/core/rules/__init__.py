"""The rules of the editions: each returns the verdict on a bulletin, or None to try the next
one.
"""
