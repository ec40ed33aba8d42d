/** Messages as they are in memory: what was not sent is absent, and lists may be empty. */

export interface Any {
  type_url?: string;
  value?: Uint8Array;
}

export interface Timestamp {
  seconds?: number;
  nanos?: number;
}

export interface ResourceId {
  resource_type: string;
  resource: string;
  baton_resource?: boolean;
}

export interface ResourceType {
  id?: string;
  display_name?: string;
  traits: number[];
  annotations: Any[];
}

/** Of a resource and of a user: the numbers mean the same. */
export interface Status {
  status?: number;
}

export interface Resource {
  external_id?: { id?: string; link?: string; description?: string };
  id?: Partial<ResourceId>;
  parent_resource_id?: Partial<ResourceId>;
  display_name?: string;
  description?: string;
  annotations: Any[];
  status?: Status;
  created_at?: Timestamp;
}

export interface Entitlement {
  resource?: Resource;
  id?: string;
  display_name?: string;
  description?: string;
  grantable_to?: ResourceType[];
  annotations: Any[];
  purpose?: number;
  slug?: string;
}

export interface Grant {
  entitlement?: Entitlement;
  principal?: Resource;
  id?: string;
  annotations: Any[];
  sources?: { sources?: Record<string, { is_direct?: boolean }> };
}

export interface UserTrait {
  emails: { address?: string; is_primary?: boolean }[];
  status?: Status;
  account_type?: number;
  login?: string;
  created_at?: Timestamp;
  last_login?: Timestamp;
  mfa_status?: { mfa_enabled?: boolean };
}

export interface Event {
  id?: string;
  occurred_at?: Timestamp;
  usage_event?: { target_resource?: Resource; actor_resource?: Resource };
}

export const TRAIT = {
  user: 1,
  group: 2,
  role: 3,
  secret: 5,
  security_insight: 6,
  vendor: 8,
  vendor_agreement: 9,
  license_profile: 10,
  agent: 11,
  managed_device: 12,
} as const;

export const STATUS = { enabled: 1, disabled: 2, deleted: 3 } as const;
export const ACCOUNT = { human: 1, service: 2, system: 3 } as const;
export const PURPOSE = { assignment: 1, permission: 2, ownership: 3 } as const;
export const CAPABILITY = { provision: 1, event_feed: 3, targeted_sync: 11, event_feed_v2: 12 } as const;
export const EVENT_TYPE = { unspecified: 0, usage: 1 } as const;

/** The calls that Lapse makes, with the messages of each. */
export const CALLS = {
  ListResourceTypes: 'ResourceTypesService',
  ListResources: 'ResourcesService',
  GetResource: 'ResourceGetterService',
  ListEntitlements: 'EntitlementsService',
  ListStaticEntitlements: 'EntitlementsService',
  ListGrants: 'GrantsService',
  Grant: 'GrantManagerService',
  Revoke: 'GrantManagerService',
  ListEventFeeds: 'EventService',
  ListEvents: 'EventService',
  Validate: 'ConnectorService',
  GetMetadata: 'ConnectorService',
} as const;

export type CallName = keyof typeof CALLS;

interface Page<T> {
  list: T[];
  next_page_token?: string;
  annotations?: Any[];
}

export interface Answers {
  ListResourceTypes: Page<ResourceType>;
  ListResources: Page<Resource>;
  GetResource: { resource?: Resource };
  ListEntitlements: Page<Entitlement>;
  ListStaticEntitlements: Page<Entitlement>;
  ListGrants: Page<Grant>;
  Grant: { annotations: Any[]; grants: Grant[] };
  Revoke: { annotations: Any[] };
  ListEventFeeds: { list: { id?: string; supported_event_types: number[] }[] };
  ListEvents: { events: Event[]; cursor?: string; has_more?: boolean };
  Validate: { annotations: Any[]; sdk_version?: string };
  GetMetadata: {
    metadata?: {
      display_name?: string;
      capabilities?: {
        resource_type_capabilities: { resource_type?: ResourceType; capabilities: number[] }[];
        connector_capabilities: number[];
      };
    };
  };
}

export const pathOf = (call: CallName): string => `/c1.connector.v2.${CALLS[call]}/${call}`;
