import { DEFAULT_POLICY } from '../../src/core/policy/policy.rules.ts';
import { neverUsed, recordUse, type Use } from '../../src/core/scores/habit.rules.ts';
import { halfLifeClass } from '../../src/core/scores/half-life.rules.ts';
import { patienceDays, patienceOf } from '../../src/core/scores/patience.rules.ts';
import { DAY_MS } from '../../src/platform/iso-instant.ts';
import { Random } from '../../src/synthetic/random.ts';
import type { TestDatabase } from './database.ts';

/** An organisation with a past and a future: what is added after its `end` must not change what was true at it. */
export interface SummaryWorld {
  tenant_id: number;
  start: number;
  end: number;
}

const HOUR_MS = DAY_MS / 24;
const DEPARTMENTS = ['Finance', 'Research', null];
const PLATFORMS = ['fabric', 'synapse', 'postgres'];
const CLASSES = ['pii', 'confidential', 'internal', 'public', null];
const PERMISSIONS = ['read', 'ReadWrite', 'admin', 'Owner', 'peculiar'];
const RISKS = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'];

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
const noon = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS + DAY_MS / 2;

type Row = Record<string, unknown>;

export async function insertRows(
  test: TestDatabase,
  table: string,
  tenantId: number,
  rows: Row[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return;
  await test.admin(
    `INSERT INTO ${table} (tenant_id, ${columns.join(', ')})
     SELECT $1, ${columns.map((column) => `r.${column}`).join(', ')}
     FROM jsonb_populate_recordset(NULL::${table}, $2) r`,
    [tenantId, JSON.stringify(rows)],
  );
}

/** Draws that depend on the seed alone. */
class Dice {
  readonly #random: Random;
  constructor(seed: number) {
    this.#random = new Random(seed);
  }
  upTo(bound: number): number {
    return Math.floor(this.#random.next() * bound);
  }
  one<T>(choices: readonly T[]): T {
    return choices[this.upTo(choices.length)] as T;
  }
  chance(share: number): boolean {
    return this.#random.next() < share;
  }
  /** Whole seconds, so that ties and boundaries happen. */
  between(from: number, to: number): number {
    return from + Math.floor((this.#random.next() * (to - from)) / 1000) * 1000;
  }
}

export async function fillSummaryWorld(
  test: TestDatabase,
  tenant_id: number,
  seed: number,
): Promise<SummaryWorld> {
  const dice = new Dice(seed);
  const end = Date.UTC(2026, 2, 1) + dice.upTo(40) * 6 * HOUR_MS;
  const start = end - (7 + dice.upTo(60)) * DAY_MS;
  const world = { tenant_id, start, end };
  await fillDirectory(test, world, dice);
  await fillGrants(test, world, dice, { prefix: 'g', count: 40, from: start - 300 * DAY_MS, to: end });
  await fillReviews(test, world, dice, { prefix: 'r', count: 40, from: start - (end - start), to: end });
  await fillTelemetry(test, world, dice);
  return world;
}

const SERVICE = 'p1';
const patienceOfUse = (use: Use, principal_id: string): number =>
  patienceDays(use, patienceOf(DEFAULT_POLICY, principal_id === SERVICE));

async function fillDirectory(test: TestDatabase, { tenant_id, start, end }: SummaryWorld, dice: Dice) {
  const principals = Array.from({ length: 14 }, (_, i) => ({
    id: `p${i}`,
    display_name: `Person ${i}`,
    type: i === 0 ? 'group' : `p${i}` === SERVICE ? 'service_account' : 'user',
    source: 'import',
    department: dice.one(DEPARTMENTS),
    mfa_enabled: dice.one([true, false, null]),
    disabled: dice.chance(0.2),
    protected: false,
    last_login_at: dice.chance(0.3) ? null : iso(dice.between(start - 150 * DAY_MS, end + 5 * DAY_MS)),
    created_at: iso(start - 400 * DAY_MS),
  }));
  await insertRows(test, 'principals', tenant_id, principals);
  const assets = Array.from({ length: 9 }, (_, i) => ({
    id: `a${i}`,
    name: `asset ${i}`,
    type: 'table',
    platform: dice.one(PLATFORMS),
    classification: dice.one(CLASSES),
    contains_pii: dice.one([true, null, false, false]),
    tags: [],
    protected: false,
    created_at: iso(start - 400 * DAY_MS),
  }));
  await insertRows(test, 'assets', tenant_id, assets);
}

interface Batch {
  prefix: string;
  first_pair?: number;
  count: number;
  from: number;
  to: number;
}

async function fillGrants(
  test: TestDatabase,
  { tenant_id, start, end }: SummaryWorld,
  dice: Dice,
  batch: Batch,
) {
  const grants: Row[] = [];
  const scores: Row[] = [];
  const history: Row[] = [];
  for (let i = 0; i < batch.count; i++) {
    const id = `${batch.prefix}${i}`;
    const pair = { principal_id: `p${dice.upTo(14)}`, asset_id: `a${dice.upTo(9)}` };
    const granted = dice.between(batch.from, batch.to);
    const revoked = dice.chance(0.25) ? dice.between(granted, batch.to) : null;
    // Some of it was there long before anybody told of it.
    const seen = dice.chance(0.4) ? dice.between(granted, batch.to) : granted;
    const restored = revoked !== null && dice.chance(0.3) ? dice.between(revoked, batch.to) : null;
    grants.push({
      ...{
        id,
        ...pair,
        permission: dice.one(PERMISSIONS),
        status: revoked && !restored ? 'revoked' : 'active',
      },
      ...{
        granted_at: iso(granted),
        revoked_at: iso(revoked),
        restored_at: iso(restored),
        created_at: iso(seen),
      },
    });
    if (dice.chance(0.05)) continue;
    let use = neverUsed();
    // At noon, so that it makes no difference whether it was the last use.
    for (let n = dice.upTo(12); n > 0; n--) {
      const at = noon(dice.between(start - 100 * DAY_MS, batch.to));
      if (at >= granted && at < batch.to) use = recordUse(use, at);
    }
    const lapses = dice.between(start - 60 * DAY_MS, end + 90 * DAY_MS);
    const half_life_class = halfLifeClass(patienceOfUse(use, pair.principal_id), DEFAULT_POLICY);
    scores.push({
      ...{ grant_id: id, ...pair, active: true, active_days: hex(use.active_days), lapses_at: iso(lapses) },
      ...{
        last_used_at: iso(use.last_used_at),
        half_life_class,
        model_version: DEFAULT_POLICY.model_version,
        reached: 0,
        calculated_at: iso(batch.to),
        anomaly_signals: 0,
      },
      ...{ peer_active: false, peer_counted: true, review_asked: false },
    });
    let before = lapses;
    for (const at of [...Array(dice.upTo(4))]
      .map(() => dice.between(start - 20 * DAY_MS, batch.to))
      .sort((a, b) => b - a)) {
      if (history.some((point) => point.grant_id === id && point.at === iso(at))) continue;
      const previous = before + (dice.upTo(20) - 10) * DAY_MS;
      history.push({
        grant_id: id,
        at: iso(at),
        cause: 'peers',
        previous_lapses_at: iso(previous),
        lapses_at: iso(before),
      });
      before = previous;
    }
  }
  await insertRows(test, 'grants', tenant_id, grants);
  await insertRows(test, 'grant_scores', tenant_id, scores);
  await insertRows(test, 'score_history', tenant_id, history);
}

const hex = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString('hex')}`;

let entries = 0;
function entry(event_type: string, at: number, data: Row, review_id: string | null = null): Row {
  entries += 1;
  const id = `entry-${String(entries).padStart(9, '0')}`;
  return {
    id,
    event_type,
    at: iso(at),
    data,
    review_id,
    description: `${event_type} ${id}`,
    actor: 'system',
  };
}

async function insertEntries(test: TestDatabase, tenantId: number, rows: Row[]) {
  await test.admin(
    `INSERT INTO audit_entries (tenant_id, id, event_type, recorded_at, at, data, review_id, description, actor)
     SELECT $1, id, event_type, at, at, data, review_id, description, actor
     FROM jsonb_to_recordset($2) AS r (id text, event_type text, at timestamptz, data jsonb, review_id text,
       description text, actor text)`,
    [tenantId, JSON.stringify(rows)],
  );
}

async function fillReviews(test: TestDatabase, { tenant_id }: SummaryWorld, dice: Dice, batch: Batch) {
  const rows = { reviews: [] as Row[], decisions: [] as Row[], removals: [] as Row[], entries: [] as Row[] };
  const bulk = dice.between(batch.from, batch.to);
  for (let i = 0; i < batch.count; i++) {
    const id = `${batch.prefix}${i}`;
    const created = dice.between(batch.from, batch.to);
    // No two about the same pair: only one of them may be open.
    const place = ((batch.first_pair ?? 0) + i) * 37;
    const pair = { principal_id: `p${place % 14}`, asset_id: `a${place % 9}` };
    const first_due = created + (12 + dice.upTo(72)) * HOUR_MS;
    const recommendation = dice.one(['REVOKE', 'REVIEW', 'CONFIRM']);
    rows.entries.push(entry('review.created', created, { due_at: iso(first_due), recommendation }, id));
    let [due, status, assigned] = [first_due, 'PENDING', dice.one(['p2', 'p3', null])];
    const passed = dice.between(created, created + 60 * HOUR_MS);
    if (dice.chance(0.3) && passed < batch.to) {
      const to = dice.one(['p4', 'p5']);
      due = passed + 48 * HOUR_MS;
      const data = { due_at: iso(due), assigned_to_id: to, previous_assigned_to_id: assigned };
      rows.entries.push(entry('review.escalated', passed, data, id));
      [status, assigned] = ['ESCALATED', to];
    }
    let closed: number | null = dice.chance(0.2) ? bulk : dice.between(created, created + 120 * HOUR_MS);
    if (dice.chance(0.1)) closed = created + dice.upTo(6) * 1000;
    if (closed < created || closed >= batch.to || dice.chance(0.15)) closed = null;
    const grant_ids = dice.chance(0.3) ? [`${id}-x`, `${id}-y`] : [`${id}-x`];
    if (closed !== null) status = dice.chance(0.2) ? 'EXPIRED' : 'DECIDED';
    rows.reviews.push({
      ...{
        id,
        ...pair,
        access_grant_ids: grant_ids,
        decay_score: 70,
        risk_level: dice.one(RISKS),
        recommendation,
      },
      ...{
        workflow_id: `w${id}`,
        status,
        origin: 'threshold',
        requested_by: 'system',
        assigned_to_id: assigned,
      },
      ...{ due_at: iso(due), created_at: iso(created), closed_at: iso(closed) },
    });
    if (closed === null && grant_ids.length > 1 && dice.chance(0.7)) {
      // One of its grants is decided already.
      rows.decisions.push({
        id: `d-${id}-x`,
        review_id: id,
        grant_id: `${id}-x`,
        decision: 'CONFIRM',
        reason: 'half of it',
        decided_by: 'ben@x.example',
        decided_at: iso(dice.between(created, batch.to)),
        unanswered: false,
      });
    }
    if (status !== 'DECIDED' || closed === null) continue;
    const by = dice.one(['amy@x.example', 'ben@x.example', 'system']);
    for (const grant_id of grant_ids) {
      const decision = dice.one(['CONFIRM', 'CONFIRM', 'REVOKE']);
      rows.decisions.push({
        ...{
          id: `d-${grant_id}`,
          review_id: id,
          grant_id,
          decision,
          reason: grant_id.endsWith('3') ? '' : `because of ${grant_id}`,
        },
        ...{ decided_by: by, decided_at: iso(closed) },
        unanswered: by === 'system' && decision === 'REVOKE' && /[13579]-?\D?$/.test(grant_id),
      });
      if (decision === 'REVOKE' && by !== 'system')
        addRemediation(rows, dice, {
          id: `m-${grant_id}`,
          review_id: id,
          grant_id,
          pair,
          at: closed,
          to: batch.to,
        });
    }
  }
  await insertRows(test, 'reviews', tenant_id, rows.reviews);
  // What nobody answered is about access that there is.
  await test.admin(
    `UPDATE reviews r SET access_grant_ids = r.access_grant_ids || ARRAY(
       SELECT g.id FROM grants g WHERE g.tenant_id = $1 AND g.principal_id = r.principal_id AND g.asset_id = r.asset_id)
     WHERE r.tenant_id = $1 AND r.status = 'EXPIRED' AND r.id = ANY ($2)`,
    [tenant_id, rows.reviews.map((row) => row.id)],
  );
  await insertRows(test, 'review_decisions', tenant_id, rows.decisions);
  await insertRows(test, 'remediations', tenant_id, rows.removals);
  await insertEntries(test, tenant_id, rows.entries);
}

function addRemediation(
  rows: { removals: Row[]; entries: Row[] },
  dice: Dice,
  {
    id,
    review_id,
    grant_id,
    pair,
    at,
    to,
  }: { id: string; review_id: string; grant_id: string; pair: Row; at: number; to: number },
) {
  const data = { remediation_id: id };
  rows.entries.push(entry('remediation.requested', at, data));
  const outcomes = ['executed', 'failed', 'blocked', 'cancelled', 'planned', 'breaker_tripped', 'approved'];
  const execution = dice.one(['connector', 'connector', 'person', 'person', 'simulated']);
  const byPerson = ['requested', 'attested', 'verified', 'still_present', 'closed', 'cancelled'];
  const afterwards = ['verified', 'reappeared', 'revert_cancelled', 'attested_restore', 'requested'];
  let [moment, state] = [at, 'pending'];
  for (let n = dice.upTo(3); n > 0; n--) {
    moment = dice.between(moment, moment + 10 * DAY_MS);
    if (moment >= to) break;
    if (execution === 'person') {
      const isClaimed = ['attested', 'verified', 'closed'].includes(state);
      state = dice.one(isClaimed ? afterwards : byPerson);
      const operation = isClaimed ? 'restore' : 'revoke';
      const type =
        state === 'reappeared' ? 'grant.reappeared' : `remediation.${state.replace('_restore', '')}`;
      rows.entries.push(entry(type, moment, { ...data, operation }));
      continue;
    }
    state = state === 'executed' ? dice.one(['revert_requested', 'reverted', 'restore']) : dice.one(outcomes);
    rows.entries.push(
      state === 'restore'
        ? entry('remediation.failed', moment, { ...data, operation: 'restore', error: 'no way back' })
        : entry(`remediation.${state}`, moment, state === 'failed' ? { ...data, error: 'refused' } : data),
    );
    if (dice.chance(0.2) && state === 'failed')
      rows.entries.push(entry('remediation.retried', moment + 1000, data));
  }
  rows.removals.push({
    ...{
      id,
      review_id,
      grant_id,
      ...pair,
      decision_id: `d-${grant_id}`,
      platform: 'fabric',
      action: 'revoke_grant',
    },
    ...{
      target: 'access',
      reason: 'unused',
      requested_by: 'amy@x.example',
      created_at: iso(at),
      status: 'pending',
    },
    ...{
      execution,
      operation: 'revoke',
      dry_run: false,
      attempts: 0,
      also_revoked: [],
      accept_other_losses: false,
    },
    ...{ released_grants: 0, released_asset_grants: 0 },
  });
}

async function fillTelemetry(test: TestDatabase, { tenant_id, start, end }: SummaryWorld, dice: Dice) {
  const span = end - start;
  const gaps = PLATFORMS.flatMap((platform) =>
    [...Array(dice.upTo(4))].map((_, i) => {
      const from = dice.between(start - span / 2, end) + i;
      return {
        platform,
        started_at: iso(from),
        ended_at: dice.chance(0.3) ? null : iso(dice.between(from, end)),
      };
    }),
  );
  await insertRows(test, 'telemetry_gaps', tenant_id, gaps);
  await fillEvents(test, tenant_id, dice, { prefix: 'e', count: 120, from: start - span / 2, to: end });
}

async function fillEvents(
  test: TestDatabase,
  tenantId: number,
  dice: Dice,
  { prefix, count, from, to }: Batch,
) {
  await test.admin('SELECT ensure_event_partitions($1::date, $2::date)', [iso(from), iso(to)]);
  const events = Array.from({ length: count }, (_, i) => ({
    ...{
      event_id: `${prefix}${i}`,
      principal_id: `p${dice.upTo(14)}`,
      asset_id: `a${dice.upTo(9)}`,
      action: 'query',
    },
    ...{ platform: dice.one(PLATFORMS), occurred_at: iso(dice.between(from, to)), received_at: iso(to) },
  }));
  await insertRows(test, 'events', tenantId, events);
}

/** Everything that can happen after the end: nothing of it may show in a report about the time before. */
export async function addFuture(test: TestDatabase, world: SummaryWorld, seed: number): Promise<void> {
  const { tenant_id, end } = world;
  const dice = new Dice(seed ^ 0x667574);
  const later = end + 20 * DAY_MS;
  await fillGrants(test, world, dice, { prefix: 'later-g', count: 8, from: end, to: later });
  await fillReviews(test, world, dice, { prefix: 'later-r', count: 8, from: end, to: later, first_pair: 60 });
  await fillEvents(test, tenant_id, dice, { prefix: 'later-e', count: 20, from: end, to: later });
  await changeGrants(test, world, dice);
  await changeReviews(test, world, dice);
  await test.admin(
    `UPDATE telemetry_gaps SET ended_at = $2 WHERE tenant_id = $1 AND ended_at IS NULL AND started_at < $3`,
    [tenant_id, iso(end + DAY_MS), iso(end)],
  );
  await insertRows(test, 'telemetry_gaps', tenant_id, [
    { platform: 'fabric', started_at: iso(end + 2 * DAY_MS), ended_at: null },
  ]);
  const removals = await test.admin(`SELECT id FROM remediations WHERE tenant_id = $1 AND created_at < $2`, [
    tenant_id,
    iso(end),
  ]);
  await insertEntries(
    test,
    tenant_id,
    removals.map(({ id }) =>
      entry(
        `remediation.${dice.one(['executed', 'failed', 'reverted', 'cancelled'])}`,
        dice.between(end, later),
        {
          remediation_id: id,
        },
      ),
    ),
  );
  await test.admin(
    `UPDATE remediations SET status = 'reverted', completed_at = $2, verified_at = $2, reverted_at = $2
     WHERE tenant_id = $1`,
    [tenant_id, iso(later)],
  );
}

async function changeGrants(test: TestDatabase, { tenant_id, end }: SummaryWorld, dice: Dice) {
  const rows = (await test.admin(
    `SELECT g.id, g.principal_id, g.granted_at, g.revoked_at, g.restored_at, s.last_used_at, s.active_days, s.lapses_at FROM grants g
     JOIN grant_scores s ON s.tenant_id = $1 AND s.grant_id = g.id WHERE g.tenant_id = $1 AND g.granted_at < $2
     ORDER BY g.id`,
    [tenant_id, iso(end)],
  )) as {
    id: string;
    principal_id: string;
    granted_at: string;
    revoked_at: string | null;
    restored_at: string | null;
    last_used_at: string | null;
    active_days: Buffer;
    lapses_at: string;
  }[];
  for (const row of rows) {
    const at = iso(dice.between(end, end + 10 * DAY_MS));
    if (dice.chance(0.3)) {
      const column = row.revoked_at === null ? 'revoked_at' : row.restored_at === null ? 'restored_at' : null;
      if (column)
        await test.admin(`UPDATE grants SET ${column} = $3 WHERE tenant_id = $1 AND id = $2`, [
          tenant_id,
          row.id,
          at,
        ]);
    }
    if (dice.chance(0.3)) {
      await useLater(test, tenant_id, row, dice.between(end, end + 10 * DAY_MS));
      continue;
    }
    if (dice.chance(0.4)) {
      const days = dice.upTo(30) - 15;
      const moved = iso(Date.parse(row.lapses_at) + days * DAY_MS);
      await test.admin(`UPDATE grant_scores SET lapses_at = $3 WHERE tenant_id = $1 AND grant_id = $2`, [
        tenant_id,
        row.id,
        moved,
      ]);
      await insertRows(test, 'score_history', tenant_id, [
        { grant_id: row.id, at, cause: 'policy', previous_lapses_at: row.lapses_at, lapses_at: moved },
      ]);
    }
  }
}

async function changeReviews(test: TestDatabase, { tenant_id, end }: SummaryWorld, dice: Dice) {
  const open = (await test.admin(
    `SELECT id, assigned_to_id, access_grant_ids, ARRAY(
       SELECT grant_id FROM review_decisions d WHERE d.tenant_id = $1 AND d.review_id = reviews.id) AS decided
     FROM reviews WHERE tenant_id = $1 AND created_at < $2 AND closed_at IS NULL ORDER BY id`,
    [tenant_id, iso(end)],
  )) as { id: string; assigned_to_id: string | null; access_grant_ids: string[]; decided: string[] }[];
  for (const { id, assigned_to_id, access_grant_ids, decided } of open) {
    const at = dice.between(end, end + 5 * DAY_MS);
    if (dice.chance(0.5)) {
      const data = {
        due_at: iso(at + DAY_MS),
        assigned_to_id: 'p9',
        previous_assigned_to_id: assigned_to_id,
      };
      await insertEntries(test, tenant_id, [entry('review.escalated', at, data, id)]);
      await test.admin(
        `UPDATE reviews SET status = 'ESCALATED', due_at = $3, assigned_to_id = 'p9' WHERE tenant_id = $1 AND id = $2`,
        [tenant_id, id, data.due_at],
      );
    }
    if (dice.chance(0.5)) {
      await test.admin(
        `UPDATE reviews SET status = 'DECIDED', closed_at = $3, recommendation = 'REVOKE' WHERE tenant_id = $1 AND id = $2`,
        [tenant_id, id, iso(at + 2000)],
      );
      await insertRows(
        test,
        'review_decisions',
        tenant_id,
        access_grant_ids
          .filter((grant_id) => !decided.includes(grant_id))
          .map((grant_id) => ({
            ...{ id: `d-${grant_id}`, review_id: id, grant_id, decision: 'CONFIRM', reason: 'later' },
            ...{ decided_by: 'amy@x.example', decided_at: iso(at + 2000) },
          })),
      );
    }
  }
}

/** As the pipeline does: the use moves the lapse date, and leaves no point in the history. */
async function useLater(
  test: TestDatabase,
  tenantId: number,
  row: {
    id: string;
    principal_id: string;
    granted_at: string;
    last_used_at: string | null;
    active_days: Buffer;
    lapses_at: string;
  },
  at: number,
) {
  const granted = Date.parse(row.granted_at);
  const basis = (use: Use): number =>
    (use.last_used_at ?? granted) + patienceOfUse(use, row.principal_id) * DAY_MS;
  const last_used_at = row.last_used_at === null ? null : Date.parse(row.last_used_at);
  const before = { last_used_at, active_days: new Uint8Array(row.active_days) };
  const after = recordUse(before, at);
  await test.admin(
    `UPDATE grant_scores SET last_used_at = $3, active_days = $4, lapses_at = $5, half_life_class = $6 WHERE tenant_id = $1 AND grant_id = $2`,
    [
      tenantId,
      row.id,
      iso(after.last_used_at),
      Buffer.from(after.active_days),
      iso(Date.parse(row.lapses_at) + basis(after) - basis(before)),
      halfLifeClass(patienceOfUse(after, row.principal_id), DEFAULT_POLICY),
    ],
  );
}
