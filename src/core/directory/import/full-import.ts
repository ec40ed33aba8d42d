import { counted } from '../../../platform/counted.ts';
import type { Database, Querier } from '../../../platform/database/database.ts';
import { LapseError } from '../../../platform/errors.ts';
import type { DirectoryLine } from '../directory.rules.ts';
import {
  addCounts,
  FULL_WORDS,
  type FullKind,
  isBelievable,
  type KindCounts,
  noneOfAnyKind,
  type RemovalLine,
  readFullKinds,
} from '../directory-removal.rules.ts';
import {
  addImportNames,
  countUnnamed,
  type FullScope,
  forgetImportNames,
  lockFullImport,
  nextUnnamed,
  type Unnamed,
} from '../directory-removals.sql.ts';
import type { ChangedBy } from './directory-entries.ts';
import { removeFromDirectory } from './remove-directory.ts';

/** What an import says of itself: that it names all there is of these kinds. */
export interface FullImport {
  kinds: readonly FullKind[];
  /** Of grants and assets only those of this platform; null: all. */
  platform: string | null;
  /** Believe it also when it names less than half of what is there. */
  force: boolean;
}

export interface FullImportInHand extends FullImport {
  import_id: string;
  started_at: string;
}

/** Throws `invalid_request` for what does not go together. Null: it is no full import. */
export function readFullImport(asked: {
  full?: string | undefined;
  platform?: string | undefined;
  force?: boolean | undefined;
}): FullImport | null {
  const { full, platform = null, force = false } = asked;
  const refuse = (field: string, msg: string): never => {
    const fault = { loc: ['query', field], msg, type: 'not_together' };
    throw new LapseError('invalid_request', `${field}: ${msg}.`, [fault]);
  };
  if (full === undefined) {
    if (platform !== null) refuse('platform', 'is for full imports; full says of what');
    return null;
  }
  const kinds = readFullKinds(full);
  if (kinds === null || kinds.length === 0) {
    return refuse('full', `expected true, or some of ${Object.keys(FULL_WORDS).join(',')}`);
  }
  if (platform !== null && kinds.some((kind) => kind !== 'grant' && kind !== 'asset')) {
    refuse('platform', 'goes with full=grants, full=assets or both: people and groups are of no platform');
  }
  return { kinds, platform, force };
}

const PAGE_ROWS = 1_000;

/** In the transaction that stores the lines. */
export async function nameLines(
  tx: Querier,
  { import_id, kinds }: FullImportInHand,
  lines: readonly DirectoryLine[],
): Promise<void> {
  const names = lines.flatMap((line) => {
    const key = keyOf(line);
    return key !== null && kinds.includes(line.kind as FullKind)
      ? [{ kind: line.kind as FullKind, key }]
      : [];
  });
  if (names.length > 0) await addImportNames(tx, import_id, names);
}

function keyOf(line: DirectoryLine): string | null {
  if (line.kind === 'membership') return `${line.group_id}\n${line.member_id}`;
  return 'id' in line ? line.id : null;
}

/**
 * All or nothing, once every line has arrived and was accepted: what is there and was not named is gone. Throws `conflict`, with
 * nothing removed, when less than half of a kind was named and nobody has said that this is right.
 */
export async function endUnnamed(
  db: Database,
  tenantId: number,
  full: FullImportInHand,
  by: ChangedBy,
): Promise<KindCounts> {
  return db.transaction(tenantId, async (tx) => {
    await lockFullImport(tx);
    const scopes = full.kinds.map((kind): FullScope => ({ ...full, kind }));
    if (!full.force) for (const scope of scopes) await requireBelievable(tx, scope);
    const gone = noneOfAnyKind();
    for (const scope of scopes) {
      for (let after = ''; ; ) {
        const page = await nextUnnamed(tx, scope, { after, limit: PAGE_ROWS });
        const counts = await removeFromDirectory(
          tx,
          page.map((row) => removalOf(scope.kind, row)),
          by,
        );
        addCounts(gone, counts);
        if (page.length < PAGE_ROWS) break;
        after = page.at(-1)?.key as string;
      }
    }
    await forgetImportNames(tx, full);
    return gone;
  });
}

async function requireBelievable(tx: Querier, scope: FullScope): Promise<void> {
  const counts = await countUnnamed(tx, scope);
  if (isBelievable(counts)) return;
  throw new LapseError(
    'conflict',
    `${counts.unnamed} of ${counted(counts.known, scope.kind)} that Lapse knows ${counts.unnamed === 1 ? 'is' : 'are'} not named, so this is not taken for a full listing: nothing was removed. What the lines say was imported. If all the others are gone, import again with force.`,
  );
}

const removalOf = (kind: FullKind, { key, group_id, member_id }: Unnamed): RemovalLine =>
  kind === 'membership'
    ? { kind, group_id: group_id as string, member_id: member_id as string }
    : { kind, id: key };
