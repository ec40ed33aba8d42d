import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { BootstrapError } from './bootstrap-error.mjs';
import { compressAll } from './compress.mjs';
import { inRoot } from './paths.mjs';

const SOURCE = inRoot('src');
const DASHBOARD = inRoot('dashboard');
const PACKAGES = inRoot('packages');
/** What is built, besides the compiler's own settings. */
const SOURCES = [SOURCE, PACKAGES, DASHBOARD];
const DIST = inRoot('dist');
/** Ignored by version control, and nearly always on the same disk as dist/. */
const SCRATCH = inRoot('node_modules/.cache/lapse');
const STAMP = '.source-hash';
const NOT_SOURCE = ['node_modules', 'dist'];

/** Is dist/ what these sources build to? A package without sources has only its dist/. */
export function isBuilt() {
  if (!existsSync(SOURCE)) return true;
  try {
    return readFileSync(path.join(DIST, STAMP), 'utf8') === sourceHash();
  } catch {
    return false;
  }
}

/** Builds elsewhere and swaps when all is well, so that a failed or interrupted build changes nothing. */
export function build() {
  process.stderr.write('Building …\n');
  // Taken before the compiler reads: a change during the build makes the next start build again.
  const hash = sourceHash();
  // Only the holder of the lock builds, so whatever bears these names is left from a build that was interrupted.
  const drafts = path.join(SCRATCH, 'new');
  const olds = path.join(SCRATCH, 'old');
  removeAll(drafts, olds);
  mkdirSync(olds, { recursive: true });
  const draft = path.join(drafts, 'service');
  const packages = neededPackages();
  try {
    for (const name of packages) compile(path.join(PACKAGES, name, 'tsconfig.json'), path.join(drafts, name));
    compile(serviceSettings(drafts, packages), draft);
    cpSync(SOURCE, draft, { recursive: true, filter: (file) => !file.endsWith('.ts') });
    // The service runs without its pages; a checkout may leave them out.
    if (existsSync(DASHBOARD)) bundle(path.join(draft, 'dashboard'));
    writeFileSync(path.join(draft, STAMP), hash);
    const targets = packages.map((name) => [name, path.join(PACKAGES, name, 'dist')]);
    // The service comes last, because it has the stamp.
    for (const [name, target] of [...targets, ['service', DIST]]) {
      if (existsSync(target)) move(target, path.join(olds, name));
      move(path.join(drafts, name), target);
    }
  } finally {
    removeAll(drafts, olds);
  }
}

/** The packages of this repository that the service needs to run. */
function neededPackages() {
  const { dependencies = {} } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  return Object.keys(dependencies)
    .filter((name) => name.startsWith('@lapse/'))
    .map((name) => name.slice('@lapse/'.length));
}

/** The compiler's settings for the service, which sees the packages as they were just compiled, not as they were before. */
function serviceSettings(drafts, packages) {
  const file = path.join(drafts, 'tsconfig.json');
  const settings = {
    extends: inRoot('tsconfig.json'),
    compilerOptions: {
      rootDir: SOURCE,
      paths: Object.fromEntries(
        packages.map((name) => [`@lapse/${name}`, [path.join(drafts, name, 'index.d.ts')]]),
      ),
    },
    include: [SOURCE],
    exclude: [path.join(SOURCE, '**/*.test.ts')],
  };
  mkdirSync(drafts, { recursive: true });
  writeFileSync(file, JSON.stringify(settings));
  return file;
}

function move(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    // node_modules may be a volume of its own.
    if (error.code !== 'EXDEV') throw error;
    cpSync(from, to, { recursive: true });
    rmSync(from, { recursive: true });
  }
}

function removeAll(...directories) {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
}

function compile(settings, outDirectory) {
  const compiler = inRoot('node_modules/typescript/bin/tsc');
  const args = [compiler, '-p', settings, '--outDir', outDirectory];
  const { status, error } = spawnSync(process.execPath, args, { cwd: inRoot('.'), stdio: ['ignore', 2, 2] });
  if (error) throw new BootstrapError(`The compiler could not be started: ${error.message}.`);
  if (status !== 0) throw new BootstrapError('The build failed; the compiler says why above.');
}

/** The dashboard's static files, each also compressed: a gateway has better things to do than that. */
function bundle(outDirectory) {
  const bundler = inRoot('node_modules/vite/bin/vite.js');
  const args = [bundler, 'build', DASHBOARD, '--outDir', outDirectory, '--emptyOutDir', '--logLevel', 'warn'];
  const { status, error } = spawnSync(process.execPath, args, { cwd: inRoot('.'), stdio: ['ignore', 2, 2] });
  if (error) throw new BootstrapError(`The bundler could not be started: ${error.message}.`);
  if (status !== 0) throw new BootstrapError('The dashboard could not be built; the bundler says why above.');
  compressAll(outDirectory);
}

function sourceHash() {
  const hash = createHash('sha256');
  const files = SOURCES.filter(existsSync)
    .flatMap((directory) => readdirSync(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !NOT_SOURCE.some((part) => file.includes(`${path.sep}${part}${path.sep}`)));
  for (const file of [inRoot('tsconfig.json'), ...files.sort()]) {
    hash
      .update(`${path.relative(inRoot('.'), file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}
