import { readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import path from 'node:path';
import type { ConnectionSettings } from '../database/database.ts';

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
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres:')) return;
    lower(pid);
    if (sessionOf(pid) === pid) lowerSession(pid);
  } catch {
    // Gone already, or not on this system.
  }
}

function sessionOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name, in parentheses, may itself contain spaces and parentheses; the fields follow the last one.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]);
}

const SESSION_TRIES_MAX = 50;
const SESSION_TRY_EVERY_MS = 120;

/**
 * Linux shares processors between sessions first (autogroups) and looks at the priorities of processes inside one only.
 * PostgreSQL makes each of its processes a session, so that the session needs the priority too. Who is not root may change
 * one every tenth of a second, of all on the machine.
 */
function lowerSession(pid: number, tries = 1): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(lowered(0)));
  } catch (error) {
    const isTooSoon = (error as NodeJS.ErrnoException).code === 'EAGAIN';
    if (isTooSoon && tries < SESSION_TRIES_MAX) {
      setTimeout(() => lowerSession(pid, tries + 1), SESSION_TRY_EVERY_MS).unref();
    }
  }
}

function lower(id: number): void {
  if (id > 0) setPriority(id, lowered(getPriority(id)));
}

const lowered = (priority: number): number => Math.min(NICEST, priority + NICER_BY);
