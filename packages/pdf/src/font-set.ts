import { FontFace } from './font-face.ts';
import { type FontName, fontFile } from './font-file.ts';
import type { PdfFile } from './pdf-file.ts';

export type Weight = 'regular' | 'semibold';

/** Asked in order; the first that has a character shows it. */
const CHAINS: Record<Weight, FontName[]> = {
  regular: ['regular', 'arabic', 'hebrew', 'last_resort'],
  semibold: ['semibold', 'arabic_semibold', 'hebrew_semibold', 'last_resort'],
};

/** The fonts of one document. Those after the first of a chain are read when a character needs them. */
export class FontSet {
  readonly #faces = new Map<FontName, FontFace>();

  main(weight: Weight): FontFace {
    return this.#face(CHAINS[weight][0] as FontName);
  }

  /** The face that has all of a cluster's characters, else its first; null: no font has it. */
  faceFor(weight: Weight, codePoints: number[]): FontFace | null {
    const chain = CHAINS[weight];
    for (const wanted of [codePoints, codePoints.slice(0, 1)]) {
      for (const name of chain) {
        if (wanted.every((codePoint) => fontFile(name).glyph(codePoint) !== null)) {
          return this.#face(name);
        }
      }
    }
    return null;
  }

  resources(file: PdfFile): string {
    return [...this.#faces.values()].map((face) => `/${face.resource} ${face.id(file)} 0 R`).join('');
  }

  embed(file: PdfFile): void {
    for (const face of this.#faces.values()) {
      face.embed(file);
    }
  }

  #face(name: FontName): FontFace {
    let face = this.#faces.get(name);
    if (face === undefined) {
      face = new FontFace(fontFile(name), `F${this.#faces.size + 1}`);
      this.#faces.set(name, face);
    }
    return face;
  }
}
