import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keptPayload, keptReason, notWholeReason, PAYLOAD_BYTES_MAX } from './rejection.rules.ts';

/** All that JSON cannot have, halves of pairs among it. */
const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
});

describe('what is kept of a refused event', () => {
  test('any text fits and can be stored, and is whole only when it is the text that came', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 4_000 }), (piece, times) => {
        const text = piece.repeat(times);
        const { payload, is_cut } = keptPayload(text);
        expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(PAYLOAD_BYTES_MAX);
        expect(payload.isWellFormed() && !payload.includes('\u0000')).toBe(true);
        expect(is_cut).toBe(payload !== text);
        if (Buffer.byteLength(text) <= PAYLOAD_BYTES_MAX && text.isWellFormed() && !text.includes('\u0000')) {
          expect(is_cut).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['x'.repeat(PAYLOAD_BYTES_MAX), PAYLOAD_BYTES_MAX, false],
    ['x'.repeat(PAYLOAD_BYTES_MAX + 1), PAYLOAD_BYTES_MAX, true],
    [`${'x'.repeat(PAYLOAD_BYTES_MAX - 1)}é`, PAYLOAD_BYTES_MAX - 1, true],
    [`${'x'.repeat(PAYLOAD_BYTES_MAX - 1)}😀`, PAYLOAD_BYTES_MAX - 1, true],
    ['€'.repeat(PAYLOAD_BYTES_MAX), 3 * Math.floor(PAYLOAD_BYTES_MAX / 3), true],
  ])('a text at the edge is cut between two characters', (text, bytes, is_cut) => {
    const kept = keptPayload(text);
    expect([Buffer.byteLength(kept.payload), kept.is_cut]).toEqual([bytes, is_cut]);
    expect(text.startsWith(kept.payload)).toBe(true);
  });

  test('what is not known any more is a part of nothing', () => {
    expect(keptPayload(null)).toEqual({ payload: '', is_cut: true });
  });

  test('a reason stays short, can be stored, and says once that the event is not whole', () => {
    expect(keptReason('asset_id: nul\u0000 \ud800')).toBe('asset_id: nul\ufffd \ufffd');
    expect(keptReason(`${'x'.repeat(999)}😀 and more`)).toBe(`${'x'.repeat(999)}\ufffd …`);
    const once = notWholeReason('asset_id: there is no asset "a"');
    expect(once).toMatch(/^asset_id: there is no asset "a"; .*cannot be replayed/);
    expect(notWholeReason(once)).toBe(once);
  });
});
