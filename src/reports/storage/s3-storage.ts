import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { LapseError } from '../../platform/errors.ts';
import type { ReportBucket } from './bucket.rules.ts';
import type { FileWriter, ReportFile, ReportStorage } from './storage.ts';

/** Parts must have 5 MiB at least; one is held in memory. 10,000 of them may be: 80 GB. */
const PART_BYTES = 8 << 20;
const TIMEOUT_MS = 120_000;
/** Without a byte from the bucket. How long somebody takes to read what came is theirs. */
const SILENCE_MS = 60_000;
const RETRIES = 3;

/** In a bucket that speaks S3. Nothing there is shown to callers: gateways pass the bytes on. */
export function createS3Storage(bucket: ReportBucket, silence_ms = SILENCE_MS): ReportStorage {
  const s3 = new S3(bucket, silence_ms);
  return {
    kind: 's3',
    open: (file) => new PartWriter(s3, keyOf(file)),
    read: (file, range) => s3.read(keyOf(file), range),
    async remove(report, attempt) {
      if (attempt !== 'all') return s3.delete(keyOf({ ...report, attempt }));
      for (const key of await s3.list(keyOf({ ...report, attempt: '' }))) await s3.delete(key);
    },
  };
}

/** Puts single texts in the same bucket. */
export function createS3Objects(bucket: ReportBucket): (key: string, text: string) => Promise<void> {
  const s3 = new S3(bucket, SILENCE_MS);
  return (key, text) => s3.put(key, Buffer.from(text));
}

const keyOf = ({ tenant_id, report_id, attempt }: ReportFile): string =>
  `reports/${tenant_id}/${report_id}/${attempt}`;

class S3 {
  readonly #client: AwsClient;
  readonly #base: string;
  readonly #silenceMs: number;

