import { expect, test } from 'vitest';
import { compileSchema } from '../gateway/openapi/schema-compiler.ts';
import { describeViolation } from './faults.ts';

const SCHEMA = {
  type: 'object',
  minProperties: 1,
  properties: {
    reason: { type: 'string', pattern: '\\S' },
    hash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    ids: { type: 'array', uniqueItems: true, items: { type: 'string' } },
    name: { type: 'string', minLength: 1 },
  },
};

test.each([
  [{}, [], 'expected at least 1 field'],
  [{ reason: '  ' }, ['reason'], 'expected a text that is not blank'],
  [{ hash: 'abc' }, ['hash'], 'expected a text that matches ^[0-9a-f]{64}$'],
  [{ ids: ['a', 'b', 'a'] }, ['ids'], 'expected no item twice'],
  [{ name: '' }, ['name'], 'expected at least 1 character'],
])('%j names the field and what was expected', (value, loc, msg) => {
  const validate = compileSchema(SCHEMA, 'body');
  validate(value);
  const faults = (validate.errors ?? []).map((violation) => describeViolation(violation, ['body']));
  expect(faults).toMatchObject([{ loc: ['body', ...loc], msg }]);
});
