// The least that can answer: Fastify and the same bytes. Started by run.ts with {path: {body, content_type}} on standard
// input.
import { readFileSync } from 'node:fs';
import fastify from 'fastify';

const app = fastify();
for (const [path, { body, content_type }] of Object.entries(JSON.parse(readFileSync(0, 'utf8')))) {
  app.get(path, (_request, reply) => reply.header('content-type', content_type).send(body));
}
await app.listen({ host: '127.0.0.1', port: Number(process.argv[2]) });
