import type { UsePage } from '../connector.ts';
import { decodeCheckpoint, encodeCheckpoint } from './use/checkpoint.ts';
import { readLogUse } from './use/log-use.ts';
import { readSessionUse } from './use/session-use.ts';
import type { UseContext } from './use/source.ts';
import { readStatementUse } from './use/statement-use.ts';

/** Everything that this server tells about use, each source as far as it is there. */
export async function readUse(
  { sessions, settings, limit, undated }: Omit<UseContext, 'at'>,
  checkpoint: string | null,
): Promise<UsePage> {
  const last = decodeCheckpoint(checkpoint);
  const at = await sessions.read(settings.database, limit, async (session) => {
    const [row] = await session.rows<{ at: string }>(
      `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at`,
    );
    return row?.at as string;
  });
  const context: UseContext = { sessions, settings, limit, undated, at };
  const statements = await readStatementUse(context, last.statements);
  const present = await readSessionUse(context, last.sessions);
  const log = await readLogUse(context, last.log);

  const all = [statements, log, present];
  // While one source saw everything, what another missed is no gap.
  const seeing = all.filter((source) => source.observes_use);
  const gaps = seeing.every((source) => source.gaps.length > 0)
    ? seeing.flatMap((source) => source.gaps)
    : [];
  const begun = seeing.map((source) => source.coverage.observed_since ?? at).sort();
  const breakEnd = gaps
    .map((gap) => gap.to)
    .sort()
    .at(-1);
  const use_since = seeing.length === 0 ? null : (breakEnd ?? last.use_since ?? begun[0] ?? at);
  return {
    events: all.flatMap((source) => source.events),
    checkpoint: encodeCheckpoint({
      use_since,
      statements: statements.position,
      sessions: present.position,
      log: log.position,
    }),
    more: all.some((source) => source.more),
    coverage: {
      observes_use: seeing.length > 0,
      observed_since: use_since,
      gaps,
      sources: all.map((source) => source.coverage),
    },
  };
}
