/** A worker of reports in a process of its own, which tells how much memory it has. */
import { createIntegrityCheck } from '../../src/audit/entry-integrity.ts';
import { createLogKeys } from '../../src/audit/log/log-keys.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { runReports } from '../../src/reports/run-reports.ts';
import { createReportStorages } from '../../src/reports/storage/report-storages.ts';

const connection = JSON.parse(process.env.CONNECTION ?? '{}');
const db = openDatabase({ connection, pool_size: 4, plans: 'force_custom_plan', onError: () => {} });
const reports = runReports({
  db,
  storages: createReportStorages(db, null),
  integrity: createIntegrityCheck(createLogKeys(Buffer.alloc(32))),
  now: () => Date.now(),
  onError: (error) => console.error(error),
});
setInterval(() => process.send?.(process.memoryUsage.rss()), 100);
process.on('message', (order) => {
  if (order === 'wake') reports.wake();
});
process.on('disconnect', () => process.exit(0));
