import { expect, test } from 'vitest';
import { troubleInWords } from './trouble-in-words.ts';

test('what is known is said with what to do, anything else is left as it is', () => {
  expect(troubleInWords('there was no answer within 15 seconds')).toContain('in time');
  // The service says itself what these mean.
  expect(troubleInWords('Nothing listens at 127.0.0.1:5999: check host and port (ECONNREFUSED)')).toBeNull();
  expect(troubleInWords('password authentication failed for user "lapse" (28P01)')).toContain('password');
  expect(troubleInWords('self-signed certificate in certificate chain')).toContain('certificate');
  expect(troubleInWords('12 of 15 known grants are missing from the listing')).toBeNull();
});
