import type { Fault } from '../../platform/errors.ts';
import { DECIDERS } from '../reviews/decisions/deciders.rules.ts';
import { CONFIRMATION_DAYS_MAX } from '../reviews/decisions/decision.rules.ts';
import { ESCALATION_STEPS_MAX } from '../reviews/escalation.rules.ts';
import { SEEDED_PERCENT_MAX } from '../reviews/seeded/seeded.rules.ts';
import { RHYTHM_DAYS } from '../scores/habit.rules.ts';
import {
  ASSIGN_TO,
  DEFAULT_POLICY,
  MODEL_VERSIONS,
  type Policy,
  REMEDIATION_MODES,
  WHEN_OVERDUE,
} from './policy.rules.ts';

const ID_LENGTH_MAX = 200;

/** Null when the value is fine, else what was expected. */
type Check = (value: unknown) => Omit<Fault, 'loc'> | null;

/** A check for every field, so that a new field of the policy does not compile without one. */
type Checks<T> = {
  [K in keyof T]: T[K] extends number | string | boolean | null | readonly unknown[] ? Check : Checks<T[K]>;
};

const CHECKS: Checks<Policy> = {
  model_version: oneOf(MODEL_VERSIONS),
  half_life_days: number(1, 365),
  patience: {
    base_days: whole(1, 365),
    gap_factor: number(0, 10),
    max_days: whole(1, 1000),
    gap_percentile: number(0.01, 1),
    gap_count: whole(2, RHYTHM_DAYS - 1),
    unknown_days: whole(1, 1000),
    never_used_days: whole(1, 1000),
    min_days: whole(0, 365),
  },
  rhythm: {
    people_base_days: whole(1, 365),
    service_base_days: whole(1, 365),
    margin_days: whole(0, 365),
    confirmation_days: ascending(1, 10, 1, CONFIRMATION_DAYS_MAX, whole),
  },
  learning: trueOrFalse(),
  shifts: {
    classification: { public: shift(), internal: shift(), confidential: shift(), pii: shift() },
    permission: { read: shift(), write: shift(), read_write: shift(), admin: shift(), owner: shift() },
    peers: { max_days: whole(0, 365), min_peers: whole(1, 1000) },
    anomaly: { days: whole(-365, 0), limit_days: whole(-365, 0), window_days: whole(1, 365) },
    mfa_off: whole(-365, 0),
    dormant: { after_days: whole(1, 365), days: whole(-365, 0) },
    disabled: whole(-1000, 0),
  },
  purpose: { standby_days: whole(1, 365), break_glass_days: whole(1, 365) },
  thresholds: ascending(1, 10, 0.1, 99.9, hundredths),
  review: {
    threshold: hundredths(1, 99),
    hysteresis: hundredths(0, 49),
    confirmation_days: whole(1, CONFIRMATION_DAYS_MAX),
    weekly_budget: wholeOrNull(1, 100_000),
    holder_first_days: whole(0, 14),
    assign_to: oneOf(ASSIGN_TO),
    seeded_percent: whole(0, SEEDED_PERCENT_MAX),
    fallback_reviewer_id: idOrNull(),
    escalation_contact_id: idOrNull(),
    escalation_steps: whole(1, ESCALATION_STEPS_MAX),
    when_overdue: oneOf(WHEN_OVERDUE),
    ask_again_times: whole(1, 20),
    ask_again_after_days: whole(1, 365),
    deciders: oneOf(DECIDERS),
    require_reason: trueOrFalse(),
  },
  sla: {
    critical_hours: whole(1, 8760),
    high_hours: whole(1, 8760),
    medium_hours: whole(1, 8760),
    low_hours: whole(1, 8760),
    reminder_percents: ascending(0, 10, 1, 99),
  },
  remediation: {
    mode: oneOf(REMEDIATION_MODES),
    undo_window_minutes: whole(0, 43_200),
    min_grant_age_days: whole(0, 365),
    telemetry_stale_hours: whole(1, 8760),
    breaker: {
      tenant_percent: number(0, 100),
      tenant_grants: whole(0, 1_000_000),
      asset_percent: number(0, 100),
      asset_grants: whole(0, 1_000_000),
    },
  },
  retention: { events_days: whole(1, 3650), history_days: whole(30, 3650), reports_days: whole(1, 3650) },
};

/**
 * Checks a whole policy and names everything that is wrong with it at once. What is left out keeps its value of
 * `current`. Unknown names inside a section are refused, since a mistyped one would silently change nothing; beside
 * the sections they are ignored, because there the service itself shows version and author.
 */
export function validatePolicy(
  input: unknown,
  current: Policy = DEFAULT_POLICY,
): { policy: Policy; faults?: never } | { faults: Fault[]; policy?: never } {
  if (!isObject(input)) return { faults: [{ loc: ['body'], ...EXPECTED_OBJECT }] };
  const policy = structuredClone(current);
  const known = Object.fromEntries(Object.entries(input).filter(([name]) => Object.hasOwn(CHECKS, name)));
  const faults = apply(known, CHECKS, policy, ['body']);
  faults.push(...contradictions(policy));
  return faults.length === 0 ? { policy } : { faults };
}

const EXPECTED_OBJECT = { msg: 'expected an object', type: 'wrong_type' };

