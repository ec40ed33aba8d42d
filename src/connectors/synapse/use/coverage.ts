import type { Coverage, SourceCoverage } from '../../connector.ts';
import { assetKey, type DatabaseName } from '../keys.ts';
import type { AuditedDatabase, Checkpoint } from './checkpoint.ts';
import { databaseOfEntry, type UseContext } from './read-audit.ts';

/** Lapse itself asks every database something at each sync, which the log must show: silence means that it is off. */
const SILENCE_MS_MAX = 24 * 3_600_000;

const AUDIT_UNSEEN = [
  'through which of several groups of Entra ID somebody came in',
  'entries that the platform drops under load',
  'for some minutes, entries that come in late',
];

/**
 * Use is observed where the audit log names tables in every database, and nothing is listed whose use Synapse does not
 * tell: who is seen only elsewhere would look as if they had not come.
 */
export function coverageOf(
  context: UseContext,
  { audit, views }: Checkpoint,
  gaps: Coverage['gaps'],
): Coverage {
  const { sql, settings, logs } = context;
  const audited = sql.databases.map((database) =>
    auditSource(context, audit.databases, database, audit.fault),
  );
  const sources: SourceCoverage[] = [
    ...(settings.synapse_roles === 'on' ? [ROLES] : []),
    ...(sql.databases.length === 0 ? [NO_SQL] : []),
    ...(logs ? audited : sql.databases.map(notAudited)),
    ...sql.databases
      .filter(
        (database) => database.plane === 'dedicated' && views[assetKey({ kind: 'database', ...database })],
      )
      .map((database) => viewSource(database, views)),
  ];
  const observes_use =
    logs !== null &&
    settings.synapse_roles === 'off' &&
    audited.length > 0 &&
    audited.every(({ status }) => status === 'available');
  const since = audited.flatMap(({ observed_since }) => observed_since ?? []).sort();
  return { observes_use, observed_since: observes_use ? (since.at(-1) ?? null) : null, gaps, sources };
}

function auditSource(
  { sql, now }: UseContext,
  databases: Readonly<Record<string, AuditedDatabase>>,
  database: DatabaseName,
  fault: string | null,
): SourceCoverage {
  const known = databases[assetKey({ kind: 'database', ...database })];
  const reason =
    fault ?? audited(known, now, databaseOfEntry(sql.databases, database.database) !== undefined);
  return {
    source: `SQLSecurityAuditEvents of ${database.plane}/${database.database}`,
    status: reason === null ? 'available' : fault === null && known ? 'degraded' : 'unavailable',
    reason,
    observed_since: known?.tables_since ?? null,
    sees: ['who read or wrote which table, view or procedure', 'logins'],
    does_not_see: AUDIT_UNSEEN,
  };
}

/** Why silence of the log proves nothing; `null` when it does. */
function audited(known: AuditedDatabase | undefined, now: Date, isDistinct: boolean): string | null {
  if (!isDistinct)
    return 'A dedicated and a serverless database have the same name, and the log does not tell them apart.';
  if (!known?.last_at) return 'The log has no entry of the database: switch auditing to Log Analytics on.';
  if (now.getTime() - Date.parse(known.last_at) > SILENCE_MS_MAX) {
    return `The last entry is of ${known.last_at}, although Lapse itself has read the database since: is auditing still on?`;
  }
  if (known.tables_since === null) {
    return 'Entries name no tables: audit SELECT, INSERT, UPDATE, DELETE and EXECUTE of the database by public.';
  }
  if (known.groups > 1) {
    return `${known.groups} groups of Entra ID have access, and the log does not say through which one somebody came in.`;
  }
  return null;
}

const ROLES: SourceCoverage = {
  source: 'Synapse roles',
  status: 'unavailable',
  reason: 'Synapse does not tell the use of its roles: with synapse_roles off, use in SQL alone counts.',
  observed_since: null,
  sees: [],
  does_not_see: ['work in Synapse Studio, pipelines, notebooks and Spark'],
};

const NO_SQL: SourceCoverage = {
  source: 'SQL',
  status: 'unavailable',
  reason: 'SQL is not read: set dedicated_host or serverless_host and the names of databases.',
  observed_since: null,
  sees: [],
  does_not_see: ['everything in dedicated and serverless pools'],
};

const notAudited = ({ plane, database }: DatabaseName): SourceCoverage => ({
  source: `SQLSecurityAuditEvents of ${plane}/${database}`,
  status: 'unavailable',
  reason: 'logs_workspace_id is not set.',
  observed_since: null,
  sees: [],
  does_not_see:
    plane === 'serverless'
      ? ['everything: the views of the serverless pool do not say in which database a query ran']
      : ['use of single tables'],
});

function viewSource(database: DatabaseName, views: Checkpoint['views']): SourceCoverage {
  const { since = null, fault = null } = views[assetKey({ kind: 'database', ...database })] ?? {};
  return {
    source: `sys.dm_pdw_exec_requests of ${database.database}`,
    status: fault === null ? 'degraded' : 'unavailable',
    reason:
      fault ??
      'It keeps the last 10,000 requests, forgets them when the pool is paused, and names no tables.',
    observed_since: since,
    sees: ['who sent requests to the database'],
    does_not_see: ['use of single tables', 'what the pool forgot before it was read'],
  };
}
