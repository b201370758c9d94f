"""A small client of the table server; it imports no other part of upcard.

Use ``Client.sign_in(url, name, password)`` for people and ``Client(url, token=…)`` for devices.
`ShoeReader`, `Wheel`, `Keypad`, `BetSensor` and `Sign` are clients for the kinds of device.
"""

from upcard.client.channel import Pending
from upcard.client.client import Client
from upcard.client.devices import BetSensor, Keypad, ShoeReader, Sign, Wheel
from upcard.client.errors import NoAnswer, Refused
from upcard.client.json_object import Json

__all__ = [
    "BetSensor",
    "Client",
    "Json",
    "Keypad",
    "NoAnswer",
    "Pending",
    "Refused",
    "ShoeReader",
    "Sign",
    "Wheel",
]
