import { expect, test } from 'vitest';
import { chooseColumns, detectSeparator, readCsvReading } from './csv-mapping.rules.ts';

const choose = (noun: 'grants' | 'events', header: string[], asked = {}) => {
  const { mapping, faults } = chooseColumns(noun, header, readCsvReading(noun, asked));
  return {
    columns: Object.fromEntries([...mapping.columns].map(([field, place]) => [field.name, header[place]])),
    faults: faults.map(({ msg }) => msg),
  };
};

test('columns are chosen by their names, however they are written, each for one thing', () => {
  expect(
    choose('grants', ['User', 'E-Mail', 'tableName', 'SYSTEM', 'Right', 'Last used', 'Comment']),
  ).toEqual({
    columns: {
      principal: 'E-Mail',
      principal_name: 'User',
      asset: 'tableName',
      platform: 'SYSTEM',
      permission: 'Right',
      last_used_at: 'Last used',
    },
    faults: [],
  });
  expect(choose('events', ['query_id', 'user', 'Object Name', 'operation', 'event_time']).columns).toEqual({
    principal: 'user',
    asset: 'Object Name',
    action: 'operation',
    timestamp: 'event_time',
    event_id: 'query_id',
  });
});

test('what was named is taken, and nothing is guessed beside it', () => {
  const asked = { map: 'principal=Who, he or she,asset=What,permission=E-Mail', set: 'platform=sap' };
  expect(choose('grants', ['who, he or she', 'What', 'E-Mail', 'Department'], asked)).toEqual({
    columns: { principal: 'who, he or she', asset: 'What', permission: 'E-Mail' },
    faults: [],
  });
});

test('what is missing is named, with the columns there are', () => {
  expect(choose('grants', ['Foo', 'Table']).faults).toEqual([
    expect.stringMatching(/^principal: expected a column for it .*there are "Foo", "Table"$/),
    expect.stringMatching(/^permission: expected a column for it/),
  ]);
  expect(choose('grants', ['A', 'B', 'B'], { map: 'principal=X,asset=A,permission=b' }).faults).toEqual([
    'principal: there is no column "X"; expected one of "A", "B", "B"',
    'permission: several columns are called "b"; rename all but one',
  ]);
  expect(choose('grants', ['User', 'Table'], { set: 'permission=read' }).faults).toEqual([]);
});

test.each([
  ['map', 'Email', 'expected pairs such as principal=Email,asset=Table'],
  ['map', 'who=Email', 'who: expected one of principal, asset'],
  ['separator', 'colon', 'expected one of comma, semicolon, tab, pipe'],
  ['date_format', 'DD/MM/YY', 'expected one of iso, DD/MM/YYYY'],
  ['time_zone', 'Berlin', 'expected the name of a time zone, such as Europe/Berlin'],
  ['time_zone', '+01:00', 'expected the name of a time zone, such as Europe/Berlin'],
])('%s=%s is refused by name', (name, value, msg) => {
  expect(() => readCsvReading('grants', { [name]: value })).toThrow(`query.${name} ${msg}`);
});

test('the separator is the one that the header has most of, outside of quotes', () => {
  expect(detectSeparator('a,b,c')).toBe('comma');
  expect(detectSeparator('"Name, first";Email;Right')).toBe('semicolon');
  expect(detectSeparator('a\tb, c\td')).toBe('tab');
  expect(detectSeparator('alone')).toBe('comma');
});
