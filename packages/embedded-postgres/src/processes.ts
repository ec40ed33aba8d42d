import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const hasProc = process.platform === 'linux';

/**
 * When a process began, in a form that no other process with its number shares. `null`: there is no such
 * process, or it has ended and only waits to be collected by its parent.
 */
export async function processStart(pid: number): Promise<string | null> {
  return hasProc ? startFromProc(pid) : startFromPs(pid);
}

async function startFromProc(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The name, in parentheses, may itself contain spaces and parentheses; the fields follow the last one.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields ?? [];
  if (fields === undefined || state === undefined || 'ZX'.includes(state)) return null;
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  return `${boot.trim()} ${fields[19]}`;
}

async function startFromPs(pid: number): Promise<string | null> {
  const output = await run('ps', ['-o', 'stat=,lstart=', '-p', String(pid)]).catch(() => null);
  const line = output?.stdout.trim() ?? '';
  if (line === '' || line.startsWith('Z')) return null;
  return line.slice(line.indexOf(' ')).trim();
}

/** Does this process serve this data directory? A PostgreSQL server works inside its data directory. */
export async function isServerOf(pid: number, dataDirectory: string): Promise<boolean> {
  if ((await processStart(pid)) === null) return false;
  if (hasProc) return (await readlink(`/proc/${pid}/cwd`).catch(() => null)) === dataDirectory;
  const output = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => null);
  return output?.stdout.includes(dataDirectory) ?? false;
}

/** Every living process of the server of this data directory, its postmaster or not (Linux only). */
export async function serverProcesses(dataDirectory: string): Promise<number[]> {
  if (!hasProc) return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found: number[] = [];
  for (const pid of pids) {
    const executable = await readlink(`/proc/${pid}/exe`).catch(() => '');
    // An executable that was replaced or removed meanwhile is shown as "… (deleted)".
    if (!path.basename(executable).startsWith('postgres')) continue;
    if (await isServerOf(pid, dataDirectory)) found.push(pid);
  }
  return found;
}

/** Sends a signal; a process that has ended meanwhile is no error. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
