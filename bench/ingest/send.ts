import http from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AcceptedEvent } from '../../src/core/events/inbox.sql.ts';

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

interface Answer {
  status: number;
  body: string;
}

async function request(
  url: string,
  method: 'GET' | 'POST',
  contentType: string | null,
  body: Buffer | Iterable<Buffer> | null,
): Promise<Answer> {
  const headers = contentType === null ? {} : { 'content-type': contentType };
  const sent = http.request(url, { method, agent, headers });
  const answered = new Promise<Answer>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode as number, body: Buffer.concat(pieces).toString() }),
      );
    });
  });
  if (body === null || Buffer.isBuffer(body)) sent.end(body ?? undefined);
  else await pipeline(Readable.from(body), sent);
  return answered;
}

/** What is refused would make the rest faster. */
function requireAccepted({ status, body }: Answer, events: number): void {
  const accepted = status < 300 ? (JSON.parse(body) as { accepted?: number }).accepted : undefined;
  if (accepted !== events) throw new Error(`${status}, not ${events} accepted: ${body.slice(0, 500)}`);
}

export async function sendStream(url: string, blocks: Iterable<Buffer>, events: number): Promise<void> {
  const answer = await request(`${url}/v1/events/stream`, 'POST', 'application/x-ndjson', blocks);
  requireAccepted(answer, events);
}

export interface BatchBody {
  events: number;
  body: Buffer;
}

export function batchBodies(events: readonly AcceptedEvent[], size: number): BatchBody[] {
  const bodies: BatchBody[] = [];
  for (let from = 0; from < events.length; from += size) {
    const batch = events.slice(from, from + size);
    bodies.push({ events: batch.length, body: Buffer.from(JSON.stringify({ events: batch })) });
  }
  return bodies;
}

export async function sendBatch(url: string, { events, body }: BatchBody): Promise<void> {
  requireAccepted(await request(`${url}/v1/events/batch`, 'POST', 'application/json', body), events);
}

/** The next batch goes out as soon as one of the connections is free. */
export async function sendBatches(url: string, bodies: BatchBody[], connections: number): Promise<void> {
  let next = 0;
  const one = async (): Promise<void> => {
    for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) await sendBatch(url, body);
  };
  await Promise.all(Array.from({ length: connections }, one));
}

export async function sendOne(url: string, event: AcceptedEvent): Promise<void> {
  const body = Buffer.from(JSON.stringify(event));
  const { status, body: text } = await request(`${url}/v1/events`, 'POST', 'application/json', body);
  if (status !== 201 || !text.includes('accepted')) throw new Error(`${status}: ${text}`);
}

/** The latest use that the scores of this access know of, in milliseconds since 1970. */
export async function lastUse(
  url: string,
  pair: Pick<AcceptedEvent, 'principal_id' | 'asset_id'>,
): Promise<number> {
  const { principal_id, asset_id } = pair;
  const query = new URLSearchParams({ principal_id, asset_id });
  const { status, body } = await request(`${url}/v1/scores?${query}`, 'GET', null, null);
  if (status !== 200) throw new Error(`${status}: ${body}`);
  const { items } = JSON.parse(body) as { items: { last_used: string | null }[] };
  return Math.max(0, ...items.map((item) => (item.last_used === null ? 0 : Date.parse(item.last_used))));
}

export function closeConnections(): void {
  agent.destroy();
}
