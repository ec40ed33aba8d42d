import {
  type Attribute,
  COMMON,
  RESOURCE_TYPES,
  type Resource,
  type ResourceType,
} from './attributes.rules.ts';
import { COUNT_MAX } from './list-request.rules.ts';

const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const CONFIG_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';
const TYPE_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
const SCHEMA_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema';

export const listResponse = (
  resources: readonly Resource[],
  { total, start }: { total: number; start: number },
) => ({
  schemas: [LIST_SCHEMA],
  totalResults: total,
  startIndex: start,
  itemsPerPage: resources.length,
  Resources: resources,
});

/** What this server can do, RFC 7643, section 5. */
export const serviceProviderConfig = (base: string): Resource => ({
  schemas: [CONFIG_SCHEMA],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: COUNT_MAX },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'SCIM token',
      description: 'Authorization: Bearer, with a token that an administrator of Lapse creates.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

export const describeTypes = (base: string): Resource[] =>
  RESOURCE_TYPES.map((type) => ({
    schemas: [TYPE_SCHEMA],
    id: type.name,
    name: type.name,
    endpoint: type.endpoint,
    description: type.description,
    schema: type.schema,
    ...('extension' in type && type.extension
      ? { schemaExtensions: [{ schema: type.extension.schema, required: false }] }
      : {}),
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${type.name}` },
  }));

export const describeSchemas = (base: string): Resource[] =>
  RESOURCE_TYPES.flatMap((type: ResourceType) => [
    describeSchema(base, {
      schema: type.schema,
      name: type.name,
      description: type.description,
      attributes: [...COMMON.filter(({ name }) => name === 'externalId'), ...type.attributes],
    }),
    ...(type.extension ? [describeSchema(base, type.extension)] : []),
  ]);

const describeSchema = (
  base: string,
  of: { schema: string; name: string; description: string; attributes: readonly Attribute[] },
): Resource => ({
  schemas: [SCHEMA_SCHEMA],
  id: of.schema,
  name: of.name,
  description: of.description,
  attributes: of.attributes.map(describeAttribute),
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${of.schema}` },
});

const describeAttribute = (attribute: Attribute): Resource => ({
  name: attribute.name,
  type: attribute.type,
  multiValued: attribute.multi_valued === true,
  description: attribute.description,
  required: attribute.required === true,
  caseExact: attribute.case_exact === true,
  mutability: attribute.read_only ? 'readOnly' : 'readWrite',
  returned: 'default',
  uniqueness: attribute.is_unique ? 'server' : 'none',
  ...(attribute.type === 'reference' ? { referenceTypes: ['User', 'Group'] } : {}),
  ...(attribute.sub ? { subAttributes: attribute.sub.map(describeAttribute) } : {}),
});
