import type { Querier } from '../../../platform/database/database.ts';
import type { DirectoryLine } from '../directory.rules.ts';
import { existingIds } from '../directory-import.sql.ts';
import type { KindCounts, RemovalLine } from '../directory-removal.rules.ts';
import { knownGrants } from '../directory-removals.sql.ts';
import type { ChangedBy } from './directory-entries.ts';
import { removeFromDirectory } from './remove-directory.ts';

export interface NumberedRemoval {
  number: number;
  removal: RemovalLine;
}

const keyOf = (line: DirectoryLine | RemovalLine): string => {
  if (line.kind === 'membership') return JSON.stringify(['membership', line.group_id, line.member_id]);
  if (line.kind === 'identity') return JSON.stringify(['identity', line.provider, line.external_id]);
  return JSON.stringify([line.kind, line.id]);
};

/**
 * Those removals of a chunk that no later line takes back. What is removed after it was added is added and then removed;
 * access that goes with something that is removed goes in any case.
 */
export function removalsThatHold(
  lines: readonly { number: number; line: DirectoryLine }[],
  removals: readonly NumberedRemoval[],
): NumberedRemoval[] {
  if (removals.length === 0) return [];
  const named = new Map<string, number>();
  for (const { number, line } of lines) named.set(keyOf(line), number);
  return removals.filter(({ number, removal }) => (named.get(keyOf(removal)) ?? 0) < number);
}

/** Something that nobody has heard of cannot be gone: the id may be mistyped. What is gone already stays gone. */
export async function storeRemovals(
  tx: Querier,
  removals: readonly NumberedRemoval[],
  by: ChangedBy,
): Promise<{ removed: KindCounts; rejections: { line: number; reason: string }[] }> {
  const idsOf = (kind: string): string[] =>
    removals.flatMap(({ removal }) => (removal.kind === kind && 'id' in removal ? [removal.id] : []));
  const known: Record<string, { has(id: string): boolean }> = {
    principal: await existingIds(tx, 'principals', idsOf('principal')),
    asset: await existingIds(tx, 'assets', idsOf('asset')),
    grant: await knownGrants(tx, idsOf('grant')),
  };
  const rejections = removals.flatMap(({ number, removal }) =>
    'id' in removal && known[removal.kind]?.has(removal.id) === false
      ? [{ line: number, reason: `id: there is no ${removal.kind} "${removal.id}"` }]
      : [],
  );
  const refused = new Set(rejections.map(({ line }) => line));
  const lines = removals.filter(({ number }) => !refused.has(number)).map(({ removal }) => removal);
  return { removed: await removeFromDirectory(tx, lines, by), rejections };
}
