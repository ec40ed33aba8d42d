import type { Database } from '../../platform/database/database.ts';
import { deleteChunks, insertChunk, readChunk } from '../chunks.sql.ts';
import { type FileWriter, Overtaken, type ReportFile, type ReportStorage } from './storage.ts';

/** Large enough that its transaction costs little, small enough to hold many in memory. Files know no other size. */
export const CHUNK_BYTES = 1 << 19;
const CHUNKS_PER_REMOVAL = 64;

/** In the same PostgreSQL as everything else. */
export function createDatabaseStorage(db: Database): ReportStorage {
  return {
    kind: 'database',
    open: (file) => new ChunkWriter(db, file),
    async *read({ tenant_id, report_id }, { from, to }) {
      for (let at = from; at < to; ) {
        const position = Math.floor(at / CHUNK_BYTES);
        const offset = at - position * CHUNK_BYTES;
        const length = Math.min(CHUNK_BYTES - offset, to - at);
        const bytes = await readChunk(db.alone(tenant_id), { report_id, position, from: offset, length });
        if (bytes === null || bytes.length < length) throw new Error('The file was removed.');
        yield bytes;
        at += length;
      }
    },
    async remove({ tenant_id, report_id }, attempt) {
      const set = { report_id, attempt: attempt === 'all' ? null : attempt, limit: CHUNKS_PER_REMOVAL };
      while ((await deleteChunks(db.alone(tenant_id), set)) === CHUNKS_PER_REMOVAL);
    },
  };
}

/** Cuts what it is given into chunks. One is stored while the next is filled. */
class ChunkWriter implements FileWriter {
  readonly #db: Database;
  readonly #file: ReportFile;
  #chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  #filled = 0;
  #position = 0;
  #storing: Promise<unknown> = Promise.resolve();

  constructor(db: Database, file: ReportFile) {
    this.#db = db;
    this.#file = file;
  }

  write = async (bytes: Uint8Array): Promise<void> => {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + CHUNK_BYTES - this.#filled);
      this.#chunk.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === CHUNK_BYTES) await this.#store();
    }
  };

  async #store(): Promise<void> {
    const { tenant_id, report_id, attempt } = this.#file;
    const bytes = this.#chunk.subarray(0, this.#filled);
    await this.#storing;
    const position = this.#position;
    this.#storing = insertChunk(this.#db.alone(tenant_id), { report_id, attempt, position, bytes }).then(
      (isStored) => {
        if (!isStored) throw new Overtaken();
      },
    );
    // Heard of when it is next waited for.
    this.#storing.catch(() => {});
    this.#position += 1;
    this.#chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    this.#filled = 0;
  }

  async close(): Promise<void> {
    if (this.#filled > 0 || this.#position === 0) await this.#store();
    await this.#storing;
  }

  async abandon(): Promise<void> {
    await this.#storing.catch(() => {});
  }
}
