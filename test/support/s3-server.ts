import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface S3Server {
  endpoint: string;
  objects: Map<string, Buffer>;
  uploads: Map<string, Map<number, Buffer>>;
  requests: string[];
  /** Requests to answer with 503 first. */
  failures: number;
  stop(): Promise<void>;
}

const KEYS = { id: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', region: 'eu-test-1' };
export const S3_BUCKET = {
  bucket: 'lapse-files',
  region: KEYS.region,
  access_key_id: KEYS.id,
  secret_access_key: KEYS.secret,
  path_style: true,
};

const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex');
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** As the documentation of Signature Version 4 has it, computed from the request alone. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (!match) return false;
  const [, id, day = '', region = '', signedHeaders = '', signature = ''] = match;
  const url = new URL(request.url ?? '', 'http://x');
  const headers = signedHeaders.split(';');
  const payload = String(request.headers['x-amz-content-sha256']);
  const canonical = [
    request.method,
    url.pathname
      .split('/')
      .map((step) => encode(decodeURIComponent(step)))
      .join('/'),
    [...url.searchParams]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&'),
    ...headers.map((name) => `${name}:${String(request.headers[name]).trim().replace(/\s+/g, ' ')}`),
    '',
    signedHeaders,
    payload,
  ].join('\n');
  const at = String(request.headers['x-amz-date']);
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n');
  const key = ['aws4_request'].reduce(hmac, hmac(hmac(hmac(`AWS4${KEYS.secret}`, day), region), 's3'));
  const expected = hmac(key, text);
  return (
    id === KEYS.id &&
    region === KEYS.region &&
    at.startsWith(day) &&
    ['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => headers.includes(name)) &&
    payload === sha256(body) &&
    timingSafeEqual(expected, Buffer.from(signature, 'hex'))
  );
}

/** As much of S3 as keeps files: whole and in parts, ranges, listing, deletion. Believes only what is signed. */
export async function startS3Server(): Promise<S3Server> {
  const state: Omit<S3Server, 'endpoint' | 'stop'> = {
    objects: new Map(),
    uploads: new Map(),
    requests: [],
    failures: 0,
  };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const url = new URL(request.url ?? '', 'http://x');
    const query = [...url.searchParams.keys()].join('&');
    state.requests.push(`${request.method}${query ? ` ${query}` : ''}`);
    if (state.failures > 0) {
      state.failures -= 1;
      return refuse(response, 503, 'SlowDown');
    }
    if (!isSigned(request, body)) return refuse(response, 403, 'SignatureDoesNotMatch');
    const prefix = `/${S3_BUCKET.bucket}`;
    if (!url.pathname.startsWith(prefix)) return refuse(response, 404, 'NoSuchBucket');
    answer(state, request, response, {
      key: decodeURIComponent(url.pathname.slice(prefix.length + 1)),
      query: url.searchParams,
      body,
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function refuse(response: ServerResponse, status: number, code: string): ServerResponse {
  return response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
}

function answer(
  { objects, uploads }: Pick<S3Server, 'objects' | 'uploads'>,
  request: IncomingMessage,
  response: ServerResponse,
  { key, query, body }: { key: string; query: URLSearchParams; body: Buffer },
): ServerResponse {
  const upload = query.get('uploadId');
  const etag = `"${createHash('md5').update(body).digest('hex')}"`;
  switch (request.method) {
    case 'POST': {
      if (query.has('uploads')) {
        const id = `up+load/${uploads.size}&`;
        uploads.set(id, new Map());
        return response.end(
          `<InitiateMultipartUploadResult><UploadId>${id.replace('&', '&amp;')}</UploadId></InitiateMultipartUploadResult>`,
        );
      }
      const parts = uploads.get(upload ?? '');
      if (!parts) return refuse(response, 404, 'NoSuchUpload');
      const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, n]) =>
        Number(n),
      );
      const pieces = numbers.map((number) => parts.get(number) as Buffer);
      if (pieces.slice(0, -1).some((piece) => piece.length < 5 << 20))
        return refuse(response, 400, 'EntityTooSmall');
      objects.set(key, Buffer.concat(pieces));
      uploads.delete(upload ?? '');
      return response.end('<CompleteMultipartUploadResult/>');
    }
    case 'PUT': {
      if (upload === null) objects.set(key, body);
      else {
        const parts = uploads.get(upload);
        if (!parts) return refuse(response, 404, 'NoSuchUpload');
        parts.set(Number(query.get('partNumber')), body);
      }
      return response.writeHead(200, { etag }).end();
    }
    case 'DELETE':
      if (upload === null) objects.delete(key);
      else uploads.delete(upload);
      return response.writeHead(204).end();
    default: {
      if (query.has('list-type')) {
        const found = [...objects.keys()].filter((name) => name.startsWith(query.get('prefix') ?? ''));
        return response.end(
          `<ListBucketResult>${found.map((name) => `<Contents><Key>${name}</Key></Contents>`).join('')}</ListBucketResult>`,
        );
      }
      const object = objects.get(key);
      if (!object) return refuse(response, 404, 'NoSuchKey');
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
      if (!range) return response.end(object);
      return response.writeHead(206).end(object.subarray(Number(range[1]), Number(range[2]) + 1));
    }
  }
}
