#!/usr/bin/env bash
# Runs a command with DATABASE_URL set to a throw-away PostgreSQL 15 of Debian's (installed when missing and root),
# which flushes nothing unless a test makes it:
#   scripts/with-debian-postgres.sh npm test -- .db.test
set -euo pipefail

bin=/usr/lib/postgresql/15/bin
if [ ! -x "$bin/initdb" ] || [ ! -e "$bin/../lib/pgaudit.so" ]; then
  if [ "$(id -u)" -ne 0 ]; then
    echo "PostgreSQL 15 with pgaudit is not installed: run apt-get install postgresql-15 postgresql-15-pgaudit as root." >&2
    exit 1
  fi
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends postgresql-15 postgresql-15-pgaudit >/dev/null
fi

# The server refuses to run as root.
as_server=()
[ "$(id -u)" -eq 0 ] && as_server=(runuser -u postgres --)

# In memory, where there is plenty.
place=/tmp
free=$(df --output=avail -k /dev/shm 2>/dev/null | tail -1 || true)
if [ "${free:-0}" -gt 4194304 ]; then place=/dev/shm; fi
dir=$(mktemp -d "$place/lapse-pg15.XXXXXX")
[ "$(id -u)" -eq 0 ] && chown postgres "$dir"
stop() {
  (cd / && "${as_server[@]}" "$bin/pg_ctl" -D "$dir/data" -m immediate stop >/dev/null 2>&1) || true
  rm -rf "$dir"
}
trap stop EXIT

port=$(node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
(
  cd /
  "${as_server[@]}" "$bin/initdb" -D "$dir/data" -U lapse_admin -A trust --encoding=UTF8 --locale=C.UTF-8 >/dev/null
  # Nothing of it has to outlive a power cut.
  printf '%s = off\n' fsync full_page_writes >>"$dir/data/postgresql.conf"
  "${as_server[@]}" "$bin/pg_ctl" -D "$dir/data" -w -l "$dir/log" \
    -o "-c listen_addresses=127.0.0.1 -c port=$port -c unix_socket_directories=$dir -c max_connections=200" start >/dev/null
)
DATABASE_URL="postgres://lapse_admin@127.0.0.1:$port/postgres" "$@"
