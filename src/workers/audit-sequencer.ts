import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { createLogMemory } from '../audit/log/log-memory.ts';
import { runSequencer, SEQUENCED_AT_ONCE } from '../audit/log/run-sequencer.ts';
import type { CheckpointPlaces } from '../audit/log/send-checkpoint.ts';
import { backendPriority } from '../platform/background/lower-priority.ts';
import { type ConnectionSettings, openDatabase, WORKER_QUERY_MS_MAX } from '../platform/database/database.ts';

export interface SequencerSettings {
  secrets_key: Buffer;
  /** Where what was signed last is remembered, outside the database. */
  directories: readonly string[];
  places: CheckpointPlaces;
}

/** Starts the sequencer of the audit trail on a connection of its own. It hashes a few thousand entries a second at most, so no thread is needed. */
export function startAuditSequencer(
  connection: ConnectionSettings,
  { secrets_key, directories, places }: SequencerSettings,
  logger: Logger,
): { wake(): void; stop(): Promise<void> } {
  const db = openDatabase({
    connection,
    pool_size: SEQUENCED_AT_ONCE,
    plans: 'force_custom_plan',
    query_ms_max: WORKER_QUERY_MS_MAX,
    ...backendPriority(connection),
    onError: () => {},
  });
  const sequencer = runSequencer({
    db,
    secrets_key,
    places,
    name: uuidv7(),
    memory: createLogMemory(directories),
    now: () => Date.now(),
    newId: () => uuidv7(),
    onError: (error, tenant_id) =>
      logger.error({ err: error, tenant_id }, 'the audit log could not be sequenced'),
  });
  return {
    wake: sequencer.wake,
    stop: async () => {
      await sequencer.stop();
      await db.close();
    },
  };
}
