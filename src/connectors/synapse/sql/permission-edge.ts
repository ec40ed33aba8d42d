import type { Edge } from '../../connector.ts';
import type { PlatformEdge, Step } from '../../edges/edge.ts';
import { Refusal } from '../../refusal.ts';
import { type Row, rowsOf } from '../../rows.ts';
import type { SynapseContext } from '../connector-context.ts';
import {
  isPermissionKey,
  type Permission,
  permissionGrantKey,
  permissionOf,
  type SqlAsset,
  type SqlPrincipal,
} from './catalog-rows.ts';
import { GIVEN_BY, PERMISSIONS_AROUND } from './catalog-statements.ts';
import {
  configuredDatabase,
  findPrincipal,
  findSecurable,
  refusePrincipal,
  requirePrincipal,
  type Securable,
  type SqlName,
} from './find-in-catalog.ts';
import { quoted } from './identifiers.ts';

const isGiven = ({ state }: Permission): boolean => state === 'G' || state === 'W';

/** The permissions of a principal on a database, a schema or what is in it: one, or all when the edge names none. */
export function permissionEdge(
  edge: Extract<Edge, { kind: 'grant' }>,
  principal: SqlName,
  asset: SqlAsset,
  context: SynapseContext,
): PlatformEdge<Permission> {
  const database = configuredDatabase(context, asset);
  if (!database) throw new Refusal('unknown_asset', `This connector does not read ${edge.asset_key}.`);
  if (principal.plane !== asset.plane || principal.database !== asset.database) {
    throw new Refusal('unknown_principal', `${principal.name} belongs to another database.`);
  }
  const named = edge.grant_key ?? null;
  const isNamed = (one: Permission): boolean =>
    named === null ||
    (isPermissionKey(named, edge.principal_key, edge.asset_key) &&
      permissionGrantKey(edge.principal_key, edge.asset_key, one) === named);

  /** All around it: given and denied, by and to the principal. */
  const around = async (who: SqlPrincipal, on: Securable): Promise<Permission[]> => {
    const parameters = { class: on.class, major: on.major_id, principal: who.id };
    const rows = await context.sql
      .session(database, 'reader')
      .query(PERMISSIONS_AROUND, parameters, context.signal);
    return rows.flatMap((row) => permissionOf(row) ?? []);
  };
  const locate = async (): Promise<{ who: SqlPrincipal; on: Securable } | undefined> => {
    const who = await findPrincipal(context, principal);
    const on = who && (await findSecurable(context, asset));
    return who && on && { who, on };
  };
  const require = async (): Promise<{ who: SqlPrincipal; on: Securable }> => {
    const who = await requirePrincipal(context, principal);
    const on = await findSecurable(context, asset);
    if (!on) throw new Refusal('unknown_asset', `${edge.asset_key} is not there.`);
    await refusePrincipal(context, database, who);
    return { who, on };
  };
  const read = async (): Promise<Permission[]> => {
    const found = await locate();
    if (!found) return [];
    const all = await around(found.who, found.on);
    return all.filter((one) => one.grantee_id === found.who.id && isGiven(one) && isNamed(one));
  };
  const execute = async (text: string): Promise<boolean> => {
    await context.sql.session(database, 'writer').execute(text, context.signal);
    return true;
  };

  return {
    target: `${edge.principal_key} on ${edge.asset_key}`,

    async refuse() {
      const { who, on } = await require();
      if (who.id === on.owner_id) {
        throw new Refusal(
          'owner',
          `${who.name} owns it, or the schema that it is in, and may do everything there: change the owner first.`,
        );
      }
      const all = await around(who, on);
      const items = all.filter((one) => one.grantee_id === who.id && isGiven(one) && isNamed(one));
      for (const item of items) refuseInexact(item, items, { all, who, on });
      if (!items.some(({ state }) => state === 'W')) return;
      const given = await context.sql
        .session(database, 'reader')
        .query(GIVEN_BY, { principal: who.id }, context.signal);
      refuseDependents(who, given);
    },

    async refuseRestore() {
      await require();
    },

    read,
    identityOf: ({ name, column, state, grantor }) => `${name} ${column ?? ''} ${state} ${grantor ?? ''}`,
    removal: (items) =>
      items.map((item): Step => {
        const text = `REVOKE ${whatOf(item)}${onClause(item)} FROM ${quoted(item.grantee)}${item.state === 'W' ? ' CASCADE' : ''}`;
        return { text, send: () => execute(text) };
      }),
    addition: (items) =>
      items.map((item): Step => {
        const text = `GRANT ${whatOf(item)}${onClause(item)} TO ${quoted(item.grantee)}${item.state === 'W' ? ' WITH GRANT OPTION' : ''}`;
        return {
          text,
          async send() {
            const { who, on } = await require();
            refuseOverwriting(item, items, await around(who, on), { who, on });
            return execute(text);
          },
        };
      }),
    counted: (items) => (items.length === 1 ? 'one permission' : `${items.length} permissions`),
    state: (permissions) => ({ permissions }),

    async warnings() {
      const items = await read();
      return [
        ...(principal.kind === 'role' ? ['Every member of the role loses it.'] : []),
        ...(items.some(({ grantee_type }) => grantee_type === 'X')
          ? ['Every member of the group in Entra ID loses it.']
          : []),
        ...(items.some(({ name }) => name === 'CONNECT')
          ? ['Without CONNECT nothing else in the database can be used.']
          : []),
      ];
    },

    recorded({ permissions }) {
      const rows = rowsOf(permissions);
      const items = rows.filter(
        (row) =>
          isPermission(row) &&
          row.grantee === principal.name &&
          isNamed(row) &&
          isGiven(row) &&
          isOn(row, asset),
      );
      return items.length > 0 && items.length === rows.length
        ? (items as unknown as Permission[])
        : undefined;
    },
  };
}

