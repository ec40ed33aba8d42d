import type { Querier } from '../../platform/database/database.ts';
import { HASH_BYTES } from '../tree/merkle.rules.ts';
import type { TileId } from '../tree/merkle-tiles.rules.ts';

export interface GrownTile extends TileId {
  /** How many hashes it had. */
  width: number;
  added: Buffer;
}

/** Throws when a tile is not as long as it should be: then somebody else has written to it. */
export async function growTiles(tx: Querier, tiles: readonly GrownTile[]): Promise<void> {
  const rows = await tx.query<{ level: number; tile: number; bytes: number }>(
    `INSERT INTO audit_tiles AS t (tenant_id, level, tile, hashes)
     SELECT $1, level, tile, hashes FROM unnest($2::smallint[], $3::bigint[], $4::bytea[]) AS a (level, tile, hashes)
     ON CONFLICT (tenant_id, level, tile) DO UPDATE SET hashes = t.hashes || excluded.hashes
     RETURNING level, tile, octet_length(hashes) AS bytes`,
    [
      tx.tenant_id,
      tiles.map((tile) => tile.level),
      tiles.map((tile) => tile.tile),
      tiles.map((tile) => tile.added),
    ],
  );
  const bytes = new Map(rows.map((row) => [`${row.level}/${row.tile}`, row.bytes]));
  for (const { level, tile, width, added } of tiles) {
    if (bytes.get(`${level}/${tile}`) === width * HASH_BYTES + added.length) continue;
    throw new Error(`The stored hashes of tile ${level}/${tile} are not those that were written.`);
  }
}

export async function loadTiles(q: Querier, tiles: readonly TileId[]): Promise<Map<string, Buffer>> {
  const rows = await q.query<{ level: number; tile: number; hashes: Buffer }>(
    `SELECT t.level, t.tile, t.hashes FROM unnest($2::smallint[], $3::bigint[]) AS a (level, tile)
     JOIN LATERAL (SELECT level, tile, hashes FROM audit_tiles
                   WHERE tenant_id = $1 AND level = a.level AND tile = a.tile LIMIT 1) t ON true`,
    [q.tenant_id, tiles.map((tile) => tile.level), tiles.map((tile) => tile.tile)],
  );
  return new Map(rows.map((row) => [`${row.level}/${row.tile}`, row.hashes]));
}
