import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCsv } from '../../../test/support/read-csv.ts';
import { instantOfSerial, readXlsx } from '../../../test/support/read-xlsx.ts';
import { createReportWorld, NASTY_NAMES, type ReportWorld } from '../../../test/support/report-world.ts';
import { DEFAULT_POLICY } from '../../core/policy/policy.rules.ts';
import { riskLevel } from '../../core/scores/decay.rules.ts';
import { compareStaleness, scoreOfLapse } from '../../core/scores/half-life.rules.ts';
import { Timeline } from '../../core/scores/lists/timeline.rules.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import type { Cell, Column } from '../content.rules.ts';
import { csvText } from '../csv-text.ts';
import { REPORT_TYPES, type ReportType } from '../report.rules.ts';

let world: ReportWorld;
const files = new Map<string, { report: Record<string, unknown>; bytes: Buffer }>();
const FORMATS = ['csv', 'json', 'xlsx', 'pdf'] as const;

beforeAll(async () => {
  world = await createReportWorld();
  for (const type of REPORT_TYPES)
    for (const format of FORMATS) files.set(`${type}.${format}`, await world.file({ type, format }));
});
afterAll(() => world.close());

const fileOf = (type: ReportType, format: string) =>
  files.get(`${type}.${format}`) as { report: Record<string, unknown>; bytes: Buffer };

interface Document {
  head: Record<string, unknown>;
  columns: Column[];
  rows: Record<string, Cell>[];
  completeness: {
    row_count: number;
    rows_sha256: string;
    sources: { name: string; rows: number }[];
    audit_checkpoint: { tree_size: number; root_hash: string } | null;
  };
}
const documentOf = (type: ReportType): Document =>
  JSON.parse(fileOf(type, 'json').bytes.toString()) as Document;
const ROW_TYPES = REPORT_TYPES.filter((type) => type !== 'compliance_summary');

describe.each(ROW_TYPES)('%s', (type) => {
  test('has the same rows as CSV, JSON and XLSX', () => {
    const { columns, rows } = documentOf(type);
    expect(rows.length).toBeGreaterThan(10);
    const cells = rows.map((row) => columns.map(({ key }) => row[key] as Cell));
    // PostgreSQL wrote the one, JavaScript the other.
    expect(fileOf(type, 'csv').bytes.toString()).toBe(csvText(columns, cells));
    const [header, ...records] = readCsv(fileOf(type, 'csv').bytes.toString());
    expect(header).toEqual(columns.map((column) => column.key));
    expect(records.length).toBe(rows.length);

    const [sheet, about] = readXlsx(fileOf(type, 'xlsx').bytes);
    expect(sheet?.rows[0]).toEqual(columns.map((column) => column.label));
    const typed = sheet?.rows.slice(1).map((row) =>
      columns.map(({ kind }, i) => {
        const value = row[i] ?? null;
        return kind === 'instant' && value !== null ? instantOfSerial(value as number) : value;
      }),
    );
    expect(typed).toEqual(cells);
    expect(sheet?.xml).toContain('state="frozen"');
    expect(sheet?.xml).toMatch(/<autoFilter ref="A1:[A-Z]+\d+"\/>/);
    expect(about?.name).toBe('About this report');
    expect(about?.rows.flat()).toContain(fileOf(type, 'csv').report.sha256);
  });

  test('names the hash and number of its rows in every format', () => {
    const csv = createHash('sha256').update(fileOf(type, 'csv').bytes).digest('hex');
    for (const format of FORMATS) {
      const { report, bytes } = fileOf(type, format);
      const own = createHash('sha256').update(bytes).digest('hex');
      expect([report.rows_sha256, report.sha256, report.size_bytes]).toEqual([csv, own, bytes.length]);
      expect(report.row_count).toBe(documentOf(type).rows.length);
    }
    const { completeness } = documentOf(type);
    expect(completeness.rows_sha256).toBe(csv);
    expect(completeness.row_count).toBe(documentOf(type).rows.length);
  });
});