/** Copies what is right into `target` and reports the rest. */
function apply(input: object, checks: object, target: object, place: string[]): Fault[] {
  return Object.entries(input).flatMap(([name, value]): Fault[] => {
    const loc = [...place, name];
    if (!Object.hasOwn(checks, name))
      return [{ loc, msg: 'is not part of a policy', type: 'unknown_parameter' }];
    const check = Reflect.get(checks, name) as Check | object;
    if (typeof check !== 'function') {
      return isObject(value)
        ? apply(value, check, Reflect.get(target, name), loc)
        : [{ loc, ...EXPECTED_OBJECT }];
    }
    const wrong = (check as Check)(value);
    if (wrong !== null) return [{ loc, ...wrong }];
    Reflect.set(target, name, value);
    return [];
  });
}

/** Fields that are fine alone but not together. */
function contradictions({ patience, rhythm, review, sla, shifts }: Policy): Fault[] {
  const faults: Fault[] = [];
  const expect = (fine: boolean, loc: string[], msg: string) => {
    if (!fine) faults.push({ loc: ['body', ...loc], msg, type: 'out_of_range' });
  };
  const longest = `expected at most patience.max_days (${patience.max_days})`;
  expect(patience.base_days <= patience.max_days, ['patience', 'base_days'], longest);
  expect(patience.unknown_days <= patience.max_days, ['patience', 'unknown_days'], longest);
  expect(patience.never_used_days <= patience.max_days, ['patience', 'never_used_days'], longest);
  for (const name of ['people_base_days', 'service_base_days'] as const)
    expect(rhythm[name] <= patience.max_days, ['rhythm', name], longest);
  const { threshold, hysteresis } = review;
  const inside = threshold - hysteresis > 0 && threshold + hysteresis < 100;
  expect(
    inside,
    ['review', 'hysteresis'],
    'expected review.threshold minus and plus it to lie between 0 and 100',
  );
  expect(
    shifts.anomaly.limit_days <= shifts.anomaly.days,
    ['shifts', 'anomaly', 'limit_days'],
    `expected shifts.anomaly.days (${shifts.anomaly.days}) or less`,
  );
  expect(sla.critical_hours <= sla.high_hours, ['sla', 'high_hours'], 'expected sla.critical_hours or more');
  expect(sla.high_hours <= sla.medium_hours, ['sla', 'medium_hours'], 'expected sla.high_hours or more');
  expect(sla.medium_hours <= sla.low_hours, ['sla', 'low_hours'], 'expected sla.medium_hours or more');
  return faults;
}

function number(min: number, max: number): Check {
  const msg = `expected a number from ${min} to ${max}`;
  return (value) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return { msg, type: 'wrong_type' };
    return value < min || value > max ? { msg, type: 'out_of_range' } : null;
  };
}

/** Marks on scores are kept in hundredths. */
function hundredths(min: number, max: number): Check {
  const inRange = number(min, max);
  return (value) =>
    inRange(value) ??
    (Math.abs((value as number) * 100 - Math.round((value as number) * 100)) < 1e-6
      ? null
      : { msg: 'expected at most two decimals', type: 'out_of_range' });
}

function idOrNull(): Check {
  const msg = `expected the id of a principal (at most ${ID_LENGTH_MAX} characters) or null`;
  return (value) => {
    if (value === null) return null;
    if (typeof value !== 'string') return { msg, type: 'wrong_type' };
    return value.length > 0 && value.length <= ID_LENGTH_MAX ? null : { msg, type: 'out_of_range' };
  };
}

function whole(min: number, max: number): Check {
  const msg = `expected a whole number from ${min} to ${max}`;
  return (value) => {
    if (!Number.isInteger(value)) return { msg, type: 'wrong_type' };
    return (value as number) < min || (value as number) > max ? { msg, type: 'out_of_range' } : null;
  };
}

function wholeOrNull(min: number, max: number): Check {
  const inRange = whole(min, max);
  return (value) => {
    const wrong = value === null ? null : inRange(value);
    return wrong && { ...wrong, msg: `${wrong.msg}, or null` };
  };
}

function trueOrFalse(): Check {
  return (value) =>
    typeof value === 'boolean' ? null : { msg: 'expected true or false', type: 'wrong_type' };
}

function shift(): Check {
  return whole(-365, 365);
}

function oneOf(words: readonly (string | number)[]): Check {
  const wrong = { msg: `expected one of ${words.join(', ')}`, type: 'not_allowed' };
  return (value) => (words.includes(value as string | number) ? null : wrong);
}

function ascending(
  minItems: number,
  maxItems: number,
  min: number,
  max: number,
  item: (min: number, max: number) => Check = number,
): Check {
  const numbers = item === whole ? 'different whole numbers' : 'different numbers';
  const decimals = item === hundredths ? ', with at most two decimals' : '';
  const msg = `expected ${minItems} to ${maxItems} ${numbers} from ${min} to ${max}, ascending${decimals}`;
  const inRange = item(min, max);
  return (value) => {
    if (!Array.isArray(value)) return { msg, type: 'wrong_type' };
    if (value.length < minItems || value.length > maxItems) return { msg, type: 'out_of_range' };
    const wrong = value.map(inRange).find((finding) => finding !== null);
    if (wrong !== undefined) return { msg, type: wrong.type };
    return value.every((item, i) => i === 0 || value[i - 1] < item) ? null : { msg, type: 'out_of_range' };
  };
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
