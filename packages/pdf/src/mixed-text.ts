import bidiFactory from 'bidi-js';
import type { FontFace } from './font-face.ts';
import type { FontSet } from './font-set.ts';
import type { Shaper } from './shape-run.ts';
import type { TextLine, TextRun, TextStyle } from './text-line.ts';
import { isInvisible, spelled } from './visible-text.ts';

const bidi = bidiFactory();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Written without spaces: a line may end after any character. */
const IDEOGRAPHIC = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

export interface MixedTools {
  fonts: FontSet;
  shaper: Shaper;
}

/** Longer words and heaps of marks are cut, so that the time for a line does not grow with the length of a word. */
const WORD_CLUSTERS_MAX = 60;
const CLUSTER_CHARACTERS_MAX = 16;

/** One visible character with its marks. */
interface Cluster {
  text: string;
  level: number;
  /** null: no font has it, its code point is spelled out. */
  face: FontFace | null;
}

/** Clusters that stay on one line: a word, a space, an ideograph. */
interface Word {
  clusters: Cluster[];
  space: boolean;
}

/** Lines of one paragraph in which directions, scripts or fonts change. */
export function breakMixed(
  text: string,
  style: TextStyle,
  direction: 'ltr' | 'auto',
  width: number,
  limit: number,
  tools: MixedTools,
): TextLine[] {
  const words = wordsOf(clustersOf(text, style, direction, tools.fonts));
  const lines: TextLine[] = [];
  let line: Word[] = [];
  let used = 0;
  const close = () => {
    while (line.at(-1)?.space) {
      line.pop();
    }
    lines.push(orderedLine(line, style, tools));
    line = [];
    used = 0;
  };
  const queue = words.reverse();
  for (let word = queue.pop(); word !== undefined && lines.length < limit; word = queue.pop()) {
    if (word.space && line.length === 0 && lines.length > 0) {
      continue;
    }
    const wordWidth = widthOf(word.clusters, style, tools);
    if (word.space || used + wordWidth <= width) {
      line.push(word);
      used += wordWidth;
    } else if (line.some(({ space }) => !space)) {
      queue.push(word);
      close();
    } else {
      line = [];
      const [head, rest] = splitWord(word, width, style, tools);
      line.push(head);
      used = widthOf(head.clusters, style, tools);
      if (rest !== null) {
        queue.push(rest);
        close();
      }
    }
  }
  if (lines.length < limit && (line.length > 0 || lines.length === 0)) {
    close();
  }
  return lines;
}

function clustersOf(text: string, style: TextStyle, direction: 'ltr' | 'auto', fonts: FontSet): Cluster[] {
  const { levels } = bidi.getEmbeddingLevels(text, direction);
  const clusters: Cluster[] = [];
  for (const { segment, index } of graphemes.segment(text)) {
    const characters = Array.from(segment);
    const level = levels[index] ?? 0;
    for (let from = 0; from < characters.length; from += CLUSTER_CHARACTERS_MAX) {
      const part = characters.slice(from, from + CLUSTER_CHARACTERS_MAX);
      const face = faceOf(part, style, fonts);
      // What is spelled out is spelled one by one: each may stand on a line of its own.
      clusters.push(
        ...(face === null
          ? part.map((character) => ({ text: character, level, face: faceOf([character], style, fonts) }))
          : [{ text: part.join(''), level, face }]),
      );
    }
  }
  return clusters;
}

function faceOf(characters: string[], style: TextStyle, fonts: FontSet): FontFace | null {
  const visible = characters
    .map((character) => character.codePointAt(0) ?? 0)
    .filter((codePoint) => !isInvisible(codePoint));
  return visible.length === 0 ? fonts.main(style.weight) : fonts.faceFor(style.weight, visible);
}

function wordsOf(clusters: Cluster[]): Word[] {
  const words: Word[] = [];
  let glued = false;
  for (const cluster of clusters) {
    const space = cluster.text === ' ';
    const last = words.at(-1);
    const alone = space || cluster.face === null || IDEOGRAPHIC.test(cluster.text);
    if (last === undefined || alone || !glued || last.clusters.length === WORD_CLUSTERS_MAX) {
      words.push({ clusters: [cluster], space });
    } else {
      last.clusters.push(cluster);
    }
    glued = !alone;
  }
  return words;
}

/** The longest beginning of a word that fits, at least one cluster. */
function splitWord(word: Word, width: number, style: TextStyle, tools: MixedTools): [Word, Word | null] {
  let low = 1;
  let high = word.clusters.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (widthOf(word.clusters.slice(0, middle), style, tools) <= width) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  const part = (from: number, to?: number): Word => ({
    clusters: word.clusters.slice(from, to),
    space: false,
  });
  return [part(0, low), low === word.clusters.length ? null : part(low)];
}

function widthOf(clusters: Cluster[], style: TextStyle, tools: MixedTools): number {
  return runsOf(clusters, style, tools).reduce((sum, { run }) => sum + run.width, 0);
}

function runsOf(clusters: Cluster[], style: TextStyle, tools: MixedTools): { run: TextRun; level: number }[] {
  const runs: { run: TextRun; level: number }[] = [];
  for (let from = 0; from < clusters.length; ) {
    const { face, level } = clusters[from] as Cluster;
    let to = from + 1;
    while (to < clusters.length && clusters[to]?.face === face && clusters[to]?.level === level) {
      to++;
    }
    const text = clusters
      .slice(from, to)
      .map((cluster) => cluster.text)
      .join('');
    runs.push({ run: shapedRun(text, face, level, style, tools), level });
    from = to;
  }
  return runs;
}

function shapedRun(
  text: string,
  face: FontFace | null,
  level: number,
  style: TextStyle,
  { fonts, shaper }: MixedTools,
): TextRun {
  if (face === null) {
    const shown = Array.from(text, (character) => character.codePointAt(0) ?? 0)
      .filter((codePoint) => !isInvisible(codePoint))
      .map(spelled)
      .join('');
    return { ...shaper.run(fonts.main(style.weight), shown, false, style.size), actual: text };
  }
  const rightToLeft = level % 2 === 1;
  const mirrored = rightToLeft
    ? Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character).join('')
    : text;
  return shaper.run(face, mirrored, rightToLeft, style.size);
}

/** Puts the runs of a line in the order they are seen: from the highest level down, reverse what is at least as high. */
function orderedLine(words: Word[], style: TextStyle, tools: MixedTools): TextLine {
  const runs = words.flatMap((word) => runsOf(word.clusters, style, tools));
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level >= 1; level--) {
    for (let from = 0; from < runs.length; from++) {
      if ((runs[from]?.level ?? 0) >= level) {
        let to = from;
        while (to < runs.length && (runs[to]?.level ?? 0) >= level) {
          to++;
        }
        runs.splice(from, to - from, ...runs.slice(from, to).reverse());
        from = to;
      }
    }
  }
  return {
    text: words.flatMap((word) => word.clusters.map((cluster) => cluster.text)).join(''),
    style,
    runs: runs.map(({ run }) => run),
    width: runs.reduce((sum, { run }) => sum + run.width, 0),
  };
}
