import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { createIntegrityCheck } from '../../src/audit/entry-integrity.ts';
import { createLogKeys } from '../../src/audit/log/log-keys.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { reportTenant } from '../../src/reports/run-reports.ts';
import { createDatabaseStorage } from '../../src/reports/storage/database-storage.ts';
import type { ReportStorage } from '../../src/reports/storage/storage.ts';

/** A worker of its own that begins a report and gets stuck in the middle of it; it is there to be killed. */
const connection = JSON.parse(process.env.CONNECTION ?? '{}');
const db = openDatabase({ connection, pool_size: 4, onError: () => {} });
const real = createDatabaseStorage(db);
const storage: ReportStorage = {
  ...real,
  open: (file) => {
    const writer = real.open(file);
    return {
      write: async (bytes) => {
        await writer.write(bytes);
        process.stdout.write('writing\n');
        await sleep(600_000);
      },
      close: () => writer.close(),
      abandon: () => writer.abandon(),
    };
  },
};
await reportTenant(
  {
    db,
    storages: { writing: storage, of: () => storage },
    integrity: createIntegrityCheck(createLogKeys(Buffer.alloc(32, 7))),
    now: () => Date.now(),
    onError: (error) => process.stdout.write(`${error.message}\n`),
  },
  Number(process.env.TENANT),
  new AbortController().signal,
);
