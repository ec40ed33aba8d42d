import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');

/** What people read comes from here: the service, its scripts and its pages. */
const FILES = ['src', 'scripts', 'dashboard/src'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => path.join(folder, file)),
);

const found = (pattern: RegExp): string[] =>
  FILES.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, i) => (pattern.test(line) ? [`${file}:${i + 1} ${line.trim()}`] : [])),
  );

test('a number has its noun in the singular or the plural, never both', () => {
  expect(FILES.length).toBeGreaterThan(500);
  expect(
    found(/[a-z]\(s\)[^;,)]/).filter(
      (line) => /['"`].*[a-z]\(s\)/.test(line) && !/\bjson_agg\(s\)/.test(line),
    ),
  ).toEqual([]);
});

test('what is wrong is fixed, not mended', () => {
  expect(found(/\bmend(s|ed|ing)?\b/i)).toEqual([]);
});
