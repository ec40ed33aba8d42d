import type { Glyph } from 'fontkit';
import type { FontFile } from './font-file.ts';
import type { PdfFile } from './pdf-file.ts';
import { pdfNumber, reference } from './pdf-syntax.ts';

/** A character as the document writes it: its code in the content and its width in thousandths of the size. */
interface Code {
  hex: string;
  width: number;
}

/**
 * A font as one document uses it. Codes are given to pairs of glyph and text, so that two characters which share a
 * glyph are still told apart when text is copied out of the document.
 */
export class FontFace {
  readonly file: FontFile;
  readonly resource: string;
  readonly #codes = new Map<string, Code>();
  readonly #simple: (Code | undefined)[] = [];
  readonly #used: { gid: number; text: number[]; width: number }[];
  #id: number | null = null;

  constructor(file: FontFile, resource: string) {
    this.file = file;
    this.resource = resource;
    this.#used = [{ gid: 0, text: [0xfffd], width: 0 }];
  }

  /** The code of a character that stands for itself; the font must have it. */
  code(codePoint: number): Code {
    let code = this.#simple[codePoint];
    if (code === undefined) {
      const glyph = this.file.glyph(codePoint) ?? { gid: 0, advance: 500 };
      code = this.shapedCode(glyph.gid, [codePoint], glyph.advance);
      this.#simple[codePoint] = code;
    }
    return code;
  }

  shapedCode(gid: number, text: number[], width: number): Code {
    const key = `${gid}:${text.join()}`;
    let code = this.#codes.get(key);
    if (code === undefined) {
      code = { hex: this.#used.length.toString(16).padStart(4, '0'), width };
      this.#used.push({ gid, text, width });
      this.#codes.set(key, code);
    }
    return code;
  }

  /** Reserved when first asked for: a font that no page names is not embedded. */
  id(file: PdfFile): number {
    this.#id ??= file.reserve();
    return this.#id;
  }

  embed(file: PdfFile): void {
    if (this.#id === null) {
      return;
    }
    const { font, scale } = this.file;
    const subset = font.createSubset();
    const map = Buffer.alloc(this.#used.length * 2);
    for (const [code, { gid }] of this.#used.entries()) {
      // It answers with the glyph's number in the subset, whatever its type says.
      map.writeUInt16BE(subset.includeGlyph({ id: gid } as Glyph) as unknown as number, code * 2);
    }
    // Six capitals name a subset; they follow from the place of the font in the document.
    const name = `LAPSE${String.fromCharCode(64 + Number(this.resource.slice(1)))}+${font.postscriptName}`;
    const { bbox } = font;
    const box = [bbox.minX, bbox.minY, bbox.maxX, bbox.maxY].map((side) => pdfNumber(side * scale));
    const descriptor = file.add(
      `<</Type/FontDescriptor/FontName/${name}/Flags 4/FontBBox[${box.join(' ')}]/ItalicAngle 0` +
        `/Ascent ${pdfNumber(font.ascent * scale)}/Descent ${pdfNumber(font.descent * scale)}` +
        `/CapHeight ${pdfNumber((font.capHeight || font.ascent) * scale)}/StemV 80` +
        `/FontFile2 ${reference(file.addStream('', Buffer.from(subset.encode())))}>>`,
    );
    const widths = this.#used.map(({ width }) => pdfNumber(width)).join(' ');
    const descendant = file.add(
      `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}` +
        '/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>' +
        `/FontDescriptor ${reference(descriptor)}/W[0[${widths}]]` +
        `/CIDToGIDMap ${reference(file.addStream('', map))}>>`,
    );
    file.put(
      this.#id,
      `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H` +
        `/DescendantFonts[${reference(descendant)}]/ToUnicode ${reference(file.addStream('', this.#toUnicode()))}>>`,
    );
  }

  #toUnicode(): string {
    const lines = this.#used.map(
      ({ text }, code) =>
        `<${code.toString(16).padStart(4, '0')}><${Buffer.from(String.fromCodePoint(...text), 'utf16le')
          .swap16()
          .toString('hex')}>`,
    );
    const blocks: string[] = [];
    for (let from = 1; from < lines.length; from += 100) {
      const block = lines.slice(from, from + 100);
      blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
    }
    return [
      '/CIDInit/ProcSet findresource begin\n12 dict begin\nbegincmap',
      '/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def',
      '/CMapName/Adobe-Identity-UCS def\n/CMapType 2 def',
      '1 begincodespacerange\n<0000><ffff>\nendcodespacerange',
      ...blocks,
      'endcmap\nCMapName currentdict/CMap defineresource pop\nend\nend',
    ].join('\n');
  }
}
