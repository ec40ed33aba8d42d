import type { Outcome } from './replay.ts';

export interface Measures {
  /** Share of access no longer needed that was asked about within the follow-up. */
  recall: number;
  /** Questions about needed access, per grant and year. */
  wrongAlarms: number;
  /** Days until half of the ended access had been asked about; access that never was counts as infinitely late. */
  medianDays: number;
  /** Share of all questions that were right. */
  precision: number;
}

export function measure(outcomes: readonly Outcome[]): Measures {
  const wrong = sum(outcomes.map((outcome) => outcome.wrongAlarms));
  const years = sum(outcomes.map((outcome) => outcome.neededDays)) / 365;
  const ended = outcomes.filter((outcome) => outcome.ended);
  const noticed = ended.filter((outcome) => outcome.noticedAfter !== null).length;
  // What was never needed has no day on which it ended.
  const delays = ended
    .filter(({ access }) => access.cause !== 'never_needed')
    .map((o) => o.noticedAfter ?? Infinity);
  return {
    recall: noticed / ended.length,
    wrongAlarms: wrong / years,
    medianDays: median(delays),
    precision: noticed / (noticed + wrong),
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
