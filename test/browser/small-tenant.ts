import { type EntraServer, startEntraServer } from '../support/entra-server.ts';
import { idOf } from '../support/entra-tenant.ts';

const SHOP = idOf('sp', 1);
const ADMIN = idOf('role', 2);

/** Entra ID on loopback with one application, and Ana and Olaf, its administrators; Olaf was disabled long ago. */
export async function startSmallTenant(): Promise<EntraServer> {
  const entra = await startEntraServer();
  const { tenant } = entra;
  const ana = tenant.addUser(1, { displayName: 'Ana Diaz' });
  const olaf = tenant.addUser(2, { displayName: 'Olaf Berg', accountEnabled: false });
  tenant.addApplication(SHOP, idOf('app', 1), 'Shop', {
    appRoleAssignmentRequired: true,
    appRoles: [{ id: ADMIN, value: 'Admin', displayName: 'Administrator', isEnabled: true }],
  });
  for (const id of [ana, olaf]) {
    Object.assign(tenant.assign(id, SHOP, ADMIN), { createdDateTime: '2024-01-01T00:00:00Z' });
  }
  tenant.addGroup(1, { displayName: 'Analysts' }, [ana]);
  tenant.signIns = [];
  tenant.showAll();
  return entra;
}
