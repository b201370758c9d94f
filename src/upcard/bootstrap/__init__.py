"""Makes the table server of settings, with its API and pages, and serves it.

`start` opens what the user named, `address` listens, `building` makes the server, `serving` runs it
in one process and `workers` in several.
"""

from upcard.bootstrap.address import Address
from upcard.bootstrap.building import application, build
from upcard.bootstrap.serving import configuration
from upcard.bootstrap.start import serve

__all__ = ["Address", "application", "build", "configuration", "serve"]