test('what spreadsheets take for a formula is marked in CSV, and a text everywhere else', () => {
  const values = readCsv(fileOf('stale_access', 'csv').bytes.toString()).slice(1).flat();
  const texts = values.filter((value) => value !== null && Number.isNaN(Number(value)));
  expect(texts.filter((text) => /^[=+\-@\t\r]/.test(text ?? ''))).toEqual([]);
  expect(texts).toContain(`'${NASTY_NAMES[0]}`);
  const names = documentOf('stale_access').rows.map((row) => row.principal_name);
  for (const name of NASTY_NAMES) expect(names).toContain(name);
});

test('stale access is what the history of scores tells, by another way', () => {
  const { end } = world;
  const { review } = DEFAULT_POLICY;
  const expected = world.grants
    .filter(
      (grant) =>
        grant.granted_at < end &&
        (grant.revoked_at === null ||
          grant.revoked_at >= end ||
          (grant.restored_at !== null && grant.restored_at < end)),
    )
    .map((grant) => {
      const stored = grant.history.map((point) => ({ ...point, cause: 'policy' }));
      const timeline = new Timeline({ ...grant, is_service: false, stored }, DEFAULT_POLICY);
      const lapse = timeline.lapseAt(end - 1);
      const uses = timeline.points.filter((point) => point.day !== null && point.at < end);
      // Nothing was observed of it yet.
      if (lapse === null) return null;
      const score = Math.round(scoreOfLapse(lapse, end, DEFAULT_POLICY) * 10_000) / 10_000;
      return { grant, lapse, score, last_used_at: uses.at(-1)?.at ?? null };
    })
    .filter((row) => row !== null)
    .filter(({ score }) => score > review.threshold)
    .sort((a, b) => compareStaleness(b.lapse, a.lapse, end) || (a.grant.id < b.grant.id ? -1 : 1));
  expect(expected.filter(({ grant }) => (grant.use.last_used_at ?? 0) >= end).length).toBeGreaterThan(5);
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  expect(
    documentOf('stale_access').rows.map((row) => [
      row.grant_id,
      row.lapses_at,
      row.score,
      row.risk_level,
      row.last_used_at,
      row.days_unused,
      row.observed_since,
    ]),
  ).toEqual(
    expected.map(({ grant, lapse, score, last_used_at }) => [
      grant.id,
      iso(lapse.lapses_at),
      score,
      riskLevel(score),
      iso(last_used_at),
      Math.floor((end - (last_used_at ?? Math.max(grant.granted_at, grant.seen_at))) / DAY_MS),
      last_used_at === null ? iso(Math.max(grant.granted_at, grant.seen_at)) : null,
    ]),
  );
});

test('access of which nothing was observed before the end of the period is not called unused', () => {
  const { end } = world;
  const rows = documentOf('stale_access').rows;
  const grants = new Map(world.grants.map((grant) => [grant.id, grant]));
  for (const row of rows) {
    const { granted_at, seen_at } = grants.get(String(row.grant_id)) as (typeof world.grants)[number];
    if (row.last_used_at !== null) continue;
    expect(seen_at).toBeLessThan(end);
    expect(Number(row.days_unused) * DAY_MS).toBeLessThanOrEqual(end - Math.max(granted_at, seen_at));
  }
  expect(rows.filter((row) => row.observed_since !== null).length).toBeGreaterThan(3);
  const late = world.grants.filter(
    ({ seen_at, granted_at, revoked_at, restored_at }) =>
      seen_at >= end &&
      granted_at < end &&
      (revoked_at === null || revoked_at >= end || (restored_at !== null && restored_at < end)),
  );
  expect(late.length).toBeGreaterThan(3);
  expect(documentOf('stale_access').completeness.sources[1]?.rows).toBe(late.length);
});

