import { databricksWorld } from '../support/databricks-world.ts';
import { describeFaults } from '../support/describe-faults.ts';
import { entraWorld } from '../support/entra-world.ts';
import { fabricWorld } from '../support/fabric/fabric-world.ts';
import { postgresWorld } from '../support/postgres-world.ts';
import { change } from '../support/synapse/sql-changes.ts';
import { type SynapseWorld, synapseWorld } from '../support/synapse/synapse-world.ts';
import { TARGETS, type TargetServer } from '../support/target-server.ts';

/** Lapse and the platforms that it is connected to, with the line between them cut, slow or half open. */
describeFaults('Entra ID', entraWorld);

// A grant is changed in the workspace, a membership in the account: each line fails.
describeFaults('Databricks', databricksWorld);

describeFaults('Synapse roles', synapseWorld, { subjects: { role: ({ role_holder }) => role_holder } });

describeFaults('Synapse SQL', synapseWorld, {
  loseAnswerTo({ server }: SynapseWorld, statement) {
    // The line is encrypted: the server itself hangs up once it has carried the statement out.
    server.interceptSql = (text, session) => {
      if (text !== statement) return undefined;
      server.interceptSql = null;
      change(session, text);
      return 'cut';
    };
  },
});

describeFaults('Fabric', fabricWorld);

describeFaults(
  'PostgreSQL',
  async (through) => {
    const target = (await TARGETS[0]?.start()) as TargetServer;
    const { hostname, port } = new URL(await through(`${target.host}/.s.PGSQL.${target.port}`));
    const world = await postgresWorld(target, { host: hostname, port: Number(port) });
    return {
      ...world,
      async close() {
        await world.close();
        await target.stop();
      },
    };
  },
  // Before it, nothing has been done.
  { requestOf: () => 'COMMIT' },
);
