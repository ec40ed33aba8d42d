import { createIntegrityCheck } from '../audit/entry-integrity.ts';
import { createLogKeys } from '../audit/log/log-keys.ts';
import { runReports } from '../reports/run-reports.ts';
import { runSchedules } from '../reports/schedules/run-schedules.ts';
import { createReportStorages } from '../reports/storage/report-storages.ts';
import type { StartLoops } from './worker-settings.ts';

export const startLoops: StartLoops = (means, { secrets_key, report_bucket, public_url }) => ({
  reports: runReports({
    ...means,
    storages: createReportStorages(means.db, report_bucket),
    integrity: createIntegrityCheck(createLogKeys(Buffer.from(secrets_key))),
  }),
  schedules: runSchedules({ ...means, public_url }),
});
