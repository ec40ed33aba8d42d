import type { Verification } from '../audit/bundle/verify-bundle.ts';
import { keyId } from '../audit/tree/signed-note.rules.ts';
import { counted } from '../platform/counted.ts';

const FAULTS_SHOWN = 5;
const number = (value: number): string => value.toLocaleString('en');

/** For someone who reads a hundred of these: first what it was, then what was checked, last the verdict. */
export function reportVerification(
  found: Verification,
  given: { has_key: boolean; has_checkpoint: boolean },
): string {
  const { header, faults } = found;
  const lines = header === null ? [] : [...whatItIs(found, given), ''];
  if (faults.length === 0) {
    lines.push(...whatWasChecked(found).map((line) => `  ok  ${line}`), '');
    lines.push(...whatWasNot(given).flatMap((line) => [`  !!  ${line}`, '']));
    lines.push(verdict(given));
  } else {
    lines.push(`  FAULT  ${faults[0]}`);
    for (const fault of faults.slice(1, FAULTS_SHOWN)) lines.push(`  also   ${fault}`);
    if (faults.length > FAULTS_SHOWN) lines.push(`  also   ${faults.length - FAULTS_SHOWN} more.`);
    lines.push('', 'NOT VERIFIED. Do not rely on this bundle; keep it as it is, it is evidence.');
  }
  return `${lines.join('\n')}\n`;
}

function whatItIs(
  { header, key, entries, first_timestamp, last_timestamp }: Verification,
  given: { has_key: boolean },
): string[] {
  const from = header?.from_size ?? 0;
  const range =
    entries === 0
      ? 'no entries'
      : `${counted(number(entries), 'entry', 'entries')}, ${number(from)} to ${number(from + entries - 1)}`;
  const period = first_timestamp === null ? '' : `, from ${first_timestamp} to ${last_timestamp}`;
  const source = given.has_key ? 'the one you gave' : 'taken from the bundle itself';
  return [
    `Log     ${header?.origin}`,
    `Key     ${key === null ? 'none that can be read' : `${keyId(key).toString('hex')}, ${source}`}`,
    `Bundle  ${range}${period}`,
  ];
}

function whatWasChecked({ header, signed, trusted, outside }: Verification): string[] {
  const size = number(signed?.tree_size ?? 0);
  return [
    `The checkpoint over ${counted(size, 'entry', 'entries')} is signed with this key.`,
    'Every entry, hashed again from its bytes, leads to the signed root.',
    'Every entry stands where it was recorded.',
    header?.from_size
      ? `The ${number(header.from_size)} entries before are not in the bundle; their hashes are under the signature.`
      : null,
    trusted && `The first ${number(trusted.tree_size)} entries are those of the checkpoint you gave.`,
    outside === 0 ? 'The database reported no entry outside the log.' : null,
  ].filter((line) => line !== null);
}

function whatWasNot(given: { has_key: boolean; has_checkpoint: boolean }): string[] {
  return [
    given.has_key
      ? null
      : 'The key came with the bundle. This shows that the bundle agrees with itself, not who made it:\n' +
        '      it is no independent proof. Pass --key with the key that was noted when the log began.',
    given.has_checkpoint
      ? null
      : 'Not checked: whether newer entries were cut off, or history was rewritten and signed again.\n' +
        '      Pass --checkpoint with one that you kept.',
  ].filter((line) => line !== null);
}

function verdict(given: { has_key: boolean; has_checkpoint: boolean }): string {
  if (!given.has_key) return 'CONSISTENT, but not proved: see above.';
  const since = given.has_checkpoint ? '' : ' up to this checkpoint';
  return `VERIFIED. No entry was changed, removed, inserted or moved${since}.`;
}
