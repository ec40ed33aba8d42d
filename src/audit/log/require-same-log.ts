import { counted } from '../../platform/counted.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { GrowingTree } from '../tree/merkle.rules.ts';
import { consistencyProof, isConsistent } from '../tree/merkle-proof.rules.ts';
import { openCheckpoint } from '../tree/signed-note.rules.ts';
import { hashesOfProof } from '../tree/tree-hashes.ts';
import type { StoredCheckpoint } from './checkpoints.sql.ts';
import type { KeptNote } from './log-memory.ts';
import type { LogSigner, SignedTree } from './signing-key.ts';

const ADVICE =
  'Nothing more is signed. Compare an export with a checkpoint you kept ("lapse audit verify"); docs/audit.md says what to do.';

export interface Known {
  latest: StoredCheckpoint | null;
  kept: readonly KeptNote[];
}

/** A log without a key is begun only where nothing says that there was one. */
export function requireNoLog(tree: GrowingTree, { latest, kept }: Known): void {
  if (tree.size === 0 && !latest && kept.length === 0) return;
  const where = kept[0]?.place ?? 'its tables';
  throw new Error(`The key of the audit log is gone, and ${where} has a checkpoint it signed. ${ADVICE}`);
}

/** What is not what was signed last is not signed again: an altered tree must not get a good name. */
export async function requireSameLog(
  tx: Querier,
  log: LogSigner,
  tree: GrowingTree,
  { latest, kept }: Known,
): Promise<void> {
  const key = { name: log.origin, public_key: log.public_key };
  const refuse = (why: string): never => {
    throw new Error(`The audit log ${log.origin} is not what was signed: ${why} ${ADVICE}`);
  };
  // A log is made with its first checkpoint, in one transaction.
  if (!latest) return refuse('it has a key and no checkpoint, so somebody emptied its tables.');
  const { checkpoint } = openCheckpoint(latest.note, key);
  if (checkpoint?.tree_size !== tree.size || !checkpoint.root_hash.equals(tree.root())) {
    refuse('its tree is not the one of its latest checkpoint, so somebody changed its tables.');
  }
  const { last_signed } = log;
  if (last_signed && (last_signed.tree_size !== tree.size || !last_signed.root_hash.equals(tree.root()))) {
    refuse(
      `it had ${counted(last_signed.tree_size, 'entry', 'entries')} when it was last signed, as sealed with its key, and has ${tree.size} and not the same.`,
    );
  }
  for (const { place, note } of kept) {
    const opened = openCheckpoint(note, key);
    if (!opened.checkpoint) return refuse(`the checkpoint in ${place} does not count: ${opened.trouble}.`);
    const trouble = await differenceFrom(tx, tree, opened.checkpoint);
    if (trouble) refuse(`${trouble}, by the checkpoint in ${place}.`);
  }
}

/** Why the tree is no extension of an earlier one; null when it is. */
async function differenceFrom(tx: Querier, tree: GrowingTree, earlier: SignedTree): Promise<string | null> {
  const { tree_size: from, root_hash } = earlier;
  if (from > tree.size) return `it had ${counted(from, 'entry', 'entries')} and has ${tree.size}`;
  const hashes = await hashesOfProof(tx, consistencyProof(from, tree.size));
  const roots = { from_root: root_hash, to_root: tree.root() };
  return isConsistent({ from, to: tree.size, ...roots, hashes })
    ? null
    : `its first ${from} entries are not those it had`;
}
