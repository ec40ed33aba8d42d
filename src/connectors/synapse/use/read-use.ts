import type { Coverage, RawEvent, UsePage } from '../../connector.ts';
import { once } from '../../rows.ts';
import { assetKey } from '../keys.ts';
import { decodeCheckpoint, encodeCheckpoint } from './checkpoint.ts';
import { coverageOf } from './coverage.ts';
import { readAudit, type UseContext } from './read-audit.ts';
import { readRequests } from './request-views.ts';

/** Use since the checkpoint: from the audit log, and where there is none from what dedicated pools remember. */
export async function readUse(context: UseContext, checkpoint: string | null): Promise<UsePage> {
  const before = decodeCheckpoint(checkpoint);
  const { position: audit, events, gaps } = await readAudit(context, before.audit);
  const isAudited = context.logs !== null && audit.fault === null;
  let more = audit.until !== null;
  let views = before.views;
  if (!isAudited && !more) {
    for (const database of context.sql.databases.filter(({ plane }) => plane === 'dedicated')) {
      const key = assetKey({ kind: 'database', ...database });
      const read = await readRequests(context, database, views[key], context.now);
      events.push(...read.events);
      gaps.push(...read.gaps);
      more ||= read.more;
      views = { ...views, [key]: read.position };
    }
  }
  const after = { audit, views };
  const unique: RawEvent[] = once(events, ({ event_id }) => event_id);
  const coverage: Coverage = coverageOf(context, after, gaps);
  return { events: unique, checkpoint: encodeCheckpoint(after), more, coverage };
}
