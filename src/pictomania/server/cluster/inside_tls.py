"""TLS between nodes: each shows a certificate that their common authority has signed."""

from dataclasses import dataclass
from ssl import CERT_REQUIRED, Purpose, SSLContext, create_default_context

from pictomania.log import Unusable
from pictomania.server.config import Config


@dataclass(frozen=True, slots=True)
class InsideTls:
    """How a node shows who it is, and whom it believes."""

    server: SSLContext  # for connections from other nodes
    client: SSLContext  # for connections to them


def read_inside_tls(config: Config) -> InsideTls | None:
    """Read the certificates, or raise `Unusable`; None if nodes do not use TLS."""
    cert, key, authority = config.inside_tls_cert, config.inside_tls_key, config.inside_tls_ca
    if cert is None and key is None and authority is None:
        return None
    if cert is None or key is None or authority is None:
        raise Unusable("give --inside-tls-cert, --inside-tls-key and --inside-tls-ca together")
    contexts = []
    for purpose in (Purpose.CLIENT_AUTH, Purpose.SERVER_AUTH):
        try:
            context = create_default_context(purpose, cafile=str(authority))
            context.load_cert_chain(cert, key)
        except OSError as error:  # an SSLError is one
            raise Unusable(f"cannot use the certificates for the inside port: {error}") from None
        context.verify_mode = CERT_REQUIRED
        contexts.append(context)
    server, client = contexts
    return InsideTls(server, client)
