import type { Querier } from '../../platform/database/database.ts';
import { invalidRequest, LapseError, required } from '../../platform/errors.ts';
import { findAuditLine } from '../lines.sql.ts';
import { checkpointOfSize, latestCheckpoint, type StoredCheckpoint } from '../log/checkpoints.sql.ts';
import type { LogKeys } from '../log/log-keys.ts';
import { findAuditLog } from '../log/logs.sql.ts';
import { leafHash, subtreesOf } from './merkle.rules.ts';
import { consistencyProof, inclusionProof } from './merkle-proof.rules.ts';
import type { NoteKey } from './signed-note.rules.ts';
import { hashesOfProof } from './tree-hashes.ts';

export async function requireCheckpoint(q: Querier): Promise<StoredCheckpoint> {
  const latest = await latestCheckpoint(q);
  if (latest) return latest;
  throw new LapseError('not_found', 'No checkpoint has been signed yet; try again in a few seconds.');
}

/** The key that the log is signed with; a stored one that is not it is given to nobody. */
export async function requireKey(q: Querier, keys: LogKeys): Promise<NoteKey> {
  const log = await findAuditLog(q);
  if (!log) throw new LapseError('not_found', 'The log has not begun; try again in a few seconds.');
  const { key, trouble } = keys.of(q.tenant_id, log);
  if (!key) throw new LapseError('unavailable', trouble);
  return key;
}

/** That an entry is in the log, under the latest checkpoint or in the tree of another size. */
export async function proveInclusion(q: Querier, id: string, wantedSize: number | undefined) {
  const entry = required(await findAuditLine(q, id), 'audit entry');
  if (entry.line === null || !entry.is_sequenced) {
    throw new LapseError(
      'not_found',
      'This entry is not in the log yet; it will be within 10 seconds of its commit.',
    );
  }
  const latest = await requireCheckpoint(q);
  const size = wantedSize ?? latest.tree_size;
  if (size <= entry.position || size > latest.tree_size) {
    refuse(
      'tree_size',
      `expected ${entry.position + 1} to ${latest.tree_size}: the entry must be in it, and it in the log`,
    );
  }
  const hashes = await hashesOfProof(q, inclusionProof(entry.position, size));
  return {
    id,
    position: entry.position,
    ...(await treeOf(q, size)),
    // From the row as it is now: if it was altered, the proof fails.
    entry: entry.line,
    leaf_hash: leafHash(Buffer.from(entry.line)).toString('base64'),
    hashes: hashes.map((hash) => hash.toString('base64')),
  };
}

/** That the log of one size is the beginning of the log of another. */
export async function proveConsistency(q: Querier, from: number, wantedTo: number | undefined) {
  const latest = await requireCheckpoint(q);
  const to = wantedTo ?? latest.tree_size;
  if (to > latest.tree_size) refuse('to', `expected at most ${latest.tree_size}, the size of the log`);
  if (from > to) refuse('from', `expected at most ${to}, the size to compare with`);
  const [hashes, earlier, later] = await Promise.all([
    hashesOfProof(q, consistencyProof(from, to)),
    treeOf(q, from),
    treeOf(q, to),
  ]);
  return { from: earlier, to: later, hashes: hashes.map((hash) => hash.toString('base64')) };
}

async function treeOf(q: Querier, size: number) {
  const [signed, [root]] = await Promise.all([
    checkpointOfSize(q, size),
    hashesOfProof(q, [subtreesOf(0, size)]),
  ]);
  return {
    tree_size: size,
    root_hash: (root as Buffer).toString('base64'),
    checkpoint: signed?.note ?? null,
  };
}

function refuse(name: string, msg: string): never {
  throw invalidRequest([{ loc: ['query', name], msg, type: 'out_of_range' }]);
}
