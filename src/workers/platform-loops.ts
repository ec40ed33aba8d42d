import { v7 as uuidv7 } from 'uuid';
import { runAlerts } from '../alerts/evaluate-alerts.ts';
import { createLogMemory } from '../audit/log/log-memory.ts';
import { runSequencer } from '../audit/log/run-sequencer.ts';
import { connectorSetup, createOpenConnector } from '../connectors/open-connectors.ts';
import { runSyncs } from '../connectors/sync/run-syncs.ts';
import { runRemediations } from '../remediation/engine/run-remediations.ts';
import { createS3Objects } from '../reports/storage/s3-storage.ts';
import type { StartLoops } from './worker-settings.ts';

export const startLoops: StartLoops = (means, settings) => {
  const { checkpoints, connector_reach, report_bucket } = settings;
  const secrets_key = Buffer.from(settings.secrets_key);
  const openConnector = createOpenConnector(means.db, connectorSetup(secrets_key, connector_reach));
  return {
    remediations: runRemediations({ ...means, openConnector }),
    connectors: runSyncs({ ...means, openConnector }),
    alerts: runAlerts(means),
    audit: runSequencer({
      ...means,
      secrets_key,
      name: uuidv7(),
      memory: createLogMemory(checkpoints.remembered_in),
      places: {
        every_seconds: checkpoints.every_seconds,
        directory: checkpoints.directory,
        putObject: report_bucket && createS3Objects(report_bucket),
      },
    }),
  };
};
