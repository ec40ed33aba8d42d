import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CAPABILITIES } from '../src/capabilities.ts';
import { NOTIFICATION_TYPES, WEBHOOK_TYPES } from '../src/webhooks/types.rules.ts';

const AUDIT_TYPES = CAPABILITIES.flatMap(({ audit_types }) => audit_types);
const root = path.join(import.meta.dirname, '..');

/** The first cells of the tables of the document. */
function documented(): string[] {
  const text = readFileSync(path.join(root, 'docs/audit-entries.md'), 'utf8');
  const cells = text.match(/^\| `[^|]*\|/gm) ?? [];
  return cells.flatMap((cell) =>
    [...cell.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, type]) => type as string),
  );
}

// That no entry has a type outside the list is for the compiler to say: AuditEntry takes no other.
test('the document has every type of audit entry, each once, and no other', () => {
  expect(documented().sort()).toEqual([...AUDIT_TYPES].sort());
});

test('every type of the list is written somewhere', () => {
  const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!test|rules|capability)\.ts$/.test(file),
  );
  const text = sources.map((file) => readFileSync(path.join(root, 'src', file), 'utf8')).join('\n');
  expect(AUDIT_TYPES.filter((type) => !text.includes(`'${type}'`))).toEqual([]);
});

test('what is sent out is an entry; only a checkpoint, which is over the entries, is none', () => {
  const known: readonly string[] = AUDIT_TYPES;
  expect([...WEBHOOK_TYPES, ...NOTIFICATION_TYPES].filter((type) => !known.includes(type))).toEqual([
    'audit.checkpoint',
  ]);
});
