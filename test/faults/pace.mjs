// How fast a processor is: does the same small piece of work forty times a second, ahead of everything else on that processor, and says
// every second how long it usually took: "AT MILLISECONDS", the first in milliseconds of the monotonic clock.
//   chrt --fifo 1 taskset --cpu-list PROCESSOR node pace.mjs
import { writeSync } from 'node:fs';

const SLEEP_MS = 25;
const TIMES = 40;
const WARM_UP = 2_000;
/** Of the kind that the program does most: it reads and writes such text with every answer. */
const TEXT = JSON.stringify(
  Array.from({ length: 12 }, (_, index) => ({
    id: `grant-${index}`,
    principal: { name: 'somebody', type: 'user' },
    score: index * 1.5,
    used_at: '2026-01-01T00:00:00Z',
  })),
);

const cell = new Int32Array(new SharedArrayBuffer(4));
const offset = Number(process.hrtime.bigint()) / 1e6 - performance.now();
const parent = process.ppid;

function work() {
  const began = performance.now();
  if (JSON.stringify(JSON.parse(TEXT)) !== TEXT) throw new Error('the text has changed');
  return performance.now() - began;
}

for (let turn = 0; turn < WARM_UP; turn += 1) work();
while (process.ppid === parent) {
  const took = [];
  while (took.length < TIMES) {
    Atomics.wait(cell, 0, 0, SLEEP_MS);
    took.push(work());
  }
  took.sort((a, b) => a - b);
  writeSync(1, `${offset + performance.now()} ${took[TIMES / 2]}\n`);
}
