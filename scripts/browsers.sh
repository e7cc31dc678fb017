# Installs the browsers for tests/browser, if they are missing. Run by ./check.
set -eu

missing=''
command -v chromium-headless-shell >/dev/null || missing='chromium-headless-shell libatomic1'
command -v firefox-esr >/dev/null || missing="$missing firefox-esr"
command -v WebKitWebDriver >/dev/null || missing="$missing webkit2gtk-driver"
command -v Xvfb >/dev/null || missing="$missing xvfb" # WebKitGTK has no headless mode
[ -n "$missing" ] || exit 0

command -v apt-get >/dev/null || {
    echo "Chromium, Firefox, WebKitGTK and Xvfb are needed, as the commands 'chromium-headless-shell'," \
        "'firefox-esr', 'WebKitWebDriver' and 'Xvfb': install them and try again." >&2
    exit 1
}
if [ "$(id -u)" -eq 0 ]; then as_root=''; else as_root=sudo; fi
echo "Installing $missing ..." >&2
$as_root env DEBIAN_FRONTEND=noninteractive \
    sh -c "apt-get -qqy update && apt-get -qqy install --no-install-recommends $missing" >/dev/null
