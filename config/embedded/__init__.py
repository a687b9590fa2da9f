"""An embedded PostgreSQL and Valkey for a club's laptop, the demonstration and the tests.

Both come from Python wheels that production does not install. They listen on this machine
only, keep their data in one folder, stop with whoever started them, and when that one was
killed, the next start finds and stops what it left behind.
"""
