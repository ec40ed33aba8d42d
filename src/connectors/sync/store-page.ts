import type { DirectoryLine } from '../../core/directory/directory.rules.ts';
import type { Numbered } from '../../core/directory/import/check-references.ts';
import { parseDirectoryLine, withoutImplausibleDates } from '../../core/directory/import/directory-lines.ts';
import { storeLines } from '../../core/directory/import/import-directory.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { DueConnector } from '../leases.sql.ts';

/**
 * What a platform lists goes the way of an import, with the same checks; a date that cannot be counts as
 * not known. A grant that was revoked and is there again was
 * given again at the source, unless a removal has it in hand. Answers how many lines were refused.
 */
export async function storeSyncPage(
  tx: Querier,
  connector: Pick<DueConnector, 'id' | 'name'>,
  page: { lines: DirectoryLine[] },
  { since, given_again_at, now }: { since: string; given_again_at: string; now: () => number },
): Promise<number> {
  const good: Numbered[] = [];
  for (const [number, line] of page.lines.entries()) {
    const parsed = parseDirectoryLine(JSON.stringify(withoutImplausibleDates(line, now())), now());
    if ('line' in parsed) good.push({ number, line: parsed.line });
  }
  const by = {
    actor: 'system',
    connector,
    since: Date.parse(since),
    given_again_at,
    now,
  };
  const refused = await storeLines(tx, good, by);
  return page.lines.length - good.length + refused.length;
}
