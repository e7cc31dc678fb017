# Leaves a complete .venv in $root. Read by ./play and ./check, which share it: what one made, the other uses.

venv=$root/.venv

sorry() {
    printf '%s\n' "$*" >&2
    exit 1
}

# Changes with whatever would make the environment stale: the lock, the interpreter behind it,
# and the place of the folder, since the scripts in a venv hold absolute paths.
fingerprint() {
    { cat "$root/pyproject.toml" "$root/requirements.txt" && echo "$root" && "$venv/bin/python" -V; } 2>&1 | cksum
}

# Debian keeps this part of the standard library in a package of its own.
install_venv_module() {
    if [ "$(id -u)" -eq 0 ]; then as_root=''; else as_root=sudo; fi
    if command -v apt-get >/dev/null && command -v ${as_root:-env} >/dev/null; then
        echo "Installing python3-venv ..." >&2
        $as_root env DEBIAN_FRONTEND=noninteractive \
            sh -c 'apt-get -qqy update && apt-get -qqy install --no-install-recommends python3-venv' >/dev/null || :
    fi
    "$python" -c 'import ensurepip' 2>/dev/null ||
        sorry "Python's venv module is missing: install it (on Debian: apt-get install python3-venv) and try again."
}

pip_install() {
    "$venv/bin/python" -m pip install -qq --disable-pip-version-check --no-input "$@" ||
        sorry "The set-up failed: see above, or no package index can be reached. The next ./play or ./check tries afresh."
}

set_up() {
    # Not by its bare name: where .venv is activated, that is the interpreter about to be removed.
    python=$("${PYTHON:-python3}" -c 'import os, sys; print(os.path.realpath(sys.executable))' 2>/dev/null) ||
        sorry "Python 3.11 or newer is needed: install python3 and try again."
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        sorry "Python 3.11 or newer is needed and this is $("$python" -V 2>&1): name a newer one, as in PYTHON=python3.12 $0"
    "$python" -c 'import ensurepip, venv' 2>/dev/null || install_venv_module

    echo "Setting up (once, about half a minute) ..." >&2
    rm -rf "$venv"
    "$python" -m venv "$venv" || sorry "The environment could not be made in $venv."
    pip_install --require-hashes --requirement "$root/requirements.txt"
    pip_install --no-build-isolation --no-deps --editable "$root"
    fingerprint >"$venv/stamp" # last, so that an interrupted set-up counts as none
}

[ "$(fingerprint)" = "$(cat "$venv/stamp" 2>/dev/null)" ] || set_up
