import type { FontFace } from './font-face.ts';
import { pdfNumber } from './pdf-syntax.ts';
import type { TextLine, TextStyle } from './text-line.ts';

/**
 * Scripts whose characters stand next to each other in the order they are read and change no shape: Latin, Greek,
 * Cyrillic, signs. Combining marks and the soft hyphen are left out.
 */
const PLAIN =
  /^[\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u0482\u048a-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2100-\u22ff\u25a0-\u25ff\u2713]*$/;

const SPACE = 0x20;
/** A line that would be emptier than this is filled up instead. */
const JOINT_SHARE = 0.4;
/** A long word without a space breaks after one of these rather than anywhere: paths, addresses, identifiers. */
const JOINTS = new Set([...'-/_.:@,;&=?+|\\–—'].map((character) => character.charCodeAt(0)));

export function isPlain(text: string, face: FontFace): boolean {
  if (!PLAIN.test(text)) {
    return false;
  }
  for (let at = 0; at < text.length; at++) {
    if (face.file.glyph(text.charCodeAt(at)) === null) {
      return false;
    }
  }
  return true;
}

/** Lines of one paragraph of plain text, none wider than the width unless a single character is. */
export function breakPlain(
  text: string,
  style: TextStyle,
  face: FontFace,
  width: number,
  limit: number,
): TextLine[] {
  const room = width / (style.size / 1000);
  const ends = endPositions(text, face);
  const lines: TextLine[] = [];
  let start = 0;
  do {
    const from = (ends[start] ?? 0) - (start < text.length ? face.code(text.charCodeAt(start)).width : 0);
    const end = lineEnd(text, ends, start, from + room, from + room * JOINT_SHARE);
    const line = text.slice(start, end).trimEnd();
    lines.push(plainLine(line, face, style, text.charCodeAt(end - 1) === SPACE && end < text.length));
    start = end;
    while (start < text.length && text.charCodeAt(start) === SPACE) {
      start++;
    }
  } while (start < text.length && lines.length < limit);
  return lines;
}

/** Where each character ends, in thousandths of the size from the start of the paragraph. */
function endPositions(text: string, face: FontFace): Float64Array {
  const ends = new Float64Array(text.length);
  let at = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    at += face.code(code).width;
    ends[index] = at;
    if (index + 1 < text.length) {
      at += face.file.kern(code, text.charCodeAt(index + 1));
    }
  }
  return ends;
}

/** `room` is where the line must have ended, `half` where it is full enough for a joint. */
function lineEnd(text: string, ends: Float64Array, start: number, room: number, half: number): number {
  const last = text.length - 1;
  if (last < start || (ends[last] as number) <= room) {
    return text.length;
  }
  let joint = 0;
  let space = 0;
  let at = start;
  for (; at <= last; at++) {
    const code = text.charCodeAt(at);
    if (code === SPACE) {
      space = at + 1;
    } else if ((ends[at] as number) > room) {
      break;
    } else if (JOINTS.has(code) && (ends[at] as number) >= half) {
      joint = at + 1;
    }
  }
  if (space > start) {
    return space;
  }
  return joint > start ? joint : Math.max(at, start + 1);
}

/** A space that ends a line is shown, so that its last word is not read together with the next; it is not measured. */
function plainLine(text: string, face: FontFace, style: TextStyle, spaced: boolean): TextLine {
  const toPoints = style.size / 1000;
  let width = 0;
  let hex = '';
  let parts = '';
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const glyph = face.code(code);
    width += glyph.width;
    hex += glyph.hex;
    if (index + 1 < text.length) {
      const kern = face.file.kern(code, text.charCodeAt(index + 1));
      if (kern !== 0) {
        width += kern;
        parts += `<${hex}>${pdfNumber(-kern)}`;
        hex = '';
      }
    }
  }
  hex += spaced ? face.code(SPACE).hex : '';
  const operators = parts === '' ? `<${hex}>Tj` : `[${parts}<${hex}>]TJ`;
  return {
    text,
    style,
    runs: text === '' ? [] : [{ face, operators, width: width * toPoints, actual: null }],
    width: width * toPoints,
  };
}
