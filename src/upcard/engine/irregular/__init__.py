"""Irregularities of play. 58 Pa. Code § 633a.14."""
