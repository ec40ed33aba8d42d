import type { Connector } from '../../src/connectors/connector.ts';
import { insertPolicy } from '../../src/core/policy/policies.sql.ts';
import { DEFAULT_POLICY } from '../../src/core/policy/policy.rules.ts';
import { retryRemediation, revertRemediation } from '../../src/remediation/change-remediation.ts';
import { remediateTenant } from '../../src/remediation/engine/run-remediations.ts';
import { changeRemediation } from '../../src/remediation/engine/work.sql.ts';
import { getRemediation, type RemediationDetail } from '../../src/remediation/remediations.sql.ts';
import { startRemediations } from '../../src/remediation/start-remediations.ts';
import { AccountWorld } from './account-world.ts';
import type { TestDatabase } from './database.ts';
import { idOf as databricksId, emailOf, OWN_SP, READER_APP } from './databricks-account.ts';
import { type DatabricksServer, startDatabricksServer } from './databricks-server.ts';
import { connectDatabricks } from './databricks-world.ts';
import { type EntraServer, startEntraServer } from './entra-server.ts';
import { idOf as entraId, NO_ROLE } from './entra-tenant.ts';
import { connectEntra } from './entra-world.ts';
import { type FabricServer, OWN_ID, startFabricServer } from './fabric/fabric-server.ts';
import { connectFabric } from './fabric/fabric-world.ts';

export const [ANA, BEN, GROUP, SHOP] = [
  entraId('user', 1),
  entraId('user', 2),
  entraId('group', 1),
  entraId('sp', 1),
];
const FILLED = databricksId('group', 1);

/** A group of Entra ID that gives a table on Databricks, which is filled from there, and an application in Entra ID itself. */
export class FilledGroupWorld extends AccountWorld {
  readonly entra: EntraServer;
  readonly databricks: DatabricksServer;
  fabric: FabricServer | null = null;
  /** Puts something between the worker and a platform. */
  wrap: (connector: Connector, id: string) => Connector = (connector) => connector;

  private constructor(store: TestDatabase, tenant: number, servers: [EntraServer, DatabricksServer]) {
    super(store, tenant, { entra: {}, databricks: {} });
    [this.entra, this.databricks] = servers;
  }

  static async create(store: TestDatabase, tenant: number): Promise<FilledGroupWorld> {
    const entra = await startEntraServer();
    const databricks = await startDatabricksServer();
    const { tenant: directory } = entra;
    directory.addUser(1, { displayName: 'Ana Diaz' });
    directory.addUser(2, { displayName: 'Ben Okoro' });
    directory.addGroup(1, { displayName: 'Analysts' }, [ANA, BEN]);
    directory.addApplication(SHOP, entraId('app', 1), 'Shop', { appRoleAssignmentRequired: true });
    directory.assign(GROUP, SHOP, NO_ROLE);
    directory.showAll();
    const { account } = databricks;
    account.addServicePrincipal(OWN_SP, READER_APP, { displayName: 'Lapse' });
    account.addUser(1, { userName: 'adiaz@corp.example', externalId: ANA });
    account.addUser(2, { userName: 'bokoro@corp.example', externalId: BEN });
    account.addUser(5, { userName: emailOf(5) });
    account.addGroup(1, { displayName: 'analysts', externalId: GROUP });
    account.addSecurable('catalog', 'main', {
      catalog_type: 'MANAGED_CATALOG',
      created_at: 1_735_689_600_000,
    });
    account.addSecurable('schema', 'main.sales', { created_at: 1_735_689_600_000 });
    for (const table of ['main.sales.orders', 'main.sales.refunds']) {
      account.addSecurable('table', table, {
        table_type: 'MANAGED',
        table_id: table,
        created_at: 1_735_689_600_000,
      });
      account.give('table', table, 'analysts', ['SELECT']);
    }
    const world = new FilledGroupWorld(store, tenant, [entra, databricks]);
    world.fill();
    await world.connect();
    await world.setPolicy();
    await world.sync('entra', 'databricks', 'entra');
    await world.letIn();
    return world;
  }

  /** What Entra ID does every half hour or so: who is in its group is in the one that it fills. */
  fill(): void {
    const { members } = this.entra.tenant;
    const numbers = new Map([
      [ANA, 1],
      [BEN, 2],
    ]);
    const inside = [...(members.get(GROUP) ?? [])].map(
      (id) => `Users/${databricksId('user', numbers.get(id) as number)}`,
    );
    this.databricks.account.write(() =>
      this.databricks.account.members.set(
        FILLED,
        new Map(inside.map((reference) => [reference, true as const])),
      ),
    );
  }

  override open(id: string): Connector {
    const now = (): Date => new Date(this.now);
    if (this.fabric && id === 'fabric') return this.wrap(connectFabric(this.fabric.url, {}, now), id);
    const connector =
      id === 'entra' ? connectEntra(this.entra.url, {}, now) : connectDatabricks(this.databricks, {}, now);
    return this.wrap(connector, id);
  }

  /** The same group may look at a workspace of Fabric. */
  async connectFabric(): Promise<void> {
    this.fabric = await startFabricServer();
    const { tenant } = this.fabric;
    const sales = tenant.addPlace('workspaces', 1, 'Sales');
    tenant.give(sales, { id: OWN_ID, type: 'ServicePrincipal', displayName: 'Lapse' }, 'Admin');
    tenant.give(sales, { id: GROUP, type: 'Group', displayName: 'Analysts' }, 'Viewer');
    tenant.showAll();
    await this.connect('fabric');
    await this.sync('fabric');
    await this.letIn();
  }

