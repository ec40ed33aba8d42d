import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { until } from './disturb.ts';
import { ALLOWED, type Counts, type Flood, noiseOf, Outcome, type Seen } from './flood-outcome.ts';
import { recordControl, recordFinding, recordSkip } from './results.ts';
import { type SingleProgram, startSingleProgram } from './single-program.ts';
import { StolenTime } from './stolen-time.ts';
import { makeUses, type Use } from './uses.ts';

/** A tenant that floods, and what another notices of it. */
const PART = 'a tenant that floods';
const WINDOWS = 5;
const CONTROL_WINDOWS = 1;
/**
 * Tenants that do not flood. The slowest hundredth of a few hundred writes are two or three, and how slow those are is chance: it
 * differs twofold between two runs without any flood. So several are asked.
 */
const OTHERS = 8;
/** Not measured: for minutes after its start a program is still being compiled, under a flood as well as without one. */
const WARM_UP_WINDOWS = 2;
/** Within the limits of the contract, which are on: 300 reads and 100 writes a minute. */
const READS = 90;
const WRITES = 30;
const READ_EVERY_MS = 222;
const WINDOW_MS = READS * READ_EVERY_MS;
const MINUTE_MS = 61_000;
const FLOODER = fileURLToPath(new URL('flooder.mjs', import.meta.url));
const MEASURED_MS_MAX = 30 * 60_000;
/** Of the processors' time. A window in which the host gave more than that to others does not count. */
const STOLEN_MAX = 0.005;
const OBSERVER = fileURLToPath(new URL('observer.mjs', import.meta.url));

interface Observer {
  /** What the others see in the next 20 seconds. */
  look(): Promise<Seen>;
  stop(): Promise<unknown>;
}

/** Each of the others reads and sends single events. */
function startObserver({ address, tokens, others }: SingleProgram): Observer {
  const child = spawn(process.execPath, [OBSERVER], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const [{ event }] = makeUses('b', 1) as [Use];
  const pace = { turns: READS, turn_ms: READ_EVERY_MS, turns_per_write: READS / WRITES };
  child.stdin.write(`${JSON.stringify({ address, tokens: [tokens.b, ...others], event, ...pace })}\n`);
  return {
    async look() {
      child.stdin.write('look\n');
      const answer = await answers.next();
      if (answer.done) throw new Error('one of the others was refused, or the program is gone');
      return JSON.parse(answer.value);
    },
    stop() {
      child.stdin.end();
      return ended;
    },
  };
}

/** Tenant a asks and writes as fast as it is answered, whatever its limits say, streams and imports. */
async function flood(
  { tokens, address }: SingleProgram,
  { requests, streams, imports, minute }: Flood,
): Promise<() => Promise<Counts>> {
  const [{ event }] = makeUses('a', 1, { with_id: false }) as [Use];
  const counts = [requests, streams, imports].map(String);
  const args = [address, tokens.a, JSON.stringify(event), ...counts, minute];
  // It stands for a client on another machine, so it gets of this one's processors what nobody else wants.
  const child = spawn('chrt', ['--idle', '0', process.execPath, FLOODER, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  await until(() => said.includes(minute === 'new' ? 'begun' : 'used up'));
  return async () => {
    child.stdin.end();
    await ended;
    return JSON.parse(said.slice(said.indexOf('{')));
  };
}

interface Measured {
  outcomes: Outcome[];
  quiet: Seen[];
  /** Windows that do not count. */
  stolen: number;
}

/** All take turns in one program, without a flood and with each of them, until every one has its windows. */
async function measure(
  env: Record<string, string>,
  floods: Flood[],
  windows: { warm_up: number; measured: number },
): Promise<Measured> {
  const program = await startSingleProgram(env, OTHERS - 1);
  const observer = startObserver(program);
  const quiet: Seen[] = [];
  const outcomes = floods.map((given) => new Outcome(given, quiet));
  const time = new StolenTime();
  let stolen = 0;
  const endsAt = performance.now() + MEASURED_MS_MAX;
  let minuteBegan = performance.now();
  for (let round = -windows.warm_up; performance.now() < endsAt; round += 1) {
    const isLacking = (outcome: Outcome): boolean => round < 0 || outcome.windows < windows.measured;
    if (!outcomes.some(isLacking)) break;
    const counts = (): boolean => {
      if (round >= 0 && time.part > STOLEN_MAX) stolen += 1;
      return round >= 0 && time.part <= STOLEN_MAX;
    };
    for (const outcome of outcomes.filter(isLacking)) {
      if (outcome.flood.minute === 'new') {
        do {
          time.begin();
          const seen = await observer.look();
          if (counts()) quiet.push(seen);
        } while (performance.now() + WINDOW_MS < minuteBegan + MINUTE_MS);
        await sleep(Math.max(0, minuteBegan + MINUTE_MS - performance.now()));
        minuteBegan = performance.now();
      }
      const stop = await flood(program, outcome.flood);
      time.begin();
      const beside = await observer.look();
      const isCounted = counts();
      const sent = await stop();
      if (isCounted) outcome.add(beside, sent);
      // What was let in is applied before the next window.
      await program.checker.drained();
    }
  }
  await observer.stop();
  await program.stop();
  return { outcomes, quiet, stolen };
}

const FLOODS: Flood[] = [
  { name: 'requests beyond its limits', requests: 8, streams: 0, imports: 0, minute: 'new' },
  {
    name: 'requests, and streams that go on after they were refused',
    requests: 8,
    streams: 1,
    imports: 0,
    minute: 'used up',
  },
  { name: 'requests beyond its limits, and an import', requests: 8, streams: 0, imports: 1, minute: 'new' },
  { name: 'requests beyond its limits, and a stream', requests: 8, streams: 1, imports: 0, minute: 'new' },
];
const LIMITS = { RATE_LIMIT_READS: '300/50', RATE_LIMIT_WRITES: '100/20' };

const UNLIMITED = { RATE_LIMIT_READS: 'off', RATE_LIMIT_WRITES: 'off' };

// Milliseconds differ from run to run, so the report says whether they are within what is allowed. That the limits spare
// others nearly all of what a flood does to them does not depend on the day.
test(
  'another tenant notices next to nothing, and much without limits',
  async ({ skip }) => {
    const limited = await measure(LIMITS, FLOODS, { warm_up: WARM_UP_WINDOWS, measured: WINDOWS });
    const unlimited = await measure(UNLIMITED, FLOODS.slice(-1), {
      warm_up: WARM_UP_WINDOWS,
      measured: CONTROL_WINDOWS,
    });
    const outcomes = [...limited.outcomes, ...unlimited.outcomes];
    if (outcomes.some(({ isTelling }) => !isTelling)) {
      const reason = `the host took processor time in ${limited.stolen + unlimited.stolen} windows, so too few are left`;
      recordSkip({ part: PART, reason });
      skip(reason);
    }
    for (const outcome of limited.outcomes) recordFinding(PART, outcome.told());
    recordFinding(
      PART,
      `${noiseOf(limited.quiet)}; ${limited.stolen} windows in which the host took more than ${100 * STOLEN_MAX} % of the processors' time do not count`,
    );
    const [control] = unlimited.outcomes as [Outcome];
    recordControl(
      { part: PART, protection: 'limits of a tenant', outcome: control.text },
      control.change > ALLOWED,
    );
    expect(Math.max(...limited.outcomes.map(({ change }) => change))).toBeLessThan(control.change / 10);
  },
  3 * MEASURED_MS_MAX,
);
