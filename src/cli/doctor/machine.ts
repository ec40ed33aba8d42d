import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import type { Config } from '../../config.ts';
import { asUrl, requireFreePort } from '../../gateway/listen-address.ts';
import { StartupError } from '../../platform/errors.ts';
import { type Finding, ok, problem, problemFrom, warning } from './finding.ts';

/** The last day on which a release line of Node gets security fixes. */
const NODE_END: Record<number, string> = { 20: '2026-04-30', 22: '2027-04-30', 24: '2028-04-30' };
const GIB = 1024 ** 3;
const FREE_BYTES_PROBLEM = 0.25 * GIB;
const FREE_BYTES_WARNING = 2 * GIB;
const FREE_FILES_PROBLEM = 10_000;
const HEALTH_MS_MAX = 2_000;

export function examineNode(now: Date, version: string = process.versions.node): Finding {
  const end = NODE_END[Number(version.split('.', 1)[0])];
  if (end !== undefined && now.toISOString().slice(0, 10) > end) {
    return warning(
      'node',
      `Node ${version} runs Lapse, but has had no security fixes since ${end}.`,
      'Use Node 24.',
    );
  }
  return ok('node', `Node ${version}.`);
}

/** Room where the embedded server keeps its data, or where it would. */
export async function examineDisk(directory: string): Promise<Finding> {
  return diskFinding(directory, await statfsAbove(directory));
}

type Room = Pick<StatsFs, 'bavail' | 'bsize' | 'blocks' | 'files' | 'ffree'>;

export function diskFinding(directory: string, found: Room | null): Finding {
  if (found === null) return ok('disk', `How much room ${directory} has is not known on this system.`);
  const free = found.bavail * found.bsize;
  const text = `${size(free)} of ${size(found.blocks * found.bsize)} are free where ${directory} is.`;
  const fix = 'Make room, or move the data directory (docs/operations.md) and set DATA_DIR.';
  if (free < FREE_BYTES_PROBLEM) return problem('disk', text, fix);
  if (free < FREE_BYTES_WARNING) return warning('disk', text, fix);
  if (found.files > 0 && found.ffree < FREE_FILES_PROBLEM) {
    return problem('disk', `Only ${found.ffree} more files fit where ${directory} is.`, fix);
  }
  return ok('disk', text);
}

export const size = (bytes: number): string =>
  bytes >= GIB ? `${(bytes / GIB).toFixed(1)} GiB` : `${Math.round(bytes / 1024 ** 2)} MiB`;

/** A directory that will be made is on the disk of the one above it. */
async function statfsAbove(directory: string): Promise<StatsFs | null> {
  for (let place = directory; ; place = path.dirname(place)) {
    try {
      return await statfs(place);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || place === path.dirname(place)) return null;
    }
  }
}

/** Free, or Lapse's own already. */
export async function examinePort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Finding> {
  try {
    await requireFreePort({ host, port });
    return ok('port', port === 0 ? 'Any free port will be used.' : `Port ${port} of ${host} is free.`);
  } catch (error) {
    const version = await lapseAt(asUrl(/^(0\.0\.0\.0|::)$/.test(host) ? 'localhost' : host, port));
    if (version !== null) return ok('port', `Lapse ${version} is running on port ${port} of ${host}.`);
    if (error instanceof StartupError) return problemFrom('port', error.message);
    throw error;
  }
}

async function lapseAt(address: string): Promise<string | null> {
  try {
    const response = await fetch(`${address}/v1/health`, { signal: AbortSignal.timeout(HEALTH_MS_MAX) });
    const { status, version } = (await response.json()) as Record<string, unknown>;
    return typeof status === 'string' && typeof version === 'string' ? version : null;
  } catch {
    return null;
  }
}
