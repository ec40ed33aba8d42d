import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface LockedPackage {
  version?: string;
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
const packages = Object.entries<LockedPackage>(lock.packages);

// A registry that does not have the binaries of some platform leaves them out of the file that is made with it.
test('the lock file names the binaries of every platform, without which `npm ci` refuses it', () => {
  const named = new Set(packages.map(([path]) => path.replace(/^.*node_modules\//, '')));
  const missing = packages.flatMap(([, entry]) =>
    Object.entries(entry.optionalDependencies ?? {}).filter(([name]) => !named.has(name)),
  );
  expect(missing).toEqual([]);
});

test('the lock file takes packages from whichever registry npm is set to', () => {
  const elsewhere = packages.filter(
    ([path, entry]) => path.includes('node_modules/') && /:/.test(entry.resolved ?? ''),
  );
  expect(elsewhere).toEqual([]);
});
