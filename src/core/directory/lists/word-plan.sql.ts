import type { Querier } from '../../../platform/database/database.ts';
import { Parameters } from '../../../platform/database/page.ts';
import { searchWords } from '../../../platform/search-words.ts';

export type SearchNoun = 'principals' | 'assets';

/** How to find what a search means. */
export interface WordPlan {
  /** The rarest first. */
  words: string[];
  /** Even the rarest is too common to begin with: rows are walked in their order, and each is asked. */
  is_broad: boolean;
}

const COMMON = 1_000;

const sourceOf = (noun: SearchNoun): string =>
  `FROM search_terms t WHERE t.tenant_id = $1 AND t.noun = '${noun}'`;

const begins = (word: string, parameters: Parameters): string =>
  `t.term >= ${parameters.add(word)} AND t.term < ${parameters.add(`${word}\u{10FFFF}`)}`;

/** Counts each word as far as it matters. Beginning with a word that 100,000 have took seconds. */
export async function planWords(q: Querier, noun: SearchNoun, text: string): Promise<WordPlan> {
  const words = searchWords(text);
  if (words.length === 0) return { words, is_broad: false };
  const parameters = new Parameters();
  parameters.add(q.tenant_id);
  const counts = words.map(
    (word) =>
      `(SELECT count(*) FROM (SELECT ${sourceOf(noun)} AND ${begins(word, parameters)} LIMIT ${COMMON + 1}) c)`,
  );
  const rows = await q.query<{ counts: number[] }>(
    `SELECT json_build_array(${counts.join(', ')}) AS counts`,
    parameters.values,
  );
  const found = rows[0]?.counts ?? [];
  const ranked = words
    .map((word, index) => ({ word, count: found[index] ?? 0 }))
    .sort((a, b) => a.count - b.count);
  return { words: ranked.map(({ word }) => word), is_broad: (ranked[0]?.count ?? 0) > COMMON };
}

/** Some stored word of the row begins with each word of the plan. */
export function plannedConditions(
  { words, is_broad }: WordPlan,
  noun: SearchNoun,
  idColumn: string,
  parameters: Parameters,
): string[] {
  const asked = (word: string): string =>
    `(SELECT count(*) FROM (SELECT ${sourceOf(noun)} AND t.id = ${idColumn} AND ${begins(word, parameters)} LIMIT 1) one) = 1`;
  const [rarest, ...others] = words;
  if (rarest === undefined) return ['false'];
  const first = is_broad
    ? asked(rarest)
    : `${idColumn} IN (SELECT t.id ${sourceOf(noun)} AND ${begins(rarest, parameters)})`;
  return [first, ...others.map(asked)];
}
