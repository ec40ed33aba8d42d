import process from 'node:process';
import type { Urgency } from '../main.ts';

/** npm passes on the Ctrl-C that the terminal has sent to this process already; a person takes longer than this. */
const SAME_KEYPRESS_MS = 500;
const URGENCIES: readonly Urgency[] = ['drain', 'now', 'immediate'];

/** Each further signal asks with more urgency. The returned function stands for the first one. */
export function onStopSignals(stop: (urgency: Urgency) => void): () => void {
  let count = 0;
  let last_ms = Number.NEGATIVE_INFINITY;
  const ask = () => {
    const now_ms = performance.now();
    if (now_ms - last_ms < SAME_KEYPRESS_MS) return;
    last_ms = now_ms;
    const urgency = URGENCIES[Math.min(count, URGENCIES.length - 1)] as Urgency;
    count += 1;
    stop(urgency);
  };
  process.on('SIGINT', ask);
  process.on('SIGTERM', ask);
  return () => {
    if (count === 0) ask();
  };
}
