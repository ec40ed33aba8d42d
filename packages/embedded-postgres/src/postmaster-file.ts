import path from 'node:path';
import { readIfPresent } from './private-file.ts';

export function postmasterFilePath(data: string): string {
  return path.join(data, 'postmaster.pid');
}

/** What a running server writes about itself into its data directory; a killed one leaves it behind. */
export async function readPostmasterFile(data: string) {
  const contents = await readIfPresent(postmasterFilePath(data));
  if (contents === null) return null;
  const lines = contents.split('\n').map((line) => line.trim());
  return { pid: Number(lines[0]), socket_directory: lines[4] ?? '', status: lines[7] ?? '' };
}
