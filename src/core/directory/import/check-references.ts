import type { Querier } from '../../../platform/database/database.ts';
import type { DirectoryLine } from '../directory.rules.ts';
import { existingIds } from '../directory-import.sql.ts';

export type Numbered = { number: number; line: DirectoryLine };

export interface Rejection {
  line: number;
  reason: string;
}

/** A line that points to something unknown is rejected by name; its neighbours are kept. */
export async function checkReferences(
  tx: Querier,
  chunk: Numbered[],
): Promise<{ accepted: Numbered[]; rejections: Rejection[] }> {
  const referring = chunk.filter(({ line }) => line.kind !== 'principal' && line.kind !== 'asset');
  if (referring.length === 0) return { accepted: [], rejections: [] };
  const principalIds = new Set<string>();
  const assetIds = new Set<string>();
  for (const { line } of referring) {
    for (const reference of referencesOf(line)) {
      (reference.to === 'asset' ? assetIds : principalIds).add(reference.id);
    }
  }
  const principals = await existingIds(tx, 'principals', [...principalIds]);
  const assets =
    assetIds.size > 0 ? await existingIds(tx, 'assets', [...assetIds]) : new Map<string, string>();

  const accepted: Numbered[] = [];
  const rejections: Rejection[] = [];
  for (const numbered of referring) {
    const reasons = referencesOf(numbered.line).flatMap(({ field, id, to }) => {
      const type = (to === 'asset' ? assets : principals).get(id);
      if (type === undefined) return [`${field}: there is no ${to === 'group' ? 'principal' : to} "${id}"`];
      return to === 'group' && type !== 'group' ? [`${field}: "${id}" is a ${type}, expected a group`] : [];
    });
    if (reasons.length === 0) accepted.push(numbered);
    else rejections.push({ line: numbered.number, reason: reasons.join('; ') });
  }
  return { accepted, rejections };
}

interface Reference {
  field: string;
  id: string;
  to: 'principal' | 'group' | 'asset';
}

function referencesOf(line: DirectoryLine): Reference[] {
  switch (line.kind) {
    case 'membership':
      return [
        { field: 'group_id', id: line.group_id, to: 'group' },
        { field: 'member_id', id: line.member_id, to: 'principal' },
      ];
    case 'identity':
      return [{ field: 'principal_id', id: line.principal_id, to: 'principal' }];
    case 'grant':
      return [
        { field: 'principal_id', id: line.principal_id, to: 'principal' },
        { field: 'asset_id', id: line.asset_id, to: 'asset' },
        ...(line.via_group_id
          ? [{ field: 'via_group_id', id: line.via_group_id, to: 'group' as const }]
          : []),
      ];
    default:
      return [];
  }
}
