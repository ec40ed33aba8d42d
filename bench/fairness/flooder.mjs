// A tenant that sends all it can of one kind, in a process of its own so that it does not hold up who measures:
//   node flooder.mjs KIND TOKEN EVENT ADDRESS...
// until its standard input ends; then it says how much got through, how much was refused, and in how many seconds.
import http from 'node:http';

const [kind, token, event, ...addresses] = process.argv.slice(2);
const counts = { done: 0, refused: 0, seconds: 0 };
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
const AT_ONCE = 100;
const LINES_AT_ONCE = 200;
const PEOPLE = 50_000;
let isOn = true;
let sent = 0;

function open(method, path, type, index) {
  const headers = { authorization: `Bearer ${token}`, ...(type ? { 'content-type': type } : {}) };
  return http.request(`${addresses[index % addresses.length]}${path}`, { method, agent, headers });
}

const answered = (request) =>
  new Promise((resolve) => {
    request.on('error', () => resolve(null));
    request.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
      response.on('error', () => resolve(null));
    });
  });

async function ask(index, isRead) {
  while (isOn) {
    const request = isRead
      ? open('GET', '/v1/grants?limit=50', null, index)
      : open('POST', '/v1/events', 'application/json', index);
    const status = answered(request);
    request.end(isRead ? undefined : event);
    if ((await status) === 429) counts.refused += 1;
    else counts.done += 1;
  }
}

/** People that are new, and others each time they come again. */
function people() {
  return Array.from({ length: LINES_AT_ONCE }, (_, index) => {
    const number = sent + index;
    const id = `flood-${number % PEOPLE}`;
    return `${JSON.stringify({ kind: 'principal', id, display_name: `${id} ${number}`, type: 'user', source: 'flood' })}\n`;
  }).join('');
}

/** One body after the other, each without end. Lines count when the gateway has taken them. */
async function pour(index, path, block) {
  while (isOn) {
    const request = open('POST', path, 'application/x-ndjson', index);
    let isOver = false;
    const done = answered(request).then((status) => {
      isOver = true;
      if (status === 429) counts.refused += 1;
    });
    while (isOn && !isOver) {
      const isTaken = request.write(block());
      sent += LINES_AT_ONCE;
      counts.done += LINES_AT_ONCE;
      if (isTaken) await new Promise((resolve) => setImmediate(resolve));
      else
        await Promise.race([
          done,
          new Promise((resolve) => request.once('drain', () => setImmediate(resolve))),
        ]);
    }
    request.end();
    await done;
    // What was refused is refused for a while.
    if (isOn) await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

const events = `${event}\n`.repeat(LINES_AT_ONCE);
const each = (count, work) => Array.from({ length: count }, (_, index) => work(index));
const KINDS = {
  reads: () => each(AT_ONCE, (index) => ask(index, true)),
  events: () => each(AT_ONCE, (index) => ask(index, false)),
  refused: () => each(AT_ONCE, (index) => ask(index, index % 2 < 1)),
  stream: () => each(addresses.length, (index) => pour(index, '/v1/events/stream', () => events)),
  import: () => each(addresses.length, (index) => pour(index, '/v1/directory/import', people)),
};

const began = performance.now();
process.stdin.resume().on('end', () => {
  isOn = false;
  counts.seconds = (performance.now() - began) / 1000;
  process.stdout.write(JSON.stringify(counts), () => process.exit(0));
});
await Promise.all(KINDS[kind]());
