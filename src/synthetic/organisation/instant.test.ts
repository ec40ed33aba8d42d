import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isoInstant } from './instant.ts';

it('writes an instant as toISOString does', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1960-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
      (date) => {
        expect(isoInstant(date.getTime())).toBe(date.toISOString());
      },
    ),
  );
});
