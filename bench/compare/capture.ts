import pg from 'pg';
import pino from 'pino';
import { buildApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { createDevAuthenticate } from '../../src/gateway/tokens/token-verifier.ts';
import {
  type ConnectionSettings,
  type Database,
  openDatabase,
  type Querier,
} from '../../src/platform/database/database.ts';

/** The statements that a request sends, with their values written into them. */
export async function captureStatements(
  connection: ConnectionSettings,
  tenantId: number,
  path: string,
): Promise<string[]> {
  const db = openDatabase({ connection, pool_size: 2, onError: () => {} });
  const sent: string[] = [];
  const watched = (q: Querier): Querier => ({
    tenant_id: q.tenant_id,
    query: (text, values = []) => {
      sent.push(written(text, values));
      return q.query(text, values);
    },
  });
  const app = await buildApp({
    config: loadConfig('start', { RATE_LIMIT_READS: 'off' }),
    db: {
      ...db,
      tenant: (id: number) => watched(db.tenant(id)),
      transaction: (id, work, plans) => db.transaction(id, (tx) => work(watched(tx)), plans),
    } satisfies Database,
    secrets_key: Buffer.alloc(32),
    authenticate: createDevAuthenticate(tenantId),
    logger: pino({ level: 'silent' }),
    isReady: async () => true,
  });
  // The first request also fills caches that the gateway keeps.
  await app.inject(path);
  sent.length = 0;
  const { statusCode, body } = await app.inject(path);
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${body}`);
  await app.close();
  await db.close();
  return sent;
}

function written(text: string, values: readonly unknown[]): string {
  return text.replace(/\$(\d+)/g, (_, place) => literal(values[Number(place) - 1]));
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (Array.isArray(value)) {
    return pg.escapeLiteral(`{${value.map((item) => JSON.stringify(String(item))).join(',')}}`);
  }
  return typeof value === 'number' ? String(value) : pg.escapeLiteral(String(value));
}
