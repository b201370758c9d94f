"""A small client of the table server; it imports nothing else of upcard.

``Client.sign_in(url, name, password)`` for people, ``Client(url, token=…)`` for devices; `Shoe`,
`Wheel`, `Keypad`, `BetSensor` and `Sign` say what each device does.
"""

from upcard.client.client import Client, Json, NoAnswer, Refused
from upcard.client.devices import BetSensor, Keypad, Shoe, Sign, Wheel

__all__ = [
    "BetSensor",
    "Client",
    "Json",
    "Keypad",
    "NoAnswer",
    "Refused",
    "Shoe",
    "Sign",
    "Wheel",
]
