import type { Presence } from './absences.ts';
import type { Cadence, Span } from './cadences.ts';
import { monthStarts } from './calendar.ts';
import type { Random } from './random.ts';

/** A machine's runs are exact: a job that is broken on its day is mostly run again once it is repaired. */
export function scheduledDays(cadence: Cadence, span: Span, presence: Presence, random: Random): number[] {
  const days = new Set<number>();
  for (const due of dueDays(cadence, span, random)) {
    let day = due;
    if (!presence[day] && random.chance(0.3)) continue;
    while (day < span.to && !presence[day]) day++;
    if (day < span.to) days.add(day);
  }
  return [...days].sort((a, b) => a - b);
}

function dueDays(cadence: Cadence, { from, to }: Span, random: Random): number[] {
  const offset = random.whole(0, 6);
  switch (cadence) {
    case 'monthly':
      return monthStarts(from, to, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    case 'quarterly':
      return monthStarts(from, to, [0, 3, 6, 9]);
    case 'yearly':
      return monthStarts(from, to, [random.whole(0, 11)]);
    default: {
      const step = cadence === 'daily' ? 1 : 7;
      const days: number[] = [];
      for (let day = from + (step === 1 ? 0 : offset); day < to; day += step) days.push(day);
      return days;
    }
  }
}
