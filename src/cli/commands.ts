import type { Command } from 'commander';
import type { WithDatabase } from './tenant.ts';

export interface CommandEntry {
  /** As the list of commands shows it. */
  term: string;
  description: string;
  /** Options, arguments and what it does. */
  load: () => Promise<{ register(command: Command, withDatabase: WithDatabase): void }>;
}

/**
 * Every command with what the list of them says, so that the list needs none of their code: to load all of it takes half a
 * second of processor time. A test holds this against the commands themselves.
 */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  start: {
    term: 'start',
    description: 'try Lapse on this machine: embedded PostgreSQL, demo data, nobody signs in',
    load: () => import('./start.ts'),
  },
  serve: {
    term: 'serve [options]',
    description: 'run the service for others: callers sign in, settings come from the environment',
    load: () => import('./serve.ts'),
  },
  migrate: {
    term: 'migrate',
    description: 'bring the schema of DATABASE_URL up to date, as the owner in MIGRATIONS_DATABASE_URL',
    load: () => import('./migrate.ts'),
  },
  generate: {
    term: 'generate [options]',
    description: 'write a synthetic organisation as NDJSON that `lapse import` reads',
    load: () => import('./generate.ts'),
  },
  doctor: {
    term: 'doctor [options]',
    description:
      'look at everything Lapse depends on, and say how to fix it; ends with 1 when there is a problem',
    load: () => import('./doctor.ts'),
  },
  scan: {
    term: 'scan',
    description: 'say which access to a platform is stale; needs no service and changes nothing',
    load: () => import('./scan.ts'),
  },
  connect: {
    term: 'connect [options]',
    description: 'connect a platform to a Lapse that is running: the steps, a test, the first sync',
    load: () => import('./connect.ts'),
  },
  import: {
    term: 'import [options] <file>',
    description:
      'import principals, memberships, identities, assets and grants from NDJSON, or grants from CSV',
    load: () => import('./import.ts'),
  },
  events: {
    term: 'events [options] <file>',
    description:
      'load use from NDJSON, as `lapse generate --events` writes it, or from CSV; again it changes nothing',
    load: () => import('./events.ts'),
  },
  tenant: {
    term: 'tenant',
    description: 'the organisations whose tokens are accepted',
    load: () => import('./tenant.ts'),
  },
  audit: {
    term: 'audit',
    description: 'the audit trail: export it, verify it offline',
    load: () => import('./audit.ts'),
  },
  report: {
    term: 'report [options]',
    description: 'write a report of a tenant to a file; the same content as POST /v1/reports makes',
    load: () => import('./report.ts'),
  },
};
