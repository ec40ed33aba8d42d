import type { Answer } from '@lapse/client';
import { policyFieldStrings, policyStrings as strings } from '../../strings/policy.ts';
import { RULES, type Rule } from './policy-fields.ts';

export type Policy = Answer<'/v1/policy', 'get'>;

/** What was typed, by path; lists are text until they are read. */
export type Edits = Readonly<Record<string, unknown>>;

export interface Change {
  path: string;
  before: unknown;
  after: unknown;
}

type Reading = { value: unknown; fault?: never } | { fault: string; value?: never };

export function valueAt(policy: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], policy);
}

/** What stands in a field: what was typed, or else what is in force. */
export function shownAt(policy: object, edits: Edits, path: string): unknown {
  if (Object.hasOwn(edits, path)) return edits[path];
  const value = valueAt(policy, path);
  return Array.isArray(value) ? value.join(', ') : value;
}

const plain = (value: number): string => String(value);

function readNumber(rule: Extract<Rule, { type: 'number' | 'whole' | 'hundredths' }>, raw: unknown): Reading {
  const { type, min, max, orNone = false } = rule;
  if (orNone && (raw === '' || raw === null)) return { value: null };
  const say = type === 'whole' ? strings.notWhole : strings.tooWide;
  if (typeof raw !== 'number' || !(raw >= min && raw <= max)) return { fault: say(plain(min), plain(max)) };
  if (type === 'whole' && !Number.isInteger(raw)) return { fault: say(plain(min), plain(max)) };
  if (type === 'hundredths' && !hasTwoDecimals(raw)) return { fault: strings.decimals };
  return { value: raw };
}

const hasTwoDecimals = (value: number): boolean => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;

function readList(rule: Extract<Rule, { type: 'list' }>, raw: unknown): Reading {
  const { least, most, min, max, whole } = rule;
  const words = Array.isArray(raw)
    ? raw.map(String)
    : String(raw)
        .split(/[,;\s]+/)
        .filter(Boolean);
  const numbers = words.map(Number);
  const isFine =
    numbers.length >= least &&
    numbers.length <= most &&
    numbers.every(
      (value, i) =>
        value >= min &&
        value <= max &&
        (whole ? Number.isInteger(value) : hasTwoDecimals(value)) &&
        (i === 0 || value > (numbers[i - 1] as number)),
    );
  return isFine
    ? { value: numbers }
    : {
        fault: (whole ? strings.wholeList : strings.list)(plain(least), plain(most), plain(min), plain(max)),
      };
}

export function read(path: string, raw: unknown): Reading {
  const rule = RULES[path];
  if (!rule) return { value: raw };
  switch (rule.type) {
    case 'list':
      return readList(rule, raw);
    case 'person':
      return { value: raw === '' ? null : raw };
    case 'choice':
      return { value: rule.options.find((option) => String(option) === String(raw)) ?? raw };
    case 'flag':
      return { value: String(raw) === 'true' };
    default:
      return readNumber(rule, raw);
  }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What differs from the policy in force, in the order of the page; what cannot be read is not among it. */
export function changesOf(policy: object, edits: Edits): Change[] {
  return Object.keys(RULES).flatMap((path) => {
    if (!Object.hasOwn(edits, path)) return [];
    const { value, fault } = read(path, edits[path]);
    const before = valueAt(policy, path);
    return fault !== undefined || isSame(value, before) ? [] : [{ path, before, after: value }];
  });
}

/** What differs between two whole policies, such as two versions. */
export function differencesOf(before: object, after: object): Change[] {
  return Object.keys(RULES)
    .map((path) => ({ path, before: valueAt(before, path), after: valueAt(after, path) }))
    .filter((change) => !isSame(change.before, change.after));
}

/** Sections with nothing but what changes, as the API takes them. */
export function bodyOf(changes: readonly Change[]): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const { path, after } of changes) put(body, path.split('.'), after);
  return body;
}

function put(target: Record<string, unknown>, names: string[], value: unknown): void {
  const [name = '', ...rest] = names;
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  target[name] ??= {};
  put(target[name] as Record<string, unknown>, rest, value);
}

/** The policy with its changes. */
export function withChanges<T extends object>(policy: T, changes: readonly Change[]): T {
  const copy = structuredClone(policy);
  for (const { path, after } of changes) put(copy as Record<string, unknown>, path.split('.'), after);
  return copy;
}

/** Beside which field what is wrong: each alone, then those that are wrong only together. */
export function faultsOf(policy: Policy, edits: Edits): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const [path, raw] of Object.entries(edits)) {
    const { fault } = read(path, raw);
    if (fault !== undefined) faults[path] = fault;
  }
  return { ...contradictions(withChanges(policy, changesOf(policy, edits))), ...faults };
}

const ATMOST: readonly [string, string][] = [
  ['patience.base_days', 'patience.max_days'],
  ['rhythm.people_base_days', 'patience.max_days'],
  ['rhythm.service_base_days', 'patience.max_days'],
  ['patience.unknown_days', 'patience.max_days'],
  ['patience.never_used_days', 'patience.max_days'],
  ['shifts.anomaly.limit_days', 'shifts.anomaly.days'],
];
const ATLEAST: readonly [string, string][] = [
  ['sla.high_hours', 'sla.critical_hours'],
  ['sla.medium_hours', 'sla.high_hours'],
  ['sla.low_hours', 'sla.medium_hours'],
];

function contradictions(policy: Policy): Record<string, string> {
  const at = (path: string) => valueAt(policy, path) as number;
  const label = (path: string) => policyFieldStrings[path]?.label ?? path;
  const faults: Record<string, string> = {};
  for (const [path, limit] of ATMOST) {
    if (at(path) > at(limit)) faults[path] = strings.atMost(label(limit), plain(at(limit)));
  }
  for (const [path, limit] of ATLEAST) {
    if (at(path) < at(limit)) faults[path] = strings.atLeast(label(limit), plain(at(limit)));
  }
  const { threshold, hysteresis } = policy.review;
  if (threshold - hysteresis <= 0 || threshold + hysteresis >= 100) {
    faults['review.hysteresis'] = strings.insideScores;
  }
  return faults;
}
