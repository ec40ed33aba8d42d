import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createReportWorld, type ReportWorld } from '../../../test/support/report-world.ts';
import { S3_BUCKET, type S3Server, startS3Server } from '../../../test/support/s3-server.ts';
import { removeReports, reportTenant } from '../run-reports.ts';
import { createReportStorages } from './report-storages.ts';
import { createS3Storage } from './s3-storage.ts';

let server: S3Server;
let world: ReportWorld;
beforeAll(async () => {
  server = await startS3Server();
  world = await createReportWorld({
    REPORTS_S3_ENDPOINT: server.endpoint,
    REPORTS_S3_BUCKET: S3_BUCKET.bucket,
    REPORTS_S3_REGION: S3_BUCKET.region,
    REPORTS_S3_ACCESS_KEY_ID: S3_BUCKET.access_key_id,
    REPORTS_S3_SECRET_ACCESS_KEY: S3_BUCKET.secret_access_key,
  });
});
afterAll(async () => {
  await world.close();
  await server.stop();
});
beforeEach(() => {
  server.requests.length = 0;
});

const storage = () => createS3Storage({ ...S3_BUCKET, endpoint: server.endpoint });
const file = { tenant_id: 1, report_id: 'r', attempt: 'a' };

async function read(range: { from: number; to: number }): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of storage().read(file, range)) parts.push(part);
  return Buffer.concat(parts);
}

test('a long file goes in parts, comes back in ranges, and is removed', async () => {
  const bytes = Buffer.alloc(19_000_000);
  for (let i = 0; i < bytes.length; i++) bytes[i] = i * 7 + (i >> 9);
  const writer = storage().open(file);
  for (let at = 0; at < bytes.length; at += 900_001) await writer.write(bytes.subarray(at, at + 900_001));
  await writer.close();
  expect(server.requests.filter((request) => request === 'PUT partNumber&uploadId')).toHaveLength(3);
  expect(server.objects.get('reports/1/r/a')?.equals(bytes)).toBe(true);
  expect((await read({ from: 8_388_600, to: 8_388_620 })).equals(bytes.subarray(8_388_600, 8_388_620))).toBe(
    true,
  );
  await storage().remove(file, 'other');
  expect(server.objects.size).toBe(1);
  await storage().remove(file, 'all');
  expect(server.objects.size).toBe(0);
  await expect(read({ from: 0, to: 1 })).rejects.toThrow('404 (NoSuchKey)');
});

test('what is abandoned leaves nothing, before and after its end', async () => {
  const broken = storage().open(file);
  await broken.write(Buffer.alloc(9_000_000));
  expect(server.uploads.size).toBe(1);
  await broken.abandon();
  expect(server.uploads.size).toBe(0);
  const late = storage().open(file);
  await late.write(Buffer.from('x'));
  await late.close();
  await late.abandon();
  expect(server.objects.size).toBe(0);
});

test('a wrong key is refused by the bucket, and the reason is told', async () => {
  const writer = createS3Storage({
    ...S3_BUCKET,
    endpoint: server.endpoint,
    secret_access_key: 'wrong',
  }).open(file);
  await writer.write(Buffer.from('x'));
  await expect(writer.close()).rejects.toThrow('403 (SignatureDoesNotMatch)');
});

test('a bucket that is busy for a moment is asked again', async () => {
  server.failures = 2;
  const writer = storage().open(file);
  await writer.write(Buffer.from('again'));
  await writer.close();
  expect(server.objects.get('reports/1/r/a')?.toString()).toBe('again');
  await storage().remove(file, 'all');
});

test('a report lives in the bucket: made, served in ranges, deleted; what is in the database stays readable', async () => {
  const kept = await world.file({ type: 'audit_export' });
  expect(server.objects.size).toBe(0);
  const storages = createReportStorages(world.test.db, { ...S3_BUCKET, endpoint: server.endpoint });
  const context = world.context({ storages });
  const work = async () => {
    await reportTenant(context, world.tenant, new AbortController().signal);
    await removeReports(context, world.tenant);
  };
  const { id } = await world.ask({ type: 'audit_export' });
  await work();
  expect(await world.get(id)).toMatchObject({ status: 'completed', sha256: kept.report.sha256 });
  expect([...server.objects.values()].map((bytes) => bytes.equals(kept.bytes))).toEqual([true]);
  expect(await world.test.admin('SELECT 1 FROM report_chunks WHERE report_id = $1', [id])).toEqual([]);
  const url = `/v1/reports/${id}/download`;
  expect((await world.call({ url })).rawPayload.equals(kept.bytes)).toBe(true);
  const part = await world.call({ url, headers: { range: 'bytes=5-14' } });
  expect([part.statusCode, part.body]).toEqual([206, kept.bytes.subarray(5, 15).toString()]);
  expect((await world.call({ url: String(kept.report.download_url) })).rawPayload.equals(kept.bytes)).toBe(
    true,
  );
  await world.call({ method: 'DELETE', url: `/v1/reports/${id}` });
  await work();
  expect(server.objects.size).toBe(0);
});

/** A bucket of one file that says nothing, or ends the connection, after so many bytes of each answer. */
async function brokenBucket(bytes: Buffer, pieces: { length: number; after: 'silence' | 'end' }) {
  const asked: string[] = [];
  const bucket = createServer((request, response) => {
    const [, from = '0', to = '0'] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
    asked.push(from);
    const part = bytes.subarray(Number(from), Number(to) + 1);
    response.writeHead(206, { 'content-length': part.length });
    response.write(part.subarray(0, pieces.length), () => {
      if (part.length <= pieces.length) response.end();
      else if (pieces.after === 'end') response.destroy();
    });
  });
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`;
  const close = async () => {
    bucket.closeAllConnections();
    await new Promise((resolve) => bucket.close(resolve));
  };
  return { endpoint, asked, close };
}

test('a reader may take longer than the bucket may be silent', async () => {
  const bytes = Buffer.alloc(6_000_000, 'slow');
  const writer = storage().open(file);
  await writer.write(bytes);
  await writer.close();
  const silence_ms = 2_000;
  const slow = createS3Storage({ ...S3_BUCKET, endpoint: server.endpoint }, silence_ms);
  const parts: Buffer[] = [];
  for await (const part of slow.read(file, { from: 0, to: bytes.length })) {
    if (parts.length === 0) await new Promise((resolve) => setTimeout(resolve, 2 * silence_ms));
    parts.push(part);
  }
  expect(Buffer.concat(parts).equals(bytes)).toBe(true);
});

test('a bucket that says nothing is abandoned, and one that ends connections is asked again from there', async () => {
  const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, i) => i % 251));
  const silent = await brokenBucket(bytes, { length: 300, after: 'silence' });
  const ending = await brokenBucket(bytes, { length: 300, after: 'end' });
  try {
    const reading = async (endpoint: string): Promise<Buffer> => {
      const parts: Buffer[] = [];
      const range = { from: 100, to: 1_000 };
      for await (const part of createS3Storage({ ...S3_BUCKET, endpoint }, 1_000).read(file, range))
        parts.push(part);
      return Buffer.concat(parts);
    };
    await expect(reading(silent.endpoint)).rejects.toThrow('has sent nothing for 1 s');
    expect(await reading(ending.endpoint)).toEqual(bytes.subarray(100));
    expect(ending.asked).toEqual(['100', '400', '700']);
  } finally {
    await silent.close();
    await ending.close();
  }
});
