import type { Outcome } from './replay.ts';

/** What is measured does not need the access itself. */
export type Judged = Omit<Outcome, 'access'> & { access: Pick<Outcome['access'], 'cause'> };

export interface Measures {
  /** Share of access no longer needed that was asked about within the follow-up. */
  recall: number;
  /** Questions about needed access, per grant and year. */
  wrongAlarms: number;
  /** Days until half of the ended access had been asked about; access that never was counts as infinitely late. */
  medianDays: number;
  /** The same of nine in ten. */
  ninetiethDays: number;
  /** Share of what ended that was not noticed within the follow-up. */
  neverNoticed: number;
  /** Of the wrong alarms per grant and year, those about access that was confirmed before and not used since. */
  repeated: number;
  /** Of needed and of ended access, per grant and year. */
  reviews: number;
  /** Share of all questions that were right. */
  precision: number;
}

export function measure(outcomes: readonly Judged[]): Measures {
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
    medianDays: percentile(delays, 0.5),
    ninetiethDays: percentile(delays, 0.9),
    neverNoticed: delays.filter((days) => days === Infinity).length / delays.length,
    repeated: sum(outcomes.map((outcome) => outcome.repeated)) / years,
    reviews: sum(outcomes.map((outcome) => outcome.reviews)) / (sum(outcomes.map((o) => o.heldDays)) / 365),
    precision: noticed / (noticed + wrong),
  };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
