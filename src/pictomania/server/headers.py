"""What answers tell a browser: what to beware of, and what to keep for how long."""

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

FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
ASK_AGAIN = {"Cache-Control": "no-cache"}  # whether there is something newer
NEVER = {"Cache-Control": "no-store"}
