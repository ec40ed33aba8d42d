// The least that can answer: Fastify and the same bytes. Started by run.ts with the body on standard input.
import { readFileSync } from 'node:fs';
import fastify from 'fastify';

const { body, content_type } = JSON.parse(readFileSync(0, 'utf8'));
const app = fastify();
app.get('/v1/grants', (_request, reply) => reply.header('content-type', content_type).send(body));
await app.listen({ host: '127.0.0.1', port: Number(process.argv[2]) });
