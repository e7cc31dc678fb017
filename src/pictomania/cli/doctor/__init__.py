"""`pictomania doctor`: what is wrong with a cluster, and how to fix it."""
