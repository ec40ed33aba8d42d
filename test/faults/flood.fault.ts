import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { until } from './disturb.ts';
import {
  ALLOWED,
  type Counts,
  type Flood,
  LOOKS_WITHOUT,
  noiseOf,
  Outcome,
  type Seen,
  together,
} from './flood-outcome.ts';
import { recordControl, recordFinding, recordSkip } from './results.ts';
import { startSingleProgram } from './single-program.ts';
import { makeUses, type Use } from './uses.ts';

/** A tenant that floods, and what another notices of it. */
const PART = 'a tenant that floods';
const WINDOWS = 5;
const CONTROL_WINDOWS = 1;
/**
 * Tenants that do not flood. The slowest hundredth of a few hundred writes are two or three, and how slow those are is chance: it
 * differs twofold between two runs without any flood. So several are asked.
 */
const OTHERS = 16;
/** Not measured, of each flood: for minutes after its start a program is still being compiled. */
const WARM_UP_WINDOWS = 1;
/** Within the limits of the contract, which are on: 300 reads and 100 writes a minute. */
const READS = 90;
const WRITES = 30;
const READ_EVERY_MS = 222;
/** Of a window's answers, so many have to count. */
const KEPT_PART_MIN = 2 / 3;
const SETTLED_MS = 10_000;
const FLOODER = fileURLToPath(new URL('flooder.mjs', import.meta.url));
const MEASURED_MS_MAX = 70 * 60_000;
const OBSERVER = fileURLToPath(new URL('observer.mjs', import.meta.url));

interface Observer {
  /** Waits until the host of this machine lets it run, at most so long. */
  calm(mostMs: number): Promise<void>;
  /** What the others see in the next 20 seconds. */
  look(): Promise<Seen & { left_out: number }>;
  stop(): Promise<unknown>;
}

