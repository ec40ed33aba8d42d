import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEPTH_MAX, findUnstorable } from './unstorable.ts';

const cleanText = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''));
const clean = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    cleanText,
    fc.double(),
    fc.constant(null),
    fc.boolean(),
    fc.array(tie('value')),
    fc.dictionary(
      cleanText.filter((key) => key !== '__proto__'),
      tie('value'),
    ),
  ),
})).value;

test('nothing is found in what PostgreSQL keeps', () => {
  fc.assert(
    fc.property(clean, (value) => {
      expect(findUnstorable(value, ['body'])).toEqual([]);
    }),
  );
});

test('half of a pair and NUL are found wherever they are, and the place is named', () => {
  const steps = fc.array(fc.oneof(fc.nat({ max: 3 }), fc.string({ unit: 'grapheme-ascii', minLength: 1 })), {
    maxLength: DEPTH_MAX,
  });
  const bad = fc.constantFrom('\ud800', 'a\udfff', '\udc00\ud800', 'x\0', '\0');
  fc.assert(
    fc.property(
      steps.filter((path) => !path.includes('__proto__')),
      bad,
      (path, text) => {
        const value = path.reduceRight<unknown>(
          (inner, step) =>
            typeof step === 'number' ? [...Array(step).fill('fine'), inner] : { fine: 1, [step]: inner },
          text,
        );
        expect(findUnstorable(value, ['body'])).toMatchObject([
          { loc: ['body', ...path], type: 'bad_character' },
        ]);
      },
    ),
  );
});

test('a whole pair is no half', () => {
  expect(findUnstorable({ name: '😀', '😀': ['😀'] }, [])).toEqual([]);
});

test('names of fields are looked at, and told without what cannot be told', () => {
  const value = JSON.parse('{"a\\ud800": 1, "b\\u0000": {}, "c": {"__proto__": 1}}');
  expect(findUnstorable(value, ['body']).map(({ loc }) => loc)).toEqual([
    ['body', 'a\ufffd'],
    ['body', 'b\ufffd'],
    ['body', 'c', '__proto__'],
  ]);
});

test('what is nested too deeply is named by its field, however deep it is', () => {
  const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
  expect(findUnstorable({ deep: nested(DEPTH_MAX) }, ['body'])).toEqual([]);
  for (const levels of [DEPTH_MAX + 1, 5_000]) {
    expect(findUnstorable({ deep: nested(levels) }, ['body'])).toEqual([
      {
        loc: ['body', 'deep'],
        msg: `expected at most ${DEPTH_MAX} levels of nesting`,
        type: 'too_deep',
      },
    ]);
  }
});

test('of thousands of faults the first ones are told', () => {
  expect(findUnstorable(Array(5_000).fill('\0'), [])).toHaveLength(10);
});
