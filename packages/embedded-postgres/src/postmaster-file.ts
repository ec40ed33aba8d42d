import path from 'node:path';
import { readIfPresent } from './private-file.ts';

/** What a running server writes about itself into its data directory; a killed one leaves it behind. */
export interface PostmasterFile {
  readonly pid: number;
  readonly socket_directory: string;
  readonly status: string;
}

export function postmasterFilePath(data: string): string {
  return path.join(data, 'postmaster.pid');
}

export async function readPostmasterFile(data: string): Promise<PostmasterFile | null> {
  const contents = await readIfPresent(postmasterFilePath(data));
  if (contents === null) return null;
  const lines = contents.split('\n').map((line) => line.trim());
  return { pid: Number(lines[0]), socket_directory: lines[4] ?? '', status: lines[7] ?? '' };
}
