"""The command line: one module or package for each command, and `main` to choose among them."""
