import type { Querier } from '../../platform/database/database.ts';
import { invalidRequest, LapseError } from '../../platform/errors.ts';
import { type AuditLine, countOutsideLog, loadAuditLines } from '../lines.sql.ts';
import { latestCheckpoint } from '../log/checkpoints.sql.ts';
import { findAuditLog } from '../log/logs.sql.ts';
import { loadTiles } from '../log/tiles.sql.ts';
import { HASH_BYTES, subtreesOf } from '../tree/merkle.rules.ts';
import { TILE_WIDTH } from '../tree/merkle-tiles.rules.ts';
import { formatKey } from '../tree/signed-note.rules.ts';
import { rootsOfSubtrees } from '../tree/tree-hashes.ts';
import { BUNDLE_FORMAT, type BundleEnd, type BundleHeader } from './bundle.ts';

/** Few round trips, and still only a thousand entries in memory at a time. */
const TILES_PER_READ = 4;

/** What the bundle will hold, before any of it is sent: faults of the request are known here. */
export async function prepareBundle(q: Querier, fromSize: number): Promise<BundleHeader> {
  const [log, latest] = await Promise.all([findAuditLog(q), latestCheckpoint(q)]);
  if (!log || !latest)
    throw new LapseError('not_found', 'No checkpoint has been signed yet; try again in a few seconds.');
  if (fromSize > latest.tree_size) {
    const msg = `expected at most ${latest.tree_size}, the size of the log`;
    throw invalidRequest([{ loc: ['query', 'from_size'], msg, type: 'out_of_range' }]);
  }
  const before = await rootsOfSubtrees(q, subtreesOf(0, fromSize));
  return {
    format: BUNDLE_FORMAT,
    origin: log.origin,
    key: formatKey({ name: log.origin, public_key: log.public_key }),
    checkpoint: latest.note,
    from_size: fromSize,
    tree_size: latest.tree_size,
    roots_before: before.map((root) => root.toString('base64')),
  };
}

/** The lines of a bundle, in pieces. Entries are never changed, so no transaction has to stay open. */
export async function* bundleText(q: Querier, header: BundleHeader): AsyncGenerator<string> {
  const { from_size, tree_size } = header;
  yield `${JSON.stringify(header)}\n`;
  const step = TILE_WIDTH * TILES_PER_READ;
  for (let begin = from_size; begin < tree_size; begin = Math.floor(begin / step) * step + step) {
    const end = Math.min(tree_size, Math.floor(begin / step) * step + step);
    yield await piece(q, begin, end);
  }
  const end: BundleEnd = { end: tree_size - from_size, outside: await countOutsideLog(q) };
  yield `${JSON.stringify(end)}\n`;
}

async function piece(q: Querier, begin: number, end: number): Promise<string> {
  const first = Math.floor(begin / TILE_WIDTH);
  const wanted = Array.from({ length: Math.ceil(end / TILE_WIDTH) - first }, (_, i) => first + i);
  const [lines, tiles] = await Promise.all([
    loadAuditLines(q, begin, end),
    loadTiles(
      q,
      wanted.map((tile) => ({ level: 0, tile })),
    ),
  ]);
  const parts: string[] = [];
  for (const tile of wanted) {
    const from = Math.max(begin, tile * TILE_WIDTH);
    const to = Math.min(end, (tile + 1) * TILE_WIDTH);
    for (const line of lines.slice(from - begin, to - begin)) parts.push(textOf(line));
    const hashes = tiles.get(`0/${tile}`) ?? Buffer.alloc(0);
    const own = hashes.subarray(
      (from - tile * TILE_WIDTH) * HASH_BYTES,
      (to - tile * TILE_WIDTH) * HASH_BYTES,
    );
    parts.push(`{"leaf_hashes":"${own.toString('base64')}"}\n`);
  }
  return parts.join('');
}

/** What is gone is said to be gone: whoever verifies should hear which. */
function textOf({ line, entry_id }: AuditLine): string {
  return `${line ?? JSON.stringify({ missing: entry_id })}\n`;
}
