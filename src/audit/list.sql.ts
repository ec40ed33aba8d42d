import type { Querier } from '../platform/database/database.ts';
import { limitSql, type PageOf, type PageRequest, Parameters, pageOf } from '../platform/database/page.ts';
import { LINE_COLUMNS, outsideSql } from './columns.sql.ts';
import { type AuditLineFields, auditLine, instantOf } from './line.rules.ts';
import { type AuditRange, auditTotalSql } from './totals.sql.ts';

export type AuditRow = Omit<AuditLineFields, 'form' | 'recorded_at' | 'at' | 'data'> & {
  /** When it was recorded. */
  timestamp: string;
  occurred_at: string;
  data: Record<string, unknown>;
  /** Its place in the log; null until it has one. */
  position: number | null;
};

/** With what it takes to tell whether it is what was signed. */
export type ReadEntry = AuditRow & {
  line: string;
  /** It has no place in the log and should have one. */
  is_outside: boolean;
};

export interface AuditFilters extends AuditRange {
  principal_id?: string | undefined;
  review_id?: string | undefined;
  asset_id?: string | undefined;
  event_type?: string | undefined;
  /** Any of them. */
  actors?: readonly string[] | undefined;
  /** Any of them: those whom a name means. */
  principal_ids?: readonly string[] | undefined;
  asset_ids?: readonly string[] | undefined;
  order: 'asc' | 'desc';
}

const COLUMNS = `${LINE_COLUMNS}, p.position, ${outsideSql('$1', 'p.position')} AS is_outside`;
type StoredRow = AuditLineFields & { position: number | null; is_outside: boolean };
const POSITION = `LEFT JOIN audit_positions p ON p.tenant_id = $1 AND p.entry_id = e.id`;

export async function listAuditEntries(
  q: Querier,
  filters: AuditFilters,
  page: PageRequest,
): Promise<PageOf<ReadEntry>> {
  const parameters = new Parameters();
  const matching = [`e.tenant_id = ${parameters.add(q.tenant_id)}`];
  for (const column of ['principal_id', 'review_id', 'asset_id', 'event_type'] as const) {
    if (filters[column] !== undefined) matching.push(`e.${column} = ${parameters.add(filters[column])}`);
  }
  const anyOf = (column: string, values: readonly string[] | undefined): void => {
    if (values === undefined) return;
    const [only] = values;
    matching.push(
      values.length === 1
        ? `e.${column} = ${parameters.add(only)}`
        : `e.${column} = ANY (${parameters.add(values)}::text[])`,
    );
  };
  anyOf('principal_id', filters.principal_ids);
  anyOf('asset_id', filters.asset_ids);
  anyOf('actor', filters.actors);
  // Said again, because only then the index of what people did can be used.
  if (filters.actors && !filters.actors.includes('system')) matching.push("e.actor <> 'system'");
  const instant = (ms: number): string => `${parameters.add(new Date(ms).toISOString())}::timestamptz`;
  const range = [
    ...(filters.from === null ? [] : [`e.recorded_at >= ${instant(filters.from)}`]),
    ...(filters.to === null ? [] : [`e.recorded_at < ${instant(filters.to)}`]),
  ];
  const conditions = [...matching, ...range].join(' AND ');

  const total = totalSql(
    filters,
    { conditions, conditions_without_range: matching.join(' AND ') },
    parameters,
  );
  const [direction, beyond] = filters.order === 'asc' ? ['ASC', '>'] : ['DESC', '<'];
  const after =
    page.after === null
      ? ''
      : `AND (e.recorded_at, e.id) ${beyond} (SELECT c.recorded_at, c.id FROM audit_entries c
           WHERE c.tenant_id = $1 AND c.id = ${parameters.add(page.after)})`;
  const offset = page.offset === 0 ? '' : `OFFSET ${parameters.add(page.offset)}`;
  const rows = await q.query<StoredRow & { total: number }>(
    `SELECT t.total, l.* FROM (${total}) AS t LEFT JOIN LATERAL (
       SELECT ${COLUMNS} FROM (
         SELECT e.* FROM audit_entries e WHERE ${conditions} ${after}
         ORDER BY e.recorded_at ${direction}, e.id ${direction} ${limitSql(page.limit)} ${offset}) e ${POSITION}
       ORDER BY e.recorded_at ${direction}, e.id ${direction}) AS l ON true`,
    parameters.values,
  );
  const found = pageOf(rows, page.limit);
  return { ...found, items: found.items.map(shownEntry) };
}

/** A principal, a review, an asset or a person has entries that can be counted; of the others there are sums. */
function totalSql(
  filters: AuditFilters,
  conditions: { conditions: string; conditions_without_range: string },
  parameters: Parameters,
): string {
  const { principal_id, review_id, asset_id, principal_ids, asset_ids, actors } = filters;
  const isCounted = (principal_id ?? review_id ?? asset_id ?? principal_ids ?? asset_ids) !== undefined;
  if (isCounted || (actors && actors.length > 1)) {
    return `SELECT count(*) AS total FROM audit_entries e WHERE ${conditions.conditions}`;
  }
  return auditTotalSql({ ...filters, actor: actors?.[0], ...conditions }, parameters);
}

export async function getAuditEntry(q: Querier, id: string): Promise<ReadEntry | null> {
  const rows = await q.query<StoredRow>(
    `SELECT ${COLUMNS} FROM audit_entries e ${POSITION} WHERE e.tenant_id = $1 AND e.id = $2`,
    [q.tenant_id, id],
  );
  return rows[0] ? shownEntry(rows[0]) : null;
}

/** From the values whose bytes are hashed, and no others. */
function shownEntry(row: StoredRow): ReadEntry {
  const { id, principal_id, review_id, asset_id, event_type, description, actor, position, is_outside } = row;
  return {
    id,
    principal_id,
    review_id,
    asset_id,
    event_type,
    description,
    actor,
    timestamp: instantOf(row.recorded_at),
    occurred_at: instantOf(row.at),
    data: JSON.parse(row.data),
    position,
    line: auditLine(row),
    is_outside,
  };
}
