import { constants } from 'node:fs';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { placeTrouble } from './file-errors.ts';
import type { ServerHome } from './server-home.ts';
import { lastComplaint } from './server-program.ts';

const LOG_BYTES_MAX = 10 * 1024 * 1024;

/** The server's own log, kept to two files of 10 MB. `read` gives what was written since it was opened. */
export async function openServerOutput(file: string) {
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  const isFull = size > LOG_BYTES_MAX;
  if (isFull) await rename(file, `${file}.1`);
  const start = isFull ? 0 : size;
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants;
  const handle = await open(file, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
  return {
    fd: handle.fd,
    close: () => handle.close(),
    read: async () => (await readFile(file)).subarray(start).toString(),
  };
}

export interface ServerFailure {
  /** Something of an earlier server is still in the way, for a moment. */
  readonly is_temporary: boolean;
  readonly sentence: string;
}

export function explainServerFailure(output: string, end: string, home: ServerHome): ServerFailure {
  const is_temporary = /pre-existing shared memory block|lock file "[^"]+" already exists/.test(output);
  const sentence =
    placeTrouble(output, home.directory) ??
    (/could not (?:create|map)[^\n]* shared memory/.test(output)
      ? 'There is not enough memory for PostgreSQL: it needs about 300 MB.'
      : `PostgreSQL did not start (${lastComplaint(output) ?? end}); its log is ${home.log_file}.`);
  return { is_temporary, sentence };
}
