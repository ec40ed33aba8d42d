import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Who may import whom. A folder that is not listed may not exist. */
const MAY_IMPORT: Record<string, string[]> = {
  domain: [],
  store: ['domain'],
  // Only the type of a connection.
  postgres: ['domain', 'store'],
  config: ['domain'],
  synthetic: ['domain'],
  connectors: ['domain'],
  background: ['domain', 'store'],
  audit: ['domain', 'store', 'background'],
  tracing: [],
  metrics: ['domain', 'store', 'background'],
  webhooks: ['domain', 'store', 'tracing', 'background'],
  reports: ['domain', 'store', 'background', 'audit'],
  commands: ['domain', 'store', 'synthetic', 'connectors/connector.ts'],
  pipeline: ['domain', 'store', 'commands', 'background', 'tracing', 'version.ts', 'connectors/connector.ts'],
  http: ['domain', 'commands', 'store', 'audit', 'reports', 'tracing', 'config', 'config.ts', 'version.ts'],
  // Looks at every part as the program would find it.
  doctor: [
    'domain',
    'commands',
    'store',
    'audit',
    'postgres',
    'config',
    'config.ts',
    'listen-address.ts',
    'open-connectors.ts',
    'http/issuer-metadata.ts',
  ],
  cli: [
    'domain',
    'doctor',
    'commands',
    'store',
    'audit',
    'reports',
    'synthetic',
    'main.ts',
    'open-store.ts',
    'config',
    'config.ts',
    'version.ts',
  ],
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
  [roomOf(target), target].some((allowed) => MAY_IMPORT[room]?.includes(allowed));

test('every folder imports only from where it may', () => {
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
test('the dashboard imports nothing of the service, and the client nothing at all', () => {
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
  expect(outside('client/src', /^$/)).toEqual([]);
  expect(
    outside('dashboard/src', /^(react|react-dom|@mantine|@tanstack|@tabler|@visx|@lapse\/client)(\/|$|-)/),
  ).toEqual([]);
});
