import type { Querier } from '../../platform/database/database.ts';
import { Parameters, wordConditions } from '../../platform/database/page.ts';
import { LapseError } from '../../platform/errors.ts';
import { searchWords } from '../../platform/search-words.ts';

/** More than these would make a list of anybody; whoever asks says more of the name. */
const NAMED_MAX = 100;

const NOUNS = {
  principal: { table: 'principals', address: 'OR n.email_key = lower($2)' },
  asset: { table: 'assets', address: '' },
} as const;

export type Named = { id: string; email: string | null };

/** Those whom a text means: one id, an e-mail, or words that begin words of the name. */
export async function findNamed(
  q: Querier,
  noun: keyof typeof NOUNS,
  field: string,
  text: string,
): Promise<Named[]> {
  const { table, address } = NOUNS[noun];
  const email = noun === 'principal' ? 'n.email' : 'NULL AS email';
  const exact = await q.query<Named>(
    `SELECT n.id, ${email} FROM ${table} n WHERE n.tenant_id = $1 AND (n.id = $2 ${address})`,
    [q.tenant_id, text],
  );
  const words = searchWords(text);
  if (exact.length > 0 || words.length === 0) return exact;
  const parameters = new Parameters();
  parameters.add(q.tenant_id);
  const conditions = wordConditions(words, table, 'n.id', parameters);
  const found = await q.query<Named>(
    `SELECT n.id, ${email} FROM ${table} n WHERE n.tenant_id = $1 AND ${conditions.join(' AND ')}
     LIMIT ${NAMED_MAX + 1}`,
    parameters.values,
  );
  if (found.length > NAMED_MAX) {
    const msg = `is the beginning of more than ${NAMED_MAX} names; say more of it`;
    throw new LapseError('invalid_request', `query.${field} ${msg}`, [
      { loc: ['query', field], msg, type: 'too_broad' },
    ]);
  }
  return found;
}

export const idsNamed = async (
  q: Querier,
  noun: keyof typeof NOUNS,
  field: string,
  text: string | undefined,
): Promise<string[] | undefined> =>
  text === undefined ? undefined : (await findNamed(q, noun, field, text)).map((row) => row.id);

/** The labels under which an actor may stand in the trail: as it was written, or those of the person whom it names. */
export async function actorsNamed(q: Querier, text: string): Promise<string[]> {
  if (text === 'system') return [text];
  const people = await findNamed(q, 'principal', 'actor', text);
  const labels = people.flatMap(({ id, email }) =>
    email === null ? [id] : [id, email, email.toLowerCase()],
  );
  return [...new Set([text, ...labels])];
}