test('decisions are those that SQL finds', async () => {
  const { start, end, tenant } = world;
  const expected = await world.test.admin(
    `SELECT * FROM (
       SELECT d.id, d.decided_at, r.created_at, d.decided_at <= r.due_at AS within_sla,
              round((extract(epoch FROM d.decided_at - r.created_at) / 3600)::numeric, 2)::float8 AS hours,
              CASE WHEN d.decided_by = 'system' THEN NULL ELSE round(extract(epoch FROM d.decided_at
                - lag(d.decided_at) OVER (PARTITION BY d.decided_by ORDER BY d.decided_at, d.id)), 3)::float8 END AS since
       FROM review_decisions d JOIN reviews r ON r.tenant_id = d.tenant_id AND r.id = d.review_id
       WHERE d.tenant_id = $1) all_of_them
     WHERE decided_at >= $2 AND decided_at < $3 ORDER BY decided_at, id`,
    [tenant, new Date(start), new Date(end)],
  );
  const decided = documentOf('review_decisions').rows.filter((row) => row.decision !== 'UNANSWERED');
  expect(
    decided.map((row) => ({
      id: row.decision_id,
      decided_at: row.decided_at,
      created_at: row.created_at,
      within_sla: row.within_sla,
      hours: row.hours_to_decide,
      since: row.seconds_since_previous,
    })),
  ).toEqual(expected);
});

test('a decision shows its remediation as the log of remediations does, and the entry that proves it', async () => {
  const { end, tenant } = world;
  const rows = documentOf('review_decisions').rows;
  const removals = new Map(documentOf('remediation_log').rows.map((row) => [row.remediation_id, row]));
  const made = (await world.test.admin(
    'SELECT id, decision_id FROM remediations WHERE tenant_id = $1 AND created_at < $2',
    [tenant, new Date(end)],
  )) as { id: string; decision_id: string }[];
  const remediationOf = new Map(made.map(({ id, decision_id }) => [decision_id, id]));
  const details = (await world.test.admin(
    `SELECT remediation_id, step, outcome, detail FROM remediation_steps WHERE tenant_id = $1 AND at < $2 ORDER BY id`,
    [tenant, new Date(end)],
  )) as { remediation_id: string; step: string; outcome: string; detail: string }[];
  const seen = new Set<unknown>();
  for (const row of rows) {
    const removal = removals.get(remediationOf.get(String(row.decision_id)) ?? '');
    expect(row.remediation_id).toBe(removal?.remediation_id ?? null);
    expect(row.decision === 'REVOKE').toBe(removal !== undefined);
    expect(row.removal_status).toBe(removal?.status ?? null);
    expect(row.removal_verified_at).toBe(removal?.verified_at ?? null);
    expect(row.removal_ended_at).toBe(removal?.dry_run ? null : (removal?.completed_at ?? null));
    expect(row.removal_verification).toBe(
      removal?.dry_run ? 'dry run: nothing was removed' : (removal?.verification ?? null),
    );
    const steps = details.filter((step) => step.remediation_id === row.remediation_id);
    const ending = steps
      .filter(
        ({ step, outcome }) => step === 'verify' || ['dry_run', 'attested', 'verified'].includes(outcome),
      )
      .at(-1);
    expect(row.removal_evidence).toBe(ending?.detail ?? null);
    expect(row.removal_attested_by).toBe(ending?.outcome === 'attested' ? 'ida@x.example' : null);
    seen.add(row.removal_verification);
  }
  expect([...seen].sort()).toEqual(
    [
      'attested, not verified',
      'contradicted: the access is there',
      'dry run: nothing was removed',
      null,
      'verified',
    ].sort(),
  );

  const entries = (await world.test.admin(
    `SELECT e.id, p.position::int AS position, e.review_id, e.data ->> 'grant_id' AS grant_id FROM audit_entries e
     JOIN audit_positions p ON p.tenant_id = e.tenant_id AND p.entry_id = e.id
     WHERE e.tenant_id = $1 AND e.event_type = 'review.decided'`,
    [tenant],
  )) as { id: string; position: number; review_id: string | null; grant_id: string | null }[];
  const proven = rows.map((row) => {
    const entry = entries.find(
      ({ review_id, grant_id }) => review_id === row.review_id && grant_id === row.grant_id,
    );
    expect([row.audit_entry_id, row.audit_position]).toEqual([entry?.id ?? null, entry?.position ?? null]);
    return entry;
  });
  expect(proven.filter((entry) => entry !== undefined).length).toBeGreaterThan(5);
});

