#!/usr/bin/env bash
# Runs a command with Prometheus' promtool and Python at hand, from Debian's packages where they are missing (promtool is only
# unpacked; Python is installed, as root):
#   scripts/with-debian-tools.sh npm test -- prometheus-rules receiving-webhooks
set -euo pipefail

is_updated=false
update() {
  if [ "$is_updated" = false ] && [ "$(id -u)" -eq 0 ]; then apt-get update -qq; fi
  is_updated=true
}

if ! command -v promtool >/dev/null; then
  dir=$(mktemp -d /tmp/lapse-promtool.XXXXXX)
  trap 'rm -rf "$dir"' EXIT
  update
  (cd "$dir" && apt-get download -qq -o APT::Sandbox::User=root prometheus && dpkg-deb -x prometheus_*.deb .)
  export PATH="$dir/usr/bin:$PATH"
fi
if ! command -v python3 >/dev/null; then
  if [ "$(id -u)" -ne 0 ]; then
    echo "Python is not installed: run apt-get install python3-minimal as root." >&2
    exit 1
  fi
  update
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3-minimal >/dev/null
fi
PROMTOOL_REQUIRED=true PYTHON_REQUIRED=true "$@"
