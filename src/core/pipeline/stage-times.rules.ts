/** Upper bounds in seconds; a last bucket has what took longer. Stored sums have this order: never change it. */
export const TIME_BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 2.5, 5, 10, 30] as const;

/** The stages of a batch together, without the wait for the batch before it: what computing its scores took. */
export const SCORE_COMPUTATION = 'score computation';

export interface TimeSums {
  /** How many took up to each bound and longer than the one before, and at the end how many took longer than all. */
  buckets: number[];
  seconds: number;
}

export type StageSums = TimeSums & { stage: string };

export const noTimes = (): TimeSums => ({ buckets: Array(TIME_BOUNDS_S.length + 1).fill(0), seconds: 0 });

/** Collects how long stages took until somebody takes the sums away, which may be much rarer than stages run. */
export class StageTimes {
  #tenants = new Map<number, Map<string, TimeSums>>();

  observe(tenantId: number, stage: string, seconds: number): void {
    const stages = this.#tenants.get(tenantId) ?? new Map<string, TimeSums>();
    this.#tenants.set(tenantId, stages);
    const sums = stages.get(stage) ?? noTimes();
    stages.set(stage, sums);
    const place = TIME_BOUNDS_S.findIndex((bound) => seconds <= bound);
    const bucket = place === -1 ? TIME_BOUNDS_S.length : place;
    sums.buckets[bucket] = (sums.buckets[bucket] as number) + 1;
    sums.seconds += seconds;
  }

  take(): { tenant_id: number; stages: StageSums[] }[] {
    const taken = [...this.#tenants].map(([tenant_id, stages]) => ({
      tenant_id,
      stages: [...stages].map(([stage, sums]) => ({ stage, ...sums })),
    }));
    this.#tenants = new Map();
    return taken;
  }
}

export function addTimes(sums: readonly TimeSums[]): TimeSums {
  const total = noTimes();
  for (const { buckets, seconds } of sums) {
    total.seconds += seconds;
    for (const [place, count] of buckets.entries()) {
      total.buckets[place] = (total.buckets[place] ?? 0) + count;
    }
  }
  return total;
}

/** How many were measured. */
export const timesOf = ({ buckets }: TimeSums): number => buckets.reduce((sum, each) => sum + each, 0);

/**
 * The time that this share did not exceed, by Prometheus' own rule, so that both sides give the same number: even
 * within a bucket, and the last bound for what took longer than all. Null: nothing was measured.
 */
export function timeQuantile(share: number, times: TimeSums): number | null {
  const { buckets } = times;
  const count = timesOf(times);
  if (count === 0) return null;
  const rank = share * count;
  let before = 0;
  for (const [place, bound] of TIME_BOUNDS_S.entries()) {
    const within = buckets[place] as number;
    if (before + within >= rank && within > 0) {
      const lower = place === 0 ? 0 : (TIME_BOUNDS_S[place - 1] as number);
      return lower + ((bound - lower) * (rank - before)) / within;
    }
    before += within;
  }
  return TIME_BOUNDS_S.at(-1) as number;
}
