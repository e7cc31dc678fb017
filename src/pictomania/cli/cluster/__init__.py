"""`pictomania cluster`: a whole cluster on this machine."""
