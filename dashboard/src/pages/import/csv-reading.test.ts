import { expect, test } from 'vitest';
import { AS_FOUND, faultsAsCsv, headOf, type Preview, queryOf, withSource } from './csv-reading.ts';

const PREVIEW = { map: { principal: 'Email', asset: 'Table' } } as unknown as Preview;

test('what was found is kept when one field is read from elsewhere, and nothing is said twice', () => {
  const once = withSource(AS_FOUND, PREVIEW, 'asset', { column: 'Object' });
  expect(queryOf(once)).toEqual({
    map: 'principal=Email,asset=Object',
    date_format: 'iso',
    time_zone: 'UTC',
  });
  const always = withSource(once, PREVIEW, 'asset', { value: 'orders' });
  expect(queryOf(always)).toMatchObject({ map: 'principal=Email', set: 'asset=orders' });
  const none = withSource(withSource(always, PREVIEW, 'asset', null), PREVIEW, 'principal', null);
  expect(queryOf(none)).toEqual({ map: 'principal=', date_format: 'iso', time_zone: 'UTC' });
});

test('nothing that is still empty is said', () => {
  expect(queryOf({ ...AS_FOUND, set: { platform: ' ' }, separator: 'tab' })).toEqual({
    separator: 'tab',
    date_format: 'iso',
    time_zone: 'UTC',
  });
});

test('the beginning of a file ends with a line', async () => {
  expect(await (await headOf(new Blob(['a,b\nc,d\ne']), 6)).text()).toBe('a,b\n');
  expect(await (await headOf(new Blob(['a,b\nc,d']), 20)).text()).toBe('a,b\nc,d');
});

test('refused rows are a table that is read back', () => {
  expect(faultsAsCsv([{ line: 3, reason: 'Since: got "x"' }])).toBe(
    '\ufeffline,reason\r\n3,"Since: got ""x"""\r\n',
  );
});
