import type { SynapseContext } from '../connector-context.ts';
import { assetKey, type DatabaseName } from '../keys.ts';
import { PUBLIC_ID, permissionOf } from '../sql/catalog-rows.ts';
import { PERMISSIONS_ON, ROLES_ABOVE } from '../sql/catalog-statements.ts';
import { findSecurable } from '../sql/find-in-catalog.ts';
import { FIXED_ROLE_PERMISSIONS, reachesInside } from '../sql/fixed-roles.ts';

/** Which assets the use of an object is a use of. */
export interface UsedAssets {
  of(principalId: number, schema: string, object: string): Promise<string[]>;
}

/** `ids`: itself, its roles and public. */
interface Roles {
  ids: ReadonlySet<number>;
  has_fixed: boolean;
}

/**
 * Who reads a table may do so by what was given on the table, on its schema or on the database: the use is told of each on
 * which something is held. Otherwise a grant on the schema would look unused, and the use of the table ungranted.
 */
export function usedAssets(
  context: Pick<SynapseContext, 'sql' | 'signal'>,
  database: DatabaseName,
): UsedAssets {
  const session = context.sql.session(database, 'reader');
  const remember = <T>(make: (key: string) => Promise<T>): ((key: string) => Promise<T>) => {
    const known = new Map<string, Promise<T>>();
    return (key) => {
      const found = known.get(key) ?? make(key);
      known.set(key, found);
      return found;
    };
  };

  const rolesOf = remember(async (id): Promise<Roles> => {
    const rows = await session.query(ROLES_ABOVE, { principal: Number(id) }, context.signal);
    const ids = new Set([Number(id), PUBLIC_ID]);
    let has_fixed = false;
    for (const one of ids) {
      for (const row of rows) {
        if (row.member_principal_id !== one) continue;
        ids.add(Number(row.role_principal_id));
        const gives = FIXED_ROLE_PERMISSIONS[String(row.role_name)] ?? [];
        has_fixed ||= gives.some(reachesInside);
      }
    }
    return { ids, has_fixed };
  });
  const securable = remember((name) => {
    const [schema = '', object = ''] = JSON.parse(name) as string[];
    return findSecurable(context, { kind: 'object', ...database, schema, name: object });
  });
  const used = remember(async (pair) => {
    const [id = 0, schema = '', object = ''] = JSON.parse(pair) as [number, string, string];
    const whole = assetKey({ kind: 'database', ...database });
    const inside = assetKey({ kind: 'object', ...database, schema, name: object });
    const on = await securable(JSON.stringify([schema, object]));
    // It is gone by now, or was never listed.
    if (!on?.schema_id) return [whole, inside];
    const { ids, has_fixed } = await rolesOf(String(id));
    const parameters = { principal: id, schema: on.schema_id, object: on.major_id };
    const held = (await session.query(PERMISSIONS_ON, parameters, context.signal))
      .flatMap((row) => permissionOf(row) ?? [])
      .filter((one) => one.state !== 'D' && ids.has(one.grantee_id));
    const onObject = held.some((one) => one.class === 1);
    const onSchema =
      held.some((one) => one.class === 3) ||
      (on.owner_id !== null && on.owner_id !== 1 && ids.has(on.owner_id));
    const onWhole = has_fixed || held.some((one) => one.class === 0 && reachesInside(one.name));
    return [
      // Whoever is in it uses it.
      whole,
      ...(onSchema ? [assetKey({ kind: 'schema', ...database, schema })] : []),
      ...(onObject || !(onSchema || onWhole) ? [inside] : []),
    ];
  });
  return { of: (id, schema, object) => used(JSON.stringify([id, schema, object])) };
}
