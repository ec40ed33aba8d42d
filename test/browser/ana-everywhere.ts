import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedServer } from '@lapse/embedded-postgres';
import pg from 'pg';
import { guidOf } from '../support/databricks-account.ts';
import {
  ACCOUNT_ID,
  CLIENT_SECRET as DATABRICKS_SECRET,
  startDatabricksServer,
} from '../support/databricks-server.ts';
import { WAREHOUSE } from '../support/databricks-statements.ts';
import { CLIENT_SECRET as ENTRA_SECRET, startEntraServer, TENANT_ID } from '../support/entra-server.ts';
import { idOf, NO_ROLE, READER_APP } from '../support/entra-tenant.ts';
import {
  APP_ID,
  CLIENT_SECRET as FABRIC_SECRET,
  OWN_ID,
  startFabricServer,
} from '../support/fabric/fabric-server.ts';
import { type RunningLapse, reachableDirectory } from './lapse.ts';

const HOUR_MS = 3_600_000;
const SHOP = idOf('sp', 1);
const client = (client_secret: string) => ({ client_id: READER_APP, client_secret });

/**
 * Ana Diaz has an account on each of these platforms, by which nothing says that it is hers; and one of Databricks says two
 * things of whose it is. All of them are connected and read.
 */
export async function connectAnaEverywhere(lapse: RunningLapse): Promise<{ close: () => Promise<void> }> {
  const now = Date.now();
  const entra = await startEntraServer();
  const { tenant } = entra;
  const ana = tenant.addUser(1, { displayName: 'Ana Diaz', ...addressed('ana.diaz@corp.example') });
  const ben = tenant.addUser(2, { displayName: 'Ben Okoro', ...addressed('ben.okoro@corp.example') });
  tenant.addUser(3, { displayName: 'Mei Tanaka', ...addressed('mei.tanaka@corp.example') });
  tenant.addApplication(SHOP, idOf('app', 1), 'Shop', { appRoleAssignmentRequired: true });
  for (const id of [ana, ben]) tenant.assign(id, SHOP, NO_ROLE);
  tenant.signIns = [];
  tenant.showAll();

  const databricks = await startDatabricksServer();
  const { account } = databricks;
  account.addUser(1, { userName: 'adiaz@corp.example', displayName: 'adiaz', emails: [] });
  account.addUser(2, {
    userName: 'ben.okoro@corp.example',
    displayName: 'Ben Okoro',
    externalId: idOf('user', 3),
  });
  account.addSecurable('catalog', 'main', {
    catalog_type: 'MANAGED_CATALOG',
    created_at: now - 900 * HOUR_MS,
  });
  account.addSecurable('schema', 'main.sales');
  for (const table of ['main.sales.orders', 'main.sales.refunds']) {
    account.addSecurable('table', table, { table_type: 'MANAGED', table_id: guidOf(table.length) });
    account.give('table', table, 'adiaz@corp.example', ['SELECT']);
  }
  account.give('table', 'main.sales.orders', 'ben.okoro@corp.example', ['SELECT']);
  account.showAll();

  // Another organisation's, in which she is a guest.
  const fabric = await startFabricServer();
  const sales = fabric.tenant.addPlace('workspaces', 1, 'Partner sales');
  const details = { servicePrincipalDetails: { aadAppId: APP_ID } };
  fabric.tenant.give(
    sales,
    { id: OWN_ID, type: 'ServicePrincipal', displayName: 'Lapse', ...details },
    'Admin',
  );
  const guest = {
    displayName: 'Ana (guest)',
    userDetails: { userPrincipalName: 'ana.diaz#EXT#@partner.example' },
  };
  fabric.tenant.give(sales, fabric.tenant.user(41, guest), 'Viewer');
  fabric.tenant.addItem(1, sales.id, 'Warehouse', 'Forecasts');
  fabric.tenant.showAll();

  const shop = await startShop();
  const closers = [() => entra.close(), () => databricks.close(), () => fabric.close(), () => shop.close()];
  const { workspace_url, account_url, login_url } = databricks;
  const platforms = [
    [
      'azure_ad',
      'Corporate directory',
      { ...client(ENTRA_SECRET), tenant_id: TENANT_ID, graph_url: entra.url, login_url: entra.url },
    ],
    [
      'databricks',
      'Lakehouse',
      {
        ...client(DATABRICKS_SECRET),
        account_id: ACCOUNT_ID,
        warehouse_id: WAREHOUSE,
        workspace_url,
        account_url,
        login_url,
      },
    ],
    [
      'fabric',
      'Partner',
      {
        ...client(FABRIC_SECRET),
        client_id: APP_ID,
        tenant_id: TENANT_ID,
        login_url: fabric.url,
        fabric_url: fabric.url,
        powerbi_url: fabric.url,
        graph_url: fabric.url,
      },
    ],
    ['postgres', 'Shop', shop.settings],
  ] as const;
  for (const [platform, name, settings] of platforms) {
    const { id } = await lapse.api<{ id: string }>('/v1/connectors', {
      method: 'POST',
      body: { platform, name, settings },
    });
    await synced(lapse, id);
  }
  return {
    close: async () => {
      for (const close of closers) await close();
    },
  };
}

const addressed = (address: string) => ({ userPrincipalName: address, mail: address });

async function synced(lapse: RunningLapse, id: string): Promise<void> {
  for (;;) {
    const now = await lapse.api<{ error: string | null; last_sync_at: string | null }>(
      `/v1/connectors/${id}`,
    );
    if (now.error) throw new Error(now.error);
    if (now.last_sync_at) return;
    await sleep(200);
  }
}

async function startShop() {
  const data_dir = await reachableDirectory();
  const server = await startEmbeddedServer({ data_dir, log: () => {} });
  const password = randomBytes(12).toString('hex');
  const run = async (database: string, text: string): Promise<void> => {
    const client = new pg.Client(server.connection('superuser', database));
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  await run(
    'postgres',
    `CREATE ROLE lapse_reader LOGIN PASSWORD '${password}' IN ROLE pg_monitor; CREATE ROLE ana_diaz LOGIN`,
  );
  await run('postgres', 'CREATE DATABASE shop');
  await run('shop', 'CREATE TABLE customers (id integer); GRANT SELECT ON customers TO ana_diaz');
  const { host, port } = server.connection('superuser', 'shop');
  return {
    settings: { host, port, user: 'lapse_reader', password, databases: ['shop'], tls: 'disable' },
    close: async () => {
      await server.stop();
      await rm(data_dir, { recursive: true, force: true });
    },
  };
}
