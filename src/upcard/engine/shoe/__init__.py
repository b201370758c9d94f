"""The shoe: opening, shuffle, cut, burn card, upkeep. 58 Pa. Code §§ 633a.3-633a.5."""
