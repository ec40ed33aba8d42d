import { expect, test } from 'vitest';
import { BUNDLE_FORMAT } from '../audit/bundle/bundle.ts';
import type { Verification } from '../audit/bundle/verify-bundle.ts';
import { reportVerification } from './audit-report.ts';

const checkpoint = { origin: 'lapse-audit/contoso/1', tree_size: 1_200, root_hash: Buffer.alloc(32) };
const good: Verification = {
  header: {
    format: BUNDLE_FORMAT,
    origin: checkpoint.origin,
    key: '',
    checkpoint: '',
    from_size: 0,
    tree_size: 1_200,
    roots_before: [],
  },
  key: { name: checkpoint.origin, public_key: Buffer.alloc(32) },
  signed: checkpoint,
  trusted: { ...checkpoint, tree_size: 1_000 },
  entries: 1_200,
  first_timestamp: '2026-01-01T00:00:00Z',
  last_timestamp: '2026-02-01T00:00:00Z',
  outside: 0,
  faults: [],
};
const all = { has_key: true, has_checkpoint: true };

test('a good bundle with key and checkpoint is verified without reserve', () => {
  const text = reportVerification(good, all);
  expect(text).toMatch('1,200 entries, 0 to 1,199, from 2026-01-01T00:00:00Z to 2026-02-01T00:00:00Z');
  expect(text).toMatch('ok  The first 1,000 entries are those of the checkpoint you gave.');
  expect(text).toMatch(/\nVERIFIED\. No entry was changed, removed, inserted or moved\.\n$/);
  expect(text).not.toMatch('!!');
});

test('without a key nothing is called verified, without a checkpoint only up to this one', () => {
  const own = reportVerification({ ...good, trusted: null }, { has_key: false, has_checkpoint: false });
  expect(own).toMatch('taken from the bundle itself');
  expect(own).toMatch('no independent proof');
  expect(own).not.toMatch('VERIFIED');
  const open = reportVerification({ ...good, trusted: null }, { has_key: true, has_checkpoint: false });
  expect(open).toMatch('Not checked: whether newer entries were cut off');
  expect(open).toMatch('moved up to this checkpoint.');
});

test('a fault comes first, says what else is wrong, and nothing is called ok', () => {
  const faults = Array.from({ length: 8 }, (_, i) => `Fault ${i}.`);
  const text = reportVerification({ ...good, faults }, all);
  expect(text).toMatch('  FAULT  Fault 0.\n  also   Fault 1.');
  expect(text).toMatch('  also   3 more.');
  expect(text).toMatch('\nNOT VERIFIED.');
  expect(text).not.toMatch('  ok  ');
});
