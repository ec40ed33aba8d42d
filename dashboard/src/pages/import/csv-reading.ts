import type { Answer } from '@lapse/client';

export type Noun = 'grants' | 'events';
export type Preview = Answer<'/v1/csv/preview', 'post'>;

/** How the file is to be read, as far as somebody has said so. */
export interface Reading {
  /** Null: the server chooses by the names of the columns. */
  map: Record<string, string> | null;
  set: Record<string, string>;
  separator: string | null;
  date_format: string;
  time_zone: string;
}

export const AS_FOUND: Reading = {
  map: null,
  set: {},
  separator: null,
  date_format: 'iso',
  time_zone: 'UTC',
};

const pairs = (of: Record<string, string>): string =>
  Object.entries(of)
    .map(([field, value]) => `${field}=${value}`)
    .join(',');

export function queryOf({ map, set, separator, date_format, time_zone }: Reading): Record<string, string> {
  const said = Object.fromEntries(Object.entries(set).filter(([, value]) => value.trim() !== ''));
  return {
    // With no column at all there still is a mapping.
    ...(map === null ? {} : { map: pairs(map) || 'principal=' }),
    ...(Object.keys(said).length === 0 ? {} : { set: pairs(said) }),
    ...(separator === null ? {} : { separator }),
    date_format,
    time_zone,
  };
}

/** From where a field is read: a column, or the same for every row. */
export type Source = { column: string } | { value: string } | null;

export function withSource(reading: Reading, preview: Preview, field: string, source: Source): Reading {
  const map = { ...(reading.map ?? preview.map) };
  const set = { ...reading.set };
  delete map[field];
  delete set[field];
  if (source && 'column' in source) map[field] = source.column;
  if (source && 'value' in source) set[field] = source.value;
  return { ...reading, map, set };
}

/** The beginning of a file, without a last line that goes on behind it. */
export async function headOf(file: Blob, bytes = 262_144): Promise<Blob> {
  if (file.size <= bytes) return file;
  const head = new Uint8Array(await file.slice(0, bytes).arrayBuffer());
  const end = head.lastIndexOf(10);
  return file.slice(0, end === -1 ? bytes : end + 1);
}

/** The refused rows as a table of their own. */
export function faultsAsCsv(rejections: readonly { line: number; reason: string }[]): string {
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  return `\ufeffline,reason\r\n${rejections.map(({ line, reason }) => `${line},${quoted(reason)}\r\n`).join('')}`;
}
