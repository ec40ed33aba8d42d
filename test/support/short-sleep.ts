import { setTimeout as sleepFor } from 'node:timers/promises';

/** So many times faster does time pass for connectors in tests, and for the lateness of the platforms that they ask. */
export const HASTE = 100;

export const shortSleep = (ms: number, signal: AbortSignal): Promise<void> =>
  sleepFor(ms / HASTE, undefined, { signal });
