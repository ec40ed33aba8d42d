import { appendAuditEntries } from '../../src/audit/entries.sql.ts';
import { createIntegrityCheck } from '../../src/audit/entry-integrity.ts';
import { createLogKeys } from '../../src/audit/log/log-keys.ts';
import { sequenceEntries } from '../../src/audit/log/sequence-entries.ts';
import { DEFAULT_POLICY } from '../../src/core/policy/policy.rules.ts';
import { neverUsed, recordUse, type Use } from '../../src/core/scores/habit.rules.ts';
import { halfLifeClass } from '../../src/core/scores/half-life.rules.ts';
import { patienceDays, patienceOf } from '../../src/core/scores/patience.rules.ts';
import { DAY_MS } from '../../src/platform/iso-instant.ts';
import type { ReportContext } from '../../src/reports/report-context.ts';
import { removeReports, reportTenant } from '../../src/reports/run-reports.ts';
import { createReportStorages } from '../../src/reports/storage/report-storages.ts';
import { createTestApp, type TestApp } from './app.ts';
import { recordedWhenItHappened } from './recorded-when-it-happened.ts';

const HOUR_MS = 3_600_000;

export interface WorldGrant {
  id: string;
  principal_id: string;
  asset_id: string;
  permission: string;
  via_group_id: string | null;
  granted_at: number;
  /** When Lapse first knew of it. */
  seen_at: number;
  revoked_at: number | null;
  restored_at: number | null;
  use: Use;
  lapses_at: number;
  calculated_at: number;
  history: { at: number; previous_lapses_at: number | null; lapses_at: number }[];
}

export interface ReportWorld extends TestApp {
  tenant: number;
  /** The end of the period of the world; most of what happened is before, some after. */
  end: number;
  start: number;
  grants: WorldGrant[];
  context(changes?: Partial<ReportContext>): ReportContext;
  sign(): Promise<void>;
  /** Asks for a report of the world's period; answers with the report as it was accepted. */
  ask(wish: object): Promise<{ id: string } & Record<string, unknown>>;
  work(): Promise<void>;
  get(id: string): Promise<Record<string, unknown>>;
  /** The file of a report that is asked for, made and downloaded. */
  file(wish: object): Promise<{ report: Record<string, unknown>; bytes: Buffer }>;
}

export const NASTY_NAMES = [
  '=HYPERLINK("http://evil.example","pay")',
  "+1 'plus'",
  '-2+3',
  '@SUM(A1)',
  'Ann "the \r\n boss", Lee',
  'שלום עולם',
  '李小龙 <b>&amp;</b>',
  '_x0041_ \u0001 odd',
];

const SECRETS_KEY = Buffer.alloc(32, 7);

/** People, access with a past, decisions, remediations and a signed log. The same every time but for the days it happens on. */
export async function createReportWorld(env: Record<string, string> = {}): Promise<ReportWorld> {
  const service = await createTestApp({ env });
  const tenant = service.test.tenants.a;
  const end = Math.floor(Date.now() / DAY_MS) * DAY_MS - 20 * DAY_MS;
  const start = end - 30 * DAY_MS;
  const grants = makeGrants(end);
  const world: ReportWorld = {
    ...service,
    tenant,
    start,
    end,
    grants,
    context: (changes = {}) => ({
      db: service.test.db,
      storages: createReportStorages(service.test.db, null),
      integrity: createIntegrityCheck(createLogKeys(SECRETS_KEY)),
      now: () => Date.now(),
      onError: (error) => {
        throw error;
      },
      ...changes,
    }),
    async sign() {
      await recordedWhenItHappened(service.test);
      const context = { secrets_key: SECRETS_KEY, now: () => end + HOUR_MS };
      while ((await service.test.db.transaction(tenant, (tx) => sequenceEntries(tx, context))).has_more);
    },
    async ask(wish) {
      const answer = await service.call({
        method: 'POST',
        url: '/v1/reports',
        payload: { format: 'csv', period_start: iso(start), period_end: iso(end), ...wish },
      });
      if (answer.statusCode !== 201) throw new Error(answer.body);
      return answer.json();
    },
    async work() {
      while (await reportTenant(world.context(), tenant, new AbortController().signal));
      while ((await removeReports(world.context(), tenant)) > 0);
    },
    async get(id) {
      return (await service.call({ url: `/v1/reports/${id}` })).json();
    },
    async file(wish) {
      const { id } = await world.ask(wish);
      await world.work();
      const report = await world.get(id);
      if (report.status !== 'completed') throw new Error(JSON.stringify(report));
      const answer = await service.call({ url: String(report.download_url) });
      return { report, bytes: answer.rawPayload };
    },
  };
  await fill(world);
  await world.sign();
  return world;
}

