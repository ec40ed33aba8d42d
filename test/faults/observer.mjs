// The tenants that do not flood, in a process of its own with a small heap: in that of a test runner, what clears its heap
// would be taken for slow answers. First line of its standard input: { address, tokens, event, turns, turn_ms, turns_per_write
// }. Each further line is "calm MS", which waits until the host lets this machine run, at most so long, or a window: every
// tenant reads at a moment of its own within each turn, as people and programs do (who keep step never meet each other), and
// now and then sends an event. Says for each window the milliseconds of every answer that counts, and those of a piece of work that is
// always the same, which tell how fast the machine was.
import http from 'node:http';
import readline from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Undisturbed } from './undisturbed.mjs';
import { clock, watchProcessors } from './watch-processors.mjs';

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
const lines = readline.createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const given = JSON.parse((await lines.next()).value);
const undisturbed = new Undisturbed();
let paces = [];
const paceWatchers = watchProcessors(fileURLToPath(new URL('pace.mjs', import.meta.url)), (at, ms) =>
  paces.push({ at, ms }),
);
let sent = 0;

function ask(token, path, body) {
  const began = clock();
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body ? { 'content-type': 'application/json' } : {}),
  };
  return new Promise((resolve, reject) => {
    const request = http.request(`${given.address}${path}`, {
      method: body ? 'POST' : 'GET',
      agent,
      headers,
    });
    // The server closed a connection that was idle just when it was used again.
    request.on('error', (error) =>
      request.reusedSocket && error.code === 'ECONNRESET' ? resolve() : reject(error),
    );
    request.on('response', (response) => {
      response.resume();
      response.on('end', () => {
        const expected = body ? 201 : 200;
        const refused = `${path}: ${response.statusCode} instead of ${expected}`;
        const kind = body ? 'writes' : 'reads';
        if (response.statusCode === expected) resolve(undisturbed.add(kind, began, clock()));
        else if (response.statusCode === 503) resolve(undisturbed.add(refused, began, clock()));
        else reject(new Error(refused));
      });
    });
    request.end(body);
  });
}

function nextEvent() {
  sent += 1;
  const event_id = `seen-${process.pid}-${sent}`;
  return JSON.stringify({ ...given.event, event_id, metadata: { use: event_id } });
}

async function observeAs(token) {
  const began = performance.now();
  for (let turn = 0; turn < given.turns; turn += 1) {
    // Whoever was held up does not make up for it in a hurry: that would be a flood of its own.
    if (performance.now() > began + (turn + 1) * given.turn_ms) continue;
    await sleep(Math.max(0, began + (turn + Math.random()) * given.turn_ms - performance.now()));
    await ask(token, '/v1/grants?limit=50');
    if (turn % given.turns_per_write === 0) await ask(token, '/v1/events', nextEvent());
  }
}

/** Without the right to watch, every machine counts as equally fast. */
function paceSince(began) {
  const taken = paces.filter(({ at }) => at >= began).map(({ ms }) => ms);
  paces = [];
  return taken.length === 0 ? 1 : taken.reduce((sum, ms) => sum + ms, 0) / taken.length;
}

for await (const line of lines) {
  if (line.startsWith('calm ')) {
    await undisturbed.calm(Number(line.slice('calm '.length)));
    process.stdout.write('{}\n');
    continue;
  }
  const seen = { reads: [], writes: [] };
  const began = clock();
  await Promise.all(given.tokens.map(observeAs));
  const left_out = await undisturbed.judge((kind, ms) => {
    // Only who asks while the machine stands still for seconds may be told that the database does not answer.
    if (!(kind in seen)) throw new Error(kind);
    seen[kind].push(ms);
  });
  process.stdout.write(`${JSON.stringify({ ...seen, pace: paceSince(began), left_out })}\n`);
}
undisturbed.end();
for (const watcher of paceWatchers) watcher.kill('SIGKILL');
agent.destroy();