  /** Grants of the group itself. */
  async ofGroup(asset: string): Promise<unknown[]> {
    const rows = await this.store.admin(
      `SELECT g.status FROM grants g JOIN assets a ON a.tenant_id = g.tenant_id AND a.id = g.asset_id
       JOIN accounts u ON u.tenant_id = g.tenant_id AND u.principal_id = g.principal_id AND u.connector_id = 'entra'
       WHERE g.tenant_id = $1 AND u.external_key = $2 AND a.name = $3`,
      [this.tenant, `group/${GROUP}`, asset],
    );
    return rows.map(({ status }) => status);
  }

  private async setPolicy(): Promise<void> {
    const breaker = { tenant_percent: 100, tenant_grants: 10_000, asset_percent: 100, asset_grants: 10_000 };
    const remediation = {
      ...DEFAULT_POLICY.remediation,
      mode: 'automatic' as const,
      undo_window_minutes: 0,
      min_grant_age_days: 0,
      breaker,
    };
    await this.store.db.transaction(this.tenant, (tx) =>
      insertPolicy(tx, {
        version: 1,
        policy: { ...DEFAULT_POLICY, remediation },
        changed_by: 'test',
        job_id: null,
      }),
    );
  }

  /** Nothing that the guards ask about stands in the way. */
  async letIn(): Promise<void> {
    await this.setConnectors("mode = 'automatic', last_use_read_at = now()");
    await this.store.admin('DELETE FROM telemetry_gaps WHERE tenant_id = $1', [this.tenant]);
    await this.store.admin(
      "UPDATE grants SET granted_at = '2025-01-01', created_at = '2025-01-01' WHERE tenant_id = $1",
      [this.tenant],
    );
    await this.store.admin("UPDATE grant_scores SET lapses_at = '2025-06-01' WHERE tenant_id = $1", [
      this.tenant,
    ]);
  }

  async setConnectors(assignment: string, id?: string): Promise<void> {
    await this.store.admin(
      `UPDATE connectors SET ${assignment} WHERE tenant_id = $1 AND ($2::text IS NULL OR id = $2)`,
      [this.tenant, id ?? null],
    );
  }

  /** The grant of a person on an asset that is held through a group. */
  async inherited(user: string, asset: string): Promise<{ id: string; status: string }> {
    const [row] = await this.store.admin(
      `SELECT g.id, g.status FROM grants g JOIN assets a ON a.tenant_id = g.tenant_id AND a.id = g.asset_id
       JOIN accounts u ON u.tenant_id = g.tenant_id AND u.principal_id = g.principal_id AND u.connector_id = 'entra'
       WHERE g.tenant_id = $1 AND u.external_key = $2 AND a.name = $3 AND g.via_group_id IS NOT NULL`,
      [this.tenant, `user/${user}`, asset],
    );
    return row as { id: string; status: string };
  }

  /** All ways, by the name of the group. */
  async allInherited(user: string, asset: string): Promise<{ id: string; via: string }[]> {
    const rows = await this.store.admin(
      `SELECT g.id, v.display_name AS via FROM grants g JOIN assets a ON a.tenant_id = g.tenant_id AND a.id = g.asset_id
       JOIN accounts u ON u.tenant_id = g.tenant_id AND u.principal_id = g.principal_id AND u.connector_id = 'entra'
       JOIN principals v ON v.tenant_id = g.tenant_id AND v.id = g.via_group_id
       WHERE g.tenant_id = $1 AND u.external_key = $2 AND a.name = $3`,
      [this.tenant, `user/${user}`, asset],
    );
    return rows as { id: string; via: string }[];
  }

  async revoke(grantId: string): Promise<string> {
    const [started] = await this.store.db.transaction(this.tenant, (tx) =>
      startRemediations(tx, {
        grants: [{ grant_id: grantId, review_id: 'review-1', decision_id: 'd', reason: 'not used' }],
        requested_by: 'reviewer@example.com',
        now: this.now,
      }),
    );
    await this.work();
    return started?.id as string;
  }

  async work(): Promise<void> {
    while ((await remediateTenant(this.context, this.tenant)) > 0);
  }

  /** Until the next attempt is due. */
  async later(ms = 3_600_000): Promise<void> {
    this.now += ms;
    await this.work();
  }

  private order(id: string) {
    return { id, actor: 'admin@example.com', note: null, now: this.now };
  }

  async retry(id: string, accept_other_losses = false): Promise<void> {
    const order = { ...this.order(id), accept_other_losses };
    await this.store.db.transaction(this.tenant, (tx) => retryRemediation(tx, order));
    await this.work();
  }

  async revert(id: string): Promise<void> {
    await this.store.db.transaction(this.tenant, (tx) => revertRemediation(tx, this.order(id)));
    await this.work();
  }

  /** As if the worker that has it had died: its lease ends. */
  async endLease(id: string): Promise<void> {
    await this.store.db.transaction(this.tenant, (tx) =>
      changeRemediation(tx, id, { due_at: new Date(this.now).toISOString() }),
    );
  }

  async found(id: string): Promise<RemediationDetail> {
    return (await getRemediation(this.store.db.tenant(this.tenant), id)) as RemediationDetail;
  }

  isMember(user: string): boolean {
    return this.entra.tenant.members.get(GROUP)?.has(user) === true;
  }

  async close(): Promise<void> {
    await this.entra.close();
    await this.databricks.close();
    await this.fabric?.close();
  }
}
