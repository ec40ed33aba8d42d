/** What can be copied. */
export interface Snippet {
  /** Where it is entered. */
  title: string;
  language: 'sql' | 'shell' | 'url';
  /** Put together by fillSnippet. */
  parts: SnippetPart[];
}

/** Text as it stands, or the place of a setting. */
export type SnippetPart = string | Place;

/** How a value is written in one language: whoever fills it in needs to know nothing of that. */
interface Quoting {
  before: string;
  after: string;
  /** Characters that are written in another way between the two. */
  escapes: Record<string, string>;
  /** As in addresses; then nothing else is escaped. */
  percent_encoded: boolean;
}

export interface Place extends Quoting {
  /** The name of a setting. */
  setting: string;
  /** What stands here while it has no value. */
  unknown: string;
}

const NO_QUOTES: Quoting = { before: '', after: '', escapes: {}, percent_encoded: false };

const placeOf =
  (given: Partial<Quoting>) =>
  (setting: string): Place => {
    const quoting = { ...NO_QUOTES, ...given };
    return {
      setting,
      ...quoting,
      unknown: `${quoting.before}<${setting.replaceAll('_', ' ')}>${quoting.after}`,
    };
  };

export const plain = placeOf({});
export const inUrl = placeOf({ percent_encoded: true });
export const inShell = placeOf({ before: "'", after: "'", escapes: { "'": "'\\''" } });
/** A name in the SQL of PostgreSQL. */
export const identifier = placeOf({ before: '"', after: '"', escapes: { '"': '""' } });
/** A text in the SQL of PostgreSQL; as E'…' it means the same whatever standard_conforming_strings says. */
export const literal = placeOf({ before: "E'", after: "'", escapes: { "'": "''", '\\': '\\\\' } });
/** A name in the SQL of Databricks. */
export const backtick = placeOf({ before: '`', after: '`', escapes: { '`': '``' } });

/** The parts of a template, such as `CREATE ROLE ${identifier('user')} LOGIN;`. */
export function partsOf(texts: TemplateStringsArray, ...between: SnippetPart[]): SnippetPart[] {
  return texts.flatMap((text, i) => [text, ...between.slice(i, i + 1)]).filter((part) => part !== '');
}

/** With the values that are known. The dashboard has the same rule: a test compares them. */
export function fillSnippet(
  parts: readonly SnippetPart[],
  values: Readonly<Record<string, unknown>>,
): string {
  return parts.map((part) => (typeof part === 'string' ? part : filled(part, values[part.setting]))).join('');
}

function filled({ before, after, escapes, percent_encoded, unknown }: Place, value: unknown): string {
  if (typeof value !== 'string' || value === '') return unknown;
  const written = percent_encoded
    ? encodeURIComponent(value)
    : Array.from(value, (character) => escapes[character] ?? character).join('');
  return `${before}${written}${after}`;
}
