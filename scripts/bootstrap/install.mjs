import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { BootstrapError } from './bootstrap-error.mjs';
import { inRoot } from './paths.mjs';

const LOCK_FILE = inRoot('package-lock.json');
/** Says which package-lock.json, on which platform, the directory was installed from. */
const STAMP_FILE = inRoot('node_modules/.lapse-install');
/** npm's own record of what it put there. */
const RECORD_FILE = inRoot('node_modules/.package-lock.json');

/** Without `development`, an installation that leaves the development tools out is complete too. */
export function isInstalled({ development }) {
  if (!existsSync(LOCK_FILE)) return existsSync(inRoot('node_modules'));
  if (readOrNull(STAMP_FILE) === stamp()) return true;
  const record = readOrNull(RECORD_FILE);
  if (record === null || !isComplete(JSON.parse(record), { development })) return false;
  if (development) rememberInstall();
  return true;
}

export function install() {
  process.stderr.write('Installing dependencies (needed once, takes about a minute) …\n');
  const args = [
    ...['ci', '--no-audit', '--no-fund'],
    // NODE_ENV=production would make npm leave out what the build needs.
    ...['--include=dev', '--include=optional'],
  ];
  const npm = process.env.npm_execpath;
  const isNpm = npm !== undefined && /npm-cli\.c?js$/.test(npm);
  const { status, error } = isNpm
    ? spawnSync(process.execPath, [npm, ...args], npmOptions())
    : spawnSync('npm', args, npmOptions());
  if (error) throw new BootstrapError(`The dependencies could not be installed: ${error.message}.`);
  if (status !== 0) {
    throw new BootstrapError('The dependencies could not be installed; npm says why above. Then try again.');
  }
  rememberInstall();
}

/** npm's chatter goes where progress goes; standard output is for what the command answers. */
function npmOptions() {
  return { cwd: inRoot('.'), stdio: ['ignore', 2, 2] };
}

/** Compares npm's record with the lock file: the same versions, and nothing missing that belongs on this machine. */
function isComplete(record, { development }) {
  const wanted = Object.entries(JSON.parse(readFileSync(LOCK_FILE, 'utf8')).packages);
  return wanted.every(([path, entry]) => {
    // What lies in this repository is not installed, but linked to.
    if (entry.link) return existsSync(inRoot(path)) || !existsSync(inRoot(entry.resolved));
    if (!path.includes('node_modules/')) return true;
    const found = record.packages?.[path];
    if (found) return found.version === entry.version && found.integrity === entry.integrity;
    if (!development && (entry.dev || entry.devOptional)) return true;
    return Boolean(entry.optional || entry.peer) && !isForThisMachine(entry);
  });
}

/** A package for one C library only says nothing: there is one for each, and the other one is here. */
function isForThisMachine({ os, cpu, libc }) {
  if (!os && !cpu) return false;
  return (
    !libc &&
    (os ?? [process.platform]).includes(process.platform) &&
    (cpu ?? [process.arch]).includes(process.arch)
  );
}

function stamp() {
  const hash = createHash('sha256').update(readFileSync(LOCK_FILE)).digest('hex');
  return `${hash} ${process.platform}-${process.arch}\n`;
}

function rememberInstall() {
  try {
    writeFileSync(STAMP_FILE, stamp());
  } catch {
    // A read-only checkout is compared again each time, which takes some milliseconds.
  }
}

function readOrNull(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
