import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, inject } from 'vitest';

/** Lapse as people run it: a process of its own, with an environment and a data directory of its own. */
export const PROGRAM = fileURLToPath(new URL('../../bin/lapse.mjs', import.meta.url));
export const isRoot = process.getuid?.() === 0;
/** The ordinary user that tests of root borrow. */
export const NOBODY = 65_534;

export interface StartOptions {
  command?: 'start' | 'serve' | 'migrate';
  args?: string[];
  data_dir?: string;
  env?: Record<string, string>;
  /** Run as that user; for tests that are run by root. */
  uid?: number;
}

export interface End {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** Any free port. Loading the demo organisation at every first start would only take time. Tests look into the database as its superuser. */
const USUAL_ENV = { PORT: '0', DEMO_DATA: 'false', EMBEDDED_SUPERUSER: 'true' };

const started = new Set<LapseProcess>();
const mounts = new Set<() => void>();
const directories = new Set<string>();

afterEach(async () => {
  // After a test that failed half way too, nothing may be left running.
  for (const lapse of started) lapse.signal('SIGKILL');
  for (const lapse of started) await lapse.ended;
  for (const { data_dir } of started) {
    if (data_dir) await eventually(() => processesOf(data_dir).length === 0);
  }
  started.clear();
  for (const umount of mounts) umount();
  mounts.clear();
  for (const directory of directories) await removeDirectory(directory);
  directories.clear();
});

export class LapseProcess {
  readonly child: ChildProcess;
  readonly data_dir: string;
  readonly ended: Promise<End>;
  output = '';
  errors = '';

  constructor({ command = 'start', args = [], data_dir = '', env = {}, uid }: StartOptions) {
    this.data_dir = data_dir;
    this.child = spawn(process.execPath, [PROGRAM, command, ...args], {
      // Nothing of the developer's own settings; a .env file of the checkout is out of sight too.
      cwd: tmpdir(),
      env: { PATH: process.env.PATH, ...USUAL_ENV, ...(data_dir ? { DATA_DIR: data_dir } : {}), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(uid === undefined ? {} : { uid, gid: uid }),
    });
    this.child.stdout?.on('data', (chunk) => (this.output += chunk));
    this.child.stderr?.on('data', (chunk) => (this.errors += chunk));
    this.ended = new Promise((resolve) =>
      this.child.on('close', (code, signal) => resolve({ code, signal })),
    );
    started.add(this);
  }

  get pid(): number {
    return this.child.pid as number;
  }

  /** The address, once it is ready there. */
  async ready(): Promise<string> {
    const isOver = this.ended.then(() => true);
    for (;;) {
      const address = /https?:\/\/[^\s"]+:\d+/.exec(this.output)?.[0];
      if (address && (await status(`${address}/readyz`)) === 200) return address;
      if (await Promise.race([isOver, sleep(20, false)])) {
        throw new Error(`Lapse ended before it was ready:\n${this.output}${this.errors}`);
      }
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  async stop(): Promise<End> {
    this.signal('SIGTERM');
    return this.ended;
  }

  async postmasterPid(): Promise<number> {
    const file = path.join(this.data_dir, 'postgres', 'data', 'postmaster.pid');
    return Number((await readFile(file, 'utf8')).split('\n', 1)[0]);
  }
}

export function startLapse(options: StartOptions): LapseProcess {
  return new LapseProcess(options);
}

/** Where the checkout is under a private directory, another user cannot run the program in it. */
export function canReadCheckout(uid: number): boolean {
  try {
    execFileSync('test', ['-r', PROGRAM], { uid, gid: uid });
    return true;
  } catch {
    return false;
  }
}

/** Starts Lapse where it is expected to refuse, and waits for that. */
export async function refusal(options: StartOptions): Promise<End & { errors: string }> {
  const lapse = startLapse(options);
  const end = await lapse.ended;
  return { ...end, errors: lapse.errors };
}

export async function status(url: string): Promise<number | null> {
  return fetch(url).then(
    (response) => response.status,
    () => null,
  );
}

/** Command lines of the server and of its watchdog name the directory they work on. */
export function processesOf(dataDir: string): string[] {
  let home = path.join(dataDir, 'postgres');
  try {
    home = realpathSync(home);
  } catch {
    // Not made yet: then nothing runs in it either.
  }
  const lines = execFileSync('ps', ['-eo', 'pid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.includes(home) && !/^\s*\d+\s+Z/.test(line));
}

export async function temporaryDirectory(uid?: number): Promise<string> {
  const directory = realpathSync(await mkdtemp(path.join(tmpdir(), 'lapse-process-')));
  directories.add(directory);
  if (uid !== undefined) execFileSync('chown', [`${uid}:${uid}`, directory]);
  return directory;
}

/**
 * A data directory in which Lapse has run before, for tests of what comes after that: a first start takes longer than all
 * that most of them do. Made once in a run of the tests, and copied.
 */
export async function usedDirectory(): Promise<string> {
  const original = await usedOriginal(inject('usedDirectory'));
  const directory = await temporaryDirectory();
  execFileSync('cp', ['-a', `${original}/.`, directory]);
  return directory;
}

async function usedOriginal(root: string): Promise<string> {
  const [data_dir, ready, making] = ['data', 'ready', 'making'].map((name) => path.join(root, name)) as [
    string,
    string,
    string,
  ];
  // Files of tests run beside each other: whoever makes the directory first does it for all.
  while (!existsSync(ready)) {
    const isMine = await mkdir(making).then(
      () => true,
      () => false,
    );
    if (!isMine) {
      await sleep(50);
      continue;
    }
    try {
      const lapse = startLapse({ data_dir });
      await lapse.ready();
      const { code } = await lapse.stop();
      if (code !== 0) throw new Error(`Lapse ended with ${code}:\n${lapse.errors}`);
      await writeFile(ready, '');
    } finally {
      await rmdir(making);
    }
  }
  return data_dir;
}

/** A small disk of its own, or `null` where mounting is not allowed (an ordinary user, most containers). */
export async function smallDisk(megabytes: number): Promise<string | null> {
  const directory = path.join(await temporaryDirectory(), 'disk');
  await mkdir(directory);
  await chmod(path.dirname(directory), 0o755);
  const options = `size=${megabytes}m,mode=755`;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', directory], { stdio: 'ignore' });
  } catch {
    return null;
  }
  mounts.add(() => execFileSync('umount', [directory]));
  return directory;
}

/** A data directory may be a link to a cluster elsewhere, which has to go too. */
async function removeDirectory(directory: string): Promise<void> {
  const find = ['-L', directory, '-maxdepth', '4', '-name', 'belongs-to'];
  const elsewhere = execFileSync('find', find, { encoding: 'utf8' }).split('\n').filter(Boolean);
  for (const file of elsewhere) await rm(path.dirname(realpathSync(file)), { recursive: true });
  await chmod(directory, 0o700);
  await rm(directory, { recursive: true, force: true });
}

/** For what does not happen at all. On a machine that others use, what does happen may take its time. */
const PATIENCE_MS = 240_000;

export async function eventually(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const begun = Date.now();
  while (!(await isTrue())) {
    if (Date.now() - begun > PATIENCE_MS) throw new Error('what was waited for did not happen');
    await sleep(50);
  }
}
