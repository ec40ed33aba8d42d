import type { FontFace } from './font-face.ts';
import type { Weight } from './font-set.ts';

export interface TextStyle {
  weight: Weight;
  size: number;
  /** From one base line to the next. */
  leading: number;
}

/** Glyphs of one font, one after the other. */
export interface TextRun {
  face: FontFace;
  /** Operators that show them when the place and the font are set. */
  operators: string;
  /** In points. */
  width: number;
  /** What they stand for, where no font has it and its code point is spelled out. */
  actual: string | null;
}

export interface TextLine {
  /** The characters of this line as they were given, in the order in which they are read. */
  text: string;
  style: TextStyle;
  runs: TextRun[];
  width: number;
}
