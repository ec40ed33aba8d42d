import type { DirectoryLine } from '../domain/directory.ts';
import { appendAuditEntries } from '../store/audit-entries.ts';
import type { DueConnector } from '../store/connector-leases.ts';
import type { Querier } from '../store/database.ts';
import { requestRecalculation } from '../store/recalculations.ts';
import { reviveGrants } from '../store/source-grants.ts';
import { parseDirectoryLine, withoutImplausibleDates } from './directory-lines.ts';
import { type Numbered, storeLines } from './import-directory.ts';

/**
 * What a platform lists goes the way of an import, with the same checks; a date that cannot be counts as
 * not known. A grant that was revoked and is there again was
 * given again at the source, unless a removal has it in hand. Answers how many lines were refused.
 */
export async function storeSyncPage(
  tx: Querier,
  connector: Pick<DueConnector, 'id' | 'name'>,
  page: { lines: DirectoryLine[] },
  startedAt: string,
  { now, newId }: { now: () => number; newId: () => string },
): Promise<number> {
  const good: Numbered[] = [];
  for (const [number, line] of page.lines.entries()) {
    const parsed = parseDirectoryLine(JSON.stringify(withoutImplausibleDates(line, now())), now());
    if ('line' in parsed) good.push({ number, line: parsed.line });
  }
  const refused = await storeLines(tx, good);
  const grants = page.lines.flatMap((line) => (line.kind === 'grant' ? [line.id] : []));
  const revived = grants.length > 0 ? await reviveGrants(tx, grants, startedAt) : [];
  await requestRecalculation(
    tx,
    'directory',
    revived.map((grant) => grant.id),
  );
  await appendAuditEntries(
    tx,
    revived.map((grant) => ({
      id: newId(),
      principal_id: grant.principal_id,
      event_type: 'grant.created',
      description: `${grant.permission} on ${grant.asset_id} was given again at ${connector.name}.`,
      actor: 'system',
      at: new Date(now()).toISOString(),
      data: {
        grant_id: grant.id,
        principal_id: grant.principal_id,
        asset_id: grant.asset_id,
        connector_id: connector.id,
        cause: 'source',
      },
    })),
  );
  return page.lines.length - good.length + refused.length;
}
