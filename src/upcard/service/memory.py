"""Keeps the collector of garbage from stopping a floor that is served."""

import gc


def keep_what_the_start_made() -> None:
    """Let the collector leave alone what is there now: modules, rules, tables.

    It lives as long as the process. To look through it again and again stopped all tables for
    half a second at a time.
    """
    gc.collect()
    gc.freeze()
