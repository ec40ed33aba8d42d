export const TENANTS = ['a', 'b'] as const;
export type Tenant = (typeof TENANTS)[number];

/** Every name of a tenant begins like this, so that it is known for what it is wherever it turns up. */
const mark = (tenant: Tenant): string => `only${tenant}-`;
export const otherMark = (tenant: Tenant): string => mark(tenant === 'a' ? 'b' : 'a');
export const principalId = (tenant: Tenant, index: number): string => `${mark(tenant)}prin-${index}`;
export const assetId = (tenant: Tenant, index: number): string => `${mark(tenant)}asset-${index}`;

/** Something that was used once, by one tenant's people. Its name is in the event's metadata, whoever makes the id. */
export interface Use {
  tenant: Tenant;
  name: string;
  event: Record<string, unknown>;
}

let made = 0;

export function makeUses(
  tenant: Tenant,
  count: number,
  options: { with_id?: boolean; at?: number } = {},
): Use[] {
  const { with_id = true, at = Date.now() - 3_600_000 } = options;
  return Array.from({ length: count }, () => {
    made += 1;
    const name = `${mark(tenant)}use-${process.pid}-${made}`;
    const event = {
      ...(with_id ? { event_id: name } : {}),
      principal_id: principalId(tenant, made % 5),
      asset_id: assetId(tenant, Math.floor(made / 5) % 5),
      action: 'query',
      timestamp: new Date(at - (made % 50_000)).toISOString(),
      metadata: { use: name },
    };
    return { tenant, name, event };
  });
}
