import type { Principal } from '../organisation.ts';
import type { Rule } from './rule.ts';

/** How long "still needed" holds; the service's own default, for comparison. */
export const CONFIRMATION_DAYS = 90;

/** What large vendors do: idle for so many days since the latest use, or since it was granted. */
export function fixedWindow(days: number): Rule {
  return {
    name: `${days} days`,
    watch(access) {
      let i = 0;
      let quietUntil = -Infinity;
      const idleDays = (day: number): number => {
        while (i < access.seen.length && (access.seen[i] as number) <= day) i++;
        return day - (access.seen[i - 1] ?? access.granted);
      };
      return {
        isStale: (day) => idleDays(day) >= days && day >= quietUntil,
        scoreAt: idleDays,
        likelihoodAt: () => null,
        confirm(day) {
          quietUntil = day + CONFIRMATION_DAYS;
        },
      };
    },
  };
}

/** The same with a feed of the directory, which asks about disabled accounts at once. */
export function fixedWindowAndDirectory(days: number): Rule {
  const idle = fixedWindow(days);
  return {
    name: `${days} days or disabled`,
    watch(access, world) {
      const watch = idle.watch(access, world);
      let quietUntil = -Infinity;
      return {
        isStale: (day) => (day >= quietUntil && isDisabled(access.principal, day)) || watch.isStale(day),
        scoreAt: (day) => watch.scoreAt(day) + (isDisabled(access.principal, day) ? DISABLED_FIRST : 0),
        likelihoodAt: () => null,
        confirm(day) {
          quietUntil = day + CONFIRMATION_DAYS;
          watch.confirm(day);
        },
      };
    },
  };
}

/** More idle days than there are: disabled accounts come first. */
const DISABLED_FIRST = 10_000;

export function isDisabled({ disabled, suspended }: Principal, day: number): boolean {
  return day >= disabled || suspended.some(({ from, to }) => day >= from && day < to);
}
