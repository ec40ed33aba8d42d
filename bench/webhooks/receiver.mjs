// A receiver that answers at once, in a process of its own. Tells its parent its port, and counts on request; with
// `watch` it tells of every arrival as it comes.
import { createServer } from 'node:http';

let count = 0;
let isWatched = false;
const answer = Buffer.from('ok');
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    count += 1;
    if (isWatched) process.send?.({ arrived: request.headers['webhook-id'], at: Date.now() });
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 2 }).end(answer);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }));
process.on('message', (order) => {
  if (order === 'watch') isWatched = true;
  if (order === 'count') process.send?.({ count });
});
process.on('disconnect', () => process.exit(0));
