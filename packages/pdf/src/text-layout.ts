import { FontSet } from './font-set.ts';
import { breakMixed } from './mixed-text.ts';
import { breakPlain, isPlain } from './plain-text.ts';
import { Shaper } from './shape-run.ts';
import type { TextLine, TextStyle } from './text-line.ts';
import { visibleText } from './visible-text.ts';

export interface LayoutOptions {
  /** A sentence of ours reads from left to right whatever its first name is; a cell reads as its content does. */
  direction?: 'ltr' | 'auto';
  /** The last line then says how much was left out. */
  maxLines?: number;
}

/** Longer than any page could show; what is behind is counted, not laid out. */
const CHARACTERS_MAX = 4_000;

/** Breaks text into lines, with the fonts of one document. */
export class TextLayout {
  readonly fonts = new FontSet();
  readonly shaper = new Shaper();

  lines(text: string, style: TextStyle, width: number, options: LayoutOptions = {}): TextLine[] {
    const { direction = 'ltr', maxLines = 1_000 } = options;
    const visible = visibleText(text.length > CHARACTERS_MAX ? cut(text, CHARACTERS_MAX) : text);
    const lines = this.#all(visible, style, width, direction, maxLines + 1);
    const shown = lines.reduce((sum, line) => sum + line.text.length, 0);
    if (lines.length <= maxLines && text.length <= CHARACTERS_MAX) {
      return lines;
    }
    return this.#shortened(lines, style, width, direction, maxLines, Math.max(text.length, shown));
  }

  line(text: string, style: TextStyle, width = Number.POSITIVE_INFINITY): TextLine {
    return this.lines(text, style, width, { maxLines: 1, direction: 'auto' })[0] as TextLine;
  }

  widthOf(text: string, style: TextStyle): number {
    return this.line(text, style).width;
  }

  #all(text: string, style: TextStyle, width: number, direction: 'ltr' | 'auto', limit: number): TextLine[] {
    const main = this.fonts.main(style.weight);
    const lines: TextLine[] = [];
    for (const paragraph of text.includes('\n') ? text.split('\n') : [text]) {
      const room = limit - lines.length;
      if (room <= 0) {
        break;
      }
      lines.push(
        ...(isPlain(paragraph, main)
          ? breakPlain(paragraph, style, main, width, room)
          : breakMixed(paragraph, style, direction, width, room, this)),
      );
    }
    return lines;
  }

  /** One line: as much as fits and an ellipsis. More lines: the last says how many characters are not shown. */
  #shortened(
    lines: TextLine[],
    style: TextStyle,
    width: number,
    direction: 'ltr' | 'auto',
    maxLines: number,
    total: number,
  ): TextLine[] {
    const kept = lines.slice(0, Math.max(1, maxLines - 1));
    if (maxLines === 1) {
      const ellipsis = this.widthOf('…', style);
      const [line] = this.#all(`${kept[0]?.text ?? ''}`, style, Math.max(1, width - ellipsis), direction, 1);
      return this.#all(`${line?.text ?? ''}…`, style, Number.POSITIVE_INFINITY, direction, 1);
    }
    const left = total - kept.reduce((sum, line) => sum + line.text.length, 0);
    const note = `… ${left.toLocaleString('en-US')} more characters`;
    return [...kept, ...this.#all(note, style, width, 'ltr', 3)];
  }
}

function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}
