import type { Edge } from '../connector.ts';
import type { PlatformEdge, Step } from '../edges/edge.ts';
import { PlatformError } from '../http/platform-error.ts';
import { Refusal } from '../refusal.ts';
import { listOf, textOf } from '../rows.ts';
import type { EdgeContext } from './edge-context.ts';
import { findHolder, type Holder, holderName, requireHolder } from './holders.ts';
import { type AssetName, grantKey, ownerKey } from './keys.ts';
import { assignmentsOn, inWords, orNothing, permissionsPath } from './privileges.ts';
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
  const refuse = async (): Promise<void> => {
    const found = await requireAsset();
    holder = await requireHolder(context, principal);
    if (found.owner === holder.name) throw ownerRefusal(holder.name, found.title);
  };
  const change = (word: 'add' | 'remove', items: HeldPrivilege[]): Step[] => {
    const name = holder?.name ?? items[0]?.principal ?? '';
    const privileges = items.map(({ privilege }) => privilege);
    return [permissionChange(context, asset, { principal: name, [word]: privileges })];
  };

  return {
    target: `${edge.principal_key} on ${edge.asset_key}`,
    refuse,
    refuseRestore: refuse,

    async read() {
      if (isOther) return [];
      const known = await findHolder(context, principal);
      if (known === null) return [];
      const rows = await orNothing(() => assignmentsOn(context, asset, known.name));
      return rows
        .filter((row) => row.principal === known.name)
        .flatMap((row) => row.privileges.map((privilege) => ({ principal: row.principal, privilege })));
    },

    identityOf: ({ privilege }) => privilege,
    removal: (items) => change('remove', items),
    addition: (items) => change('add', items),
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
        listed.every((one) => typeof one === 'string' && /^[A-Z][A-Z_ ]*$/.test(one));
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
