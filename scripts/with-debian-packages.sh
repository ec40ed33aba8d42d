#!/usr/bin/env bash
# Runs a command with some of Debian's packages at hand, which are installed where they are missing (as root):
#   scripts/with-debian-packages.sh chromium fonts-dejavu-core -- npm run test:browser
set -euo pipefail

missing=()
while [ "$1" != -- ]; do
  dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q '^install ok installed$' || missing+=("$1")
  shift
done
shift

if [ "${#missing[@]}" -gt 0 ]; then
  if [ "$(id -u)" -ne 0 ]; then
    echo "Not installed: run apt-get install ${missing[*]} as root." >&2
    exit 1
  fi
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi
"$@"
