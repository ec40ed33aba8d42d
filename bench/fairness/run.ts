import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeUses, type Use } from '../../test/faults/uses.ts';
import { startDeployment } from './deployment.ts';

/**
 * What one tenant notices of another that sends all it can, in the shape of production. Writes bench/fairness/RESULTS.md.
 * The first argument is how many seconds a window takes; more name the kinds of floods, all unless there are any.
 */
const [, , windowText = '20', ...kindNames] = process.argv;
const WINDOW_S = Number(windowText);
const FLOODER = fileURLToPath(new URL('flooder.mjs', import.meta.url));
const RESULTS = fileURLToPath(new URL('RESULTS.md', import.meta.url));

interface Kind {
  name: string;
  title: string;
  unit: string;
  has_limits: boolean;
  /** Of the other tenant, a second, half reads and half writes: within its limits where there are any. */
  rate: number;
}
const KINDS: Kind[] = [
  { name: 'reads', title: 'reads, 100 at once', unit: 'answers', has_limits: false, rate: 20 },
  { name: 'events', title: 'single events, 100 at once', unit: 'answers', has_limits: false, rate: 20 },
  {
    name: 'refused',
    title: 'reads and events over its limits, 100 at once',
    unit: 'refusals',
    has_limits: true,
    rate: 2.4,
  },
  {
    name: 'stream',
    title: '`/v1/events/stream`, one to each gateway',
    unit: 'lines',
    has_limits: false,
    rate: 20,
  },
  {
    name: 'import',
    title: '`/v1/directory/import`, one to each gateway',
    unit: 'lines',
    has_limits: false,
    rate: 20,
  },
];

type Waits = { reads: number[]; writes: number[]; failed: number };

/** Requests at their times, whether or not earlier ones are answered: nobody is spared by waiting for an answer. */
async function askAs(token: string, addresses: readonly string[], rate: number): Promise<Waits> {
  const waits: Waits = { reads: [], writes: [], failed: 0 };
  const uses = makeUses('b', Math.ceil((WINDOW_S * rate) / 2), { with_id: false });
  const began = performance.now();
  const asked = uses.flatMap(({ event }, number) =>
    [null, JSON.stringify(event)].map(async (body, turn) => {
      const index = number * 2 + turn;
      await sleep((index * 1000) / rate);
      const at = performance.now();
      const address = addresses[number % addresses.length];
      const answer = await fetch(`${address}${body ? '/v1/events' : '/v1/grants?limit=50'}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body ? { body } : {}),
      }).catch(() => null);
      await answer?.arrayBuffer();
      if (!answer?.ok) waits.failed += 1;
      waits[body ? 'writes' : 'reads'].push(performance.now() - at);
    }),
  );
  await Promise.all(asked);
  await sleep(Math.max(0, WINDOW_S * 1000 - (performance.now() - began)));
  return waits;
}

interface Flooded {
  done: number;
  refused: number;
  seconds: number;
}

async function flood(
  kind: Kind,
  token: string,
  addresses: readonly string[],
): Promise<() => Promise<Flooded>> {
  const [{ event }] = makeUses('a', 1, { with_id: false }) as [Use];
  const child = spawn(process.execPath, [FLOODER, kind.name, token, JSON.stringify(event), ...addresses], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  const ended = once(child, 'exit');
  await sleep(1_000);
  return async () => {
    child.stdin.end();
    await ended;
    return JSON.parse(said) as Flooded;
  };
}

const p99 = (ms: readonly number[]): number =>
  [...ms].sort((a, b) => a - b)[Math.max(0, Math.ceil(ms.length * 0.99) - 1)] as number;
const median = (ms: readonly number[]): number =>
  [...ms].sort((a, b) => a - b)[Math.floor(ms.length / 2)] as number;
const perSecond = ({ done, refused, seconds }: Flooded, kind: Kind): number =>
  (kind.unit === 'refusals' ? refused : done) / seconds;

const { tokens, gateways, applied, stop } = await startDeployment();
const rows: string[] = [];
const told = (waits: Waits, of: 'reads' | 'writes'): string =>
  `${median(waits[of]).toFixed(0)} / ${p99(waits[of]).toFixed(0)}`;
const more = (beside: Waits, without: Waits, of: 'reads' | 'writes'): string => {
  const percent = (p99(beside[of]) / p99(without[of]) - 1) * 100;
  return `${percent > 0 ? '+' : ''}${percent.toFixed(0)} %`;
};

for (const kind of KINDS.filter(({ name }) => kindNames.length === 0 || kindNames.includes(name))) {
  const { has_limits, rate } = kind;
  const gated = await gateways({ has_limits, has_gate: true });
  await applied();
  await askAs(tokens.b, gated, rate / 2);
  const without = await askAs(tokens.b, gated, rate);
  const endAlone = await flood(kind, tokens.a, gated);
  await sleep(WINDOW_S * 1000);
  const alone = await endAlone();
  await applied();
  const endBeside = await flood(kind, tokens.a, gated);
  const beside = await askAs(tokens.b, gated, rate);
  const share = await endBeside();
  const open = await gateways({ has_limits, has_gate: false });
  await askAs(tokens.b, open, rate / 2);
  await applied();
  const endOpen = await flood(kind, tokens.a, open);
  const ungated = await askAs(tokens.b, open, rate);
  await endOpen();
  const kept = (perSecond(share, kind) / perSecond(alone, kind)) * 100;
  for (const of of ['reads', 'writes'] as const) {
    rows.push(
      `| ${of === 'reads' ? kind.title : ''} | ${of} | ${told(without, of)} | ${told(beside, of)} | ${more(beside, without, of)} | ${told(ungated, of)} | ${
        of === 'reads'
          ? `${perSecond(alone, kind).toFixed(0)} | ${perSecond(share, kind).toFixed(0)} ${kind.unit}/s (${kept.toFixed(0)} %)`
          : '| '
      } |`,
    );
    console.log(rows.at(-1));
  }
  const failed = [without, beside, ungated].map((waits) => waits.failed);
  if (failed.some((count) => count > 0))
    rows.push(`| | without an answer | ${failed[0]} | ${failed[1]} | | ${failed[2]} | | |`);
}
await stop();
if (kindNames.length > 0) process.exit();
await writeFile(
  RESULTS,
  `# What one tenant notices of another

Written by \`npm run bench:fairness\` on ${new Date().toISOString().slice(0, 10)}: two gateways, a worker and PostgreSQL as processes of
their own, all on one machine with ${cpus().length} processors. One tenant sends all it can of one kind; another asks 20 times a second (2.4
where limits are on), reads and writes by turns, at its times whether or not it was answered. Windows of ${WINDOW_S} s. Milliseconds that
the other tenant waits, median / p99.

| Flood | Other tenant | Without | Beside it | p99 | Gate off | Flood alone | Flood beside the other |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}
`,
);
