import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { attachEmbeddedServer } from '@lapse/embedded-postgres';
import pg from 'pg';
import type { AcceptedEvent } from '../../src/core/events/inbox.sql.ts';

const SETTLED_MS_MAX = 30 * 60_000;

/** A look into the service's database from beside it, as superuser. */
export class Store {
  readonly client: pg.Client;

  private constructor(client: pg.Client) {
    this.client = client;
  }

  static async attach(dataDir: string): Promise<Store> {
    const server = await attachEmbeddedServer(dataDir);
    if (server === null) throw new Error('the database of the service is not running');
    const client = new pg.Client(server.connection('superuser'));
    // Ends with the service; what made it end is reported where it happened.
    client.on('error', () => {});
    await client.connect();
    return new Store(client);
  }

  /** Until nothing waits: no event is unapplied and no lapse date is out of date. */
  async settled(): Promise<void> {
    const deadline = Date.now() + SETTLED_MS_MAX;
    for (;;) {
      if (Date.now() > deadline) throw new Error('the pipeline did not come to rest within half an hour');
      const { rows } = await this.client.query(
        'SELECT NOT EXISTS (SELECT FROM inbox) AND NOT EXISTS (SELECT FROM recalculations) AND NOT EXISTS (SELECT FROM peer_moves) AS settled',
      );
      if (rows[0].settled) return;
      await sleep(10);
    }
  }

  /** Until also what follows from scores has been done: reviews for what is stale, positions in the audit log. */
  async atRest(): Promise<void> {
    let before = '';
    for (;;) {
      await this.settled();
      const { rows } = await this.client.query(
        'SELECT (SELECT count(*) FROM reviews) AS reviews, (SELECT count(*) FROM audit_positions) AS positions',
      );
      const now = JSON.stringify(rows[0]);
      if (now === before) return;
      before = now;
      await sleep(5_000);
    }
  }

  async eventCount(): Promise<number> {
    return Number((await this.client.query('SELECT count(*) FROM events')).rows[0].count);
  }

  /** A table that is like `events` in everything but its name, partitions included. */
  async createCopyTarget(): Promise<void> {
    await this.client.query(
      'CREATE TABLE copied (LIKE events INCLUDING ALL) PARTITION BY RANGE (occurred_at)',
    );
    const { rows } = await this.client.query<{ name: string; bound: string }>(
      `SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bound
       FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'events'::regclass`,
    );
    for (const { name, bound } of rows) {
      await this.client.query(
        `CREATE TABLE ${name.replace('events', 'copied')} PARTITION OF copied ${bound}`,
      );
    }
  }

  /** Seconds that COPY needs for these rows, from a file that the server reads itself: no client can be faster. */
  async copy(events: readonly AcceptedEvent[]): Promise<number> {
    const directory = await mkdtemp(path.join(tmpdir(), 'lapse-copy-'));
    try {
      await chmod(directory, 0o755);
      const file = path.join(directory, 'events.copy');
      await writeFile(file, copyText(events));
      const began = performance.now();
      await this.client.query(`COPY copied FROM '${file}'`);
      return (performance.now() - began) / 1000;
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }
}

function copyText(events: readonly AcceptedEvent[]): string {
  const received = new Date().toISOString();
  return events
    .map((event) =>
      [
        1,
        event.event_id,
        event.timestamp,
        event.principal_id,
        event.asset_id,
        event.action,
        event.platform,
        JSON.stringify(event.metadata),
        `${received}\n`,
      ].join('\t'),
    )
    .join('');
}