test('what nobody decided in time is among the decisions, as unanswered', async () => {
  const { start, end, tenant } = world;
  const reviews = (await world.test.admin(
    `SELECT id, access_grant_ids, closed_at, ARRAY(SELECT grant_id FROM review_decisions d
       WHERE d.tenant_id = r.tenant_id AND d.review_id = r.id) AS decided
     FROM reviews r WHERE tenant_id = $1 AND status = 'EXPIRED'`,
    [tenant],
  )) as { id: string; access_grant_ids: string[]; decided: string[]; closed_at: string }[];
  const expected = reviews
    .filter(({ closed_at }) => Date.parse(closed_at) >= start && Date.parse(closed_at) < end)
    .flatMap(({ id, access_grant_ids, decided }) =>
      access_grant_ids.filter((grant) => !decided.includes(grant)).map((grant) => `${id} ${grant}`),
    );
  const unanswered = documentOf('review_decisions').rows.filter((row) => row.decision === 'UNANSWERED');
  expect(expected.length).toBeGreaterThan(0);
  expect(unanswered.map((row) => `${row.review_id} ${row.grant_id}`).sort()).toEqual(expected.sort());
  for (const row of unanswered) {
    expect(row).toMatchObject({ decision_id: null, decided_by: null, within_sla: false });
  }
});

test('stale access says how its last review ended', async () => {
  const { end, tenant } = world;
  const reviews = (await world.test.admin(
    'SELECT * FROM reviews WHERE tenant_id = $1 ORDER BY created_at, id',
    [tenant],
  )) as {
    id: string;
    principal_id: string;
    asset_id: string;
    access_grant_ids: string[];
    created_at: string;
    closed_at: string | null;
  }[];
  const decisions = (await world.test.admin('SELECT * FROM review_decisions WHERE tenant_id = $1', [
    tenant,
  ])) as { review_id: string; grant_id: string; decision: string; decided_at: string }[];
  const lastReview = (row: Record<string, unknown>): string | null => {
    const last = reviews
      .filter(
        (each) =>
          each.principal_id === row.principal_id &&
          each.asset_id === row.asset_id &&
          Date.parse(each.created_at) < end,
      )
      .at(-1);
    if (!last?.access_grant_ids.includes(String(row.grant_id))) return null;
    if (last.closed_at === null || Date.parse(last.closed_at) >= end) return 'open';
    const decided = decisions.find(
      (each) =>
        each.review_id === last.id && each.grant_id === row.grant_id && Date.parse(each.decided_at) < end,
    );
    return decided ? ({ CONFIRM: 'confirmed', REVOKE: 'revoked' }[decided.decision] ?? null) : 'unanswered';
  };
  const { rows } = documentOf('stale_access');
  expect(rows.map((row) => [row.grant_id, row.last_review])).toEqual(
    rows.map((row) => [row.grant_id, lastReview(row)]),
  );
  expect(rows.filter((row) => row.last_review === 'unanswered').length).toBeGreaterThan(0);
});

