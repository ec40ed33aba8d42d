#!/usr/bin/env bash
# Runs a command with Prometheus' promtool at hand; when it is missing, from Debian's package, which is only unpacked:
#   scripts/with-promtool.sh npm test -- prometheus-rules
set -euo pipefail

if ! command -v promtool >/dev/null; then
  dir=$(mktemp -d /tmp/lapse-promtool.XXXXXX)
  trap 'rm -rf "$dir"' EXIT
  [ "$(id -u)" -eq 0 ] && apt-get update -qq
  (cd "$dir" && apt-get download -qq -o APT::Sandbox::User=root prometheus && dpkg-deb -x prometheus_*.deb .)
  export PATH="$dir/usr/bin:$PATH"
fi
PROMTOOL_REQUIRED=true "$@"
