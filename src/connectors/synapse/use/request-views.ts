import { ConnectorError, type Coverage, type RawEvent } from '../../connector.ts';
import { instantOf, type Row, textOf } from '../../rows.ts';
import type { SynapseContext } from '../connector-context.ts';
import { assetKey, type DatabaseName } from '../keys.ts';
import { findActors } from './actors.ts';
import { actionOf } from './audit-log.ts';
import type { ViewPosition } from './checkpoint.ts';

const ROWS = 2_000;

export const OLDEST_REQUEST = `SELECT CONVERT(nvarchar(33), MIN(r.submit_time), 126) AS oldest FROM sys.dm_pdw_exec_requests AS r`;

export const REQUESTS_AFTER = `SELECT TOP (${ROWS}) r.request_id, CONVERT(nvarchar(33), r.submit_time, 126) AS submitted,
  r.status, s.login_name, SUBSTRING(r.command, 1, 40) AS begins
  FROM sys.dm_pdw_exec_requests AS r JOIN sys.dm_pdw_exec_sessions AS s ON s.session_id = r.session_id
  WHERE r.submit_time > CONVERT(datetime2, @at, 126) OR (r.submit_time = CONVERT(datetime2, @at, 126) AND r.request_id > @id)
  ORDER BY r.submit_time, r.request_id`;

const EVER = '1900-01-01T00:00:00';

export interface ViewReading {
  position: ViewPosition;
  events: RawEvent[];
  gaps: Coverage['gaps'];
  more: boolean;
}

/**
 * The last requests of a dedicated pool. It keeps ten thousand, and none when it is paused: what it forgot before it was
 * read is a gap. Statements are not taken apart, so a request is use of the database.
 */
export async function readRequests(
  context: Pick<SynapseContext, 'sql' | 'signal'>,
  database: DatabaseName,
  before: ViewPosition | undefined,
  now: Date,
): Promise<ViewReading> {
  const start: ViewPosition = before ?? { at: null, id: '', since: null, fault: null };
  const session = context.sql.session(database, 'reader');
  try {
    const [first] = await session.query(OLDEST_REQUEST, {}, context.signal);
    const oldest = zoned(first?.oldest) ?? now.toISOString();
    const read = zoned(start.at);
    const isBroken = read !== null && oldest > read;
    const gaps = isBroken
      ? [{ from: read, to: oldest, reason: 'the pool forgot requests before they were read, or was paused' }]
      : [];
    const rows = await session.query(REQUESTS_AFTER, { at: start.at ?? EVER, id: start.id }, context.signal);
    const actors = rows.length > 0 ? await findActors(context, database) : null;
    const events = rows.flatMap((row): RawEvent[] => {
      const [id, at, login] = [textOf(row.request_id), zoned(row.submitted), textOf(row.login_name)];
      const principal_key = login === null ? undefined : actors?.find(login)?.key;
      if (id === null || at === null || login === null || principal_key === undefined) return [];
      if (actors?.isOwn(login) || !/^completed$/i.test(textOf(row.status) ?? '')) return [];
      return [
        {
          event_id: `synapse-request-${database.database}-${at}-${id}`,
          principal_key,
          asset_key: assetKey({ kind: 'database', ...database }),
          action: actionOf('batch', textOf(row.begins) ?? ''),
          timestamp: at,
          metadata: { source: 'sys.dm_pdw_exec_requests', login },
        },
      ];
    });
    const last: Row | undefined = rows.at(-1);
    const position: ViewPosition = {
      at: textOf(last?.submitted) ?? start.at ?? now.toISOString().slice(0, -1),
      id: textOf(last?.request_id) ?? start.id,
      since: isBroken || start.since === null ? oldest : start.since,
      fault: null,
    };
    return { position, events, gaps, more: rows.length === ROWS };
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.code === 'aborted' || error.code === 'timeout')
      throw error;
    return { position: { ...start, fault: error.message }, events: [], gaps: [], more: false };
  }
}

/** The views write times without a zone, and mean UTC. */
const zoned = (value: unknown): string | null => {
  const text = textOf(value);
  return text === null ? null : instantOf(`${text}Z`);
};
