/**
 * What Lapse says and hears of the protocol, message by message: field, kind, number. Fields that are not here are skipped
 * when read. Numbers are those of the protocol (c1.connector.v2, c1.connector_wrapper.v1) and never change; names are not sent.
 */

type Field = readonly [kind: string, number: number] | readonly ['repeated', kind: string, number: number];
export type Fields = Record<string, Field | readonly ['map', kind: string, number: number]>;

const ANY = ['repeated', 'Any', 0] as const;
const annotations = (number: number) => [ANY[0], ANY[1], number] as const;

/** `oneof event` needs no word of its own: at most one of its fields is present. */
export const MESSAGES = {
  Any: { type_url: ['string', 1], value: ['bytes', 2] },
  Timestamp: { seconds: ['int64', 1], nanos: ['int32', 2] },

  Credential: { ca_cert: ['bytes', 1], key: ['bytes', 2], cert: ['bytes', 3] },
  ServerConfig: {
    credential: ['Credential', 1],
    listen_port: ['uint32', 3],
  },

  ResourceId: {
    resource_type: ['string', 1],
    resource: ['string', 2],
    baton_resource: ['bool', 3],
  },
  ResourceType: {
    id: ['string', 1],
    display_name: ['string', 2],
    traits: ['repeated', 'int32', 3],
    annotations: annotations(4),
    description: ['string', 5],
    sourced_externally: ['bool', 6],
  },
  ExternalId: { id: ['string', 1], link: ['string', 2], description: ['string', 3] },
  Status: { status: ['int32', 1], details: ['string', 2] },
  Resource: {
    id: ['ResourceId', 1],
    parent_resource_id: ['ResourceId', 2],
    display_name: ['string', 3],
    annotations: annotations(4),
    description: ['string', 5],
    baton_resource: ['bool', 6],
    external_id: ['ExternalId', 7],
    creation_source: ['int32', 8],
    // Kept as bytes: sent back as it came, never looked into.
    profile: ['bytes', 9],
    icon: ['bytes', 10],
    status: ['Status', 11],
    created_at: ['Timestamp', 12],
  },
  Entitlement: {
    resource: ['Resource', 1],
    id: ['string', 2],
    display_name: ['string', 3],
    description: ['string', 4],
    grantable_to: ['repeated', 'ResourceType', 5],
    annotations: annotations(6),
    purpose: ['int32', 7],
    slug: ['string', 8],
  },
  GrantSource: { is_direct: ['bool', 1] },
  GrantSources: { sources: ['map', 'GrantSource', 1] },
  Grant: {
    entitlement: ['Entitlement', 1],
    principal: ['Resource', 2],
    id: ['string', 3],
    annotations: annotations(4),
    sources: ['GrantSources', 5],
  },

  ListResourceTypesRequest: { page_size: ['uint32', 2], page_token: ['string', 3] },
  ListResourceTypesResponse: {
    list: ['repeated', 'ResourceType', 1],
    next_page_token: ['string', 2],
  },
  ListResourcesRequest: {
    resource_type_id: ['string', 1],
    parent_resource_id: ['ResourceId', 2],
    page_size: ['uint32', 3],
    page_token: ['string', 4],
  },
  ListResourcesResponse: {
    list: ['repeated', 'Resource', 1],
    next_page_token: ['string', 2],
  },
  GetResourceRequest: {
    resource_id: ['ResourceId', 1],
    parent_resource_id: ['ResourceId', 2],
  },
  GetResourceResponse: { resource: ['Resource', 1] },
  ListEntitlementsRequest: {
    resource: ['Resource', 1],
    page_size: ['uint32', 2],
    page_token: ['string', 3],
    annotations: annotations(4),
  },
  ListStaticEntitlementsRequest: {
    resource_type_id: ['string', 1],
    page_size: ['uint32', 2],
    page_token: ['string', 3],
  },
  ListEntitlementsResponse: {
    list: ['repeated', 'Entitlement', 1],
    next_page_token: ['string', 2],
    annotations: annotations(3),
  },
  ListGrantsRequest: {
    resource: ['Resource', 1],
    page_size: ['uint32', 2],
    page_token: ['string', 3],
    annotations: annotations(4),
  },
  ListGrantsResponse: {
    list: ['repeated', 'Grant', 1],
    next_page_token: ['string', 2],
    annotations: annotations(3),
  },
  GrantRequest: { entitlement: ['Entitlement', 1], principal: ['Resource', 2] },
  GrantResponse: { annotations: annotations(1), grants: ['repeated', 'Grant', 2] },
  RevokeRequest: { grant: ['Grant', 1] },
  RevokeResponse: { annotations: annotations(1) },

  ListEventFeedsRequest: {},
  EventFeedMetadata: {
    id: ['string', 1],
    supported_event_types: ['repeated', 'int32', 2],
  },
  ListEventFeedsResponse: { list: ['repeated', 'EventFeedMetadata', 1] },
  ListEventsRequest: {
    cursor: ['string', 1],
    start_at: ['Timestamp', 2],
    page_size: ['uint32', 3],
    event_feed_id: ['string', 5],
  },
  UsageEvent: { target_resource: ['Resource', 1], actor_resource: ['Resource', 2] },
  Event: {
    id: ['string', 1],
    occurred_at: ['Timestamp', 2],
    usage_event: ['UsageEvent', 100],
  },
  ListEventsResponse: {
    events: ['repeated', 'Event', 1],
    cursor: ['string', 2],
    has_more: ['bool', 3],
  },

  ValidateRequest: {},
  ValidateResponse: { annotations: annotations(1), sdk_version: ['string', 2] },
  GetMetadataRequest: {},
  ResourceTypeCapability: {
    resource_type: ['ResourceType', 1],
    capabilities: ['repeated', 'int32', 2],
  },
  ConnectorCapabilities: {
    resource_type_capabilities: ['repeated', 'ResourceTypeCapability', 1],
    connector_capabilities: ['repeated', 'int32', 2],
  },
  ConnectorMetadata: {
    display_name: ['string', 1],
    capabilities: ['ConnectorCapabilities', 8],
  },
  GetMetadataResponse: { metadata: ['ConnectorMetadata', 1] },

  // Annotations, each packed into an Any.
  Email: { address: ['string', 1], is_primary: ['bool', 2] },
  MfaStatus: { mfa_enabled: ['bool', 1] },
  UserTrait: {
    emails: ['repeated', 'Email', 1],
    status: ['Status', 2],
    account_type: ['int32', 5],
    login: ['string', 6],
    created_at: ['Timestamp', 8],
    last_login: ['Timestamp', 9],
    mfa_status: ['MfaStatus', 10],
  },
  ChildResourceType: { resource_type_id: ['string', 1] },
  GrantExpandable: {
    entitlement_ids: ['repeated', 'string', 1],
    shallow: ['bool', 2],
    resource_type_ids: ['repeated', 'string', 3],
  },
  EnqueuePageTokens: { page_tokens: ['repeated', 'string', 1] },
} as const satisfies Record<string, Fields>;

export type MessageName = keyof typeof MESSAGES;