/** A statement is made of it, so nothing but words will do. */
const WORDS = /^[A-Z]+( [A-Z]+)*$/;

function whatOf({ name }: Permission): string {
  if (WORDS.test(name)) return name;
  throw new Refusal('not_supported', `Lapse does not know the permission ${JSON.stringify(name)}.`);
}

function onClause({ class: kind, schema, object, column }: Permission): string {
  if (kind === 0) return '';
  const schemaName = quoted(schema ?? '');
  if (kind === 3) return ` ON SCHEMA::${schemaName}`;
  return ` ON OBJECT::${schemaName}.${quoted(object ?? '')}${column === null ? '' : ` (${quoted(column)})`}`;
}

interface Surroundings {
  all: Permission[];
  who: SqlPrincipal;
  on: Securable;
}

/** What the statement would not take exactly, or could not give back as it was. */
function refuseInexact(item: Permission, items: Permission[], { all, who, on }: Surroundings): void {
  if (item.grantor_id !== on.owner_id) {
    throw new Refusal(
      'not_supported',
      `${item.name} was given by ${item.grantor ?? 'somebody else'}, and Synapse lets nobody take it in another's name: let ${item.grantor ?? 'them'} revoke it.`,
    );
  }
  if (item.minor_id !== 0) return;
  const isLost = (one: Permission): boolean =>
    one.grantee_id === who.id &&
    one.minor_id !== 0 &&
    one.type === item.type &&
    (!isGiven(one) || !items.includes(one));
  if (all.some(isLost)) {
    throw new Refusal(
      'not_supported',
      `${item.name} is also given or denied on single columns, which revoking it on the whole would remove: revoke it by hand.`,
    );
  }
}

function refuseDependents(who: SqlPrincipal, given: Row[]): void {
  const dependents = given.flatMap((row) => {
    const one = permissionOf(row);
    return one ? [`${one.name} of ${one.grantee}`] : [];
  });
  if (dependents.length === 0) return;
  throw new Refusal(
    'dependents',
    `${who.name} has given permissions to others, which would go with it: ${dependents.slice(0, 5).join(', ')}.`,
    { dependents },
  );
}

/** GRANT takes the place of a denial, and on a whole that of what is set on its columns. */
function refuseOverwriting(
  item: Permission,
  items: Permission[],
  all: Permission[],
  { who, on }: Omit<Surroundings, 'all'>,
): void {
  if (item.grantor_id !== on.owner_id) {
    throw new Refusal(
      'not_supported',
      `The owner has changed since, so ${item.name} would come from somebody else.`,
    );
  }
  const own = all.filter((one) => one.grantee_id === who.id && one.type === item.type);
  if (own.some((one) => one.minor_id === item.minor_id && one.state === 'D')) {
    throw new Refusal(
      'not_supported',
      `${item.name} is denied by now, which giving it would undo: decide by hand.`,
    );
  }
  const recorded = new Set(items.map(({ minor_id, type }) => `${minor_id} ${type}`));
  if (
    item.minor_id === 0 &&
    own.some((one) => one.minor_id !== 0 && !recorded.has(`${one.minor_id} ${one.type}`))
  ) {
    throw new Refusal(
      'not_supported',
      `${item.name} is set on single columns by now, which giving it would undo.`,
    );
  }
}

function isPermission(row: Row): row is Row & Permission {
  const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';
  return (
    ['class', 'major_id', 'minor_id', 'grantee_id', 'grantor_id'].every(
      (name) => typeof row[name] === 'number',
    ) &&
    ['type', 'name', 'state', 'grantee', 'grantee_type'].every((name) => typeof row[name] === 'string') &&
    ['grantor', 'schema', 'object', 'column'].every((name) => isTextOrNull(row[name])) &&
    WORDS.test(String(row.name))
  );
}

function isOn(item: Permission, asset: SqlAsset): boolean {
  switch (asset.kind) {
    case 'database':
      return item.class === 0;
    case 'schema':
      return item.class === 3 && item.schema === asset.schema;
    case 'object':
      return item.class === 1 && item.schema === asset.schema && item.object === asset.name;
  }
}
