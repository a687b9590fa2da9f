"""An embedded PostgreSQL and Valkey for a club's laptop, the demonstration and the tests.

Both come from Python wheels that production does not install. They listen on this machine
only, keep their data in one folder and stop with the process that started them. If that was
killed, the next start stops them.
"""
