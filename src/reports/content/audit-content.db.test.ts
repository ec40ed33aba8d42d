import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ReadPdf } from '../../../packages/pdf/test/read-pdf.ts';
import { readCsv } from '../../../test/support/read-csv.ts';
import { readXlsx } from '../../../test/support/read-xlsx.ts';
import { createReportWorld, type ReportWorld } from '../../../test/support/report-world.ts';
import { appendAuditEntries } from '../../audit/entries.sql.ts';
import { createIntegrityCheck } from '../../audit/entry-integrity.ts';
import { createLogKeys } from '../../audit/log/log-keys.ts';
import { generateReport } from '../generate-report.ts';
import { reportTenant } from '../run-reports.ts';

let world: ReportWorld;
beforeAll(async () => {
  world = await createReportWorld();
});
afterAll(() => world.close());

/** As an administrator of the database, whom no trigger keeps from anything. */
async function asAdministrator(...statements: string[]): Promise<void> {
  await world.test.admin('SET session_replication_role = replica');
  for (const statement of statements) await world.test.admin(statement);
  await world.test.admin('SET session_replication_role = DEFAULT');
}

const TABLES = ['audit_entries', 'audit_positions', 'audit_logs'];
const undo: string[] = [];
beforeEach(async () => {
  for (const table of TABLES) await world.test.admin(`CREATE TABLE kept_${table} AS TABLE ${table}`);
});
afterEach(async () => {
  await asAdministrator(...undo.splice(0));
  for (const table of TABLES) {
    const columns = table === 'audit_entries' ? `(${await columnsOf(table)})` : '';
    await asAdministrator(
      `DELETE FROM ${table}`,
      `INSERT INTO ${table} ${columns} OVERRIDING SYSTEM VALUE SELECT ${columns ? columns.slice(1, -1) : '*'} FROM kept_${table}`,
      `DROP TABLE kept_${table}`,
    );
  }
});

