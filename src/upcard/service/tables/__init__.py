"""The live tables of a floor: dealing, commands, views, wagers and jackpots."""
