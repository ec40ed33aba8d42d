import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readComment, textHash } from './comment.rules.ts';

describe('a comment', () => {
  test('is kept as it was written, without spaces around it and with one kind of line end', () => {
    expect(readComment(' \n Still needed?\r\n\tYes:\rsince March. \n')).toEqual({
      text: 'Still needed?\n\tYes:\nsince March.',
    });
  });

  test.each(['', '   ', '\n\t', '\u200b\u2060', '\u3164'])('that nobody can read is none: %j', (text) => {
    expect(readComment(text)).toEqual({ fault: 'expected a text of 1 to 4000 characters' });
  });

  test.each(['a\u0007b', 'a\u001b[31mb', 'a\u007fb', 'a\u0085b', 'a\u000bb'])(
    'has no control characters: %j',
    (text) => {
      expect(readComment(text).fault).toBe(
        'expected a text without control characters other than line ends and tabs',
      );
    },
  );

  test('is read the same when it is read again, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (written) => {
        const read = readComment(written);
        if (read.fault === undefined) expect(readComment(read.text)).toEqual(read);
      }),
    );
  });
});

test('the hash is over nonce and text, so that the same words twice have two', () => {
  expect(textHash('00ff', 'Ja, für März')).toBe(
    createHash('sha256').update('00ffJa, für März').digest('hex'),
  );
  expect(textHash('00', 'yes')).not.toBe(textHash('01', 'yes'));
});
