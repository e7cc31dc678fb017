# Sets up a complete .venv in $root. Sourced by ./play and ./check, which share it.

venv=$root/.venv

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

# Changes with everything that would make the environment stale: the lock file, the interpreter,
# and the path of the folder, since the scripts in a venv contain absolute paths.
fingerprint() {
    { cat "$root/pyproject.toml" "$root/requirements.txt" && echo "$root" && "$venv/bin/python" -V; } 2>&1 | cksum
}

# Debian ships this part of the standard library in a separate package.
install_venv_module() {
    if [ "$(id -u)" -eq 0 ]; then as_root=''; else as_root=sudo; fi
    if command -v apt-get >/dev/null && command -v ${as_root:-env} >/dev/null; then
        echo "Installing python3-venv ..." >&2
        $as_root env DEBIAN_FRONTEND=noninteractive \
            sh -c 'apt-get -qqy update && apt-get -qqy install --no-install-recommends python3-venv' >/dev/null || :
    fi
    "$python" -c 'import ensurepip' 2>/dev/null ||
        fail "Python's venv module is missing: install it (on Debian: apt-get install python3-venv) and try again."
}

pip_install() {
    "$venv/bin/python" -m pip install -qq --disable-pip-version-check --no-input "$@" ||
        fail "The set-up failed; see above. Is the package index reachable? Run ./play or ./check to try again."
}

set_up() {
    # Resolved, since in an activated .venv the bare name is the interpreter about to be removed.
    python=$("${PYTHON:-python3}" -c 'import os, sys; print(os.path.realpath(sys.executable))' 2>/dev/null) ||
        fail "Python 3.11 or newer is needed: install python3 and try again."
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "Python 3.11 or newer is needed, but this is $("$python" -V 2>&1): choose another, as in PYTHON=python3.12 $0"
    "$python" -c 'import ensurepip, venv' 2>/dev/null || install_venv_module

    echo "Setting up (once, about half a minute) ..." >&2
    rm -rf "$venv"
    "$python" -m venv "$venv" || fail "The environment could not be created in $venv."
    pip_install --require-hashes --requirement "$root/requirements.txt"
    pip_install --no-build-isolation --no-deps --editable "$root"
    fingerprint >"$venv/stamp" # last, so that an interrupted set-up is repeated
}

[ "$(fingerprint)" = "$(cat "$venv/stamp" 2>/dev/null)" ] || set_up
