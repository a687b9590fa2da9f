"""Supervision of a club's servers and programs: restarts, disks, signals."""
