# Checks web/: installs its packages if they are missing or stale, then types, then tests.
# Run by ./check, with the python, node and npm of .venv in the PATH.
set -eu
cd "$(dirname -- "$0")/.."

# Changes with whatever would make the packages stale.
fingerprint() {
    { cat web/package.json web/package-lock.json web/.npmrc && node --version; } 2>&1 | cksum
}

if [ "$(fingerprint)" != "$(cat web/node_modules/stamp 2>/dev/null)" ]; then
    echo "Installing the packages of web/ ..." >&2
    (cd web && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
    fingerprint >web/node_modules/stamp # last, so that an interrupted installation counts as none
fi

python -m scripts.wire_samples
web/node_modules/.bin/tsc --project web
web/node_modules/.bin/tsc --project web/tests
node --test --test-reporter=dot 'web/tests/*.test.ts'
