/** How many there are of each; null where the caller may not know. */
export interface Observed {
  connectors: number | null;
  principals: number;
  channels: number | null;
}

export const FIRST_STEPS = ['connect', 'look', 'invite'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** Which steps are done, by what is there: an import needs no connector, and what was found are principals. */
export function stepsDone({ connectors, principals, channels }: Observed): Record<FirstStep, boolean> {
  return {
    connect: (connectors ?? 0) > 0 || principals > 0,
    look: principals > 0,
    invite: (channels ?? 0) > 0,
  };
}
