# Checks web/: installs its packages if they are missing or stale, then types, style and tests; and builds it.
# Run by ./check, with the python, node and npm of .venv in the PATH.
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
