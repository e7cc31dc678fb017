"""`pictomania bench`: what this machine can do, next to a minimal server in C and to the usual way."""
