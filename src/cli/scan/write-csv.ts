import type { ScannedAccess } from '../../connectors/scan/score-access.ts';
import type { Findings } from './findings.ts';

const COLUMNS = [
  'principal',
  'principal_type',
  'permission',
  'asset',
  'asset_type',
  'via_group',
  'members',
  'members_seen',
  'score',
  'risk_level',
  'lapses_at',
  'use',
  'last_used_at',
  'last_used_not_before',
  'no_use_since',
  'revocable',
  'not_revocable_because',
  'reasons',
] as const satisfies readonly (keyof ScannedAccess)[];

/** RFC 4180. The use of each grant is said in a column, because there is nothing above a table of this kind. */
export function* writeCsv({ scan }: Findings, limit: number): Generator<string> {
  yield `${COLUMNS.join(',')}\r\n`;
  for (const row of scan.access.stalest(limit)) {
    yield `${COLUMNS.map((name) => cell(row[name])).join(',')}\r\n`;
  }
}

function cell(value: ScannedAccess[keyof ScannedAccess]): string {
  if (value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = Array.isArray(value) ? value.join(' ') : value;
  // A spreadsheet would run what begins like this; the apostrophe makes it text.
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
