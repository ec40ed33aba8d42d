import { directoryConnector } from '../../src/connectors/directory/directory-connector.ts';
import { storedDirectory } from '../../src/core/directory/directory-rows.sql.ts';
import { remediateTenant } from '../../src/remediation/engine/run-remediations.ts';
import type { TestDatabase } from './database.ts';

/** Lets the worker of remediations take up all that is due, where nothing is connected. */
export async function workOffRemediations({ db }: TestDatabase, tenant: number): Promise<void> {
  const context = {
    db,
    now: () => Date.now(),
    onError: (error: Error) => {
      throw error;
    },
    openConnector: async (tenantId: number) =>
      directoryConnector(storedDirectory(db, tenantId), { now: () => new Date() }),
  };
  while ((await remediateTenant(context, tenant)) > 0);
}