async function columnsOf(table: string): Promise<string> {
  const [row] = await world.test.admin(
    `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS list FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  );
  return row?.list as string;
}

type Row = Record<string, string | number | null>;
interface Document {
  rows: Row[];
  completeness: {
    row_count: number;
    rows_sha256: string;
    integrity: { verified: number; pending: number; altered: number; missing: number };
  };
}
async function exported(wish: object = {}): Promise<Document> {
  const { bytes } = await world.file({ type: 'audit_export', format: 'json', ...wish });
  return JSON.parse(bytes.toString());
}
const notVerified = ({ rows }: Document) =>
  rows
    .filter(({ integrity }) => integrity !== 'verified')
    .map(({ id, position, integrity }) => [id ?? position, integrity]);
const at = (id: unknown) => `tenant_id = ${world.tenant} AND id = '${id}'`;

/** Every format shows the same rows, and says how many of them are not what was signed. */
async function expectEverywhere(counts: { altered: number; missing: number }): Promise<void> {
  const { rows, completeness } = await exported();
  const verified = rows.length - counts.altered - counts.missing;
  expect(completeness).toMatchObject({
    row_count: rows.length,
    integrity: { verified, pending: 0, ...counts },
  });

  const of = (integrities: unknown[]) => ({
    altered: integrities.filter((integrity) => integrity === 'altered').length,
    missing: integrities.filter((integrity) => integrity === 'missing').length,
  });
  expect(of(rows.map(({ integrity }) => integrity))).toEqual(counts);

  const csv = (await world.file({ type: 'audit_export' })).bytes;
  expect(createHash('sha256').update(csv).digest('hex')).toBe(completeness.rows_sha256);
  const [names = [], ...lines] = readCsv(csv.toString());
  expect(of(lines.map((line) => line[names.indexOf('integrity')]))).toEqual(counts);

  const sheets = readXlsx((await world.file({ type: 'audit_export', format: 'xlsx' })).bytes);
  const [labels = [], ...cells] = sheets[0]?.rows ?? [];
  expect(of(cells.map((row) => row[labels.indexOf('Integrity')]))).toEqual(counts);
  const about = Object.fromEntries((sheets[1]?.rows ?? []).map(([label, value]) => [label, value]));
  expect(about).toMatchObject({
    'Entries verified': verified,
    [counts.altered > 0 ? 'ENTRIES ALTERED' : 'Entries altered']: counts.altered,
    [counts.missing > 0 ? 'ENTRIES MISSING' : 'Entries missing']: counts.missing,
  });

  const { bytes } = await world.file({ type: 'audit_export', format: 'pdf' });
  const pdf = await (await ReadPdf.open(bytes)).allText();
  expect(pdf).toContain(
    `${verified} verified, 0 pending, ${counts.altered} altered, ${counts.missing} missing`,
  );
  const entries = (n: number) => (n === 1 ? '1 entry is' : `${n} entries are`);
  for (const [kind, n] of Object.entries(counts)) {
    const note = `${entries(n)} ${kind}:`;
    if (n > 0) expect(pdf).toContain(note);
    else expect(pdf).not.toContain(`${kind}:`);
  }

  const [told] = await world.test.admin(
    "SELECT description, data FROM audit_entries WHERE event_type = 'report.completed' ORDER BY recorded_at DESC LIMIT 1",
  );
  const sentence = `Audit entries altered: ${counts.altered}, missing: ${counts.missing}.`;
  if (counts.altered + counts.missing > 0) expect(told?.description).toContain(sentence);
  else expect(told?.description).not.toContain('altered');
  expect(told).toMatchObject({ data: { integrity: counts } });
}

test('entries that nobody touched are verified, each and in sum, in the order of the log', async () => {
  const document = await exported();
  expect(document.rows.length).toBeGreaterThan(20);
  expect(notVerified(document)).toEqual([]);
  const positions = document.rows.map(({ position }) => position as number);
  expect(positions).toEqual([...positions].sort((a, b) => a - b));
  await expectEverywhere({ altered: 0, missing: 0 });
});

test.each([
  ['what it says', "description = 'Nothing.'"],
  ['who did it', "actor = 'mia@x.example'"],
  ['what it holds', `data = data || '{"more": 1}'`],
  ['the time, by a microsecond', "recorded_at = recorded_at + interval '1 microsecond'"],
  ['the time, to another period', "recorded_at = recorded_at + interval '1 year'"],
  ['the asset it is found by', "asset_id = 'a-6'"],
  ['its form, to one that signs less', 'form = 1'],
])('an entry is altered when somebody changes %s', async (_, change) => {
  const [row] = (await exported()).rows.slice(5) as [Row];
  await asAdministrator(`UPDATE audit_entries SET ${change} WHERE ${at(row.id)}`);
  expect(notVerified(await exported())).toEqual([[row.id, 'altered']]);
  await expectEverywhere({ altered: 1, missing: 0 });
});

test('an altered entry is shown under a filter that it no longer matches', async () => {
  const wish = { filters: { department: 'Finance' } };
  const [row] = (await exported(wish)).rows.slice(1) as [Row];
  await asAdministrator(`UPDATE audit_entries SET principal_id = 'p-0' WHERE ${at(row.id)}`);
  expect(notVerified(await exported(wish))).toEqual([[row.id, 'altered']]);
});

test.each([
  ['with its place in the log', true],
  ['alone', false],
])('a removed entry is missing, when it was removed %s', async (_, withPlace) => {
  const [first, ...others] = (await exported()).rows as [Row, ...Row[]];
  const last = others.at(-1) as Row;
  const gone = [first, others[4] as Row, last];
  for (const { id } of gone) {
    await asAdministrator(
      `DELETE FROM audit_entries WHERE ${at(id)}`,
      ...(withPlace
        ? [`DELETE FROM audit_positions WHERE tenant_id = ${world.tenant} AND entry_id = '${id}'`]
        : []),
    );
  }
  expect(notVerified(await exported())).toEqual(gone.map(({ position }) => [position, 'missing']));
  await expectEverywhere({ altered: 0, missing: 3 });
});

test('of a removed entry whose place was closed, what moved up is altered and the end is missing', async () => {
  const before = (await exported()).rows;
  const [row] = before.slice(5) as [Row];
  await asAdministrator(
    `DELETE FROM audit_entries WHERE ${at(row.id)}`,
    `DELETE FROM audit_positions WHERE tenant_id = ${world.tenant} AND entry_id = '${row.id}'`,
    `UPDATE audit_positions SET position = -position WHERE tenant_id = ${world.tenant} AND position > ${row.position}`,
    'UPDATE audit_positions SET position = -position - 1 WHERE position < 0',
  );
  const document = await exported();
  const kinds = new Set(notVerified(document).map(([, integrity]) => integrity));
  expect(kinds).toContain('altered');
  expect(document.completeness.integrity.verified).toBe(5);
});

test('everything of the period removed is not an empty report', async () => {
  const before = (await exported()).rows;
  const ids = before.map(({ id }) => `'${id}'`).join(', ');
  await asAdministrator(
    `DELETE FROM audit_entries WHERE tenant_id = ${world.tenant} AND id IN (${ids})`,
    `DELETE FROM audit_positions WHERE tenant_id = ${world.tenant} AND entry_id IN (${ids})`,
  );
  await expectEverywhere({ altered: 0, missing: before.length });
});

test('an entry that was put past the sequencer is shown, without a place, as altered', async () => {
  const moment = new Date(world.start + 1_000).toISOString();
  await asAdministrator(
    `INSERT INTO audit_entries (tenant_id, id, event_type, description, actor, at, recorded_at, data, appended_xid)
     VALUES (${world.tenant}, 'forged', 'test', 'Never happened.', 'system', '${moment}', '${moment}', '{}', '3'::xid8)`,
  );
  const document = await exported();
  expect(notVerified(document)).toEqual([['forged', 'altered']]);
  expect(document.rows.at(-1)).toMatchObject({ id: 'forged', position: null });
  await expectEverywhere({ altered: 1, missing: 0 });
});

test('a database that was taught to say what was signed, and to show something else, hides nothing', async () => {
  const [edited, hidden] = (await exported()).rows.slice(5) as [Row, Row];
  undo.push('DROP FUNCTION public.audit_line(audit_entries)', 'DROP POLICY taught ON audit_entries');
  await asAdministrator(
    `CREATE FUNCTION public.audit_line(e audit_entries) RETURNS text LANGUAGE sql AS
       $$SELECT 'what was signed'$$`,
    `UPDATE audit_entries SET description = 'Nothing.' WHERE ${at(edited.id)}`,
    `CREATE POLICY taught ON audit_entries AS RESTRICTIVE USING (id <> '${hidden.id}')`,
  );
  expect(notVerified(await exported())).toEqual([
    [edited.id, 'altered'],
    [hidden.position, 'missing'],
  ]);
  await expectEverywhere({ altered: 1, missing: 1 });
});

test('none is verified of a database that was taught to show other times', async () => {
  undo.push('DROP FUNCTION public.to_json(timestamp)');
  await asAdministrator(
    `CREATE FUNCTION public.to_json(at timestamp) RETURNS json LANGUAGE sql AS
       $$SELECT '"2026-01-01T00:00:00"'::json$$`,
  );
  expect((await exported()).completeness.integrity).toMatchObject({ verified: 0, missing: 0 });
});

test('none is verified under a key that is not the one of the log', async () => {
  await asAdministrator(
    `UPDATE audit_logs SET public_key = sha256(public_key) WHERE tenant_id = ${world.tenant}`,
  );
  const { rows, completeness } = await exported();
  expect(completeness.integrity).toEqual({ verified: 0, pending: 0, altered: rows.length, missing: 0 });
});

test('nothing is reported that nothing was compared with', async () => {
  const order = {
    request: {
      type: 'audit_export' as const,
      format: 'csv' as const,
      period_start: new Date(world.start).toISOString(),
      period_end: new Date(world.end).toISOString(),
      filters: { department: null, platform: null, classification: null },
    },
    tenant_name: 'tenant-a',
    requested_by: 'olaf',
  };
  const generation = {
    rows_estimated: 1,
    signal: new AbortController().signal,
    onProgress: () => {},
    write: async () => {},
    integrity: null,
  };
  await expect(generateReport(world.test.db, world.tenant, order, generation)).rejects.toThrow('SECRETS_KEY');
});

test('thousands of entries take one reading of hashes per page of a thousand', async () => {
  const many = Array.from({ length: 3_500 }, (_, i) => ({
    id: `many-${i}`,
    principal_id: null,
    event_type: 'policy.changed' as const,
    description: `Number ${i}.`,
    actor: 'system',
    at: new Date(world.start + 2_000 + i).toISOString(),
    data: {},
  }));
  await world.test.db.transaction(world.tenant, (tx) => appendAuditEntries(tx, many));
  await world.sign();
  const real = createIntegrityCheck(createLogKeys(Buffer.alloc(32, 7)));
  const asked: number[] = [];
  let queries = 0;
  const integrity = {
    ...real,
    of: (q: Parameters<typeof real.of>[0], entries: Parameters<typeof real.of>[1]) => {
      asked.push(entries.length);
      const counted = {
        ...q,
        query: ((text, values) => {
          queries += 1;
          return q.query(text, values);
        }) as typeof q.query,
      };
      return real.of(counted, entries);
    },
  };
  const { id } = await world.ask({ type: 'audit_export' });
  while (await reportTenant(world.context({ integrity }), world.tenant, new AbortController().signal));
  const report = await world.get(id);
  expect(report.status).toBe('completed');
  expect(asked.slice(0, -1).every((entries) => entries === 1_000)).toBe(true);
  expect(asked.length).toBe(Math.ceil(Number(report.row_count) / 1_000));
  // The key, the checkpoint and the hashes.
  expect(queries).toBeLessThanOrEqual(asked.length * 3);
});
