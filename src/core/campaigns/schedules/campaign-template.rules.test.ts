import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { fillTemplate, PLACEHOLDERS, templateFault } from './campaign-template.rules.ts';

const NEW_YEAR = Date.parse('2026-12-31T23:30:00Z');

test('placeholders are of the day in the time zone of the schedule', () => {
  const template = '{date}: {month} {quarter} {year}, {year}';
  expect(fillTemplate(template, NEW_YEAR, 'UTC')).toBe('2026-12-31: December Q4 2026, 2026');
  expect(fillTemplate(template, NEW_YEAR, 'Europe/Berlin')).toBe('2027-01-01: January Q1 2027, 2027');
  expect(fillTemplate('{quarter}', Date.parse('2026-06-30T12:00:00Z'), 'UTC')).toBe('Q2');
});

test('what is no placeholder is refused, with those that are', () => {
  const fault = 'expected no braces but those of {date}, {month}, {quarter}, {year}';
  for (const bad of [
    '{week}',
    '{Year}',
    '{ year }',
    '{}',
    '{',
    '}',
    '{{year}}',
    '{year',
    'a }{ b',
    '{constructor}',
  ])
    expect([bad, templateFault(bad)]).toEqual([bad, fault]);
  for (const good of ['', 'PII', '{year}', '{month} {year} ({quarter})', '$1 $& \\ {date}'])
    expect([good, templateFault(good)]).toEqual([good, null]);
});

property.prop([fc.array(fc.oneof(fc.constantFrom(...PLACEHOLDERS.map((name) => `{${name}}`)), fc.string()))])(
  'a template that is accepted leaves no brace',
  (parts) => {
    const template = parts.join('');
    if (templateFault(template) === null) expect(fillTemplate(template, NEW_YEAR, 'UTC')).not.toMatch(/[{}]/);
  },
);
