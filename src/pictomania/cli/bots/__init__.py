"""`pictomania bots`: measure how well bots guess."""
