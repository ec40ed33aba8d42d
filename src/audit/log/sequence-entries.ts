import { v7 as uuidv7 } from 'uuid';
import type { Querier } from '../../platform/database/database.ts';
import { tenantTid } from '../../platform/tenants/tenants.sql.ts';
import { GrowingTree } from '../tree/merkle.rules.ts';
import { splitHashes, tileOfStored } from '../tree/merkle-tiles.rules.ts';
import { signCheckpoint } from '../tree/signed-note.rules.ts';
import { insertCheckpoint, latestCheckpoint } from './checkpoints.sql.ts';
import type { LogMemory } from './log-memory.ts';
import { requireNoLog, requireSameLog } from './require-same-log.ts';
import {
  giveOutPositions,
  loadSequencer,
  lockSequencer,
  type SequencerState,
  saveSequencer,
} from './sequencing.sql.ts';
import { createLog, type LogSigner, openLog, rememberSigned } from './signing-key.ts';
import { type GrownTile, growTiles } from './tiles.sql.ts';

export interface SequencerContext {
  secrets_key: Buffer;
  now: () => number;
  /** What was signed earlier, remembered outside the database. */
  memory?: LogMemory;
}

/** Large enough that a checkpoint costs little per entry; the whole batch takes a fifth of a second. */
const BATCH_ENTRIES_MAX = 5_000;

export interface Turn {
  sequenced: number;
  /** There is more to do at once. */
  has_more: boolean;
  /** To be remembered once this is committed. */
  signed: string | null;
  /** It was compared with what was signed last, and agrees. */
  is_sound: boolean;
}

const NOTHING: Turn = { sequenced: 0, has_more: false, signed: null, is_sound: false };

/**
 * Gives entries that have become visible their positions, grows the tree and signs it: one transaction, so a position
 * that can be seen is under a checkpoint that can be seen. Runs for a tenant in one process at a time. `is_check`: compares
 * the log with what was signed last also when there is nothing to add.
 */
export async function sequenceEntries(
  tx: Querier,
  context: SequencerContext,
  { batch_max: batchMax = BATCH_ENTRIES_MAX, is_check = false } = {},
): Promise<Turn> {
  if (!(await lockSequencer(tx))) return NOTHING;
  const loaded = await loadSequencer(tx);
  const { snapshot, cluster } = loaded;
  let state = loaded.state ?? freshState(cluster);
  // The database was restored to another server, whose transactions are numbered again: look at every entry once more.
  if (state.cluster !== cluster) {
    state = { ...freshState(cluster), tree_size: state.tree_size, peaks: state.peaks };
  }
  const working = { ...state, target: state.target ?? snapshot };
  const found = await giveOutPositions(tx, working, batchMax);
  const { leaves } = found;
  // With a target, finding nothing more is the end of it, which has to be kept: the next turn looks further.
  const isAtRest = state.sequenced !== null && state.target === null;
  if (loaded.state !== null && isAtRest && found.scanned === 0 && !is_check) return NOTHING;

  const { log, tree: signedTree } = await openTree(tx, context, working);
  const tree = await extendTree(tx, signedTree, leaves);
  const isNew = leaves.length > 0 || loaded.state === null;
  const signed = isNew ? await signTree(tx, log, tree, context) : null;
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
  return { sequenced: leaves.length, has_more: isPartial || state.target !== null, signed, is_sound: true };
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

/** The log and its tree as they were signed last; a new log where there never was one. */
async function openTree(
  tx: Querier,
  { secrets_key, memory }: SequencerContext,
  { tree_size, peaks }: SequencerState,
): Promise<{ log: LogSigner; tree: GrowingTree }> {
  const tree = new GrowingTree(tree_size, splitHashes(peaks));
  const { tenant_id } = tx;
  const known = {
    latest: await latestCheckpoint(tx),
    kept: memory ? await memory.recall({ tenant_id, tid: await tenantTid(tx) }) : [],
  };
  const log = await openLog(tx, secrets_key);
  if (log) {
    await requireSameLog(tx, log, tree, known);
    return { log, tree };
  }
  requireNoLog(tree, known);
  return { log: await createLog(tx, secrets_key, uuidv7()), tree };
}

async function extendTree(tx: Querier, signed: GrowingTree, leaves: readonly Buffer[]): Promise<GrowingTree> {
  const grown = new Map<string, { tile: Omit<GrownTile, 'added'>; added: Buffer[] }>();
  const tree = new GrowingTree(signed.size, signed.peaks(), (subtree, root) => {
    const place = tileOfStored(subtree);
    if (!place) return;
    const { level, tile, offset } = place;
    const known = grown.get(`${level}/${tile}`);
    if (known) known.added.push(root);
    else grown.set(`${level}/${tile}`, { tile: { level, tile, width: offset }, added: [root] });
  });
  for (const leaf of leaves) tree.append(leaf);
  if (grown.size > 0) {
    await growTiles(
      tx,
      [...grown.values()].map(({ tile, added }) => ({ ...tile, added: Buffer.concat(added) })),
    );
  }
  return tree;
}

/** Signs it and keeps what was signed with the key; answers with the signed note. */
async function signTree(
  tx: Querier,
  log: LogSigner,
  tree: GrowingTree,
  { secrets_key, now }: SequencerContext,
): Promise<string> {
  const checkpoint = { origin: log.origin, tree_size: tree.size, root_hash: tree.root() };
  const note = signCheckpoint(checkpoint, log.private_key);
  await insertCheckpoint(tx, {
    tree_size: checkpoint.tree_size,
    root_hash: checkpoint.root_hash,
    note,
    signed_at: new Date(now()).toISOString(),
  });
  await rememberSigned(tx, secrets_key, log, checkpoint);
  return note;
}
