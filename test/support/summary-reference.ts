import { normalisePermission } from '../../src/core/directory/permission.rules.ts';
import { DEFAULT_POLICY } from '../../src/core/policy/policy.rules.ts';
import { riskLevel } from '../../src/core/scores/decay.rules.ts';
import { activeDays } from '../../src/core/scores/habit.rules.ts';
import { type Lapse, scoreOfLapse } from '../../src/core/scores/half-life.rules.ts';
import { Timeline } from '../../src/core/scores/lists/timeline.rules.ts';
import { DAY_MS } from '../../src/platform/iso-instant.ts';
import type { ReportFilters } from '../../src/reports/report.rules.ts';
import type { KeyFigure } from '../../src/reports/summary/compliance-summary.rules.ts';
import type { TestDatabase } from './database.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows of any table, looked at field by field.
type Row = any;

const HOUR_MS = DAY_MS / 24;
const ms = (at: string | null): number => (at === null ? Number.NaN : Date.parse(at));
const before = (at: string | null, instant: number): boolean => at !== null && ms(at) < instant;
const percent = (part: number, whole: number) =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 100;
const two = (value: number | null) => (value === null ? null : Math.round(value * 100) / 100);
const descending = (a: number, b: number) => b - a;

export interface Tables {
  [table: string]: Row[];
}

export async function readTables(test: TestDatabase, tenantId: number): Promise<Tables> {
  const tables: Tables = {};
  for (const [name, order] of [
    ['principals', 'id'],
    ['assets', 'id'],
    ['grants', 'id'],
    ['grant_scores', 'grant_id'],
    ['score_history', 'grant_id, at'],
    ['reviews', 'id'],
    ['review_decisions', 'id'],
    ['audit_entries', 'at, id'],
    ['remediations', 'id'],
    ['events', 'event_id'],
    ['telemetry_gaps', 'platform, started_at'],
  ]) {
    tables[name as string] = await test.admin(
      `SELECT * FROM ${name} WHERE tenant_id = $1 ORDER BY ${order}`,
      [tenantId],
    );
  }
  return tables;
}

/** The same figures, row by row and without SQL: slow, plain, and written from what they mean. */
export class Reference {
  readonly #tables: Tables;
  readonly #filters: ReportFilters;
  readonly #principals: Map<string, Row>;
  readonly #assets: Map<string, Row>;

  constructor(tables: Tables, filters: ReportFilters) {
    this.#tables = tables;
    this.#filters = filters;
    this.#principals = new Map(tables.principals?.map((row) => [row.id, row]));
    this.#assets = new Map(tables.assets?.map((row) => [row.id, row]));
  }

