import type { Timeline } from '../calendar.ts';

/** Two years for habits of a year to show, the measured year, and 400 days in which its ends may be noticed. */
export const WORLD_TIMELINE: Timeline = { askingFrom: 500, from: 800, to: 1165, followUpDays: 400 };
export const WORLD_DAYS = WORLD_TIMELINE.to + WORLD_TIMELINE.followUpDays;
