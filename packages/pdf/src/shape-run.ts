import type { FontFace } from './font-face.ts';
import { pdfNumber } from './pdf-syntax.ts';
import type { TextRun } from './text-line.ts';
import { isInvisible } from './visible-text.ts';

/** Shaped words kept per document; names repeat, so most are found. */
const CACHE_MAX = 5_000;

interface Placed {
  hex: string;
  width: number;
  advance: number;
  x: number;
  y: number;
}

/** Turns words of scripts that join, stack or run from right to left into glyphs. */
export class Shaper {
  readonly #cache = new Map<string, Placed[]>();

  /** `text` is in the order it is read; the glyphs of a run from right to left come out in the order they are seen. */
  run(face: FontFace, text: string, rightToLeft: boolean, size: number): TextRun {
    const glyphs = this.#glyphs(face, text, rightToLeft);
    let width = 0;
    for (const glyph of glyphs) {
      width += glyph.advance;
    }
    return { face, operators: operatorsOf(glyphs, size), width: (width * size) / 1000, actual: null };
  }

  #glyphs(face: FontFace, text: string, rightToLeft: boolean): Placed[] {
    const key = `${face.resource}${rightToLeft ? '<' : '>'}${text}`;
    let glyphs = this.#cache.get(key);
    if (glyphs === undefined) {
      glyphs = shape(face, text, rightToLeft);
      if (this.#cache.size >= CACHE_MAX) {
        this.#cache.clear();
      }
      this.#cache.set(key, glyphs);
    }
    return glyphs;
  }
}

function shape(face: FontFace, text: string, rightToLeft: boolean): Placed[] {
  const { font, scale } = face.file;
  // The library reads the script from the text, and joins and reorders by it.
  const run = font.layout(
    text,
    { liga: false, clig: false },
    undefined,
    undefined,
    rightToLeft ? 'rtl' : 'ltr',
  );
  return run.glyphs.flatMap((glyph, index) => {
    const position = run.positions[index];
    if (position === undefined || (glyph.id === 0 && glyph.codePoints.every(isInvisible))) {
      return [];
    }
    const split = rightToLeft && glyph.codePoints.length > 1;
    const text = split ? glyph.codePoints.slice(0, 1) : glyph.codePoints;
    const width = glyph.advanceWidth * scale;
    const placed = {
      hex: face.shapedCode(glyph.id, text, width).hex,
      width,
      advance: position.xAdvance * scale,
      x: position.xOffset * scale,
      y: position.yOffset * scale,
    };
    return split ? [...unseen(face, glyph.codePoints.slice(1)), placed] : placed;
  });
}

/**
 * Readers that take text out turn what runs from right to left around, and with it the letters of a ligature, which were
 * in order. So a ligature stands for its first letter, and the others are blanks of no advance to its left.
 */
function unseen(face: FontFace, letters: number[]): Placed[] {
  // The non-joiner has no width of its own, so nothing has to be moved back.
  const blank = face.file.glyph(0x200c) ?? face.file.glyph(0x20);
  if (blank === null) {
    return [];
  }
  return letters.toReversed().map((letter) => ({
    hex: face.shapedCode(blank.gid, [letter], blank.advance).hex,
    width: blank.advance,
    advance: 0,
    x: 0,
    y: 0,
  }));
}

/** Offsets of marks are moves inside a TJ array, and a rise for their height. */
function operatorsOf(glyphs: Placed[], size: number): string {
  let operators = '';
  let parts = '';
  let rise = 0;
  for (const glyph of glyphs) {
    if (glyph.y !== rise) {
      operators += parts === '' ? '' : `[${parts}]TJ `;
      operators += `${pdfNumber((glyph.y * size) / 1000)} Ts `;
      parts = '';
      rise = glyph.y;
    }
    const after = glyph.width - glyph.advance + glyph.x;
    parts += `${glyph.x === 0 ? '' : ` ${pdfNumber(-glyph.x)}`}<${glyph.hex}>`;
    parts += after === 0 ? '' : pdfNumber(after);
  }
  operators += parts === '' ? '' : `[${parts}]TJ`;
  return rise === 0 ? operators : `${operators} 0 Ts`;
}