  constructor(
    { endpoint, bucket, region, access_key_id, secret_access_key, path_style }: ReportBucket,
    silenceMs: number,
  ) {
    this.#silenceMs = silenceMs;
    this.#client = new AwsClient({
      accessKeyId: access_key_id,
      secretAccessKey: secret_access_key,
      service: 's3',
      region,
      retries: RETRIES,
    });
    const url = new URL(endpoint);
    if (!path_style) url.host = `${bucket}.${url.host}`;
    this.#base = `${url.href.replace(/\/$/, '')}${path_style ? `/${bucket}` : ''}`;
  }

  /** Answers with the response when it is one of these statuses. */
  async send(
    method: string,
    place: string,
    {
      body,
      headers = {},
      statuses = [200],
      signal = AbortSignal.timeout(TIMEOUT_MS),
    }: { body?: Buffer; headers?: Record<string, string>; statuses?: number[]; signal?: AbortSignal } = {},
  ): Promise<Response> {
    const sha256 = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const response = await this.#client.fetch(`${this.#base}${place}`, {
      method,
      headers: { ...headers, 'x-amz-content-sha256': sha256 },
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
      signal,
    });
    if (statuses.includes(response.status)) return response;
    const code = /<Code>([^<]{1,100})<\/Code>/.exec(await response.text())?.[1] ?? 'no reason given';
    throw new LapseError('unavailable', `The bucket of reports answers ${response.status} (${code}).`);
  }

  async put(key: string, body: Buffer): Promise<void> {
    await drained(await this.send('PUT', `/${key}`, { body }));
  }

  async begin(key: string): Promise<string> {
    const text = await (await this.send('POST', `/${key}?uploads=`)).text();
    const id = /<UploadId>([^<]+)<\/UploadId>/.exec(text)?.[1];
    if (id === undefined) throw new LapseError('unavailable', 'The bucket of reports began no upload.');
    return decodeXml(id);
  }

  async putPart(key: string, upload: string, number: number, body: Buffer): Promise<string> {
    const place = `/${key}?partNumber=${number}&uploadId=${encodeURIComponent(upload)}`;
    const response = await drained(await this.send('PUT', place, { body }));
    return response.headers.get('etag') ?? '';
  }

  async complete(key: string, upload: string, etags: readonly string[]): Promise<void> {
    const parts = etags.map(
      (tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${encodeXml(tag)}</ETag></Part>`,
    );
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
    const response = await this.send('POST', `/${key}?uploadId=${encodeURIComponent(upload)}`, { body });
    // A failure may come under 200, after the headers were sent.
    const text = await response.text();
    if (text.includes('<Error>'))
      throw new LapseError('unavailable', 'The bucket of reports lost an upload.');
  }

  async abort(key: string, upload: string): Promise<void> {
    const place = `/${key}?uploadId=${encodeURIComponent(upload)}`;
    await drained(await this.send('DELETE', place, { statuses: [204, 200, 404] }));
  }

  async delete(key: string): Promise<void> {
    await drained(await this.send('DELETE', `/${key}`, { statuses: [204, 200, 404] }));
  }

  async list(prefix: string): Promise<string[]> {
    const text = await (await this.send('GET', `?list-type=2&prefix=${encodeURIComponent(prefix)}`)).text();
    return [...text.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => decodeXml(key));
  }

  /** Asks again from where it stopped when the bucket ends a connection that a slow reader kept for long. */
  async *read(key: string, { from, to }: { from: number; to: number }): AsyncGenerator<Buffer> {
    let at = from;
    while (at < to) {
      const before = at;
      try {
        for await (const part of this.#readOnce(key, { from: at, to })) {
          at += part.length;
          yield part;
        }
        if (at < to) throw new Error('The file ended early.');
      } catch (error) {
        if (at === before || error instanceof LapseError) throw error;
      }
    }
  }

  async *#readOnce(key: string, { from, to }: { from: number; to: number }): AsyncGenerator<Buffer> {
    const silence = new SilenceLimit(this.#silenceMs);
    const headers = { range: `bytes=${from}-${to - 1}` };
    const { signal } = silence;
    try {
      const response = await silence.during(
        this.send('GET', `/${key}`, { headers, statuses: [206, 200], signal }),
      );
      if (response.status === 200 && from > 0)
        throw new LapseError('unavailable', 'The bucket of reports gives no ranges.');
      const reader = response.body?.getReader();
      let left = to - from;
      while (reader && left > 0) {
        const { done, value } = await silence.during(reader.read());
        if (done) return;
        const part = Buffer.from(value).subarray(0, left);
        left -= part.length;
        yield part;
      }
    } finally {
      // Whoever stops reading frees the connection.
      silence.end();
    }
  }
}

/** A body that nobody reads keeps its connection. */
async function drained(response: Response): Promise<Response> {
  await response.arrayBuffer();
  return response;
}

const decodeXml = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const encodeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A short file goes at once, a longer one in parts. */
class PartWriter implements FileWriter {
  readonly #s3: S3;
  readonly #key: string;
  #waiting: Uint8Array[] = [];
  #length = 0;
  #upload: string | null = null;
  readonly #etags: string[] = [];
  #isStored = false;

  constructor(s3: S3, key: string) {
    this.#s3 = s3;
    this.#key = key;
  }

  write = async (bytes: Uint8Array): Promise<void> => {
    // Whoever writes may use the memory again.
    this.#waiting.push(Buffer.from(bytes));
    this.#length += bytes.length;
    if (this.#length >= PART_BYTES) await this.#putPart();
  };

  async #putPart(): Promise<void> {
    this.#upload ??= await this.#s3.begin(this.#key);
    const part = this.#take();
    this.#etags.push(await this.#s3.putPart(this.#key, this.#upload, this.#etags.length + 1, part));
  }

  #take(): Buffer {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#length = 0;
    return bytes;
  }

  async close(): Promise<void> {
    if (this.#upload === null) {
      await this.#s3.put(this.#key, this.#take());
    } else {
      if (this.#length > 0) await this.#putPart();
      await this.#s3.complete(this.#key, this.#upload, this.#etags);
    }
    this.#isStored = true;
  }

  /** The bucket may be what has failed; then a lifecycle rule of its own ends the upload. */
  async abandon(): Promise<void> {
    if (this.#isStored) await this.#s3.delete(this.#key).catch(() => {});
    else if (this.#upload !== null) await this.#s3.abort(this.#key, this.#upload).catch(() => {});
  }
}

/** Breaks something off that says nothing for too long while it is waited for; between waits there is no limit. */
export class SilenceLimit {
  readonly #ms: number;
  readonly #aborting = new AbortController();

  constructor(ms: number) {
    this.#ms = ms;
  }

  get signal(): AbortSignal {
    return this.#aborting.signal;
  }

  async during<T>(waiting: Promise<T>): Promise<T> {
    const silent = new LapseError(
      'unavailable',
      `The bucket of reports has sent nothing for ${this.#ms / 1000} s.`,
    );
    const timer = setTimeout(() => this.#aborting.abort(silent), this.#ms);
    try {
      return await waiting;
    } finally {
      clearTimeout(timer);
    }
  }

  end(): void {
    this.#aborting.abort();
  }
}