/** Each of the others reads and sends single events. */
function startObserver(address: string, tokens: string[]): Observer {
  const child = spawn(process.execPath, [OBSERVER], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const [{ event }] = makeUses('b', 1) as [Use];
  const pace = { turns: READS, turn_ms: READ_EVERY_MS, turns_per_write: READS / WRITES };
  child.stdin.write(`${JSON.stringify({ address, tokens, event, ...pace })}\n`);
  const ask = async (line: string) => {
    child.stdin.write(`${line}\n`);
    const answer = await answers.next();
    if (answer.done) throw new Error('one of the others was refused, or the program is gone');
    return JSON.parse(answer.value);
  };
  return {
    calm: (mostMs) => ask(`calm ${mostMs}`),
    look: () => ask('look'),
    stop() {
      child.stdin.end();
      return ended;
    },
  };
}

/** A tenant asks and writes as fast as it is answered, whatever its limits say, streams and imports. */
async function flood(
  address: string,
  token: string,
  { requests, streams, imports, minute }: Flood,
): Promise<() => Promise<Counts>> {
  const [{ event }] = makeUses('a', 1, { with_id: false }) as [Use];
  const counts = [requests, streams, imports].map(String);
  const args = [address, token, JSON.stringify(event), ...counts, minute];
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
  /** Windows without a flood. */
  quiet: Seen[];
  /** Answers that do not count. */
  left_out: number;
}

/**
 * In one program, one window without a flood, one beside a flood, one without, one beside the next flood and so on, until every
 * flood has its windows.
 */
async function measure(
  env: Record<string, string>,
  floods: Flood[],
  windows: { warm_up: number; measured: number },
): Promise<Measured> {
  const program = await startSingleProgram(env, OTHERS - 1);
  const { address, tokens, others, checker } = program;
  const observer = startObserver(address, [tokens.b, ...others]);
  const outcomes = floods.map((given) => new Outcome(given));
  const quiet: Seen[] = [];
  let left_out = 0;
  const endsAt = performance.now() + MEASURED_MS_MAX;
  const isInTime = () => performance.now() < endsAt;

  /** Nothing if too few of the answers count. */
  const look = async (times: number): Promise<Seen[] | null> => {
    const looks: (Seen & { left_out: number })[] = [];
    while (looks.length < times) looks.push(await observer.look());
    const lost = looks.reduce((sum, look) => sum + look.left_out, 0);
    left_out += lost;
    const { reads, writes } = together(looks);
    const kept = reads.length + writes.length;
    return kept >= KEPT_PART_MIN * (kept + lost) ? looks : null;
  };
  const lookWithoutFlood = async (): Promise<Seen | null> => {
    let looks: Seen[] | null = null;
    while (!looks && isInTime()) {
      await observer.calm(Math.max(0, endsAt - performance.now()));
      looks = await look(LOOKS_WITHOUT);
    }
    return looks && together(looks);
  };
  // A minute that is used up is nearly over after a look, so that the tenant has a new one when things have settled.
  const lookBesideMinute = async (given: Flood): Promise<{ looks: Seen[] | null; counts: Counts }> => {
    const stop = await flood(address, tokens.a, given);
    const looks = await look(given.looks);
    const counts = await stop();
    // What was let in is applied before the next window, and what that left behind is cleared up.
    await checker.drained();
    await sleep(SETTLED_MS);
    return { looks, counts };
  };
  const lookBesideFlood = async (given: Flood): Promise<{ looks: Seen[] | null; counts: Counts[] }> => {
    const minutes: Awaited<ReturnType<typeof lookBesideMinute>>[] = [];
    while (minutes.length < given.minutes) minutes.push(await lookBesideMinute(given));
    const looks = minutes.flatMap((minute) => minute.looks ?? []);
    const isWhole = looks.length === given.minutes * given.looks;
    return { looks: isWhole ? looks : null, counts: minutes.map((minute) => minute.counts) };
  };

  let before = await lookWithoutFlood();
  const lookAt = async (outcome: Outcome, isMeasured: boolean): Promise<void> => {
    const { looks, counts } = await lookBesideFlood(outcome.flood);
    const after = await lookWithoutFlood();
    if (isMeasured && after) quiet.push(after);
    if (isMeasured && before && looks && after) outcome.see({ before, looks, after }, counts);
    before = after;
  };
  for (let round = 0; round < windows.warm_up; round += 1)
    for (const outcome of outcomes) await lookAt(outcome, false);
  left_out = 0;
  for (;;) {
    const lacking = outcomes.filter((outcome) => outcome.windows < windows.measured && isInTime());
    if (lacking.length === 0) break;
    for (const outcome of lacking) await lookAt(outcome, true);
  }
  await observer.stop();
  await program.stop();
  return { outcomes, quiet, left_out };
}

/**
 * A flood goes on, so what is looked at is the whole minute of a tenant, in which most of what it asks is let in at the beginning and
 * refused towards the end.
 */
const FLOODS: Flood[] = [
  {
    name: 'requests beyond its limits',
    looks: 3,
    minutes: 1,
    requests: 8,
    streams: 0,
    imports: 0,
    minute: 'new',
  },
  {
    name: 'requests, and streams that go on after they were refused',
    looks: 1,
    minutes: 2,
    requests: 8,
    streams: 1,
    imports: 0,
    minute: 'used up',
  },
  {
    name: 'requests beyond its limits, and an import',
    looks: 3,
    minutes: 1,
    requests: 8,
    streams: 0,
    imports: 1,
    minute: 'new',
  },
  {
    name: 'requests beyond its limits, and a stream',
    looks: 3,
    minutes: 1,
    requests: 8,
    streams: 1,
    imports: 0,
    minute: 'new',
  },
];
const LIMITS = { RATE_LIMIT_READS: '300/50', RATE_LIMIT_WRITES: '100/20' };

const UNLIMITED = { RATE_LIMIT_READS: 'off', RATE_LIMIT_WRITES: 'off' };

// Milliseconds differ from run to run, so the report says whether they are within what is allowed. That the limits spare
// others nearly all of what a flood does to them does not depend on the day.
test(
  'another tenant notices next to nothing, and much without limits',
  async ({ skip }) => {
    const skipUnlessTelling = ({ outcomes }: Measured): void => {
      if (outcomes.every(({ windows }) => windows > 0)) return;
      const reason = 'the host of this machine was too busy with others for enough answers to count';
      recordSkip({ part: PART, reason });
      skip(reason);
    };
    const limited = await measure(LIMITS, FLOODS, { warm_up: WARM_UP_WINDOWS, measured: WINDOWS });
    skipUnlessTelling(limited);
    for (const outcome of limited.outcomes) recordFinding(PART, outcome.told());
    recordFinding(
      PART,
      `${noiseOf(limited.quiet)}; ${limited.left_out} answers, while the host of this machine let others run or soon after, do not count`,
    );
    const unlimited = await measure(UNLIMITED, FLOODS.slice(-1), {
      warm_up: WARM_UP_WINDOWS,
      measured: CONTROL_WINDOWS,
    });
    skipUnlessTelling(unlimited);
    const [control] = unlimited.outcomes as [Outcome];
    recordControl(
      { part: PART, protection: 'limits of a tenant', outcome: control.text },
      control.change > ALLOWED,
    );
    expect(Math.max(...limited.outcomes.map(({ change }) => change))).toBeLessThan(control.change / 10);
  },
  3 * MEASURED_MS_MAX,
);
