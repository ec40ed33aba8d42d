import { ConnectorError } from '../connector.ts';
import type { BatonContext } from './baton-context.ts';
import { entitlementName } from './entitlements.ts';
import type { Inventory } from './inventory.ts';
import { idOf, resourceKey } from './keys.ts';
import { pageOfCall } from './pages.ts';
import { mark } from './protocol/codec.ts';
import type { Entitlement, Grant, Resource, ResourceId } from './protocol/types.ts';

/** A grant that names whom and what. */
export interface KnownGrant {
  entitlement: Entitlement & { id: string };
  name: string;
  resource: Resource & { id: ResourceId };
  resource_key: string;
  principal: Resource & { id: ResourceId };
  principal_key: string;
  grant: Grant;
}

/** Where grants are listed: of a resource, or of all resources of a type at once. */
export type GrantSource = { resource: Resource } | { type: string };

/** Connectors may have several lists of one source open; each token is one. */
const TOKENS_BYTES_MAX = 512 * 1024;

export async function grantPage(
  context: BatonContext,
  source: GrantSource,
  [token = '', ...others]: readonly string[],
): Promise<{ grants: KnownGrant[]; tokens: string[] }> {
  const { codec } = context.session;
  const request =
    'resource' in source
      ? source
      : {
          resource: { id: { resource_type: source.type, resource: source.type } },
          annotations: [mark('TypeScopedGrants')],
        };
  const { list, next_page_token, annotations } = await pageOfCall(context, 'ListGrants', request, token);
  const more =
    codec.annotation<{ page_tokens: string[] }>('EnqueuePageTokens', annotations)?.page_tokens ?? [];
  const tokens = [...(next_page_token ? [next_page_token] : []), ...others, ...more];
  if (tokens.reduce((sum, one) => sum + one.length, 0) > TOKENS_BYTES_MAX)
    throw new ConnectorError('protocol', 'the connector wants too many lists of grants to be read');
  const listed = 'resource' in source ? source.resource : null;
  return { grants: list.flatMap((grant) => knownGrant(grant, listed) ?? []), tokens };
}

/** Some say only what resource a grant was listed of by listing it there. */
function knownGrant(grant: Grant, listed: Resource | null): KnownGrant | undefined {
  const { entitlement, principal } = grant;
  const named = idOf(entitlement?.resource?.id) ?? idOf(listed?.id);
  const principalId = idOf(principal?.id);
  if (!entitlement?.id || !named || !principal || !principalId) return undefined;
  const listedId = idOf(listed?.id);
  const key = resourceKey(named);
  // The list has the whole resource; a grant has often its id only.
  const resource =
    listed && listedId && resourceKey(listedId) === key ? listed : (entitlement.resource as Resource);
  return {
    entitlement: { ...entitlement, id: entitlement.id },
    name: entitlementName(entitlement),
    resource: { ...resource, id: named },
    resource_key: key,
    principal: { ...principal, id: principalId },
    principal_key: resourceKey(principalId),
    grant,
  };
}

/** Whether grants are listed of it; of some types they are listed for the whole type. */
export function sourceOf(
  { session: { codec } }: BatonContext,
  { typeOf }: Inventory,
  resource: Resource,
): GrantSource | null {
  const type = typeOf(resource.id?.resource_type ?? '');
  const skips = (name: string): boolean => codec.has(name, resource.annotations);
  if (skips('SkipGrants') || skips('SkipEntitlementsAndGrants')) return null;
  if (codec.has('SkipEntitlementsAndGrants', type?.annotations)) return null;
  return codec.has('TypeScopedGrants', type?.annotations) ? { type: type?.id as string } : { resource };
}

/** All grants that are listed of any of these, each once; what is asked about them decides which are kept. */
export async function readGrants(
  context: BatonContext,
  inventory: Inventory,
  of: readonly Resource[],
  isWanted: (grant: KnownGrant) => boolean,
): Promise<KnownGrant[]> {
  const sources = new Map<string, GrantSource>();
  for (const resource of of) {
    const source = sourceOf(context, inventory, resource);
    if (source) sources.set('type' in source ? source.type : resourceKey(resource.id as ResourceId), source);
  }
  const found = new Map<string, KnownGrant>();
  for (const source of sources.values()) {
    let tokens: string[] = [''];
    while (tokens.length > 0) {
      const page = await grantPage(context, source, tokens);
      for (const one of page.grants)
        if (isWanted(one)) found.set(`${one.entitlement.id}\n${one.principal_key}`, one);
      tokens = page.tokens;
    }
  }
  return [...found.values()];
}

/** Connectors that work out what is inherited say by what; such a grant is not there to be taken away. */
export function isInherited({ grant, entitlement }: KnownGrant): boolean {
  const sources = Object.entries(grant.sources?.sources ?? {});
  return sources.length > 0 && !sources.some(([id, source]) => source.is_direct || id === entitlement.id);
}
