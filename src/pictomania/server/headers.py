"""Security and cache headers of HTTP responses."""

from collections.abc import Mapping

SECURITY_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
    "img-src 'self' data: blob:; media-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # the URL contains the code of the table
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Server": "pictomania",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
HSTS = {"Strict-Transport-Security": "max-age=31536000"}

IMMUTABLE = {"Cache-Control": "public, max-age=31536000, immutable"}
NO_CACHE = {"Cache-Control": "no-cache"}  # revalidate
NO_STORE = {"Cache-Control": "no-store"}


def security_headers(*, tls_only: bool) -> Mapping[str, str]:
    """Headers for every response; with HSTS if players use HTTPS."""
    return SECURITY_HEADERS | HSTS if tls_only else SECURITY_HEADERS