test('remediations stand as their steps until the end of the period had led them', async () => {
  const { start, end, tenant } = world;
  const steps = (await world.test.admin(
    'SELECT remediation_id, step, outcome, at FROM remediation_steps WHERE tenant_id = $1 ORDER BY id',
    [tenant],
  )) as { remediation_id: string; step: string; outcome: string; at: string }[];
  const removals = (await world.test.admin(
    'SELECT id, created_at FROM remediations WHERE tenant_id = $1 ORDER BY created_at, id',
    [tenant],
  )) as { id: string; created_at: string }[];
  const statusAfter: Record<string, string> = {
    'plan awaiting_approval': 'pending',
    'guards blocked': 'blocked',
    'guards passed': 'running',
    'verify revoked': 'completed',
    'revoke retry': 'pending',
    'revoke failed': 'failed',
    'revert asked': 'running',
    'restore restored': 'reverted',
    'cancel asked': 'reverted',
    'plan dry_run': 'completed',
    'request requested': 'requested',
    'attest attested': 'completed',
    'observe verified': 'completed',
    'observe contradicted': 'completed',
  };
  const ends = ['blocked', 'completed', 'failed', 'reverted', 'requested'];
  const expected = removals.flatMap(({ id, created_at }) => {
    const until = steps.filter((step) => step.remediation_id === id && Date.parse(step.at) < end);
    const states = until.map((step) => statusAfter[`${step.step} ${step.outcome}`] as string);
    const isTouched =
      Date.parse(created_at) >= start ||
      until.some((step, i) => Date.parse(step.at) >= start && ends.includes(states[i] as string));
    if (!isTouched || Date.parse(created_at) >= end) return [];
    const verified =
      until.filter(({ step, outcome }) => step === 'verify' || outcome === 'verified').at(-1)?.at ?? null;
    return [{ id, status: states.at(-1) ?? 'pending', verified, last: until.at(-1) }];
  });
  expect(new Set(expected.map((row) => row.status)).size).toBeGreaterThanOrEqual(5);
  expect(
    documentOf('remediation_log').rows.map((row) => ({
      id: row.remediation_id,
      status: row.status,
      verified_at: row.verified_at,
      error: row.error,
    })),
  ).toEqual(
    expected.map(({ id, status, verified, last }) => ({
      id,
      status,
      verified_at: status === 'completed' || status === 'reverted' ? verified : null,
      error:
        last && ['failed', 'blocked', 'retry'].includes(last.outcome) ? `${last.step} ${last.outcome}` : null,
    })),
  );
});

test('the audit trail is in the order of the log, and the checkpoint is the first that covers it', async () => {
  const { start, end, tenant } = world;
  const expected = await world.test.admin(
    `SELECT p.position::int AS position, e.id, e.data::text AS data FROM audit_entries e
     JOIN audit_positions p ON p.tenant_id = e.tenant_id AND p.entry_id = e.id
     WHERE e.tenant_id = $1 AND e.at >= $2 AND e.at < $3 ORDER BY 1`,
    [tenant, new Date(start), new Date(end)],
  );
  const { rows, completeness } = documentOf('audit_export');
  expect(rows.map(({ position, id, data }) => ({ position, id, data }))).toEqual(expected);
  expect(completeness.audit_checkpoint).toMatchObject({ tree_size: 60 });
  expect(completeness.sources).toEqual([{ name: 'audit entries of the period', rows: expected.length }]);
});

test('filters keep what matches all of them, and say what they cannot judge', async () => {
  const filters = { department: 'Finance', platform: 'fabric', classification: 'pii' };
  for (const type of ROW_TYPES) {
    const { bytes } = await world.file({ type, format: 'json', filters });
    const { rows, completeness, head } = JSON.parse(bytes.toString()) as Document;
    expect(head.filters).toEqual({ ...filters, campaign_id: null });
    if (type === 'audit_export') {
      expect(rows.length).toBeGreaterThan(0);
      expect(completeness.sources[1]?.name).toContain('left out');
      expect(completeness.sources[1]?.rows).toBeGreaterThan(0);
      continue;
    }
    const all = documentOf(type).rows.filter(
      (row) => row.department === 'Finance' && row.platform === 'fabric' && row.classification === 'pii',
    );
    expect(rows).toEqual(all);
  }
});

test('asked again, also of another worker at another time, the bytes are the same', async () => {
  for (const format of FORMATS) {
    for (const type of ['stale_access', 'compliance_summary'] as const) {
      const { report, bytes } = await world.file({ type, format });
      expect(report.id).not.toBe(fileOf(type, format).report.id);
      expect(bytes.equals(fileOf(type, format).bytes)).toBe(true);
    }
  }
});
