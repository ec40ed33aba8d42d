import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export interface DashboardFile {
  type: string;
  bytes: Buffer;
  /** The same, compressed at build time. */
  encoded: Partial<Record<'br' | 'gzip', Buffer>>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
};
const ENCODINGS = { br: '.br', gzip: '.gz' } as const;

/** Beside the compiled service; when it runs from its sources, where the build puts it. */
function directory(): string | null {
  const candidates = ['../../dashboard', '../../../dist/dashboard'].map((relative) =>
    fileURLToPath(new URL(relative, import.meta.url)),
  );
  return candidates.find((candidate) => existsSync(path.join(candidate, 'index.html'))) ?? null;
}

export type DashboardFiles = (name: string) => Promise<DashboardFile | null>;

/** The built files by their path, read when they are first asked for. Some 2 MB in all; nothing else is ever served. */
export async function openDashboardFiles(): Promise<DashboardFiles | null> {
  const root = directory();
  if (root === null) return null;
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const names = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)))
      .map((name) => name.split(path.sep).join('/')),
  );
  const read = new Map<string, Promise<DashboardFile>>();
  const load = async (name: string): Promise<DashboardFile> => {
    const encoded: DashboardFile['encoded'] = {};
    for (const [encoding, suffix] of Object.entries(ENCODINGS)) {
      if (names.has(name + suffix))
        encoded[encoding as 'br' | 'gzip'] = await readFile(path.join(root, name + suffix));
    }
    const type = TYPES[path.extname(name)] as string;
    return { type, bytes: await readFile(path.join(root, name)), encoded };
  };
  return async (name) => {
    if (!names.has(name) || TYPES[path.extname(name)] === undefined) return null;
    const found = read.get(name) ?? load(name);
    read.set(name, found);
    // A build that was put in its place meanwhile has other files.
    return found.catch(() => {
      read.delete(name);
      return null;
    });
  };
}
