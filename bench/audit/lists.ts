import pg from 'pg';
import { type AuditFilters, listAuditEntries } from '../../src/audit/list.sql.ts';
import { type ConnectionSettings, sessionSettings } from '../../src/platform/database/database.ts';
import { explained } from '../scores/explained.ts';

/** Buffers that a page and its exact total read, with the generic plans they run with. */
export async function measureLists(
  application: ConnectionSettings,
  tenantId: number,
): Promise<Map<string, { total: number; buffers: number }>> {
  const client = new pg.Client(sessionSettings(application, 'lapse bench', 'force_generic_plan'));
  await client.connect();
  await client.query(`SET lapse.tenant_id = '${tenantId}'`);
  const { rows } = await client.query(
    'SELECT id, at::text FROM audit_entries ORDER BY at OFFSET (SELECT count(*) / 2 FROM audit_entries) LIMIT 1',
  );
  const middle = Date.parse(rows[0].at);
  const any: AuditFilters = { from: null, to: null, order: 'desc' };
  const lists: Record<string, [AuditFilters, string | null]> = {
    'newest first': [any, null],
    'from a cursor in the middle': [any, rows[0].id],
    'oldest first': [{ ...any, order: 'asc' }, null],
    'of one principal': [{ ...any, principal_id: 'prin-1' }, null],
    'of one type': [{ ...any, event_type: 'score.threshold_crossed' }, null],
    'of one type and actor': [{ ...any, event_type: 'score.threshold_crossed', actors: ['system'] }, null],
    'of an actor who did nothing': [{ ...any, actors: ['nobody'] }, null],
    'of a type that never was': [{ ...any, event_type: 'no.such' }, null],
    'until the middle': [{ ...any, to: middle }, null],
    'since the middle': [{ ...any, from: middle }, null],
  };
  const found = new Map<string, { total: number; buffers: number }>();
  for (const [name, [filters, after]] of Object.entries(lists)) {
    let buffers = 0;
    await client.query('BEGIN');
    const { total } = await listAuditEntries(
      explained(client, tenantId, (reading) => {
        buffers += reading.buffers;
      }),
      filters,
      { limit: 50, after, offset: 0 },
    );
    await client.query('COMMIT');
    found.set(name, { total, buffers });
  }
  await client.end();
  return found;
}
