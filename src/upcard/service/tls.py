"""TLS in the server itself, from a certificate and its key in files."""

import ssl
from pathlib import Path

from upcard.rules.violation import BadInput


def server_tls(certificate: Path, key: Path) -> ssl.SSLContext:
    """The context of a server that shows this certificate (PEM, with its chain).

    Raises `BadInput` for files that cannot be read, do not belong together, or for a key that is
    encrypted: nobody is there to type its password.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    for path in (certificate, key):
        try:
            path.open("rb").close()
        except OSError as error:
            raise BadInput(f"{path} cannot be read: {error.strerror}.") from None
    try:
        context.load_cert_chain(certificate, key, password=lambda: b"")
    except (ssl.SSLError, ValueError):
        raise BadInput(
            f"{certificate} and {key} are not a certificate and its key, as PEM and not encrypted."
        ) from None
    return context
