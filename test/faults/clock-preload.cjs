// Loaded into a process whose clock a test sets: adds what CLOCK_OFFSET_FILE says, in milliseconds, to the time of day.
// With CLOCK_SHIFTS_ALL the time since start jumps too, which no real clock does.
const { readFileSync } = require('node:fs');

const sinceStart = performance.now.bind(performance);
const { now: timeOfDay } = Date;
let offset = 0;
let readAt = Number.NEGATIVE_INFINITY;

function current() {
  if (sinceStart() - readAt > 10) {
    readAt = sinceStart();
    offset = Number(readFileSync(process.env.CLOCK_OFFSET_FILE, 'utf8')) || 0;
  }
  return offset;
}

const now = () => timeOfDay() + current();
globalThis.Date = new Proxy(Date, {
  construct: (target, given) => new target(...(given.length === 0 ? [now()] : given)),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
if (process.env.CLOCK_SHIFTS_ALL) performance.now = () => sinceStart() + current();