const iso = (at: number): string => new Date(at).toISOString();

/** Numbers that look random and are not. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

function makeGrants(end: number): WorldGrant[] {
  const random = numbers(7);
  const next = (): number => random.next().value;
  return Array.from({ length: 120 }, (_, i) => {
    const granted_at = end - Math.floor((next() * 400 - 10) * DAY_MS);
    let use = neverUsed();
    for (let n = Math.floor(next() * 6) * 4; n > 0; n--) {
      const at = granted_at + Math.floor(next() * (end + 18 * DAY_MS - granted_at));
      if (at > granted_at) use = recordUse(use, at);
    }
    const lapses_at = end + Math.floor((next() * 120 - 80) * DAY_MS);
    const changes = Math.floor(next() * 4);
    const history: WorldGrant['history'] = [];
    let before = lapses_at;
    for (let n = changes; n > 0; n--) {
      const previous = n === 1 && next() < 0.3 ? null : before - Math.floor((next() * 40 - 20) * DAY_MS);
      history.unshift({ at: end + (n * 4 - 8) * DAY_MS, previous_lapses_at: previous, lapses_at: before });
      before = previous ?? before;
    }
    const used = use.last_used_at ?? 0;
    const calculated_at = Math.max(granted_at, used, ...history.map((point) => point.at)) + HOUR_MS;
    const revoked = next();
    return {
      id: `grant-${String(i).padStart(3, '0')}`,
      principal_id: `p-${i % 10}`,
      asset_id: `a-${i % 7}`,
      permission: i % 5 === 0 ? 'admin' : 'read',
      via_group_id: i % 6 === 0 ? 'p-9' : null,
      granted_at,
      // Most before the period ends, some after.
      seen_at: i % 4 === 0 ? end + DAY_MS : end - (40 + i) * DAY_MS,
      revoked_at: revoked < 0.3 ? end + Math.floor((revoked * 100 - 15) * DAY_MS) : null,
      restored_at: revoked < 0.1 ? end + Math.floor((revoked * 100 - 5) * DAY_MS) : null,
      use,
      lapses_at,
      calculated_at,
      history,
    };
  });
}

async function fill({ test, tenant, grants, start, end }: ReportWorld): Promise<void> {
  const rows = (table: string, columns: string, records: object[]) =>
    test.admin(
      `INSERT INTO ${table} (tenant_id, ${columns}) SELECT ${tenant}, ${columns} FROM json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(records)],
    );
  await rows(
    'principals',
    'id, display_name, type, source, department, disabled, protected, created_at',
    Array.from({ length: 10 }, (_, i) => ({
      id: `p-${i}`,
      display_name: NASTY_NAMES[i] ?? `Person ${i}`,
      type: i === 9 ? 'group' : 'user',
      source: 'import',
      department: [null, 'Finance', 'Claims, "North"'][i % 3],
      disabled: false,
      protected: false,
      created_at: iso(end),
    })),
  );
  await rows(
    'assets',
    'id, name, type, platform, classification, contains_pii, tags, created_at, protected',
    Array.from({ length: 7 }, (_, i) => ({
      id: `a-${i}`,
      name: i === 0 ? '=1+1' : `asset\n${i}`,
      type: 'table',
      platform: ['fabric', 'synapse'][i % 2],
      classification: ['pii', 'internal', null][i % 3],
      contains_pii: [true, false, null][i % 3],
      tags: [],
      created_at: iso(end),
      protected: false,
    })),
  );
  await rows(
    'grants',
    'id, principal_id, asset_id, via_group_id, permission, status, granted_at, created_at',
    grants.map((grant) => ({
      ...grant,
      status: grant.revoked_at !== null && grant.restored_at === null ? 'revoked' : 'active',
      revoked_at: undefined,
      restored_at: undefined,
      granted_at: iso(grant.granted_at),
      created_at: iso(grant.seen_at),
    })),
  );
  for (const { id, revoked_at, restored_at } of grants.filter((grant) => grant.revoked_at !== null)) {
    await test.admin('UPDATE grants SET revoked_at = $3, restored_at = $4 WHERE tenant_id = $1 AND id = $2', [
      tenant,
      id,
      iso(revoked_at as number),
      restored_at === null ? null : iso(restored_at),
    ]);
  }
  await rows(
    'grant_scores',
    `grant_id, principal_id, asset_id, active, last_used_at, active_days, lapses_at, half_life_class, model_version, reached,
     anomaly_signals, peer_active, calculated_at, peer_counted, review_asked`,
    grants.map((grant) => ({
      ...grant,
      grant_id: grant.id,
      active: grant.revoked_at === null,
      last_used_at: grant.use.last_used_at === null ? null : iso(grant.use.last_used_at),
      active_days: `\\x${Buffer.from(grant.use.active_days).toString('hex')}`,
      lapses_at: iso(grant.lapses_at),
      half_life_class: halfLifeClass(
        patienceDays(grant.use, patienceOf(DEFAULT_POLICY, false)),
        DEFAULT_POLICY,
      ),
      model_version: DEFAULT_POLICY.model_version,
      calculated_at: iso(grant.calculated_at),
      reached: 0,
      anomaly_signals: 0,
      peer_active: false,
      peer_counted: true,
      review_asked: false,
    })),
  );
  await rows(
    'score_history',
    'grant_id, at, cause, previous_lapses_at, lapses_at',
    grants.flatMap(({ id, history }) =>
      history.map((point) => ({
        grant_id: id,
        at: iso(point.at),
        cause: 'policy',
        previous_lapses_at: point.previous_lapses_at === null ? null : iso(point.previous_lapses_at),
        lapses_at: iso(point.lapses_at),
      })),
    ),
  );
  await fillDecisions({ test, tenant, grants, start }, rows);
}

type InsertRows = (table: string, columns: string, records: object[]) => Promise<unknown>;

async function fillDecisions(
  { test, tenant, grants, start }: Pick<ReportWorld, 'test' | 'tenant' | 'grants' | 'start'>,
  rows: InsertRows,
): Promise<void> {
  const decided = grants.slice(0, 40);
  const unanswered = grants.slice(40, 64);
  const at = (i: number): number => start + ((i % 40) - 4) * DAY_MS + (i % 3) * 1_500;
  await rows(
    'reviews',
    `id, principal_id, asset_id, access_grant_ids, decay_score, risk_level, recommendation, assigned_to_id, workflow_id,
     status, origin, requested_by, due_at, created_at, closed_at`,
    [...decided, ...unanswered].map((grant, i) => ({
      id: `review-${i}`,
      principal_id: grant.principal_id,
      asset_id: grant.asset_id,
      access_grant_ids: [grant.id],
      decay_score: 50 + i * 1.234567,
      risk_level: ['CRITICAL', 'HIGH', 'MEDIUM'][i % 3],
      recommendation: i % 2 ? 'REVOKE' : 'REVIEW',
      assigned_to_id: 'p-1',
      workflow_id: `w-${i}`,
      status: i < decided.length ? 'DECIDED' : 'EXPIRED',
      origin: 'threshold',
      requested_by: 'system',
      created_at: iso(at(i) - 30 * HOUR_MS),
      due_at: iso(at(i) + (i % 4 === 0 ? -HOUR_MS : HOUR_MS)),
      closed_at: iso(at(i)),
    })),
  );
  await rows(
    'review_decisions',
    'id, review_id, grant_id, decision, reason, decided_by, decided_at, next_review_at',
    decided.map((grant, i) => ({
      id: `decision-${i}`,
      review_id: `review-${i}`,
      grant_id: grant.id,
      decision: i % 2 ? 'REVOKE' : 'CONFIRM',
      reason: i % 5 === 0 ? '=needed, "for" audits\nand more' : 'fine',
      decided_by: ['olaf@x.example', 'mia@x.example', 'system'][i % 3],
      decided_at: iso(at(i)),
      next_review_at: i % 2 ? null : iso(at(i) + 90 * DAY_MS),
    })),
  );
  const STEPS: [string, string][][] = [
    [],
    [['plan', 'awaiting_approval']],
    [['guards', 'blocked']],
    [
      ['guards', 'passed'],
      ['verify', 'revoked'],
    ],
    [
      ['guards', 'passed'],
      ['revoke', 'retry'],
      ['revoke', 'failed'],
    ],
    [
      ['guards', 'passed'],
      ['verify', 'revoked'],
      ['revert', 'asked'],
      ['restore', 'restored'],
    ],
    [['cancel', 'asked']],
    [['plan', 'dry_run']],
    [
      ['request', 'requested'],
      ['attest', 'attested'],
    ],
    [
      ['request', 'requested'],
      ['attest', 'attested'],
      ['observe', 'verified'],
    ],
    [
      ['request', 'requested'],
      ['attest', 'attested'],
      ['observe', 'contradicted'],
    ],
  ];
  const isByPerson = (i: number): boolean => STEPS[i % STEPS.length]?.[0]?.[0] === 'request';
  const removals = decided.filter((_, i) => i % 2 === 1);
  await rows(
    'remediations',
    `id, review_id, decision_id, grant_id, principal_id, asset_id, platform, action, target, reason, requested_by, status,
     operation, execution, attested_by, dry_run, attempts, guards, plan, also_revoked, accept_other_losses, approved_by, approved_at,
     released_grants, released_asset_grants, created_at`,
    removals.map((grant, i) => ({
      id: `rem-${i}`,
      review_id: `review-${i * 2 + 1}`,
      decision_id: `decision-${i * 2 + 1}`,
      grant_id: grant.id,
      principal_id: grant.principal_id,
      asset_id: grant.asset_id,
      platform: 'fabric',
      action: 'revoke_grant',
      target: '-read on x',
      execution: isByPerson(i) ? 'person' : 'connector',
      attested_by: isByPerson(i) ? 'ida@x.example' : null,
      reason: 'unused',
      requested_by: 'olaf@x.example',
      status: 'pending',
      operation: 'revoke',
      dry_run: false,
      attempts: 0,
      guards: [
        { guard: 'telemetry', passed: i % 4 !== 2 },
        { guard: 'breaker', passed: i % 8 !== 2 },
      ],
      plan: { planned_at: iso(at(i * 2 + 1) + HOUR_MS) },
      also_revoked: [],
      accept_other_losses: false,
      approved_by: i % 3 === 0 ? 'mia@x.example' : null,
      approved_at: i % 3 === 0 ? iso(at(i * 2 + 1) + HOUR_MS) : null,
      released_grants: 0,
      released_asset_grants: 0,
      created_at: iso(at(i * 2 + 1)),
    })),
  );
  for (const [i] of removals.entries()) {
    for (const [n, [step, outcome]] of (STEPS[i % STEPS.length] as [string, string][]).entries()) {
      await test.admin(
        'INSERT INTO remediation_steps (tenant_id, remediation_id, attempt, step, outcome, detail, at) VALUES ($1, $2, 1, $3, $4, $5, $6)',
        [tenant, `rem-${i}`, step, outcome, `${step} ${outcome}`, iso(at(i * 2 + 1) + (n * 2 + 1) * DAY_MS)],
      );
    }
  }
  await test.db.transaction(tenant, (tx) =>
    appendAuditEntries(
      tx,
      Array.from({ length: 60 }, (_, i) => ({
        id: `entry-${String((i * 7) % 60).padStart(2, '0')}`,
        principal_id: i % 3 === 0 ? null : `p-${i % 10}`,
        review_id: i % 4 === 0 ? `review-${i % 40}` : null,
        event_type: 'review.decided',
        description: i % 6 === 0 ? '=cmd|calc' : `Entry "${i}", said`,
        actor: i % 2 ? 'system' : 'olaf@x.example',
        at: iso(start + (i - 10) * DAY_MS * 0.7),
        data:
          i % 5 === 0
            ? { n: i }
            : {
                ...(i % 4 === 0 && { grant_id: grants[i % 40]?.id }),
                asset_id: `a-${i % 7}`,
                text: 'a\nb "c"',
              },
      })),
    ),
  );
}
