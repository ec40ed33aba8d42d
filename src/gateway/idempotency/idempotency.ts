import { createHash, type Hash, randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database, Querier } from '../../platform/database/database.ts';
import { openSecret, sealSecret } from '../../platform/database/sealed-secret.ts';
import { invalidRequest, LapseError } from '../../platform/errors.ts';
import { callerOf } from '../authentication.ts';
import {
  findResponse,
  holdKey,
  lockRequest,
  type RequestIdentity,
  releaseKey,
  type StoredResponse,
  saveResponse,
} from './idempotency-keys.sql.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it came, kept for POSTs so that a repeat can be told from another request. */
    rawBody: Buffer | null;
  }
}

export interface Outcome {
  status: number;
  body: unknown;
}

/** The reply itself, which tells Fastify that the answer is on its way; routes must not look into it. */
type Sent = undefined;

const JSON_TYPE = 'application/json; charset=utf-8';

/** A request is about a few rows that it names; planning its dozen statements took longer than running them. */
const PLANS = 'force_generic_plan';

/**
 * Runs a POST in one transaction together with the memory of its answer: after a crash either both are there
 * or neither. Only successes are remembered; a refused request changed nothing and may be sent again. An answer that
 * holds a secret is remembered under a key, for the caller who repeats the request and for nobody who reads the table.
 */
export async function runIdempotently(
  db: Database,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Querier) => Promise<Outcome>,
  { sealed_with }: { sealed_with?: Buffer } = {},
): Promise<Sent> {
  const { tenant_id } = callerOf(request);
  const identity = requestIdentity(request);
  if (!identity) return sendOutcome(reply, await db.transaction(tenant_id, work, PLANS));
  const requestHash = hashOfQuery(request)
    .update(request.rawBody ?? '')
    .digest();
  const { response, isReplay } = await db.transaction(
    tenant_id,
    async (tx) => {
      if (!(await lockRequest(tx, identity))) throw inFlight();
      const purpose = `tenant ${tenant_id} answer ${JSON.stringify(identity)}`;
      const stored = await findResponse(tx, identity);
      if (stored) {
        const { body, ...known } = requireSameRequest(stored, requestHash);
        const opened = sealed_with ? Buffer.from(openSecret(sealed_with, purpose, body.toString())) : body;
        return { response: { ...known, body: opened }, isReplay: true };
      }
      const outcome = await work(tx);
      const response = toResponse(reply, outcome, requestHash);
      const { body } = response;
      const kept = sealed_with ? Buffer.from(sealSecret(sealed_with, purpose, body.toString())) : body;
      await saveResponse(tx, identity, { ...response, body: kept });
      return { response, isReplay: false };
    },
    PLANS,
  );
  return sendResponse(reply, response, isReplay);
}

export interface OneWrite {
  read: Querier;
  write: Querier;
  /** The answer is stored with the write, in one transaction. */
  is_remembered: boolean;
}

/** For work with a single write: without a key to remember it is its own transaction, and one round trip. */
export async function runOneWriteIdempotently(
  db: Database,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (q: OneWrite) => Promise<Outcome>,
): Promise<Sent> {
  if (request.headers['idempotency-key'] !== undefined) {
    return runIdempotently(db, request, reply, (tx) => work({ read: tx, write: tx, is_remembered: true }));
  }
  const { tenant_id } = callerOf(request);
  const q = { read: db.tenant(tenant_id), write: db.alone(tenant_id), is_remembered: false };
  return sendOutcome(reply, await work(q));
}

type StreamWork = (chunks: AsyncIterable<Buffer>, identity: RequestIdentity | null) => Promise<Outcome>;

/** A third of what a key is held for. */
const HOLD_AGAIN_MS = 20_000;

/**
 * For bodies that are streamed and stored chunk by chunk, by commands whose repetition changes nothing. There is
 * no transaction around them: the key is held while the body is read, and freed when its answer is remembered.
 */
