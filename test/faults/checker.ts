import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ConnectionSettings } from '../../src/platform/database/database.ts';
import { otherMark, TENANTS, type Tenant } from './uses.ts';

export interface Findings {
  lost: number;
  doubled: number;
  leaked: number;
}

/** Looks at what really is in the database: as superuser, past the proxy and past row security. */
export class Checker {
  #settings: ConnectionSettings;

  constructor(settings: ConnectionSettings) {
    this.#settings = settings;
  }

  async rows<Row = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client(this.#settings);
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(text, values)).rows as Row[];
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Another server has taken over. */
  lookAt(settings: ConnectionSettings): void {
    this.#settings = settings;
  }

  /** Everything that was accepted is applied. */
  async drained(limit_ms = 120_000): Promise<void> {
    const begun = Date.now();
    for (;;) {
      // A server that is about to be back is waited for too.
      const [waiting] = await this.rows<{ n: string }>(
        `SELECT (SELECT count(*) FROM inbox) + (SELECT count(*) FROM recalculations)
           + (SELECT count(*) FROM peer_moves) AS n`,
      ).catch((error: Error) => [{ n: error.message }]);
      if (waiting?.n === '0') return;
      if (Date.now() - begun > limit_ms) throw new Error(`${waiting?.n} things still wait to be applied`);
      await sleep(100);
    }
  }

  /** `acknowledged` are names of uses: each must be there once, for its own tenant. */
  async uses(acknowledged: ReadonlyMap<string, Tenant>): Promise<Findings> {
    const stored = await this.rows<{ tid: string; use: string; n: number }>(
      `SELECT t.tid, e.metadata->>'use' AS use, count(*)::int AS n
       FROM events e JOIN tenants t USING (tenant_id) GROUP BY 1, 2`,
    );
    const counts = new Map<string, number>();
    const findings: Findings = { lost: 0, doubled: 0, leaked: 0 };
    for (const { tid, use, n } of stored) {
      if (use === null) continue;
      counts.set(use, (counts.get(use) ?? 0) + n);
      const tenant = tid.slice(-1) as Tenant;
      if (TENANTS.includes(tenant) && use.startsWith(otherMark(tenant))) findings.leaked += n;
    }
    for (const name of acknowledged.keys()) if (!counts.has(name)) findings.lost += 1;
    for (const n of counts.values()) findings.doubled += n - 1;
    return findings;
  }
}
