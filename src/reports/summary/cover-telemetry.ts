import { EVER, type Outage, unobservedMs } from '../../core/scores/unobserved.rules.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import type { PlatformCoverage } from './compliance-summary.rules.ts';
import type { Asked } from './figures-asked.sql.ts';
import type { Gap } from './figures-telemetry.sql.ts';

interface Seen {
  grants: ReadonlyMap<string, ReadonlyMap<string, number>>;
  events: ReadonlyMap<string, number>;
  gaps: readonly Gap[];
}

/**
 * Which platforms were watched, and for how much of the period: the mean of the grants held there, each by whatever watches
 * it. Overlapping gaps count once.
 */
export function coverTelemetry(
  { grants, events, gaps }: Seen,
  { window, filters: { department, classification } }: Asked,
): PlatformCoverage[] {
  const [start, end] = [Date.parse(window.from), Date.parse(window.to)];
  // A gap is about all that a connector reads; of a part of the tenant only those platforms matter that the part is on.
  const silent = department === null && classification === null ? gaps.map((gap) => gap.platform) : [];
  const platforms = [...new Set([...grants.keys(), ...events.keys(), ...silent])].sort();
  return platforms.map((platform) => {
    const own = gaps.filter((gap) => gap.platform === platform);
    const outages = own.map(({ connector_id, started_at, ended_at }) => ({
      connector_id,
      from: Date.parse(started_at),
      until: ended_at === null ? end : Date.parse(ended_at),
    }));
    const held = grants.get(platform) ?? new Map<string, number>();
    const unobserved = meanUnobservedMs(outages, held, start);
    return {
      platform,
      grants: sum(held.values()),
      events: events.get(platform) ?? 0,
      unobserved_days: round(unobserved / DAY_MS, 2),
      observed_share: round(1 - unobserved / (end - start), 4),
      gaps: own.map(({ started_at, ended_at }) => ({
        started_at: Date.parse(started_at) === EVER ? window.from : started_at,
        ended_at,
      })),
    };
  });
}

/** Without any grant every gap counts, because there is nothing that it does not concern. */
function meanUnobservedMs(
  outages: readonly (Outage & { connector_id: string })[],
  held: ReadonlyMap<string, number>,
  start: number,
): number {
  const concerning = (connector: string) =>
    outages.filter(({ connector_id }) => connector_id === '' || connector_id === connector);
  if (held.size === 0) return unobservedMs(outages, start);
  const total = sum(
    [...held].map(([connector, count]) => unobservedMs(concerning(connector), start) * count),
  );
  return total / sum(held.values());
}

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

/** Each platform weighs by the access that is on it. */
export function observedShare(coverage: readonly PlatformCoverage[]): number | null {
  const grants = coverage.reduce((sum, each) => sum + each.grants, 0);
  if (grants === 0) return null;
  return coverage.reduce((sum, each) => sum + each.observed_share * each.grants, 0) / grants;
}

const round = (value: number, decimals: number): number => Number(value.toFixed(decimals));
