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
  run(face: FontFace, text: string, rightToLeft: boolean, size: number, actual: string | null): TextRun {
    const glyphs = this.#glyphs(face, text, rightToLeft);
    let width = 0;
    for (const glyph of glyphs) {
      width += glyph.advance;
    }
    return { face, operators: operatorsOf(glyphs, size), width: (width * size) / 1000, actual };
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
  const run = font.layout(text, [], undefined, undefined, rightToLeft ? 'rtl' : 'ltr');
  return run.glyphs.flatMap((glyph, index) => {
    const position = run.positions[index];
    if (position === undefined || (glyph.id === 0 && glyph.codePoints.every(isInvisible))) {
      return [];
    }
    const width = glyph.advanceWidth * scale;
    const { hex } = face.shapedCode(glyph.id, glyph.codePoints, width);
    return {
      hex,
      width,
      advance: position.xAdvance * scale,
      x: position.xOffset * scale,
      y: position.yOffset * scale,
    };
  });
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
