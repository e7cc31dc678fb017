"""What answers tell a browser: what to beware of, and what to keep for how long."""

from collections.abc import Mapping

SAFE = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
    "img-src 'self' data: blob:; media-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # the code of a table is in its link
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Server": "pictomania",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
HSTS = {"Strict-Transport-Security": "max-age=31536000"}

FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
ASK_AGAIN = {"Cache-Control": "no-cache"}  # whether there is something newer
NEVER = {"Cache-Control": "no-store"}


def protective(*, tls_only: bool) -> Mapping[str, str]:
    """The headers of every answer; with HSTS where players come by TLS."""
    return SAFE | HSTS if tls_only else SAFE
