import { groupedBy } from '../../platform/grouped-by.ts';

/** A time in which a platform's telemetry was down or not yet connected; half-open. */
export interface Outage {
  from: number;
  until: number;
}

/** Before any date that a grant may have: since then nobody has watched what is newly connected. */
export const EVER = 0;

/**
 * How long a platform was not watched after `since`. Overlapping outages count once; one that still lasts is given
 * as far as it has been counted, a day at a time.
 * SQL: sum(upper(r) - lower(r)) over unnest(range_agg(outage) * multirange(tstzrange($since, NULL))) AS r
 */
export function unobservedMs(outages: readonly Outage[], since: number): number {
  let total = 0;
  let counted = since;
  for (const { from, until } of [...outages].sort((a, b) => a.from - b.from)) {
    total += Math.max(0, until - Math.max(from, counted));
    counted = Math.max(counted, until);
  }
  return total;
}

/** Outages by what they concern: what a connector reads, or a whole platform. */
export type Outages = ReadonlyMap<string, Outage[]>;

/** Of whom an outage is; a connector of '' stands for the whole platform. */
interface Place {
  platform: string;
  connector_id: string;
}

const placeOf = ({ platform, connector_id }: Place): string => `${platform}\n${connector_id}`;

export const placeOutages = (outages: readonly (Place & Outage)[]): Outages => groupedBy(outages, placeOf);

/** Those of an asset: of its platform, and of the connector that reads it. */
export function outagesOf(
  outages: Outages,
  { platform, connector_id }: { platform: string; connector_id: string | null },
): Outage[] {
  if (outages.size === 0) return NONE;
  const everywhere = outages.get(placeOf({ platform, connector_id: '' })) ?? NONE;
  const own = (connector_id && outages.get(placeOf({ platform, connector_id }))) || NONE;
  if (own.length === 0) return everywhere;
  return everywhere.length === 0 ? own : [...everywhere, ...own];
}
const NONE: Outage[] = [];
