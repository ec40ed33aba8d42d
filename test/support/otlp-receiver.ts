import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

export interface ReceivedSpan {
  trace_id: string;
  span_id: string;
  parent_span_id: string;
  name: string;
  kind: number;
  start_ns: bigint;
  end_ns: bigint;
  attributes: Record<string, string | number | boolean>;
  links: { trace_id: string; span_id: string }[];
  is_error: boolean;
  resource: Record<string, string | number | boolean>;
}

/** A collector on loopback that takes OTLP over HTTP in its binary form and keeps the spans, and the bytes. */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const bytes: Buffer[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const message = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
    bytes.push(message);
    if (request.url === '/v1/traces') spans.push(...readRequest(message));
    response.setHeader('content-type', 'application/x-protobuf');
    response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bytes,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The fields of a protobuf message by their numbers: bytes of texts and messages, numbers of the rest. */
type Fields = Map<number, (Buffer | bigint)[]>;

function readFields(message: Buffer): Fields {
  const fields: Fields = new Map();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++] as number;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number): Buffer => {
    at += length;
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const key = Number(varint());
    const wire = key & 7;
    const value =
      wire === 0
        ? varint()
        : wire === 1
          ? take(8).readBigUInt64LE()
          : wire === 2
            ? take(Number(varint()))
            : take(4);
    fields.set(key >> 3, [...(fields.get(key >> 3) ?? []), value]);
  }
  return fields;
}

const messages = (fields: Fields, number: number): Fields[] =>
  (fields.get(number) ?? []).map((value) => readFields(value as Buffer));
const first = (fields: Fields, number: number): Buffer | bigint | undefined => fields.get(number)?.[0];
const hex = (value: Buffer | bigint | undefined): string =>
  value === undefined ? '' : (value as Buffer).toString('hex');

function readRequest(message: Buffer): ReceivedSpan[] {
  return messages(readFields(message), 1).flatMap((resourceSpans) => {
    const [resource] = messages(resourceSpans, 1);
    const about = resource ? readAttributes(resource, 1) : {};
    return messages(resourceSpans, 2).flatMap((scope) =>
      messages(scope, 2).map((span) => readSpan(span, about)),
    );
  });
}

function readSpan(span: Fields, resource: ReceivedSpan['resource']): ReceivedSpan {
  const [status] = messages(span, 15);
  return {
    trace_id: hex(first(span, 1)),
    span_id: hex(first(span, 2)),
    parent_span_id: hex(first(span, 4)),
    name: String(first(span, 5)),
    kind: Number(first(span, 6) ?? 0),
    start_ns: first(span, 7) as bigint,
    end_ns: first(span, 8) as bigint,
    attributes: readAttributes(span, 9),
    links: messages(span, 13).map((link) => ({
      trace_id: hex(first(link, 1)),
      span_id: hex(first(link, 2)),
    })),
    is_error: status !== undefined && first(status, 3) === 2n,
    resource,
  };
}

function readAttributes(of: Fields, number: number): Record<string, string | number | boolean> {
  return Object.fromEntries(
    messages(of, number).map((pair) => {
      const value = readFields(first(pair, 2) as Buffer);
      const [kind, raw] = [...value].map(([n, [v]]) => [n, v] as const)[0] ?? [1, Buffer.alloc(0)];
      const read = kind === 1 ? String(raw) : kind === 2 ? raw === 1n : kind === 3 ? Number(raw) : 'other';
      return [String(first(pair, 1)), read];
    }),
  );
}