export async function runStreamIdempotently(
  db: Database,
  request: FastifyRequest,
  reply: FastifyReply,
  body: AsyncIterable<Buffer>,
  work: StreamWork,
): Promise<Sent> {
  const identity = requestIdentity(request);
  if (!identity) return sendOutcome(reply, await work(body, null));
  const q = db.alone(callerOf(request).tenant_id);
  const holder = randomUUID();
  if (!(await holdKey(q, identity, holder))) throw inFlight();
  const holding = setInterval(() => void holdKey(q, identity, holder).catch(() => {}), HOLD_AGAIN_MS);
  const hash = hashOfQuery(request);
  const answer = await answerHeld(q, reply, { identity, body, work, hash }).finally(async () => {
    clearInterval(holding);
    // Where the database is away it is nobody's after a minute.
    await releaseKey(q, identity, holder).catch(() => {});
  });
  return sendResponse(reply, answer.response, answer.isReplay);
}

async function answerHeld(
  q: Querier,
  reply: FastifyReply,
  {
    identity,
    body,
    work,
    hash,
  }: { identity: RequestIdentity; body: AsyncIterable<Buffer>; work: StreamWork; hash: Hash },
): Promise<{ response: StoredResponse; isReplay: boolean }> {
  const chunks = hashing(body, hash);
  const stored = await findResponse(q, identity);
  if (stored) {
    for await (const _ of chunks) {
      // Read to the end: only the whole body tells whether this is the same request.
    }
    return { response: requireSameRequest(stored, hash.digest()), isReplay: true };
  }
  const outcome = await work(chunks, identity);
  const response = toResponse(reply, outcome, hash.digest());
  await saveResponse(q, identity, response);
  return { response, isReplay: false };
}

const inFlight = (): LapseError =>
  new LapseError(
    'idempotency_key_in_flight',
    'A request with this Idempotency-Key is still under way; wait for its answer and repeat.',
  );

/** One body can be read in several ways: the query says which columns of a CSV mean what. */
function hashOfQuery(request: FastifyRequest): Hash {
  const hash = createHash('sha256');
  const at = request.url.indexOf('?');
  return at === -1 ? hash : hash.update(request.url.slice(at));
}

async function* hashing(chunks: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** For what must not happen twice, whoever sends it. */
export function requireUuidKey({ headers }: FastifyRequest): void {
  const key = headers['idempotency-key'];
  const loc = ['header', 'Idempotency-Key'];
  if (key === undefined) throw invalidRequest([{ loc, msg: 'is required', type: 'missing' }]);
  if (!UUID.test(String(key))) throw invalidRequest([{ loc, msg: 'expected a UUID', type: 'bad_format' }]);
}

function requestIdentity(request: FastifyRequest): RequestIdentity | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    const msg = 'expected 1 to 255 printable characters without spaces, such as a UUID';
    throw invalidRequest([{ loc: ['header', 'Idempotency-Key'], msg, type: 'bad_format' }]);
  }
  const path = request.url.split('?', 1)[0] ?? '';
  return { caller: callerOf(request).subject, method: request.method, path, key };
}

function requireSameRequest(stored: StoredResponse, requestHash: Buffer): StoredResponse {
  if (stored.request_hash.equals(requestHash)) return stored;
  throw new LapseError(
    'idempotency_key_reused',
    'This Idempotency-Key was used for a request with another body or query; use a new key.',
  );
}

function toResponse(reply: FastifyReply, outcome: Outcome, requestHash: Buffer): StoredResponse {
  const text = reply.code(outcome.status).serialize(outcome.body as object) as string;
  const { status } = outcome;
  return { request_hash: requestHash, status, content_type: JSON_TYPE, body: Buffer.from(text) };
}

function sendOutcome(reply: FastifyReply, { status, body }: Outcome): Sent {
  return reply.code(status).send(body) as unknown as Sent;
}

function sendResponse(reply: FastifyReply, response: StoredResponse, isReplay: boolean): Sent {
  if (isReplay) reply.header('idempotency-replayed', 'true');
  return reply.code(response.status).type(response.content_type).send(response.body) as unknown as Sent;
}
