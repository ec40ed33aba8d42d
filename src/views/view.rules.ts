import type { Fault } from '../platform/errors.ts';

/** Lists of the dashboard that can be looked at in several ways, each under the word that the dashboard has for it. */
export const VIEW_PAGES = [
  'assets',
  'audit',
  'campaigns',
  'deliveries',
  'grants',
  'missed',
  'principals',
  'remediations',
  'reports',
  'reviews',
  'waiting',
] as const;
export type ViewPage = (typeof VIEW_PAGES)[number];

export const NAME_LENGTH_MAX = 80;
/** Of one person, for all pages. */
export const VIEWS_MAX = 100;
/** Of one page, in an organisation: everybody reads through them. */
export const SHARED_MAX = 100;
export const QUERY_NAMES_MAX = 40;
export const QUERY_VALUE_LENGTH_MAX = 2_000;
export const HIDDEN_COLUMNS_MAX = 60;
export const COLUMN_LENGTH_MAX = 100;

/** What a view consists of, for whoever looks through it. */
export type ViewContent = {
  name: string;
  query: Record<string, string>;
  hidden_columns: string[];
};
export type GivenContent = { [Field in keyof ViewContent]?: ViewContent[Field] | undefined };

const HAS_LETTERS = /[\p{L}\p{N}\p{P}\p{S}]/u;
const CONTROL = /\p{Cc}/u;
const QUERY_NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** As it is kept: without spaces around the name, filters by their names, each column once. What is not given stays away. */
export function readContent(given: GivenContent): { content: Partial<ViewContent>; faults: Fault[] } {
  const { name, query, hidden_columns } = given;
  const content: Partial<ViewContent> = {};
  const faults: Fault[] = [];
  if (name !== undefined) {
    content.name = name.normalize('NFC').trim();
    if (CONTROL.test(content.name) || !HAS_LETTERS.test(content.name)) {
      const msg = `expected a name of 1 to ${NAME_LENGTH_MAX} characters on one line`;
      faults.push({ loc: ['body', 'name'], msg, type: 'not_a_name' });
    }
  }
  if (query !== undefined) {
    const named = Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1));
    content.query = Object.fromEntries(named);
    for (const [filter] of named.filter(([each]) => !QUERY_NAME.test(each))) {
      const msg = 'expected the name of a filter: small letters, digits and _';
      faults.push({ loc: ['body', 'query', filter], msg, type: 'not_a_filter' });
    }
  }
  if (hidden_columns !== undefined) content.hidden_columns = [...new Set(hidden_columns)].sort();
  return { content, faults };
}

/** What of a view would be another after the change. */
export function changedContent(before: ViewContent, given: Partial<ViewContent>): Partial<ViewContent> {
  const fields = ['name', 'query', 'hidden_columns'] as const;
  const changed = fields.filter(
    (field) => given[field] !== undefined && JSON.stringify(given[field]) !== JSON.stringify(before[field]),
  );
  return Object.fromEntries(changed.map((field) => [field, given[field]]));
}
