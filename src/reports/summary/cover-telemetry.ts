import { unobservedMs } from '../../core/scores/unobserved.rules.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import type { PlatformCoverage } from './compliance-summary.rules.ts';
import type { Asked } from './figures-asked.sql.ts';
import type { Gap } from './figures-telemetry.sql.ts';

interface Seen {
  grants: ReadonlyMap<string, number>;
  events: ReadonlyMap<string, number>;
  gaps: readonly Gap[];
}

/** Which platforms were watched, and for how much of the period. Overlapping gaps count once. */
export function coverTelemetry(
  { grants, events, gaps }: Seen,
  { window, filters: { department, classification } }: Asked,
): PlatformCoverage[] {
  const [start, end] = [Date.parse(window.from), Date.parse(window.to)];
  // A gap is about a whole platform; of a part of the tenant only those platforms matter that the part is on.
  const silent = department === null && classification === null ? gaps.map((gap) => gap.platform) : [];
  const platforms = [...new Set([...grants.keys(), ...events.keys(), ...silent])].sort();
  return platforms.map((platform) => {
    const own = gaps.filter((gap) => gap.platform === platform);
    const outages = own.map(({ started_at, ended_at }) => ({
      from: Date.parse(started_at),
      until: ended_at === null ? end : Date.parse(ended_at),
    }));
    const unobserved = unobservedMs(outages, start);
    return {
      platform,
      grants: grants.get(platform) ?? 0,
      events: events.get(platform) ?? 0,
      unobserved_days: round(unobserved / DAY_MS, 2),
      observed_share: round(1 - unobserved / (end - start), 4),
      gaps: own.map(({ started_at, ended_at }) => ({ started_at, ended_at })),
    };
  });
}

/** Each platform weighs by the access that is on it. */
export function observedShare(coverage: readonly PlatformCoverage[]): number | null {
  const grants = coverage.reduce((sum, each) => sum + each.grants, 0);
  if (grants === 0) return null;
  return coverage.reduce((sum, each) => sum + each.observed_share * each.grants, 0) / grants;
}

const round = (value: number, decimals: number): number => Number(value.toFixed(decimals));
