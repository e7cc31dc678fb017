# Checks and builds web/: installs its packages if they are missing or stale, then checks types, style and tests.
# Run by ./check, with the python, node and npm of .venv in PATH.
set -eu
cd "$(dirname -- "$0")/.."

python hatch_build.py --packages
python -m scripts.wire_samples
python hatch_build.py
cd web
PATH=$PWD/node_modules/.bin:$PATH
svelte-check --fail-on-warnings
tsc --project tests
biome ci
vitest run
