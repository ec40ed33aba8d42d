import { createHash } from 'node:crypto';
import { counted } from '../../platform/counted.ts';
import type { Database } from '../../platform/database/database.ts';
import { LapseError } from '../../platform/errors.ts';
import type { TextLine } from '../directory/import/read-lines.ts';
import type { Admission } from './admit-events.ts';
import type { EventStreamAnswer } from './event.schema.ts';
import { type EventReading, readEventLine } from './event-lines.ts';
import { ingestEvents } from './ingest-events.ts';

export interface StreamOptions {
  db: Database;
  tenant_id: number;
  admission?: Admission;
  /** Names the stream: sent again under the same name, a line without an id gets the same id again. */
  name?: string | null;
  now?: () => number;
  onProgress?: (summary: EventStreamAnswer) => void;
  /** Of the request, while traces are made. */
  traceparent?: string | null | undefined;
}

/** Large enough that statements cost little per event, small enough that the first events do not wait for long. */
const CHUNK_LINES = 2_000;
const CHUNK_CHARS = 4_194_304;
/** A stream that trickles is stored as it comes. */
const CHUNK_MS = 500;
const REJECTIONS_LISTED_MAX = 1_000;

interface ReadLine {
  number: number;
  text: string;
  reading: EventReading;
}

/** Ingests any number of lines. A chunk is durable before the next line is read, so memory does not grow. */
export async function ingestEventStream(
  options: StreamOptions,
  lines: AsyncIterable<TextLine>,
): Promise<EventStreamAnswer> {
  const now = options.now ?? Date.now;
  const summary: EventStreamAnswer = { lines: 0, accepted: 0, rejected: 0, rejections: [] };
  let chunk: ReadLine[] = [];
  let chars = 0;
  let began = now();
  const flush = async (): Promise<void> => {
    if (chunk.length > 0) await storeChunk(options, chunk, summary);
    options.onProgress?.(summary);
    chunk = [];
    chars = 0;
  };
  for await (const { number, text, fault } of lines) {
    if (!fault && text.trim() === '') continue;
    const at = now();
    if (chunk.length === 0) began = at;
    const reading = fault ? { reason: fault, event_id: null } : readEventLine(text, at);
    chunk.push({ number, text, reading });
    chars += text.length;
    const isDue = chunk.length >= CHUNK_LINES || chars >= CHUNK_CHARS || at - began >= CHUNK_MS;
    if (isDue) await flush();
  }
  await flush();
  return summary;
}

async function storeChunk(
  { db, tenant_id, admission, name, traceparent }: StreamOptions,
  chunk: readonly ReadLine[],
  summary: EventStreamAnswer,
): Promise<void> {
  await requireRoom(admission, tenant_id, chunk, summary);
  const q = db.alone(tenant_id);
  const verdicts = await ingestEvents(
    {
      read: q,
      write: q,
      originOf: (index) => ({ source: 'stream', text: (chunk[index] as ReadLine).text || null }),
      traceparents: traceparent ? [traceparent] : [],
      ...(name ? { makeId: (index) => derivedId(name, chunk[index] as ReadLine) } : {}),
    },
    chunk.map((line) => line.reading),
  );
  const rejections = verdicts.flatMap((verdict, index) =>
    'event' in verdict ? [] : [{ line: (chunk[index] as ReadLine).number, reason: verdict.reason }],
  );
  const accepted = chunk.length - rejections.length;
  summary.lines += chunk.length;
  summary.accepted += accepted;
  summary.rejected += rejections.length;
  summary.rejections.push(...rejections.slice(0, REJECTIONS_LISTED_MAX - summary.rejections.length));
  admission?.count(tenant_id, accepted);
}

/** Whoever is stopped in the middle must know where to go on. */
async function requireRoom(
  admission: Admission | undefined,
  tenantId: number,
  chunk: readonly ReadLine[],
  { accepted, rejected }: EventStreamAnswer,
): Promise<void> {
  try {
    await admission?.require(tenantId);
  } catch (error) {
    if (!(error instanceof LapseError) || error.code !== 'rate_limited') throw error;
    const { retry_after = 1 } = error;
    const where = `Too many events wait to be applied. ${counted(accepted, 'event')} of this stream ${accepted === 1 ? 'is' : 'are'} accepted and ${rejected} rejected; go on from line ${chunk[0]?.number} in ${retry_after} s.`;
    throw new LapseError('rate_limited', where, undefined, { retry_after });
  }
}

/** A UUID (version 8) of the stream's name, the place of the line and what it says. */
function derivedId(name: string, { number, text }: ReadLine): string {
  const hex = createHash('sha256').update(`${name}\n${number}\n${text}`).digest('hex');
  const variant = '89ab'[Number.parseInt(hex[16] as string, 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
