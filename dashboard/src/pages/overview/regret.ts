import type { Answer } from '@lapse/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { formatShare } from '../../parts/format.ts';
import { platformName } from '../../strings/platforms.ts';
import { regretStrings as strings } from '../../strings/regret.ts';

export type Regret = Answer<'/v1/outcomes/regret', 'get'>;
export type Figure = Regret['all'];

/** As the API has it. */
export const CASES_MIN = 10;
/** It changes by the day, and is not read from an index. */
const STALE_MS = 300_000;

export const regretQuery = queryOptions({
  queryKey: ['regret', 'figures'],
  queryFn: () => api.get('/v1/outcomes/regret'),
  staleTime: STALE_MS,
});

/** One that rounds to nothing is not nothing. */
export const shareInWords = (share: number): string =>
  share > 0 && share < 0.005 ? strings.below(formatShare(0.01)) : formatShare(share);

export type Breakdown = keyof typeof strings.breakdowns;

export interface Part extends Figure {
  key: string;
  label: string;
  /** Of the list of those that were missed. */
  search: Record<string, string>;
}

/** The parts of a breakdown as a table shows them. */
export function partsOf(regret: Regret, by: Breakdown): Part[] {
  switch (by) {
    case 'reviewer':
      return regret.by_reviewer.map(({ decided_by, decided_by_name, ...figure }) => ({
        ...figure,
        key: decided_by,
        label: decided_by_name,
        search: { decided_by },
      }));
    case 'platform':
      return regret.by_platform.map(({ platform, ...figure }) => ({
        ...figure,
        key: platform,
        label: platformName(platform),
        search: { platform },
      }));
    case 'recommendation':
      return regret.by_recommendation.map(({ recommendation, ...figure }) => ({
        ...figure,
        key: recommendation,
        label: strings.recommends[recommendation],
        search: { recommendation },
      }));
    case 'decided_through':
      return regret.by_decided_through.map(({ decided_through, ...figure }) => ({
        ...figure,
        key: decided_through,
        label: strings.decidedThrough[decided_through],
        search: { decided_through },
      }));
  }
}
