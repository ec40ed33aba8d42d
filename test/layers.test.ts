import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Which capability may import which, or which single file of it. A folder that is not listed may not exist. */
const MAY_IMPORT: Record<string, string[]> = {
  platform: [],
  gateway: ['platform'],
  // Entries become messages in the transaction that appends them.
  audit: ['platform', 'gateway', 'webhooks', 'notifications/queue.sql.ts', 'core/directory'],
  webhooks: ['platform', 'gateway', 'audit', 'notifications/send/work.sql.ts'],
  notifications: ['platform', 'gateway', 'audit', 'webhooks', 'core', 'remediation'],
  sessions: ['platform', 'gateway', 'audit', 'core/tenants'],
  scim: ['platform', 'gateway', 'audit', 'core/directory'],
  // A decision begins a remediation, and what is imported is held against those under way.
  core: [
    'platform',
    'gateway',
    'audit',
    'remediation',
    'reports/report.rules.ts',
    'sessions/sessions.sql.ts',
  ],
  remediation: ['platform', 'gateway', 'audit', 'core', 'connectors'],
  connectors: ['platform', 'gateway', 'audit', 'core', 'remediation'],
  reports: ['platform', 'gateway', 'audit', 'core', 'remediation', 'notifications'],
  views: ['platform', 'gateway', 'audit'],
  alerts: ['platform', 'gateway', 'audit', 'core', 'remediation', 'webhooks', 'notifications'],
  metrics: ['platform', 'core', 'alerts'],
  synthetic: ['platform', 'core'],
  // What runs where.
  workers: [
    'platform',
    'core',
    'audit',
    'webhooks',
    'notifications',
    'connectors',
    'remediation',
    'reports',
    'alerts',
  ],
  cli: [
    'platform',
    'gateway',
    'core',
    'audit',
    'connectors',
    'reports',
    'synthetic',
    'main.ts',
    'open-store.ts',
    'config.ts',
  ],
};

/** What a file is by its name, and what files of that kind may import within and between capabilities. */
const KINDS: Record<string, { is: RegExp; may: string[] }> = {
  rules: { is: /\.rules\.ts$/, may: ['rules', 'platform'] },
  sql: { is: /\.sql\.ts$/, may: ['rules', 'sql', 'platform'] },
  schema: { is: /\.schema\.ts$/, may: ['rules', 'sql', 'schema', 'platform'] },
  platform: { is: /^platform\//, may: ['rules', 'sql', 'platform', 'work'] },
};
const SRC = path.resolve(import.meta.dirname, '../src');

function sourceFiles(): string[] {
  return readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
}

function importsOf(file: string, { withTypes = true } = {}): string[] {
  let text = readFileSync(path.join(SRC, file), 'utf8');
  if (!withTypes) text = text.replace(/^(import|export) type [^;]*;/gm, '');
  const found = text.matchAll(/(?:from|import\()\s*'(\.{1,2}\/[^']+)'/g);
  return [...found].map(([, target]) =>
    path.relative(SRC, path.resolve(SRC, path.dirname(file), target as string)),
  );
}

const roomOf = (file: string): string => (file.includes('/') ? (file.split('/', 1)[0] as string) : file);

const mayImport = (room: string, target: string): boolean =>
  MAY_IMPORT[room]?.some((allowed) => target === allowed || target.startsWith(`${allowed}/`)) ?? false;

const kindOf = (file: string): string =>
  Object.entries(KINDS).find(([, { is }]) => is.test(file))?.[0] ?? 'work';

test('every capability imports only from where it may', () => {
  const wrong = sourceFiles().flatMap((file) => {
    const room = roomOf(file);
    // Files at the top compose everything; only the folders have borders.
    if (!file.includes('/')) return [];
    return importsOf(file)
      .filter((target) => roomOf(target) !== room && !mayImport(room, target))
      .map((target) => `${file} imports ${target}`);
  });
  expect(wrong).toEqual([]);
});

test('rules know no database, SQL no work, and schemas neither work nor routes', () => {
  const wrong = sourceFiles().flatMap((file) =>
    importsOf(file)
      .filter((target) => !(KINDS[kindOf(file)]?.may.includes(kindOf(target)) ?? true))
      .map((target) => `${file} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

/** Migrations are a sequence, not a room. */
const FILES_MAX = 32;
test(`a folder has at most ${FILES_MAX} files, its tests not counted`, () => {
  const counts = new Map<string, number>();
  for (const file of sourceFiles()) {
    const folder = path.dirname(file);
    if (!folder.endsWith('migrations')) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  expect([...counts].filter(([, files]) => files > FILES_MAX)).toEqual([]);
});

test('no file needs itself to be loaded', () => {
  const graph = new Map(sourceFiles().map((file) => [file, importsOf(file, { withTypes: false })]));
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, trail: string[]): void => {
    if (trail.includes(file)) {
      circles.push([...trail.slice(trail.indexOf(file)), file].join(' -> '));
      return;
    }
    if (done.has(file)) return;
    for (const target of graph.get(file) ?? []) visit(target, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  expect(circles).toEqual([]);
});

/** The dashboard knows the service only as any other caller does. */
test('the dashboard and the packages import nothing of the service, and the client nothing at all', () => {
  const outside = (directory: string, allowed: RegExp): string[] => {
    const root = path.resolve(import.meta.dirname, '..', directory);
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
    );
    expect(files.length).toBeGreaterThan(2);
    return files.flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return [...text.matchAll(/\b(?:from\s+|import\s+|import\(\s*)'([^']+)'/g)]
        .map(([, target]) => target as string)
        .filter((target) =>
          target.startsWith('.')
            ? path.relative(root, path.resolve(root, path.dirname(file), target)).startsWith('..')
            : !allowed.test(target),
        )
        .map((target) => `${directory}/${file} imports ${target}`);
    });
  };
  expect(outside('packages/client/src', /^$/)).toEqual([]);
  expect(outside('packages/embedded-postgres/src', /^node:/)).toEqual([]);
  expect(outside('packages/pdf/src', /^(node:|fontkit$|bidi-js$)/)).toEqual([]);
  expect(
    outside('dashboard/src', /^(react|react-dom|@mantine|@tanstack|@tabler|@visx|@lapse\/client)(\/|$|-)/),
  ).toEqual([]);
});
