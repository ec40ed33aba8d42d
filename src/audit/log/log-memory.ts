import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A checkpoint that was signed earlier, kept where whoever administers the database cannot change it. */
export interface KeptNote {
  /** Where it was kept, for the person who has to look into it. */
  place: string;
  note: string;
}

export type LogMemory = ReturnType<typeof createLogMemory>;
type LogName = { tenant_id: number; tid: string };

/**
 * This process remembers, and so does a file per tenant in each of the directories. A file may be behind, when a process died
 * between commit and writing, and never ahead.
 */
export function createLogMemory(directories: readonly string[]) {
  const signed = new Map<number, string>();
  const fileOf = (directory: string, tid: string): string =>
    path.join(directory, `${encodeURIComponent(tid)}.checkpoint`);

  return {
    async recall({ tenant_id, tid }: LogName): Promise<KeptNote[]> {
      const own = signed.get(tenant_id);
      const kept: KeptNote[] = own === undefined ? [] : [{ place: 'the memory of this process', note: own }];
      for (const directory of directories) {
        const file = fileOf(directory, tid);
        const note = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return null;
          throw new Error(`The last checkpoint in ${file} cannot be read: ${error.message}`);
        });
        if (note !== null) kept.push({ place: file, note });
      }
      return kept;
    },
    /** After the transaction that signed it: what is not committed was not signed. */
    async keep({ tenant_id, tid }: LogName, note: string): Promise<void> {
      signed.set(tenant_id, note);
      for (const directory of directories) {
        const file = fileOf(directory, tid);
        await mkdir(directory, { recursive: true, mode: 0o700 });
        await writeFile(`${file}.new`, note, { mode: 0o600, flush: true });
        await rename(`${file}.new`, file);
      }
    },
  };
}
