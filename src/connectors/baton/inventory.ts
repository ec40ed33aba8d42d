import { ConnectorError } from '../connector.ts';
import type { BatonContext } from './baton-context.ts';
import { pagesOfCall } from './pages.ts';
import { CAPABILITY, type ResourceType } from './protocol/types.ts';

/** What the connector says about itself. */
export interface Inventory {
  types: ResourceType[];
  typeOf(id: string): ResourceType | undefined;
  /** Types of which the connector does not give and take away entitlements. */
  cannotChange(typeId: string): boolean;
  canGet(typeId: string): boolean;
}

const TYPES_MAX = 1_000;

const FRESH_MS = 60_000;

/** As it was told a moment ago, or now. */
export async function readInventory(context: BatonContext): Promise<Inventory> {
  const { told } = context;
  const now = context.now().getTime();
  if (told.inventory && now < told.until) return told.inventory;
  const inventory = await askForInventory(context);
  Object.assign(told, { inventory, until: now + FRESH_MS });
  return inventory;
}

async function askForInventory(context: BatonContext): Promise<Inventory> {
  const { session, signal } = context;
  const types = new Map<string, ResourceType>();
  for await (const { list } of pagesOfCall(context, 'ListResourceTypes', {})) {
    for (const type of list) if (type.id) types.set(type.id, type);
    if (types.size > TYPES_MAX)
      throw new ConnectorError('protocol', `the connector lists more than ${TYPES_MAX} resource types`);
  }
  const { metadata } = await session.call('GetMetadata', {}, signal);
  const listed = metadata?.capabilities?.resource_type_capabilities ?? [];
  const abilities = new Map(
    listed.map(({ resource_type, capabilities }) => [resource_type?.id, capabilities]),
  );
  return {
    types: [...types.values()].sort((a, b) => ((a.id as string) < (b.id as string) ? -1 : 1)),
    typeOf: (id) => types.get(id),
    // One that tells nothing of itself is asked to try.
    cannotChange: (id) => abilities.get(id)?.includes(CAPABILITY.provision) === false,
    canGet: (id) => abilities.get(id)?.includes(CAPABILITY.targeted_sync) === true,
  };
}
