import type { Connector } from './connector-settings.ts';

export interface Source {
  source: string;
  status: string;
  reason: string | null;
  sees: string[];
  does_not_see: string[];
}

export interface Coverage {
  observes_use: boolean;
  observed_since: string | null;
  gaps: { from: string; to: string; reason: string }[];
  sources: Source[];
}

/** What a platform says about how much of the use it sees; not every one says everything. */
export function coverageOf({ coverage }: Pick<Connector, 'coverage'>): Coverage | null {
  if (coverage === null) return null;
  const given = coverage as Partial<Coverage>;
  return {
    observes_use: given.observes_use === true,
    observed_since: given.observed_since ?? null,
    gaps: given.gaps ?? [],
    sources: (given.sources ?? []).map((source) => ({
      source: source.source,
      status: source.status ?? 'available',
      reason: source.reason ?? null,
      sees: source.sees ?? [],
      does_not_see: source.does_not_see ?? [],
    })),
  };
}
