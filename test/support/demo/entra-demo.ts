import { randomUUID } from 'node:crypto';
import { CLIENT_SECRET, startEntraServer, TENANT_ID } from '../entra-server.ts';
import { idOf, READER_APP } from '../entra-tenant.ts';
import { atChangeOf, changesIn, type DemoPlatform, eachDay, tried } from './demo-platform.ts';

const PAYROLL = { id: idOf('sp', 1), app: idOf('app', 1) };
const READER = idOf('role', 1);
const ADDRESS = '203.0.113.7';

/** A tenant in which an enterprise application is assigned to two people. */
export async function entraDemo(): Promise<DemoPlatform> {
  const server = await startEntraServer();
  const { tenant } = server;
  const [dana, sam] = ['Dana Reyes', 'Sam Okafor'].map((displayName, i) => {
    const name = `${displayName.split(' ')[0]?.toLowerCase()}@corp.example`;
    return tenant.addUser(i + 1, { displayName, userPrincipalName: name, mail: name });
  }) as [string, string];
  tenant.addApplication(PAYROLL.id, PAYROLL.app, 'Payroll', {
    appRoleAssignmentRequired: true,
    appRoles: [{ id: READER, value: 'Payroll.Read', displayName: 'Reader', isEnabled: true }],
  });
  tenant.addGroup(1, { displayName: 'Controllers' }, [sam]);
  for (const one of [dana, sam]) tenant.assign(one, PAYROLL.id, READER);
  const signIns = (userId: string, days: string[]) =>
    days.map((createdDateTime) => ({
      id: randomUUID(),
      createdDateTime,
      userId,
      appId: PAYROLL.app,
      resourceId: PAYROLL.app,
      ipAddress: ADDRESS,
      clientAppUsed: 'Browser',
      status: { errorCode: 0 },
      signInEventTypes: ['interactiveUser'],
    }));
  tenant.signIns = [...signIns(dana, eachDay(29, 27)), ...signIns(sam, eachDay(29, 1))];
  tenant.showAll();
  const mayUse = (): boolean =>
    [...tenant.assignments.values()].some(
      ({ principalId, resourceId }) => principalId === dana && resourceId === PAYROLL.id,
    );
  return {
    platform: 'azure_ad',
    title: 'Microsoft Entra ID',
    scene: 'The application Payroll is assigned to Dana and to Sam, with the role Payroll.Read.',
    settings: {
      tenant_id: TENANT_ID,
      client_id: READER_APP,
      client_secret: CLIENT_SECRET,
      graph_url: server.url,
      login_url: server.url,
    },
    secrets: [CLIENT_SECRET],
    dana: 'Dana Reyes',
    sam: 'Sam Okafor',
    asset: 'Payroll',
    attempt: 'Dana signs in to Payroll',
    tryAsDana: async () => tried(mayUse(), 'let in', 'refused: not assigned to a role for the application'),
    withholdRight() {
      tenant.withdraw('User.Read.All');
      return /User\.Read\.All to list users: add the application permission and grant admin consent/;
    },
    changes: () => changesIn(server.seen),
    atChange: (act) => atChangeOf(server, act),
    dump: () => tenant.dump(),
    close: () => server.close(),
  };
}