  #rows(table: string): Row[] {
    return this.#tables[table] as Row[];
  }

  #matches({ principal_id, asset_id }: Row): boolean {
    const { department, platform, classification } = this.#filters;
    const principal = this.#principals.get(principal_id);
    const asset = this.#assets.get(asset_id);
    return (
      (department === null || principal.department === department) &&
      (platform === null || asset.platform === platform) &&
      (classification === null || asset.classification === classification)
    );
  }

  /** What was held at an instant, with its score then. */
  held(instant: number): Row[] {
    return this.observed(instant).filter(
      (grant) => !before(grant.revoked_at, instant) || before(grant.restored_at, instant),
    );
  }

  /** What was granted, and imported or used, before an instant, removed since or not. */
  observed(instant: number): Row[] {
    return this.#rows('grants')
      .filter((grant) => this.#matches(grant) && before(grant.granted_at, instant))
      .map((grant) => {
        const score = this.#rows('grant_scores').find((row) => row.grant_id === grant.id);
        const granted_at = ms(grant.granted_at);
        const use = {
          last_used_at: score?.last_used_at ? ms(score.last_used_at) : null,
          active_days: new Uint8Array(score?.active_days ?? Buffer.alloc(64)),
        };
        const stored = this.#rows('score_history')
          .filter((point) => point.grant_id === grant.id)
          .map((point) => ({
            at: ms(point.at),
            cause: point.cause,
            previous_lapses_at: point.previous_lapses_at === null ? null : ms(point.previous_lapses_at),
            lapses_at: ms(point.lapses_at),
          }));
        const lapses_at = score ? ms(score.lapses_at) : granted_at + 90 * DAY_MS;
        const principal = this.#principals.get(grant.principal_id);
        const timeline = new Timeline(
          { granted_at, is_service: principal.type === 'service_account', use, lapses_at, stored },
          DEFAULT_POLICY,
        );
        const lapse = timeline.lapseAt(instant - 1) as Lapse;
        const shown = Math.round(scoreOfLapse(lapse, instant, DEFAULT_POLICY) * 10_000) / 10_000;
        const uses = activeDays(use)
          .map((day, i) => (i === 0 ? (use.last_used_at as number) : day * DAY_MS + DAY_MS / 2))
          .filter((at) => at < instant);
        const asset = this.#assets.get(grant.asset_id);
        return {
          ...grant,
          asset,
          principal,
          lapses_at: lapse.lapses_at,
          score: shown,
          band: riskLevel(shown),
          last_used_at: uses.length === 0 ? null : Math.max(...uses),
          is_observed: before(grant.created_at, instant) || uses.length > 0,
          personal: asset.classification === 'pii' || asset.contains_pii === true,
          privileged: ['admin', 'owner'].includes(normalisePermission(grant.permission) ?? ''),
        };
      })
      .filter(({ is_observed }) => is_observed);
  }

  bands(instant: number) {
    const held = this.held(instant);
    const of = (band: string) => held.filter((grant) => grant.band === band).length;
    return {
      at: new Date(instant).toISOString(),
      low: of('low'),
      medium: of('medium'),
      high: of('high'),
      critical: of('critical'),
    };
  }

  #heldFigures(instant: number) {
    const held = this.held(instant);
    const stale = held.filter((grant) => grant.score > 50);
    const critical = held.filter((grant) => grant.score > 80).length;
    return {
      active_grants: held.length,
      stale_grants: stale.length,
      stale_share: percent(stale.length, held.length),
      critical_grants: critical,
      critical_share: percent(critical, held.length),
      never_used_grants: held.filter((grant) => grant.last_used_at === null).length,
      privileged_stale: stale.filter((grant) => grant.privileged).length,
      personal_stale: stale.filter((grant) => grant.personal).length,
    };
  }

  #accounts(instant: number): Row[] {
    const holders = new Set(this.held(instant).map((grant) => grant.principal));
    return [...holders].filter(({ type }) => type !== 'group');
  }

  /** How many people and service accounts held something. */
  holders(instant: number): number {
    return this.#accounts(instant).length;
  }

  /** Its last review had expired by then without a decision about it. */
  #isUnanswered({ id, principal_id, asset_id }: Row, instant: number): boolean {
    const last = this.#rows('reviews')
      .filter((row) => row.principal_id === principal_id && row.asset_id === asset_id)
      .filter((row) => before(row.created_at, instant))
      .sort((a, b) => ms(b.created_at) - ms(a.created_at) || (a.id < b.id ? 1 : -1))[0];
    return (
      last?.status === 'EXPIRED' &&
      before(last.closed_at, instant) &&
      last.access_grant_ids.includes(id) &&
      !this.#rows('review_decisions').some(
        (row) => row.review_id === last.id && row.grant_id === id && before(row.decided_at, instant),
      )
    );
  }

  #holderFigures(instant: number) {
    const held = this.held(instant);
    const accounts = this.#accounts(instant);
    const users = accounts.filter(({ type }) => type === 'user');
    const old = (at: number, days: number) => at < instant - days * DAY_MS;
    const inactive = users.filter(({ id, disabled, last_login_at }) => {
      if (disabled || (last_login_at !== null && ms(last_login_at) >= instant)) return false;
      const signs = held
        .filter((grant) => grant.principal_id === id)
        .map((grant) => grant.last_used_at ?? Math.max(ms(grant.granted_at), ms(grant.created_at)));
      return old(Math.max(...signs, last_login_at === null ? 0 : ms(last_login_at)), 90);
    });
    const known = (field: string) => users.some((user) => user[field] !== null);
    return {
      unanswered_stale: held.filter((grant) => grant.score > 50 && this.#isUnanswered(grant, instant)).length,
      disabled_holders: accounts.filter(({ disabled }) => disabled).length,
      dormant_holders: known('last_login_at')
        ? users.filter(({ last_login_at }) => last_login_at !== null && old(ms(last_login_at), 45)).length
        : null,
      inactive_90_holders: inactive.length,
      mfa_missing_holders: known('mfa_enabled')
        ? users.filter((user) => user.mfa_enabled === false).length
        : null,
    };
  }

  /** The reviews that were open at some time of the window, as they were at its end. */
  #reviews(from: number, to: number): Row[] {
    return this.#rows('reviews')
      .filter((review) => this.#matches(review) && before(review.created_at, to))
      .filter((review) => review.closed_at === null || ms(review.closed_at) >= from)
      .map((review) => {
        const entries = this.#rows('audit_entries').filter((entry) => entry.review_id === review.id);
        const moves = entries.filter((entry) => entry.event_type === 'review.escalated');
        const closed = before(review.closed_at, to);
        const decisions = this.#rows('review_decisions').filter((row) => row.review_id === review.id);
        const past = moves.filter((move) => before(move.at, to));
        const next = moves.find((move) => !before(move.at, to));
        const created = entries.find((entry) => entry.event_type === 'review.created');
        return {
          ...review,
          status: closed ? review.status : past.length > 0 ? 'ESCALATED' : 'PENDING',
          closed_at: closed ? ms(review.closed_at) : null,
          created_at: ms(review.created_at),
          due: ms(created.data.due_at),
          first_recommendation: created.data.recommendation,
          moved: past.some((move) => ms(move.at) >= from),
          assigned_to_id:
            past.at(-1)?.data.assigned_to_id ??
            (next ? next.data.previous_assigned_to_id : review.assigned_to_id),
          by_people: decisions.some((decision) => decision.decided_by !== 'system'),
          unanswered: decisions.some((decision) => decision.unanswered),
          revoked: decisions.some((decision) => decision.decision === 'REVOKE'),
        };
      });
  }

  reviews(from: number, to: number) {
    const reviews = this.#reviews(from, to);
    const all = this.#reviewFigures(reviews, from, to);
    return {
      ...all,
      by_risk: ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'].map((risk_level, i) => {
        const figures = this.#reviewFigures(
          reviews.filter((review) => review.risk_level === risk_level),
          from,
          to,
        );
        const { created, decided, confirmed, revoked, decided_within_sla, median_hours_to_decide } = figures;
        const sla_hours = [24, 48, 120, 336][i];
        const decided_by_people = confirmed + revoked;
        return {
          risk_level,
          sla_hours,
          created,
          decided,
          decided_by_people,
          decided_within_sla,
          median_hours_to_decide,
        };
      }),
    };
  }

  #reviewFigures(reviews: Row[], from: number, to: number) {
    const decided = reviews.filter((review) => review.status === 'DECIDED');
    const people = decided.filter((review) => review.by_people);
    const hours = people.map((review) => (review.closed_at - review.created_at) / HOUR_MS);
    const open = reviews.filter((review) => review.closed_at === null);
    const size = (rows: Row[], condition: (row: Row) => boolean) => rows.filter(condition).length;
    return {
      created: size(reviews, (review) => review.created_at >= from),
      decided: decided.length,
      confirmed: size(people, (review) => !review.revoked),
      revoked: size(people, (review) => review.revoked),
      confirmed_by_use: size(decided, (review) => !review.by_people && !review.revoked),
      removed_elsewhere: size(decided, (review) => !review.by_people && review.revoked && !review.unanswered),
      revoked_unanswered: size(decided, (review) => !review.by_people && review.unanswered),
      // Nothing here is decided by rules.
      revoked_by_rule: 0,
      escalated: size(reviews, (review) => review.moved),
      expired: size(reviews, (review) => review.status === 'EXPIRED'),
      open: open.length,
      open_overdue: size(open, (review) => review.due < to),
      decided_within_sla: size(people, (review) => review.closed_at <= review.due),
      decided_late: size(people, (review) => review.closed_at > review.due),
      median_hours_to_decide: two(quantile(hours, 0.5)),
      p90_hours_to_decide: two(quantile(hours, 0.9)),
    };
  }

  overdue(from: number, to: number) {
    const rows = this.#reviews(from, to)
      .filter((review) => review.status === 'EXPIRED' || (review.closed_at === null && review.due < to))
      .map((review) => ({ ...review, hours: ((review.closed_at ?? to) - review.due) / HOUR_MS }))
      .sort((a, b) => b.hours - a.hours || (a.id < b.id ? -1 : 1));
    return {
      total: rows.length,
      rows: rows.slice(0, 25).map((review) => ({
        review_id: review.id,
        principal_name: this.#principals.get(review.principal_id).display_name,
        asset_name: this.#assets.get(review.asset_id).name,
        risk_level: review.risk_level,
        status: review.status,
        assigned_to: this.#principals.get(review.assigned_to_id)?.display_name ?? null,
        due_at: new Date(review.due).toISOString(),
        overdue_hours: two(review.hours),
      })),
    };
  }

  remediations(from: number, to: number) {
    const stateOf = ({ event_type, data }: Row): string | null => {
      const isRestore = data.operation === 'restore';
      const states: Record<string, string> = {
        'remediation.requested':
          { revoke: 'requested', restore: 'completed' }[data.operation as string] ?? 'open',
        'remediation.still_present': 'requested',
        'remediation.retried': 'open',
        'remediation.executed': 'completed',
        'remediation.closed': 'completed',
        'remediation.verified': 'completed',
        'remediation.attested': isRestore ? 'reverted' : 'completed',
        'remediation.revert_cancelled': 'completed',
        'grant.reappeared': 'contradicted',
        'remediation.blocked': 'blocked',
        'remediation.cancelled': 'cancelled',
        'remediation.reverted': 'reverted',
        'remediation.planned': 'rehearsed',
        'remediation.failed': isRestore ? 'completed' : 'failed',
      };
      return states[event_type] ?? null;
    };
    const told = ({ id, execution }: Row, instant: number) => {
      const entries = this.#rows('audit_entries').filter(
        (entry) => entry.data.remediation_id === id && before(entry.at, instant) && stateOf(entry) !== null,
      );
      const last = entries.at(-1);
      const claim = entries.findLast(
        ({ event_type, data }) =>
          ['remediation.executed', 'remediation.closed', 'remediation.verified'].includes(event_type) ||
          (event_type === 'remediation.attested' && data.operation !== 'restore'),
      );
      const claims: Record<string, string> = {
        'remediation.executed': execution === 'connector' ? 'verified' : 'not_verified',
        'remediation.verified': 'verified',
        'remediation.attested': 'attested',
      };
      const rests_on =
        execution === 'simulated' ? 'simulated' : (claims[claim?.event_type] ?? 'not_verified');
      return { state: last ? stateOf(last) : 'open', entry: last ?? null, rests_on, claimed_at: claim?.at };
    };
    const rows = this.#rows('remediations')
      .filter((row) => this.#matches(row) && before(row.created_at, to))
      .map((row) => ({ ...row, ...told(row, to), was: told(row, from).state ?? '' }))
      .filter(
        (row) =>
          !before(row.created_at, from) ||
          !before(row.entry.at, from) ||
          ['open', 'requested'].includes(row.was),
      );
    const inState = (state: string) => rows.filter((row) => row.state === state).length;
    const restingOn = (claim: string) =>
      rows.filter((row) => row.state === 'completed' && row.rests_on === claim);
    const minutes = restingOn('verified').map((row) => (ms(row.claimed_at) - ms(row.created_at)) / 60_000);
    const bad = rows
      .filter((row) => ['failed', 'blocked', 'reverted', 'contradicted'].includes(row.state))
      .sort((a, b) => descending(ms(a.entry.at), ms(b.entry.at)) || (a.id < b.id ? -1 : 1));
    const requested = rows.filter((row) => !before(row.created_at, from)).length;
    return {
      requested,
      carried_over: rows.length - requested,
      completed: inState('completed'),
      verified: restingOn('verified').length,
      attested: restingOn('attested').length,
      simulated: restingOn('simulated').length,
      not_verified: restingOn('not_verified').length,
      contradicted: inState('contradicted'),
      failed: inState('failed'),
      blocked: inState('blocked'),
      reverted: inState('reverted'),
      cancelled: inState('cancelled'),
      rehearsed: inState('rehearsed'),
      open: inState('open') + inState('requested'),
      awaiting_person: inState('requested'),
      median_minutes_to_verified: two(quantile(minutes, 0.5)),
      exceptions: {
        total: bad.length,
        rows: bad.slice(0, 25).map((row) => ({
          remediation_id: row.id,
          principal_name: this.#principals.get(row.principal_id).display_name,
          asset_name: this.#assets.get(row.asset_id).name,
          status: row.state,
          reason: row.entry.data.error ?? row.entry.description,
          at: row.entry.at,
        })),
      },
    };
  }

  /** By key, the value and the one before; undefined where there is no trend. */
  keyFigures(from: number, to: number, earliest: { records: number }) {
    const activity = (start: number, end: number) => {
      const reviews = this.reviews(start, end);
      const removals = this.remediations(start, end);
      return {
        reviews_created: reviews.created,
        reviews_decided: reviews.decided,
        decided_within_sla: percent(reviews.decided_within_sla, reviews.confirmed + reviews.revoked),
        median_hours_to_decide: reviews.median_hours_to_decide,
        reviews_expired: reviews.expired,
        reviews_overdue: reviews.open_overdue,
        removals_completed: removals.completed,
        removals_verified: percent(removals.verified, removals.requested + removals.carried_over),
      };
    };
    const start = from - (to - from);
    const now: Record<string, number | null> = {
      ...this.#heldFigures(to),
      ...this.#holderFigures(to),
      ...activity(from, to),
    };
    const then: Record<string, number | null> = {
      ...(this.observed(from).length > 0 ? this.#heldFigures(from) : {}),
      ...(earliest.records <= start ? activity(start, from) : {}),
    };
    return Object.fromEntries(
      Object.entries(now).map(([key, value]) => [key, { value, previous: then[key] ?? null }]),
    );
  }

  telemetry(from: number, to: number) {
    const held = this.held(to);
    const { department, platform, classification } = this.#filters;
    const events = this.#rows('events').filter(
      (event) => before(event.occurred_at, to) && ms(event.occurred_at) >= from && this.#matches(event),
    );
    const gaps = this.#rows('telemetry_gaps').filter(
      (gap) =>
        before(gap.started_at, to) &&
        (gap.ended_at === null || ms(gap.ended_at) > from) &&
        (platform === null || gap.platform === platform),
    );
    const platforms = new Set([
      ...held.map((grant) => grant.asset.platform),
      ...events.map((event) => event.platform),
      ...(department === null && classification === null ? gaps.map((gap) => gap.platform) : []),
    ]);
    return [...platforms].sort().map((name) => {
      const own = gaps
        .filter((gap) => gap.platform === name)
        .map(({ started_at, ended_at }) => ({
          started_at,
          ended_at: before(ended_at, to) ? ended_at : null,
        }));
      // Between two neighbouring ends of gaps the platform was either watched all the time or never.
      const spans = own.map(({ started_at, ended_at }) => [
        Math.max(ms(started_at), from),
        ended_at === null ? to : ms(ended_at),
      ]) as [number, number][];
      const ends = spans.flat().sort((a, b) => a - b);
      const unobserved = ends.slice(1).reduce((sum, at, i) => {
        const since = ends[i] as number;
        return spans.some(([a, b]) => a <= since && at <= b) ? sum + at - since : sum;
      }, 0);
      return {
        platform: name,
        grants: held.filter((grant) => grant.asset.platform === name).length,
        events: events.filter((event) => event.platform === name).length,
        unobserved_days: Number((unobserved / DAY_MS).toFixed(2)),
        observed_share: Number((1 - unobserved / (to - from)).toFixed(4)),
        gaps: own,
      };
    });
  }

  staleAccess(to: number) {
    const SENSITIVITY: Record<string, number> = { pii: 1, confidential: 0.75, internal: 0.5, public: 0.25 };
    const POWER: Record<string, number> = { admin: 1, owner: 1, write: 0.75, read_write: 0.75, read: 0.5 };
    const rows = this.held(to)
      .filter((grant) => grant.score > 50)
      .map((grant) => {
        const sensitivity = grant.personal ? 1 : (SENSITIVITY[grant.asset.classification] ?? 0.5);
        const power = POWER[normalisePermission(grant.permission) ?? ''] ?? 0.5;
        return { ...grant, risk: Math.round(grant.score * sensitivity * power * 10) / 10 };
      })
      .sort((a, b) => b.risk - a.risk || b.score - a.score || (a.id < b.id ? -1 : 1));
    return {
      total: rows.length,
      rows: rows.slice(0, 25).map((grant) => ({
        grant_id: grant.id,
        risk: grant.risk,
        principal_name: grant.principal.display_name,
        department: grant.principal.department,
        asset_name: grant.asset.name,
        platform: grant.asset.platform,
        classification: grant.asset.classification,
        permission: grant.permission,
        score: grant.score,
        risk_level: grant.band,
        last_used_at: grant.last_used_at === null ? null : new Date(grant.last_used_at).toISOString(),
        lapses_at: new Date(grant.lapses_at).toISOString(),
      })),
    };
  }

  exceptions(from: number, to: number) {
    const people = this.#rows('review_decisions').filter(
      (row) => row.decided_by !== 'system' && before(row.decided_at, to),
    );
    const acts = new Map<string, Row>();
    for (const row of people.filter((each) => ms(each.decided_at) >= from)) {
      const review = this.#rows('reviews').find((each) => each.id === row.review_id);
      if (!this.#matches(review)) continue;
      const key = [row.review_id, row.decided_by, row.decided_at, row.decision].join(' ');
      const act = acts.get(key) ?? { ...row, review, grants: 0, reasons: [] };
      act.grants += 1;
      act.reasons.push(row.reason);
      acts.set(key, act);
    }
    const shown = (act: Row, seconds: number | null) => ({
      review_id: act.review_id,
      principal_name: this.#principals.get(act.review.principal_id).display_name,
      asset_name: this.#assets.get(act.review.asset_id).name,
      risk_level: act.review.risk_level,
      decision: act.decision,
      decided_by: act.decided_by,
      decided_at: act.decided_at,
      seconds,
      reason: act.reasons.sort()[0],
    });
    const all = [...acts.values()];
    const against = all.filter((act) => {
      const created = this.#rows('audit_entries').find(
        (entry) => entry.review_id === act.review_id && entry.event_type === 'review.created',
      );
      const closed = before(act.review.closed_at, to);
      const advice = closed ? act.review.recommendation : created.data.recommendation;
      return act.decision === 'CONFIRM' && advice === 'REVOKE';
    });
    const fast = all
      .map((act) => {
        const earlier = people
          .filter((row) => row.decided_by === act.decided_by && ms(row.decided_at) < ms(act.decided_at))
          .map((row) => ms(row.decided_at));
        const since = Math.max(...earlier, ms(act.review.created_at));
        return { act, seconds: (ms(act.decided_at) - since) / 1000 };
      })
      .filter(({ seconds }) => seconds < 5);
    const instants = new Map<string, Row>();
    for (const act of all.filter((each) => each.decision === 'CONFIRM')) {
      const { decided_by, decided_at } = act;
      const key = `${decided_by} ${decided_at}`;
      const at = instants.get(key) ?? { decided_by, decided_at, grants: 0, reviews: 0 };
      at.grants += act.grants;
      at.reviews += 1;
      instants.set(key, at);
    }
    const bulk = [...instants.values()].filter((each) => each.grants > 1);
    return {
      confirmed_against_recommendation: {
        total: against.length,
        rows: against.map((act) => shown(act, null)),
      },
      fast_decisions: { total: fast.length, rows: fast.map(({ act, seconds }) => shown(act, seconds)) },
      bulk_confirmations: { total: bulk.length, rows: bulk },
      without_reason: all.filter((act) => act.reasons.some((reason: string) => reason.trim() === '')).length,
    };
  }
}

export const valuesByKey = (figures: readonly KeyFigure[]) =>
  Object.fromEntries(figures.map(({ key, value, previous }) => [key, { value, previous }]));

/** With interpolation, as percentile_cont does. */
function quantile(values: number[], share: number): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const low = sorted[Math.floor(place)] as number;
  const high = sorted[Math.ceil(place)] as number;
  return low + (high - low) * (place - Math.floor(place));
}
