import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AcceptedEvent } from '../../src/core/events/inbox.sql.ts';
import { type BatchBody, batchBodies, lastUse, sendBatch, sendOne } from './send.ts';
import { again } from './workload.ts';

export function percentile(numbers: readonly number[], percent: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] as number;
}

const IDLE_PROBES = 40;
const IDLE_POLL_MS = 5;
/**
 * Under load several probes ask at a time. Asking as often as alone they were a load of their own and waited for themselves: half of
 * them took 2.9 s instead of 0.5 to 0.8, within one run.
 */
const LOADED_POLL_MS = 50;
const GIVE_UP_MS = 60_000;

/** Milliseconds from sending a use of now until the score answers with it. */
async function probe(
  url: string,
  pair: AcceptedEvent,
  { number, poll_ms }: { number: number; poll_ms: number },
): Promise<number> {
  const now = new Date();
  const began = performance.now();
  await sendOne(url, again(pair, `probe-${number}-${now.getTime()}`, now));
  while ((await lastUse(url, pair)) < now.getTime()) {
    if (performance.now() - began > GIVE_UP_MS) throw new Error('the score was not readable within a minute');
    await sleep(poll_ms);
  }
  return Math.round(performance.now() - began);
}

/** A pair of its own for each probe, so that none hears of the use of another. */
const pick = (pairs: readonly AcceptedEvent[], number: number): AcceptedEvent =>
  pairs[(number * 997) % pairs.length] as AcceptedEvent;

export async function idleLatency(url: string, pairs: readonly AcceptedEvent[]): Promise<number[]> {
  const taken: number[] = [];
  for (let number = 0; number < IDLE_PROBES; number += 1) {
    taken.push(await probe(url, pick(pairs, number), { number, poll_ms: IDLE_POLL_MS }));
    // Not in step with anything that happens at intervals.
    await sleep(60 + ((number * 37) % 110));
  }
  return taken;
}

const PROBE_EVERY_MS = 100;

/** The same with events coming at a steady rate in batches, whether or not the service keeps up. */
export async function loadedLatency(
  url: string,
  pairs: readonly AcceptedEvent[],
  { per_second, seconds, batch }: { per_second: number; seconds: number; batch: number },
): Promise<{ ms: number[]; per_second: number }> {
  const bodies = loadBodies(pairs, Math.ceil(per_second * seconds), batch);
  const sent: Promise<unknown>[] = [];
  const probes: Promise<number>[] = [];
  const began = performance.now();
  let next = 0;
  let finished = 0;
  for (let elapsed = 0; next < bodies.length; elapsed = performance.now() - began) {
    for (; next < bodies.length && (next * batch * 1000) / per_second <= elapsed; next += 1) {
      const body = bodies[next] as BatchBody;
      sent.push(
        sendBatch(url, body).then(() => {
          finished = performance.now();
        }),
      );
    }
    if (probes.length * PROBE_EVERY_MS <= elapsed) {
      const number = probes.length;
      probes.push(probe(url, pick(pairs, 1_000 + number), { number, poll_ms: LOADED_POLL_MS }));
    }
    await sleep(2);
  }
  await Promise.all(sent);
  const ms = await Promise.all(probes);
  return { ms, per_second: (bodies.length * batch * 1000) / (finished - began) };
}

function loadBodies(pairs: readonly AcceptedEvent[], count: number, batch: number): BatchBody[] {
  const at = new Date(Date.now() - 3_600_000);
  const events = Array.from({ length: count }, (_, index) =>
    again(pairs[index % pairs.length] as AcceptedEvent, `load-${index}`, at),
  );
  return batchBodies(events, batch);
}
