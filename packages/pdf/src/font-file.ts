import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import { create, type Font } from 'fontkit';

const require = createRequire(import.meta.url);

/** Kerning pairs kept per font; a few alphabets need less than a tenth. */
const PAIRS_MAX = 50_000;

/** One font of the program, shared by all documents that are made. */
export class FontFile {
  readonly font: Font;
  readonly #glyphs = new Map<number, { gid: number; advance: number } | null>();
  readonly #pairs = new Map<number, number>();
  /** From the font's units to thousandths of its size. */
  readonly scale: number;

  constructor(bytes: Buffer) {
    this.font = create(bytes) as Font;
    forgetTexts(this.font);
    this.scale = 1000 / this.font.unitsPerEm;
  }

  /** The glyph that stands for a character by itself, and its advance in thousandths of the size; null: has none. */
  glyph(codePoint: number): { gid: number; advance: number } | null {
    let known = this.#glyphs.get(codePoint);
    if (known === undefined) {
      const glyph = this.font.hasGlyphForCodePoint(codePoint) ? this.font.glyphForCodePoint(codePoint) : null;
      known = glyph === null ? null : { gid: glyph.id, advance: glyph.advanceWidth * this.scale };
      this.#glyphs.set(codePoint, known);
    }
    return known;
  }

  /**
   * How much nearer two characters move, in thousandths of the size. Pairs are asked once, so that laying out a word
   * needs no shaping: 50,000 different words are laid out without growing a cache of words.
   */
  kern(left: number, right: number): number {
    const key = left * 0x10000 + right;
    let known = this.#pairs.get(key);
    if (known === undefined) {
      const run = this.font.layout(String.fromCharCode(left, right), { liga: false, clig: false });
      const first = run.positions[0];
      const glyph = run.glyphs[0];
      known =
        run.glyphs.length === 2 && first !== undefined && glyph !== undefined
          ? (first.xAdvance - glyph.advanceWidth) * this.scale
          : 0;
      if (this.#pairs.size >= PAIRS_MAX) {
        this.#pairs.clear();
      }
      this.#pairs.set(key, known);
    }
    return known;
  }
}

/**
 * The library remembers a glyph together with the characters of its first use, so a letter whose shape another letter
 * has too would be copied out of a document as that one. It is made to look at the characters each time.
 */
function forgetTexts(font: Font): void {
  const inner = font as Font & { _glyphs: Record<number, unknown> };
  const getGlyph = font.getGlyph.bind(font);
  inner.getGlyph = (gid, codePoints) => {
    delete inner._glyphs[gid];
    return getGlyph(gid, codePoints);
  };
}

const FILES = {
  regular: '@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf',
  semibold: '@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf',
  arabic: '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-400-normal.woff',
  arabic_semibold: '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-600-normal.woff',
  hebrew: '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-400-normal.woff',
  hebrew_semibold: '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-600-normal.woff',
  // Plain, but it has a legible glyph for every character of the Basic Multilingual Plane.
  last_resort: '@fontsource/unifont/files/unifont-latin-400-normal.woff',
};
export type FontName = keyof typeof FILES;

const loaded = new Map<FontName, FontFile>();

export function fontFile(name: FontName): FontFile {
  let file = loaded.get(name);
  if (file === undefined) {
    file = new FontFile(unwrapWoff(readFileSync(require.resolve(FILES[name]))));
    loaded.set(name, file);
  }
  return file;
}

/** The tables of a WOFF file as a plain TrueType file: reading a glyph from WOFF inflates its whole table each time. */
function unwrapWoff(bytes: Buffer): Buffer {
  if (bytes.toString('latin1', 0, 4) !== 'wOFF') {
    return bytes;
  }
  const count = bytes.readUInt16BE(12);
  const head = Buffer.alloc(12 + count * 16);
  bytes.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const parts = [head];
  let offset = head.length;
  for (let at = 0; at < count; at++) {
    const entry = 44 + at * 20;
    const [start, stored, length] = [4, 8, 12].map((field) => bytes.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
    ];
    const raw = bytes.subarray(start, start + stored);
    const table = stored < length ? inflateSync(raw) : raw;
    const target = 12 + at * 16;
    bytes.copy(head, target, entry, entry + 4);
    bytes.copy(head, target + 4, entry + 16, entry + 20);
    head.writeUInt32BE(offset, target + 8);
    head.writeUInt32BE(length, target + 12);
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4);
    table.copy(padded);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}
