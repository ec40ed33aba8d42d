import { expect, test } from 'vitest';
import { DATE_FORMATS, type DateFormat, readCsvDate } from './csv-dates.rules.ts';

const read = (text: string, date_format: DateFormat = 'iso', time_zone = 'UTC') => {
  const found = readCsvDate(text, { date_format, time_zone });
  return 'value' in found ? found.value : `expected ${found.expected}`;
};

test.each<[string, DateFormat, string]>([
  ['2026-01-31', 'iso', '2026-01-31T00:00:00.000Z'],
  ['2026-01-31 09:30', 'iso', '2026-01-31T09:30:00.000Z'],
  ['2026-01-31T09:30:15Z', 'iso', '2026-01-31T09:30:15.000Z'],
  ['2026-01-31 09:30:15.25 +02:00', 'iso', '2026-01-31T07:30:15.250Z'],
  ['03/04/2026', 'DD/MM/YYYY', '2026-04-03T00:00:00.000Z'],
  ['03/04/2026', 'MM/DD/YYYY', '2026-03-04T00:00:00.000Z'],
  ['3/4/2026 9:05 PM', 'MM/DD/YYYY', '2026-03-04T21:05:00.000Z'],
  ['3/4/2026, 12:05 am', 'MM/DD/YYYY', '2026-03-04T00:05:00.000Z'],
  ['31.01.2026 23:59:59', 'DD.MM.YYYY', '2026-01-31T23:59:59.000Z'],
  ['31-01-2026', 'DD-MM-YYYY', '2026-01-31T00:00:00.000Z'],
  ['01-31-2026', 'MM-DD-YYYY', '2026-01-31T00:00:00.000Z'],
  ['2026/01/31', 'YYYY/MM/DD', '2026-01-31T00:00:00.000Z'],
  ['1769851800', 'unix', '2026-01-31T09:30:00.000Z'],
  ['1769851800123', 'unix_ms', '2026-01-31T09:30:00.123Z'],
])('%s as %s', (text, format, value) => expect(read(text, format)).toBe(value));

test('a date that can be read in two ways is read in none until its format is named', () => {
  for (const text of ['03/04/2026', '3.4.2026', '03-04-2026 10:00', '31/12/2026']) {
    expect(read(text)).toBe(
      'expected a date that can be read in one way only: name its format, such as DD/MM/YYYY or MM/DD/YYYY',
    );
  }
});

test.each<[string, DateFormat]>([
  ['31/02/2026', 'DD/MM/YYYY'],
  ['13/13/2026', 'DD/MM/YYYY'],
  ['01/31/2026', 'DD/MM/YYYY'],
  ['01.02.2026', 'DD/MM/YYYY'],
  ['01/02/26', 'DD/MM/YYYY'],
  ['2026-02-30', 'iso'],
  ['2026-01-31 24:00', 'iso'],
  ['2026-01-31 13:00 PM', 'iso'],
  ['yesterday', 'iso'],
  ['46053', 'iso'],
  ['-5', 'unix'],
  ['1e9', 'unix_ms'],
])('%s is no %s', (text, format) => expect(read(text, format)).toMatch(/^expected /));

test('a time without a zone is one of the zone that was named, in summer and in winter', () => {
  expect(read('2026-01-31 09:30', 'iso', 'Europe/Berlin')).toBe('2026-01-31T08:30:00.000Z');
  expect(read('2026-07-31 09:30', 'iso', 'Europe/Berlin')).toBe('2026-07-31T07:30:00.000Z');
  expect(read('29.03.2026 03:30', 'DD.MM.YYYY', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
  expect(read('25/10/2026 04:00', 'DD/MM/YYYY', 'Europe/Berlin')).toBe('2026-10-25T03:00:00.000Z');
  // One that says its zone keeps it.
  expect(read('2026-07-31T09:30:00Z', 'iso', 'Europe/Berlin')).toBe('2026-07-31T09:30:00.000Z');
});

test('every format reads what it is named after', () => {
  for (const format of DATE_FORMATS.filter((each) => each.includes('Y'))) {
    const text = format.replace('YYYY', '2026').replace('MM', '11').replace('DD', '23');
    expect(read(text, format)).toBe('2026-11-23T00:00:00.000Z');
  }
});
