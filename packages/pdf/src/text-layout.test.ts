import { fc, test } from '@fast-check/vitest';
import { describe, expect, test as plainTest } from 'vitest';
import { TextLayout } from './text-layout.ts';
import { visibleText } from './visible-text.ts';

const STYLE = { weight: 'regular', size: 8, leading: 10 } as const;
const layout = new TextLayout();

/** Without what a line break may take: spaces and line ends. */
const letters = (text: string) => text.replace(/[\s\u00a0]/gu, '');

const script = fc.constantFrom(
  ...'abcxyzABC0159 .-_/@:é ł ß Ж Ω אבגד ابجدمحل ١٢ 田中太郎 कमल สม 😀👩‍👩‍👧 ()[]«» \u00a0\u0301\u200f\u200d'.split(
    '',
  ),
);
const mixed = fc.array(script, { maxLength: 80 }).map((parts) => parts.join(''));
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  mixed,
  fc.string({ maxLength: 300 }),
);

describe('breaking text into lines', () => {
  test.prop([text, fc.integer({ min: 30, max: 400 })])('loses nothing', (value, width) => {
    const lines = layout.lines(value, STYLE, width, { direction: 'auto' });
    expect(letters(lines.map((line) => line.text).join(''))).toBe(letters(visibleText(value)));
  });

  test.prop([text, fc.integer({ min: 60, max: 400 })])(
    'makes no line wider than it may be',
    (value, width) => {
      for (const line of layout.lines(value, STYLE, width, { direction: 'auto' })) {
        expect(line.width).toBeLessThanOrEqual(width + 0.001);
        const runs = line.runs.reduce((sum, run) => sum + run.width, 0);
        expect(runs).toBeCloseTo(line.width, 6);
      }
    },
  );

  test.prop([text, fc.integer({ min: 1, max: 5 })])('keeps to a number of lines', (value, maxLines) => {
    expect(layout.lines(value, STYLE, 200, { maxLines }).length).toBeLessThanOrEqual(maxLines);
  });

  plainTest('breaks at spaces, else at joints, else anywhere', () => {
    const broken = (value: string) => layout.lines(value, STYLE, 60).map((line) => line.text);
    expect(broken('one two three four five six')).toEqual(['one two three', 'four five six']);
    expect(broken('claims_prod.payments.archive')).toEqual(['claims_prod.', 'payments.archive']);
    expect(broken('x'.repeat(30)).join('')).toBe('x'.repeat(30));
  });

  plainTest('says how much of a long text is not shown', () => {
    const lines = layout.lines('word '.repeat(4_000), STYLE, 100, { maxLines: 10 });
    expect(lines).toHaveLength(10);
    expect(lines.at(-1)?.text).toMatch(/^… 19,\d{3} more characters$/);
  });

  plainTest('shows words from right to left in the order they are seen', () => {
    const [line] = layout.lines('שלום abc', STYLE, 200, { direction: 'auto' });
    const faces = line?.runs.map((run) => run.face.file.font.postscriptName);
    expect(faces).toEqual(['SourceSans3-Regular', 'SourceSans3-Regular', 'NotoSansHebrew-Regular']);
    const [sentence] = layout.lines('שלום abc', STYLE, 200);
    expect(sentence?.runs[0]?.face.file.font.postscriptName).toBe('NotoSansHebrew-Regular');
  });

  plainTest('spells out what has no shape, and what would turn a name around', () => {
    expect(visibleText('a\u0000b\ud800c\u202edef')).toBe('a[U+0000]b[U+D800]c[U+202E]def');
    const [line] = layout.lines('\u{1f600}', STYLE, 200);
    expect(line?.runs[0]?.actual).toBe('\u{1f600}');
  });
});
