import { readFileSync, readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import path from 'node:path';
import type { ConnectionSettings } from '../store/database.ts';

/**
 * Whoever waits for an answer goes first: while requests want the processors, work that nobody waits for gets a tenth of
 * what they get, and all that is left over. A batch of one tenant does not hold up the requests of another.
 */
const NICER_BY = 10;
const NICEST = 19;

/** Of the thread that calls this. Only Linux lets threads of a process differ; elsewhere nothing happens. */
export function lowerThreadPriority(): void {
  try {
    lower(Number(path.basename(readlinkSync('/proc/thread-self'))));
  } catch {
    // Not on this system.
  }
}

/**
 * For `onBackend` of a database: of the processes of Lapse's own server that work for this thread. A server elsewhere has
 * other process ids, which may be anybody's here.
 */
export function backendPriority(connection: ConnectionSettings): { onBackend?: (pid: number) => void } {
  return connection.is_own_server ? { onBackend: lowerBackend } : {};
}

function lowerBackend(pid: number): void {
  try {
    // The id may be another process's by now.
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres:')) lower(pid);
  } catch {
    // Gone already, or not on this system.
  }
}

function lower(id: number): void {
  if (id > 0) setPriority(id, Math.min(NICEST, getPriority(id) + NICER_BY));
}
