import { expect, test } from 'vitest';
import { localeOf } from './locale.ts';

test.each([
  [['en-US', 'en'], 'en-US'],
  [['de-DE', 'de', 'en-AU', 'en'], 'en-AU'],
  [['de-DE', 'de'], 'en-GB'],
  [[], 'en-GB'],
])('a browser that reads %j reads dates as %s', (languages, locale) => {
  expect(localeOf(languages)).toBe(locale);
});
