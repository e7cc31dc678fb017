# Unpacks HAProxy, nginx and Caddy for tests/operations into a folder, if they are missing. Run by ./check.
# They aren't installed, since Debian would start them as services. On other systems these tests are skipped.
set -eu
folder=$1
packages='haproxy nginx caddy liblua5.3-0 libopentracing-c-wrapper0 libopentracing1'

[ ! -e "$folder/done" ] || exit 0
command -v apt-get >/dev/null && command -v dpkg >/dev/null || exit 0

if [ "$(id -u)" -eq 0 ]; then as_root=''; else as_root=sudo; fi
echo "Fetching $packages ..." >&2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
chmod 777 . # apt fetches as a user of its own
apt-get -qq download $packages 2>/dev/null || {
    $as_root apt-get -qqy update >/dev/null
    apt-get -qq download $packages
}
for package in *.deb; do dpkg -x "$package" "$folder"; done
touch "$folder/done"
