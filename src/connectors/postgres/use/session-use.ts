import type { RawEvent } from '../../connector.ts';
import { assetKey, roleKey } from '../keys.ts';
import { isOurRole, isWatchedDatabase } from '../postgres-settings.ts';
import { eventId, type SourceReading, type UseContext } from './source.ts';

interface SessionRow {
  pid: number;
  role: string;
  database: string;
  is_admin: boolean;
  backend_start: string | null;
  active_at: string | null;
  client_addr: string | null;
  application_name: string;
}

const COVERAGE = {
  source: 'pg_stat_activity',
  sees: ['who is connected to which database when Lapse looks, and since when'],
  does_not_see: ['sessions that begin and end between two looks', 'which tables a session uses'],
};

/** Who is connected now: a use of the database. A session that stays open counts once a day while it works. */
export async function readSessionUse(
  { sessions, settings, limit, at }: UseContext,
  last: { at: string } | null,
): Promise<SourceReading<{ at: string }>> {
  const rows = await sessions.read(settings.database, limit, (session) =>
    session.rows<SessionRow>(
      `SELECT a.pid, a.usename AS role, a.datname AS database, r.rolsuper OR r.rolcreaterole AS is_admin,
              to_json(a.backend_start)#>>'{}' AS backend_start,
              to_json(greatest(a.state_change, a.query_start, a.backend_start))#>>'{}' AS active_at,
              host(a.client_addr) AS client_addr, a.application_name
       FROM pg_stat_activity a JOIN pg_roles r ON r.oid = a.usesysid
       WHERE a.backend_type = 'client backend' AND a.datname IS NOT NULL`,
    ),
  );
  const others = rows.filter(
    (row) => !isOurRole(settings, row.role) && isWatchedDatabase(settings, row.database),
  );
  // Without pg_read_all_stats the times of others are hidden.
  const hidden = others.filter((row) => row.backend_start === null).length;
  return {
    events: others.flatMap((row) => eventOf(row, last?.at ?? null)),
    position: { at },
    gaps: [],
    coverage: {
      ...COVERAGE,
      status: hidden > 0 ? 'degraded' : 'available',
      reason:
        hidden > 0 ? `${hidden} sessions hide when they began: GRANT pg_monitor TO the role of Lapse.` : null,
      observed_since: last?.at ?? at,
    },
    observes_use: false,
    more: false,
  };
}

function eventOf(row: SessionRow, lastLook: string | null): RawEvent[] {
  const { pid, role, database, backend_start, active_at } = row;
  if (backend_start === null || active_at === null) return [];
  const isNew = lastLook === null || Date.parse(backend_start) >= Date.parse(lastLook);
  if (!isNew && Date.parse(active_at) < Date.parse(lastLook)) return [];
  const at = new Date(isNew ? backend_start : active_at).toISOString();
  return [
    {
      event_id: eventId('session', role, pid, backend_start, isNew ? 'begin' : at.slice(0, 10)),
      principal_key: roleKey(role),
      asset_key: assetKey({ kind: 'database', database }),
      action: isNew ? (row.is_admin ? 'admin_login' : 'login') : 'session',
      timestamp: at,
      metadata: {
        source: COVERAGE.source,
        ...(row.client_addr ? { source_ip: row.client_addr } : {}),
        ...(row.application_name ? { application_name: row.application_name.slice(0, 100) } : {}),
      },
    },
  ];
}
