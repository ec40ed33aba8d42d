#!/usr/bin/env bash
# Runs a command with Debian's Chromium at hand, which is installed where it is missing (as root):
#   scripts/with-chromium.sh npm run test:browser
set -euo pipefail

if ! command -v chromium >/dev/null; then
  if [ "$(id -u)" -ne 0 ]; then
    echo "Chromium is not installed: run apt-get install chromium as root." >&2
    exit 1
  fi
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null
fi
"$@"
