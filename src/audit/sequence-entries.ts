import { GrowingTree } from '../domain/merkle.ts';
import { splitHashes, tileOfStored } from '../domain/merkle-tiles.ts';
import { openCheckpoint, signCheckpoint } from '../domain/signed-note.ts';
import { insertCheckpoint, latestCheckpoint } from '../store/audit-checkpoints.ts';
import {
  giveOutPositions,
  loadSequencer,
  lockSequencer,
  type SequencerState,
  saveSequencer,
} from '../store/audit-sequencing.ts';
import { type GrownTile, growTiles } from '../store/audit-tiles.ts';
import type { Querier } from '../store/database.ts';
import { type LogSigner, openLog } from './signing-key.ts';

export interface SequencerContext {
  secrets_key: Buffer;
  now: () => number;
  newId: () => string;
}

/** Large enough that a checkpoint costs little per entry; the whole batch takes a fifth of a second. */
const BATCH_ENTRIES_MAX = 5_000;

export interface Turn {
  sequenced: number;
  /** There is more to do at once. */
  has_more: boolean;
}

const NOTHING: Turn = { sequenced: 0, has_more: false };

/**
 * Gives entries that have become visible their positions, grows the tree and signs it: one transaction, so a position
 * that can be seen is under a checkpoint that can be seen. Runs for a tenant in one process at a time.
 */
export async function sequenceEntries(
  tx: Querier,
  context: SequencerContext,
  batchMax = BATCH_ENTRIES_MAX,
): Promise<Turn> {
  if (!(await lockSequencer(tx))) return NOTHING;
  const loaded = await loadSequencer(tx);
  const { snapshot, cluster } = loaded;
  let state = loaded.state ?? freshState(cluster);
  // The database was restored to another server, whose transactions are numbered anew: look at every entry once more.
  if (state.cluster !== cluster) {
    state = { ...freshState(cluster), tree_size: state.tree_size, peaks: state.peaks };
  }
  const working = { ...state, target: state.target ?? snapshot };
  const found = await giveOutPositions(tx, working, batchMax);
  const { leaves } = found;
  // With a target, finding nothing more is the end of it, which has to be kept: the next turn looks further.
  const isAtRest = state.sequenced !== null && state.target === null;
  if (loaded.state !== null && isAtRest && found.scanned === 0) return NOTHING;

  const log = await openLog(tx, context.secrets_key, context.newId);
  const tree = await extendTree(tx, log, working, leaves);
  if (leaves.length > 0 || loaded.state === null) await signTree(tx, log, tree, context.now());
  const isPartial = found.scanned === batchMax;
  await saveSequencer(tx, {
    cluster,
    sequenced: isPartial ? working.sequenced : working.target,
    target: isPartial ? working.target : null,
    resume_xid: isPartial ? (found.last_xid ?? '0') : '0',
    resume_seq: isPartial ? (found.last_seq ?? 0) : 0,
    tree_size: tree.size,
    peaks: Buffer.concat(tree.peaks()),
  });
  // Only what has its place is shown with a proof.
  if (leaves.length > 0) tx.changed?.('audit');
  // A snapshot that took several turns is old by now.
  return { sequenced: leaves.length, has_more: isPartial || state.target !== null };
}

function freshState(cluster: string): SequencerState {
  return {
    cluster,
    sequenced: null,
    target: null,
    resume_xid: '0',
    resume_seq: 0,
    tree_size: 0,
    peaks: Buffer.alloc(0),
  };
}

async function extendTree(
  tx: Querier,
  log: LogSigner,
  { tree_size, peaks }: SequencerState,
  leaves: readonly Buffer[],
): Promise<GrowingTree> {
  const grown = new Map<string, { tile: Omit<GrownTile, 'added'>; added: Buffer[] }>();
  const tree = new GrowingTree(tree_size, splitHashes(peaks), (subtree, root) => {
    const place = tileOfStored(subtree);
    if (!place) return;
    const { level, tile, offset } = place;
    const known = grown.get(`${level}/${tile}`);
    if (known) known.added.push(root);
    else grown.set(`${level}/${tile}`, { tile: { level, tile, width: offset }, added: [root] });
  });
  await requireSignedTree(tx, log, tree);
  for (const leaf of leaves) tree.append(leaf);
  if (grown.size > 0) {
    await growTiles(
      tx,
      [...grown.values()].map(({ tile, added }) => ({ ...tile, added: Buffer.concat(added) })),
    );
  }
  return tree;
}

/** What is not under our own latest signature is not signed again: an altered tree must not get a good name. */
async function requireSignedTree(tx: Querier, log: LogSigner, tree: GrowingTree): Promise<void> {
  const latest = await latestCheckpoint(tx);
  if (!latest && tree.size === 0) return;
  const { checkpoint } = latest ? openCheckpoint(latest.note, { name: log.origin, ...log }) : {};
  if (checkpoint?.tree_size === tree.size && checkpoint.root_hash.equals(tree.root())) return;
  throw new Error(
    `The audit log ${log.origin} is not what its latest checkpoint says: somebody changed its tables. Nothing more is signed; compare an export with a checkpoint you kept ("lapse audit verify").`,
  );
}

async function signTree(tx: Querier, log: LogSigner, tree: GrowingTree, now: number): Promise<void> {
  const checkpoint = { origin: log.origin, tree_size: tree.size, root_hash: tree.root() };
  await insertCheckpoint(tx, {
    tree_size: checkpoint.tree_size,
    root_hash: checkpoint.root_hash,
    note: signCheckpoint(checkpoint, log.private_key),
    signed_at: new Date(now).toISOString(),
  });
}
