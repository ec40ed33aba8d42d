import type { Config } from '../../config.ts';
import { counted } from '../../platform/counted.ts';
import type { Database } from '../../platform/database/database.ts';
import { requireCurrentSchema } from '../../platform/database/migrate.ts';
import { missingPrivileges } from '../../platform/database/privileges.ts';
import { serverProblems } from '../../platform/database/server-checks.ts';
import { readClockSkew, readServerFacts, type ServerFacts } from '../../platform/database/server-facts.ts';
import { StartupError } from '../../platform/errors.ts';
import { type Finding, ok, problem, problemFrom, warning } from './finding.ts';
import { size } from './machine.ts';

/** Of all background work of one program, the lanes of reads of a gateway, and what it stores long bodies with. */
const WORKER_CONNECTIONS = 30;
const READ_LANES = 2;
const BULK_CONNECTIONS = 4;
const SKEW_MS_WARNING = 1_000;
const SKEW_MS_PROBLEM = 30_000;

export async function examineDatabase(
  db: Database,
  { database_pool_size }: Pick<Config, 'database_pool_size'>,
): Promise<{ findings: Finding[]; is_current: boolean }> {
  const facts = await readServerFacts(db);
  const unsafe = await serverProblems(db);
  const schema = await examineSchema(db);
  const findings = [
    ok('database', `PostgreSQL ${facts.version}; this database has ${size(facts.database_bytes)}.`),
    ...unsafe.map((sentence) => problemFrom('database', sentence)),
    ...settingsFindings(facts),
    connectionsFinding(facts, database_pool_size + READ_LANES + BULK_CONNECTIONS + WORKER_CONNECTIONS),
    schema,
    ...(schema.level === 'ok' ? [await examinePrivileges(db)] : []),
    await examineClock(db),
  ];
  return { findings, is_current: schema.level === 'ok' };
}

export function settingsFindings(facts: ServerFacts): Finding[] {
  const findings: Finding[] = [];
  if (facts.is_replica || facts.read_only === 'on') {
    const fix =
      'Let DATABASE_URL name the primary, with target_session_attrs=read-write where there are several.';
    findings.push(problem('database', 'The server takes no writes: it is a replica or read-only.', fix));
  }
  if (facts.full_page_writes !== 'on') {
    const message = 'full_page_writes is off, so a power cut can leave half-written pages.';
    findings.push(
      problem('database', message, 'Set full_page_writes = on, unless the disk writes 8 kB atomically.'),
    );
  }
  if (facts.isolation !== 'read committed') {
    const message = `Transactions are ${facts.isolation} by default; Lapse is written for read committed.`;
    findings.push(
      warning('database', message, 'ALTER ROLE … SET default_transaction_isolation = "read committed".'),
    );
  }
  if (facts.statement_timeout !== '0') {
    const message = `statement_timeout is ${facts.statement_timeout}: a large import or batch would be cut off and tried again.`;
    findings.push(
      warning('database', message, 'ALTER ROLE … SET statement_timeout = 0 for the role of DATABASE_URL.'),
    );
  }
  if (facts.autovacuum !== 'on') {
    const message = 'autovacuum is off: the queue and the scores will grow without end.';
    findings.push(problem('database', message, 'Set autovacuum = on.'));
  }
  if (facts.is_remote && !facts.is_encrypted) {
    const message = 'The connection to the server is not encrypted and leaves this machine.';
    findings.push(warning('database', message, 'Add sslmode=verify-full to DATABASE_URL.'));
  }
  if (findings.length === 0) findings.push(ok('settings', 'The settings of the server are safe for Lapse.'));
  return findings;
}

/** What the server allows, the role and the database, and how much of it is taken. */
export function connectionsFinding(facts: ServerFacts, needed: number): Finding {
  const limits = [facts.role_connections, facts.database_connections].filter((limit) => limit >= 0);
  const allowed = Math.min(facts.max_connections - facts.reserved_connections, ...limits);
  const message = `One Lapse with gateway and workers opens up to ${needed} connections; ${allowed} are allowed, ${facts.used_connections} are in use now.`;
  if (allowed >= needed) return ok('connections', message);
  const fix = 'Raise max_connections (or the limit of the role or database), or lower DATABASE_POOL_SIZE.';
  return warning('connections', message, fix);
}

async function examineSchema(db: Database): Promise<Finding> {
  try {
    await requireCurrentSchema(db);
    return ok('migrations', 'The schema is the one of this version.');
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return problemFrom('migrations', error.message);
  }
}

async function examinePrivileges(db: Database): Promise<Finding> {
  const missing = await missingPrivileges(db);
  if (missing.length === 0) return ok('privileges', 'The role may do what Lapse needs.');
  const some = missing.slice(0, 5).join(', ');
  return problem(
    'privileges',
    `The role lacks ${counted(missing.length, 'privilege')}: ${some}${missing.length > 5 ? ', …' : ''}.`,
    'Run "lapse migrate" with MIGRATIONS_DATABASE_URL: it gives the role of DATABASE_URL all of them.',
  );
}

async function examineClock(db: Database): Promise<Finding> {
  const { ahead_ms, within_ms } = await readClockSkew(db, Date.now);
  return clockFinding('clock', 'the database', ahead_ms, within_ms);
}

/** Timers, tokens and lapse dates compare instants of both. */
export function clockFinding(check: string, whose: string, aheadMs: number, withinMs: number): Finding {
  const off = Math.max(0, Math.abs(aheadMs) - withinMs);
  const seconds = (off / 1000).toFixed(off < 10_000 ? 1 : 0);
  if (off < SKEW_MS_WARNING) return ok(check, `The clocks of this machine and of ${whose} agree.`);
  const message = `The clock of ${whose} is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's.`;
  const fix =
    'Keep both with NTP: "timedatectl" or "chronyc tracking" shows whether a machine is synchronised.';
  return off < SKEW_MS_PROBLEM ? warning(check, message, fix) : problem(check, message, fix);
}
