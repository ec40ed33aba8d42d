import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { importDirectory } from '../directory/import/import-directory.ts';
import type { TextLine } from '../directory/import/read-lines.ts';
import { inboxBacklog } from './inbox.sql.ts';
import { ingestEventStream } from './ingest-event-stream.ts';

let store: TestDatabase;
const NOW = Date.parse('2026-03-01T12:00:00Z');

async function* asLines(values: object[]): AsyncGenerator<TextLine> {
  for (const [index, value] of values.entries()) yield { number: index + 1, text: JSON.stringify(value) };
}

beforeAll(async () => {
  store = await createTestDatabase();
  await importDirectory(
    { db: store.db, tenant_id: store.tenants.a },
    asLines([
      { kind: 'principal', id: 'ada', display_name: 'Ada', type: 'user' },
      { kind: 'asset', id: 'ledger', name: 'Ledger', type: 'table', platform: 'postgres' },
    ]),
  );
});
afterAll(() => store.drop());
beforeEach(() => store.admin('DELETE FROM inbox'));

const LINES = 180;
const event = {
  principal_id: 'ada',
  asset_id: 'ledger',
  action: 'query',
  timestamp: '2026-03-01T10:00:00Z',
};

test('a stream is stored in large pieces', async () => {
  const { a: tenant_id } = store.tenants;
  const stored: number[] = [];
  const lines = async function* (): AsyncGenerator<TextLine> {
    for await (const line of asLines(Array.from({ length: LINES }, () => event))) {
      stored.push(await inboxBacklog(store.db.tenant(tenant_id)));
      yield line;
    }
  };
  const options = { db: store.db, tenant_id, now: () => NOW };
  expect(await ingestEventStream(options, lines())).toMatchObject({ lines: LINES, accepted: LINES });
  expect(Math.max(...stored)).toBe(0);
  expect(await inboxBacklog(store.db.tenant(tenant_id))).toBe(LINES);
});
