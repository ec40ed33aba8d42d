// Notices when one processor stood still, because the host of this virtual machine let others run on it: sleeps for a millisecond
// at a time, ahead of everything else on that processor, and says when it overslept: "FROM TO", in milliseconds of the monotonic clock.
//   chrt --fifo 1 taskset --cpu-list PROCESSOR node stand-still.mjs
import { writeSync } from 'node:fs';

const SLEEP_MS = 1;
/** To be woken takes a tenth of a millisecond. */
const OVERSLEPT_MS = 1.7;
const LOOK_AT_PARENT_EVERY = 1_000;

const cell = new Int32Array(new SharedArrayBuffer(4));
const offset = Number(process.hrtime.bigint()) / 1e6 - performance.now();
const parent = process.ppid;
let from = performance.now();
for (let turn = 1; ; turn += 1) {
  Atomics.wait(cell, 0, 0, SLEEP_MS);
  const to = performance.now();
  if (to - from > OVERSLEPT_MS) writeSync(1, `${offset + from} ${offset + to}\n`);
  from = performance.now();
  if (turn % LOOK_AT_PARENT_EVERY === 0 && process.ppid !== parent) process.exit();
}
