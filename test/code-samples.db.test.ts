import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CodeSample } from '../src/gateway/openapi/samples.ts';
import { createTestApp, type TestApp } from './support/app.ts';

const root = path.join(import.meta.dirname, '..');

interface Sampled {
  operationId: string;
  'x-codeSamples': CodeSample[];
}

let service: TestApp;
let operations: Sampled[];
let env: Record<string, string | undefined>;
beforeAll(async () => {
  service = await createTestApp();
  const { paths } = service.app.swagger() as unknown as { paths: Record<string, Record<string, Sampled>> };
  operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  await service.import([
    { kind: 'principal', id: 'prin-001', type: 'user', display_name: "Zoë O'Neil" },
    { kind: 'principal', id: 'prin-002', type: 'user', display_name: 'Ben Ode' },
    {
      kind: 'asset',
      id: 'asset-001',
      type: 'table',
      name: 'orders',
      platform: 'postgres',
      owner_id: 'prin-002',
    },
    { kind: 'grant', id: 'grant-001', principal_id: 'prin-001', asset_id: 'asset-001', permission: 'read' },
  ]);
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  env = { ...process.env, LAPSE_URL: url, LAPSE_TOKEN: 'any' };
});
afterAll(() => service.close());

const sample = (id: string, label: string): string =>
  operations
    .find(({ operationId }) => operationId === id)
    ?.['x-codeSamples'].find((each) => each.label === label)?.source ?? '';

/** Runs it as somebody would who copied it into a shell. */
async function run(source: string): Promise<{ status: number; body: string }> {
  const told = source.replace(/^curl /, "curl --silent --max-time 60 --write-out '\\n%{http_code}' ");
  const options = { env, cwd: directory };
  // Where a sample asks curl to fail, that is said by its end, and the status before it.
  const { stdout } = await promisify(execFile)('bash', ['-c', told], options).catch(
    (error: { stdout: string }) => error,
  );
  const end = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(end + 1)), body: stdout.slice(0, end) };
}

/** What examples name is not there, or was in their future and no longer is: as well formed as it could be. */
const isAboutValues = (status: number, body: string): boolean =>
  status === 400 &&
  (JSON.parse(body).detail as { type: string }[]).every(({ type }) =>
    ['not_found', 'not_allowed', 'out_of_range', 'bad_key', 'bad_seen'].includes(type),
  );

let directory: string;
beforeAll(async () => {
  // Below the repository, so that its packages are found.
  directory = await mkdtemp(path.join(root, 'node_modules', '.samples-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

describe('samples for a shell', () => {
  test('are there for every operation', () => {
    for (const operation of operations) {
      const [curl] = operation['x-codeSamples'];
      expect([operation.operationId, curl?.label]).toEqual([operation.operationId, 'curl']);
      expect(curl?.source).toMatch(/^curl (-X (POST|PUT|PATCH|DELETE) )?"\$LAPSE_URL\/[^"{}]*"/);
    }
    expect(operations.length).toBeGreaterThan(100);
  });

  test.each(['getPrincipal', 'listGrants', 'getHealth', 'listReviewsGroups', 'getPolicy'])(
    '%s answers',
    async (id) => {
      expect(await run(sample(id, 'curl'))).toMatchObject({
        status: 200,
        body: expect.stringMatching(/^\{/),
      });
    },
  );

  test.each(['importDirectory', 'ingestEventStream', 'ingestEventBatch', 'createReport', 'createWebhook'])(
    '%s takes its body',
    async (id) => {
      const { status, body } = await run(sample(id, 'curl'));
      expect([id, status, body]).toEqual([
        id,
        expect.toSatisfy((code) => code === 200 || code === 201),
        body,
      ]);
    },
  );

  test('a review is decided with the key that this requires', async () => {
    const created = await run(
      sample('createReview', 'curl').replace(/"asset_id": "[^"]*"/, '"asset_id": "asset-001"'),
    );
    expect(created.status).toBe(201);
    const { review_id } = JSON.parse(created.body);
    const decide = sample('decideReview', 'curl').replace(/reviews\/[^/]+/, `reviews/${review_id}`);
    expect(decide).toMatch(/-H "Idempotency-Key: [0-9a-f-]{36}"/);
    expect(await run(decide)).toMatchObject({ status: 200 });
  });

  test('none is refused for its form', { timeout: 240_000 }, async () => {
    const refused: [string, number, string][] = [];
    const left = [...operations];
    const runLeft = async (): Promise<void> => {
      for (let next = left.pop(); next; next = left.pop()) {
        const { status, body } = await run(sample(next.operationId, 'curl'));
        if (![200, 201, 403, 404, 409].includes(status) && !isAboutValues(status, body))
          refused.push([next.operationId, status, body]);
      }
    };
    await Promise.all([runLeft(), runLeft(), runLeft(), runLeft()]);
    expect(refused).toEqual([]);
  });
});

test('samples in TypeScript compile against the client', { timeout: 240_000 }, async () => {
  const sources = operations.flatMap(({ operationId }) => {
    const source = sample(operationId, 'TypeScript');
    return source === '' ? [] : [[`${operationId}.ts`, source] as const];
  });
  for (const [name, source] of sources) await writeFile(path.join(directory, name), source);
  const config = {
    extends: path.join(root, 'tsconfig.check.json'),
    compilerOptions: {
      rootDir: root,
      paths: { '@lapse/*': [path.join(root, 'packages/*/src/index.ts')] },
      // Those that the client is written for.
      lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
    },
    include: ['*.ts'],
  };
  await writeFile(path.join(directory, 'tsconfig.json'), JSON.stringify(config));
  await writeFile(path.join(directory, 'package.json'), '{"type":"module"}');
  const compile = () =>
    execFileSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', directory], {
      encoding: 'utf8',
    });
  try {
    compile();
  } catch (error) {
    throw new Error((error as { stdout: string }).stdout);
  }
  expect(sources.length).toBeGreaterThan(100);
  await writeFile(
    path.join(directory, 'wrong.ts'),
    sample('decideReview', 'TypeScript').replace('/decide', '/decided'),
  );
  expect(compile).toThrow();
});
