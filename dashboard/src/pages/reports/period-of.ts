export const PRESETS = [
  'last_quarter',
  'last_month',
  'last_30_days',
  'last_90_days',
  'this_year',
  'last_year',
  'custom',
] as const;
export type Preset = (typeof PRESETS)[number];

/** Days of the reader's calendar, `2026-03-01`; the end is excluded. */
export interface Period {
  from: string;
  to: string;
}

export function periodOf(preset: Exclude<Preset, 'custom'>, now: Date): Period {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const quarter = month - (month % 3);
  const between = (from: Date, to: Date): Period => ({ from: dayOf(from), to: dayOf(to) });
  switch (preset) {
    case 'last_quarter':
      return between(new Date(year, quarter - 3, 1), new Date(year, quarter, 1));
    case 'last_month':
      return between(new Date(year, month - 1, 1), new Date(year, month, 1));
    case 'last_30_days':
      return between(new Date(year, month, day - 30), new Date(year, month, day));
    case 'last_90_days':
      return between(new Date(year, month, day - 90), new Date(year, month, day));
    case 'this_year':
      return between(new Date(year, 0, 1), new Date(year, month, day));
    case 'last_year':
      return between(new Date(year - 1, 0, 1), new Date(year, 0, 1));
  }
}

/** The instant at which a day begins for the reader; never in the future, which no report can be about. */
export function instantOf(day: string, now: Date): string {
  const at = new Date(`${day}T00:00:00`).getTime();
  return Number.isNaN(at) ? day : new Date(Math.min(at, now.getTime())).toISOString();
}

function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
