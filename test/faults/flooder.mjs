// A tenant that floods, in a process of its own so that it does not hold up who measures:
//   node flooder.mjs ADDRESS TOKEN EVENT REQUESTS_AT_ONCE
// asks, writes, streams and imports as fast as it is answered until its standard input ends, then says how much that was.
import http from 'node:http';

const [address, token, event, requestsAtOnce] = process.argv.slice(2);
const counts = { answered: 0, refused: 0, streamed: 0, imported: 0 };
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
const LINES_AT_ONCE = 200;
const events = `${event}\n`.repeat(LINES_AT_ONCE);
const PEOPLE = 50_000;
let isOn = true;

function open(method, path, type) {
  const headers = { authorization: `Bearer ${token}`, ...(type ? { 'content-type': type } : {}) };
  return http.request(`${address}${path}`, { method, agent, headers });
}

const answered = (request) =>
  new Promise((resolve) => {
    request.on('error', () => resolve(null));
    request.on('response', (response) => {
      // Whoever started this waits for the first answer.
      if (counts.answered + counts.refused === 0) process.stdout.write('begun\n');
      counts[response.statusCode === 429 ? 'refused' : 'answered'] += 1;
      response.resume();
      response.on('end', () => resolve(response.statusCode));
      response.on('error', () => resolve(null));
    });
  });

async function ask(index) {
  while (isOn) {
    const isRead = index % 2 === 1;
    const request = isRead
      ? open('GET', '/v1/grants?limit=50')
      : open('POST', '/v1/events', 'application/json');
    const done = answered(request);
    request.end(isRead ? undefined : event);
    await done;
  }
}

/** People that are new, and others each time they come again. */
function people() {
  return Array.from({ length: LINES_AT_ONCE }, (_, index) => {
    const number = counts.imported + index;
    const id = `flood-${number % PEOPLE}`;
    return `${JSON.stringify({ kind: 'principal', id, display_name: `${id} ${number}`, type: 'user', source: 'flood' })}\n`;
  }).join('');
}

/** One body after the other, each without end. */
async function pour(path, counted, block) {
  while (isOn) {
    const request = open('POST', path, 'application/x-ndjson');
    let isOver = false;
    const done = answered(request).then(() => {
      isOver = true;
    });
    while (isOn && !isOver) {
      const isTaken = request.write(block());
      counts[counted] += LINES_AT_ONCE;
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

process.stdin.resume().on('end', () => {
  isOn = false;
});
await Promise.all([
  ...Array.from({ length: Number(requestsAtOnce) }, (_, index) => ask(index)),
  pour('/v1/events/stream', 'streamed', () => events),
  pour('/v1/directory/import', 'imported', people),
]);
process.stdout.write(JSON.stringify(counts));
process.exit(0);
