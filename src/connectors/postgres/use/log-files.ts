import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { LogPosition } from './checkpoint.ts';
import { type LogRecord, parseCsvLog, parseJsonLog } from './log-records.ts';

const CHUNK_BYTES = 4 * 1024 * 1024;
/** A record longer than this is skipped: nothing good is that long. */
const RECORD_BYTES_MAX = 16 * CHUNK_BYTES;

export interface LogReading {
  records: LogRecord[];
  position: LogPosition | null;
  more: boolean;
  /** What the last position pointed at is gone or was cut before it was read to its end. */
  lost: string | null;
}

/** The next stretch of the log after `last`; files in the order of their names, which are times by default. */
export async function readLog(place: string, last: LogPosition | null): Promise<LogReading> {
  const files = await logFiles(place);
  const first = files[0];
  if (first === undefined) return { records: [], position: last, more: false, lost: null };
  const isKnown = last !== null && files.includes(last.file);
  const file = isKnown ? last.file : first;
  const size = (await stat(fullPath(place, file))).size;
  const isCut = isKnown && last.offset > size;
  const offset = isKnown && !isCut ? last.offset : 0;
  const { records, bytes } = await readStretch(fullPath(place, file), offset);
  const later = files[files.indexOf(file) + 1];
  const isDone = bytes === 0 && later !== undefined;
  return {
    records,
    position: isDone ? { file: later, offset: 0 } : { file, offset: offset + bytes },
    more: isDone || (bytes > 0 && (offset + bytes < size || later !== undefined)),
    lost:
      last !== null && !isKnown
        ? `the log file ${last.file} is gone`
        : isCut
          ? `the log file ${file} was cut`
          : null,
  };
}

const fullPath = (place: string, file: string): string =>
  path.basename(place) === file ? place : path.join(place, file);

async function logFiles(place: string): Promise<string[]> {
  const { isDirectory } = await stat(place).then((found) => ({ isDirectory: found.isDirectory() }));
  if (!isDirectory) return [path.basename(place)];
  return (await readdir(place)).filter((name) => /\.(csv|json)$/.test(name)).sort();
}

async function readStretch(file: string, offset: number): Promise<{ records: LogRecord[]; bytes: number }> {
  const parse = file.endsWith('.json') ? parseJsonLog : parseCsvLog;
  const handle = await open(file, 'r');
  try {
    for (let length = CHUNK_BYTES; ; length *= 4) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset);
      const parsed = parse(buffer.subarray(0, bytesRead));
      if (parsed.bytes > 0 || bytesRead < length) return parsed;
      if (length >= RECORD_BYTES_MAX) return { records: [], bytes: bytesRead };
    }
  } finally {
    await handle.close();
  }
}
