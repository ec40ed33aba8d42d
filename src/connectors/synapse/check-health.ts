import { ConnectorError, type Health } from '../connector.ts';
import { missingToRemove } from '../missing-to-remove.ts';
import type { SynapseContext } from './connector-context.ts';
import { assetKey, type DatabaseName } from './keys.ts';
import { roleName } from './roles/list-roles.ts';
import { scopeKey } from './roles/scopes.ts';
import { allAssignments } from './roles/workspace-api.ts';
import { WHO_AM_I } from './sql/catalog-statements.ts';
import { SqlError } from './sql/sql-error.ts';
import type { SynapseSettings } from './synapse-settings.ts';
import type { UseContext } from './use/read-audit.ts';

type Missing = Health['missing'];
type Ability = Missing[number]['ability'];

/** Tries what each ability needs, and names what is missing. Without what can be listed there is no sync. */
export async function checkHealth(context: UseContext): Promise<Pick<Health, 'missing' | 'ok' | 'version'>> {
  const { sql, settings } = context;
  const roles = settings.synapse_roles === 'on' ? await rolesMissing(context) : [];
  const pools = await Promise.all(sql.databases.map((database) => databaseMissing(context, database)));
  const noSql =
    sql.databases.length === 0
      ? [
          {
            ability: 'discover' as const,
            what: 'SQL is not read: set dedicated_host or serverless_host and the names of databases, or take it that only Synapse roles are known.',
          },
        ]
      : [];
  const blocking = [...roles, ...pools.flat()];
  const missing = withoutRepeats([...blocking, ...noSql, ...(await logsMissing(context))]);
  return { missing, ok: !blocking.some(({ ability }) => ability === 'discover'), version: '2020-12-01' };
}

/** Who cannot sign in cannot do it anywhere. */
const withoutRepeats = (missing: Missing): Missing =>
  missing.filter(({ what }, i) => missing.findIndex((other) => other.what === what) === i);

async function rolesMissing(context: SynapseContext): Promise<Missing> {
  const { reader, settings, signal } = context;
  const refused = await reason(() => reader.page({}, null, signal));
  if (refused !== null) {
    return [
      {
        ability: 'discover',
        what: `A Synapse role, such as Synapse User, to list Synapse roles: ${refused}.`,
      },
    ];
  }
  return missingToRemove(removerOf(settings), () => administratorMissing(context));
}

async function administratorMissing({ reader, writer, settings, signal }: SynapseContext): Promise<Missing> {
  const own = await writer.ownId(signal);
  if (own === null) return [];
  const [held, names] = await Promise.all([
    allAssignments(reader, { principal_id: own }, signal),
    reader.roleNames(signal),
  ]);
  const workspace = assetKey({ kind: 'workspace', workspace: settings.workspace.toLowerCase() });
  const isAdministrator = held.some(
    ({ role_id, scope }) =>
      scopeKey(scope) === workspace && roleName(role_id, names).toLowerCase() === 'synapse administrator',
  );
  return isAdministrator
    ? []
    : [
        {
          ability: 'revoke',
          what: `Synapse Administrator on the workspace for ${own}, to remove and restore roles.`,
        },
      ];
}

async function databaseMissing(context: SynapseContext, database: DatabaseName): Promise<Missing> {
  const { sql, signal } = context;
  const where = `${database.plane}/${database.database}`;
  const ask = async (role: 'reader' | 'writer') =>
    (await sql.session(database, role).query(WHO_AM_I, {}, signal))[0];
  let row: Awaited<ReturnType<typeof ask>>;
  const refused = await reason(async () => {
    row = await ask('reader');
  });
  if (refused !== null) return [{ ability: 'discover', what: `A user in ${where}: ${refused}.` }];
  const missing: { ability: Ability; what: string }[] = [];
  if (row?.may_view !== 1) {
    missing.push({
      ability: 'discover',
      what: `VIEW DEFINITION in ${where}, to list what is granted there.`,
    });
  }
  const lacking = await missingToRemove(removerOf(context.settings), async () => {
    const why = await reason(async () => {
      row = await ask('writer');
    });
    if (why === null && row?.is_owner === 1) return [];
    const what = `Membership in db_owner of ${where}, to take permissions and to put them back exactly${why === null ? '' : ` (${why})`}.`;
    return [{ ability: 'revoke', what }];
  });
  return [...missing, ...lacking];
}

const removerOf = ({ sql_remediation_user, remediation_client_id, client_id }: SynapseSettings): string =>
  sql_remediation_user ?? remediation_client_id ?? client_id;

async function logsMissing({ logs, sql, settings, signal }: UseContext): Promise<Missing> {
  const missing: { ability: Ability; what: string }[] = [];
  if (settings.synapse_roles === 'on') {
    missing.push({
      ability: 'read_use',
      what: 'Synapse does not tell the use of its roles: with synapse_roles off, use in SQL counts.',
    });
  }
  if (sql.databases.length === 0) return missing;
  if (!logs) {
    missing.push({
      ability: 'read_use',
      what: 'logs_workspace_id, to see the use of tables in the SQL audit log.',
    });
    return missing;
  }
  const refused = await reason(() => logs.query('SQLSecurityAuditEvents\n| take 1', signal));
  if (refused !== null) {
    missing.push({
      ability: 'read_use',
      what: `Data.Read on the Log Analytics API and Reader on its workspace: ${refused}.`,
    });
  }
  return missing;
}

/** What it answered instead; `null` when it is allowed. What is down, or does not know us at all, is no permission. */
async function reason(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.retryable || error.code === 'aborted') throw error;
    if (error.code === 'invalid_settings') throw error;
    // A database that does not know us is one thing; a tenant that does not, is everything.
    if (error.code === 'authentication' && !(error instanceof SqlError)) throw error;
    return error.message.replace(/\.$/, '');
  }
}
