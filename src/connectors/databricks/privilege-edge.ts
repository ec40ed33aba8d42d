import type { Edge } from '../connector.ts';
import type { PlatformEdge, Step } from '../edges/edge.ts';
import { PlatformError } from '../http/platform-error.ts';
import { Refusal } from '../refusal.ts';
import { listOf, textOf } from '../rows.ts';
import type { EdgeContext } from './edge-context.ts';
import { findHolder, type Holder, holderName, isCalled, requireHolder } from './holders.ts';
import { type AssetName, grantKey, ownerKey, principalKey } from './keys.ts';
import { FRESH_MS } from './names.ts';
import { type Assignment, assignmentsOn, inWords, orNothing, permissionsPath } from './privileges.ts';
import { type Found, findSecurable } from './securables.ts';

interface HeldPrivilege {
  /** As Databricks names it. */
  principal: string;
  privilege: string;
}

/** The privileges that a principal holds directly on one securable. */
export function privilegeEdge(
  edge: Extract<Edge, { kind: 'grant' }>,
  asset: AssetName,
  context: EdgeContext,
): PlatformEdge<HeldPrivilege> {
  if (edge.grant_key === ownerKey(edge.asset_key)) throw ownerRefusal('It', 'it');
  const principal = holderName(edge.principal_key);
  const isNamed = (edge.grant_key ?? null) !== null;
  const isOther = isNamed && edge.grant_key !== grantKey(edge.principal_key, edge.asset_key);
  /** What the principal is called now: a group may have another name than in the record. */
  let holder: Holder | null = null;

  const requireAsset = async (): Promise<Found> => {
    const found = await findSecurable(context, asset);
    if (found) return found;
    throw new Refusal('unknown_asset', `Unity Catalog has no ${asset.kind} ${asset.name}.`);
  };
  /** Rows that are the principal's by their name. */
  const rowsOf = async (known: Holder): Promise<Assignment[]> => {
    const of = async (name?: string): Promise<Assignment[]> =>
      (await orNothing(() => assignmentsOn(context, asset, name))).filter((row) =>
        isCalled(known, row.principal),
      );
    const named = await of(known.name);
    // The platform may not find it by a name that is written otherwise.
    return named.length > 0 ? named : of();
  };
  const refuse = async (): Promise<void> => {
    const found = await requireAsset();
    holder = await requireHolder(context, principal);
    if (isCalled(holder, found.owner)) throw ownerRefusal(holder.name, found.title);
    const names = await context.book.atMost(FRESH_MS, context.signal);
    const own = principalKey(principal);
    // Who is newer than the book is called by it alone.
    const isOthers = ({ principal: name, principal_id }: Assignment): boolean =>
      names.isKnown(name) && names.keyOf(name, principal_id) !== own;
    if ((await rowsOf(holder)).some(isOthers)) {
      throw new Refusal(
        'not_supported',
        `${holder.name} is the name of somebody else, too, and Databricks changes grants by name: rename one of them first.`,
      );
    }
  };
  const removal = (items: HeldPrivilege[]): Step[] =>
    [...new Set(items.map((item) => item.principal))].map((name) => {
      const remove = items.filter((item) => item.principal === name).map(({ privilege }) => privilege);
      return permissionChange(context, asset, { principal: name, remove });
    });
  const addition = (items: HeldPrivilege[]): Step[] => {
    const name = holder?.name ?? items[0]?.principal ?? '';
    return [
      permissionChange(context, asset, { principal: name, add: items.map(({ privilege }) => privilege) }),
    ];
  };

  return {
    target: `${edge.principal_key} on ${edge.asset_key}`,
    refuse,
    refuseRestore: refuse,

    async read() {
      if (isOther) return [];
      const known = await findHolder(context, principal);
      if (known === null) return [];
      return (await rowsOf(known)).flatMap((row) =>
        row.privileges.map((privilege) => ({ principal: row.principal, privilege })),
      );
    },

    identityOf: ({ privilege }) => privilege,
    removal,
    addition,
    counted: (items) => inWords(items.map(({ privilege }) => privilege)) || 'nothing',
    state: (items) => ({
      principal: items[0]?.principal,
      privileges: items.map(({ privilege }) => privilege),
    }),

    async warnings() {
      return [
        ...(principal.kind === 'group' ? ['Every member of the group loses it.'] : []),
        ...(asset.kind === 'catalog' || asset.kind === 'schema'
          ? [`It reaches everything in the ${asset.kind}, so the access ends there, too.`]
          : []),
        ...(asset.kind === 'table' || asset.kind === 'volume'
          ? ['What is given on its schema or its catalog stays.']
          : []),
      ];
    },

    recorded({ principal: name, privileges }) {
      const listed = listOf(privileges);
      const isWhole =
        textOf(name) !== null &&
        listed.length > 0 &&
        listed.every((one) => typeof one === 'string' && /^[A-Za-z][\w ]*$/.test(one));
      return isWhole
        ? listed.map((privilege) => ({ principal: name as string, privilege: privilege as string }))
        : undefined;
    },
  };
}

const ownerRefusal = (who: string, what: string): Refusal =>
  new Refusal(
    'owner',
    `${who} owns ${what === 'it' ? 'the object' : what}, and an owner can always give itself every right: change the owner first.`,
  );

/** Of one principal, and nothing else: the whole list is never written. */
function permissionChange(
  { writer, signal }: EdgeContext,
  asset: AssetName,
  change: { principal: string; add?: string[]; remove?: string[] },
): Step {
  const path = permissionsPath(asset);
  const json = { changes: [change] };
  return {
    text: `PATCH ${path} ${JSON.stringify(json)}`,
    async send() {
      try {
        await writer.workspace.send({
          method: 'PATCH',
          path,
          json: { ...json, omit_permissions_in_response: true },
          signal,
        });
        return true;
      } catch (error) {
        if (!(error instanceof PlatformError) || (error.status !== 400 && error.status !== 404)) throw error;
        throw new Refusal('not_supported', `Databricks does not take the change: ${error.message}`);
      }
    },
  };
}
