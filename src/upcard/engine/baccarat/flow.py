"""The flow of baccarat, composed of parts. 58 Pa. Code § 631b.7, ch. 631a."""

from typing import Final

from upcard.engine.baccarat import round as baccarat_round
from upcard.engine.baccarat import shoe as baccarat_shoe
from upcard.engine.baccarat.shoe import CHAPTER
from upcard.engine.baccarat.state import BaccaratState
from upcard.engine.core import seats
from upcard.engine.core.commands import LeaveSeat, SeatPlayer
from upcard.engine.core.events import PlayerLeft, PlayerSeated
from upcard.engine.core.flow import Flow
from upcard.engine.core.money import money

FLOW: Final[Flow[BaccaratState]] = Flow.of(
    seats.PART.lent(CHAPTER, (SeatPlayer, LeaveSeat), (PlayerSeated, PlayerLeft)),
    money(),
    baccarat_shoe.LENT,
    baccarat_shoe.PART,
    baccarat_round.PART,
    title="baccarat",
    section=CHAPTER,
)
