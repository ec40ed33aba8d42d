import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../src/config.ts';

const root = path.join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const filesOf = (folder: string, ending: RegExp): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file) && !file.includes('node_modules'))
    .map((file) => path.join(folder, file));

const PAGES = filesOf('docs', /\.md$/);
const DECISIONS = PAGES.filter((file) => /decisions\/\d/.test(file));
const DOCUMENTS = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...filesOf('packages', /README\.md$/),
  ...PAGES,
];

/** Names that stand for any. */
const EXAMPLES = new Set(['x.test.ts', 'x.db.test.ts', 'NNNN_name.sql']);

/** What is code, or quoted as such, is neither a link nor a heading nor prose. */
const withoutFences = (text: string): string => text.replace(/^ *```[\s\S]*?^ *```$/gm, '');
const withoutCode = (text: string): string => withoutFences(text).replace(/`[^`\n]*`/g, '');

/** As GitHub makes them of headings: lower case, punctuation dropped, spaces to hyphens, a number for the second of a name. */
function anchorsOf(text: string): Set<string> {
  const seen = new Map<string, number>();
  const anchors = [...withoutFences(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/ /g, '-');
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  });
  return new Set(anchors);
}

const linksOf = (text: string): string[] =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target as string)
    .filter((target) => !/^(https?|mailto):/.test(target));

/** Why a link leads nowhere; null when it leads somewhere. */
function faultOf(file: string, link: string): string | null {
  const [target = '', anchor] = link.split('#');
  const place = target === '' ? file : path.join(path.dirname(file), target);
  if (!existsSync(path.join(root, place))) return `${file}: ${link} does not exist`;
  if (anchor === undefined) return null;
  const isPage = statSync(path.join(root, place)).isFile() && place.endsWith('.md');
  return isPage && anchorsOf(read(place)).has(anchor) ? null : `${file}: ${link} has no such heading`;
}

describe('links', () => {
  test('every relative link and anchor leads to something', () => {
    const links = DOCUMENTS.flatMap((file) => linksOf(read(file)).map((link) => [file, link] as const));
    expect(links.length).toBeGreaterThan(60);
    expect(links.map(([file, link]) => faultOf(file, link)).filter((fault) => fault !== null)).toEqual([]);
  });

  test('links that lead nowhere are found', () => {
    expect(faultOf('README.md', 'docs/nothing.md')).toBe('README.md: docs/nothing.md does not exist');
    expect(faultOf('docs/api.md', 'reviews.md#nobody')).toBe(
      'docs/api.md: reviews.md#nobody has no such heading',
    );
    expect(faultOf('docs/api.md', '#roles')).toBe(null);
    expect(linksOf('[a](b.md) `[c](d.md)` ![e](f.png#g) [h](https://i)')).toEqual(['b.md', 'f.png#g']);
    expect([...anchorsOf('# A `b`: c_d\n## X\n```sh\n# no\n```\n## X')]).toEqual(['a-b-c_d', 'x', 'x-1']);
  });

  test('every page can be reached from the README', () => {
    const reached = new Set(['README.md']);
    for (const file of reached) {
      for (const link of linksOf(read(file))) {
        const place = path.join(path.dirname(file), link.split('#')[0] ?? '');
        if (place.endsWith('.md')) reached.add(place);
      }
    }
    expect(DOCUMENTS.filter((file) => !reached.has(file))).toEqual([]);
  });

  test('documents that code, scripts and charts name are there', () => {
    const sources = ['src', 'test', 'scripts', 'bench', 'deploy', 'dashboard/src', 'packages'].flatMap(
      (folder) => filesOf(folder, /\.(tsx?|mjs|sh|sql|ya?ml|md|example)$/),
    );
    const named = sources.flatMap((file) =>
      [...read(file).matchAll(/\bdocs\/[\w/.-]+\.md\b/g)].map(([name]) => ({ file, name })),
    );
    expect(named.length).toBeGreaterThan(5);
    const own = path.relative(root, import.meta.filename);
    expect(named.filter(({ file, name }) => file !== own && !existsSync(path.join(root, name)))).toEqual([]);
  });

  test('source files that pages name are there', () => {
    const files = ['src', 'test', 'scripts', 'bench', 'dashboard', 'packages', 'deploy'].flatMap((folder) =>
      filesOf(folder, /\.(tsx?|mjs|sql)$/),
    );
    const named = [...PAGES, 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'].flatMap((page) =>
      [...read(page).matchAll(/`([\w./-]+\.(?:tsx?|mjs|sql))`/g)].map(([, name = '']) => ({ page, name })),
    );
    const isThere = (name: string): boolean => files.some((file) => `/${file}`.endsWith(`/${name}`));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ name }) => !EXAMPLES.has(name) && !isThere(name))).toEqual([]);
  });
});

test('every setting is on the page about configuration', () => {
  const names = new Set<string>();
  const env = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get: (_, name) => {
        names.add(String(name));
        return undefined;
      },
    },
  );
  for (const mode of ['start', 'serve'] as const) {
    try {
      loadConfig(mode, env);
    } catch {
      // Nothing is set, so serve cannot start; it has asked for everything by then.
    }
  }
  for (const name of ['HOME', 'XDG_DATA_HOME', 'USERPROFILE']) names.delete(name);
  expect(names.size).toBeGreaterThan(30);
  const page = read('docs/configuration.md').replaceAll('`_', '`RATE_LIMIT_').toUpperCase();
  expect([...names].filter((name) => !page.includes(`\`${name.toUpperCase()}`))).toEqual([]);
});

describe('decisions', () => {
  test.each(DECISIONS)('%s is one screen', (file) => {
    expect(read(file).split('\n').length).toBeLessThanOrEqual(45);
  });

  test('a decision that another one or the code refers to by number is there', () => {
    const known = new Set(DECISIONS.map((file) => path.basename(file).slice(0, 4)));
    const named = [...DECISIONS, ...filesOf('src', /(?<!test)\.ts$/)].flatMap((file) =>
      [...read(file).matchAll(/(?:[Dd]ecision |\()(0\d{3})\b/g)].map(([, number = '']) => ({ file, number })),
    );
    expect(named.filter(({ number }) => !known.has(number))).toEqual([]);
  });
});

test('one word for one thing, in English', () => {
  const WRONG: readonly [RegExp, string][] = [
    [/\bpack[e]ts?\b/i, 'say review'],
    [/\bremovals?\b/i, 'say remediation, or remove'],
    [/\banew\b/i, 'say again, or what is done: renewed, rewritten, recomputed'],
    [/\btellings\b/i, 'say message or report'],
    [/\bgiven up\b/i, 'say abandoned, or what failed'],
    [/\bmend(s|ed|ing)?\b/i, 'say fix'],
    [/\basked? (about|of) an? access\b/i, 'say reviewed'],
    [/\bworked off\b/i, 'say processed'],
  ];
  // ARCHITECTURE.md is about the code, whose names it needs.
  const pages = DOCUMENTS.filter((file) => file !== 'ARCHITECTURE.md');
  const prose = [...pages, 'bench/quality/README.md', 'test/fixtures/upgrade/README.md'].flatMap((file) =>
    withoutCode(read(file))
      .split('\n')
      .flatMap((line) =>
        WRONG.filter(([pattern]) => pattern.test(line)).map(
          ([, advice]) => `${file}: ${line.trim()} (${advice})`,
        ),
      ),
  );
  expect(prose).toEqual([]);
});
