export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** One that Lapse keeps. */
export interface Attribute {
  name: string;
  type: 'string' | 'boolean' | 'dateTime' | 'reference' | 'complex';
  description: string;
  multi_valued?: true;
  required?: true;
  case_exact?: true;
  read_only?: true;
  is_unique?: true;
  sub?: readonly Attribute[];
}

export interface ResourceType {
  name: 'User' | 'Group';
  endpoint: '/Users' | '/Groups';
  description: string;
  schema: string;
  attributes: readonly Attribute[];
  extension?: { schema: string; name: string; description: string; attributes: readonly Attribute[] };
  /** Of RFC 7643, and of no use to Lapse: whoever sends them is not refused, and they are not kept. In lower case. */
  not_kept: ReadonlySet<string>;
}

/** What is said of one user or group, in the names of SCIM. Members of groups are kept apart: they may be very many. */
export type Resource = Record<string, unknown>;

const text = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  description,
  ...more,
});

/** Of every resource. `id` is exact and ours. */
export const COMMON: readonly Attribute[] = [
  text('id', 'Id of the principal.', { case_exact: true, read_only: true }),
  text('externalId', 'Id at the identity provider.', { case_exact: true }),
  {
    name: 'meta',
    type: 'complex',
    description: 'About the resource itself.',
    read_only: true,
    sub: [
      text('resourceType', 'User or Group.', { case_exact: true, read_only: true }),
      { name: 'created', type: 'dateTime', description: 'Since when it is here.', read_only: true },
      { name: 'lastModified', type: 'dateTime', description: 'Last change by SCIM.', read_only: true },
      { name: 'location', type: 'reference', description: 'Its address.', read_only: true },
      text('version', 'Its ETag.', { case_exact: true, read_only: true }),
    ],
  },
];

export const USER: ResourceType = {
  name: 'User',
  endpoint: '/Users',
  description: 'A person',
  schema: USER_SCHEMA,
  attributes: [
    text('userName', 'Name with which the person signs in.', { required: true, is_unique: true }),
    {
      name: 'name',
      type: 'complex',
      description: 'The parts of the name.',
      sub: [
        text('formatted', 'The whole name.'),
        text('familyName', 'Family name.'),
        text('givenName', 'Given name.'),
      ],
    },
    text('displayName', 'Name to show.'),
    { name: 'active', type: 'boolean', description: 'Whether the person may sign in.', required: true },
    {
      name: 'emails',
      type: 'complex',
      description: 'E-mail addresses. The primary one, or the one for work, is that of the principal.',
      multi_valued: true,
      sub: [
        text('value', 'The address.'),
        text('type', 'What it is for, such as work.'),
        { name: 'primary', type: 'boolean', description: 'Whether it is the preferred one.' },
      ],
    },
  ],
  extension: {
    schema: ENTERPRISE_SCHEMA,
    name: 'EnterpriseUser',
    description: 'A person at work',
    attributes: [
      text('department', 'Department.'),
      {
        name: 'manager',
        type: 'complex',
        description: 'Who answers for the person.',
        sub: [
          text('value', 'Id of the user.', { case_exact: true }),
          text('displayName', 'Name, as the provider says it.'),
        ],
      },
    ],
  },
  not_kept: new Set(
    `nickname profileurl title usertype preferredlanguage locale timezone password phonenumbers ims photos addresses groups
     entitlements roles x509certificates employeenumber costcenter organization division`.split(/\s+/),
  ),
};

export const GROUP: ResourceType = {
  name: 'Group',
  endpoint: '/Groups',
  description: 'A group of people',
  schema: GROUP_SCHEMA,
  attributes: [
    text('displayName', 'Name of the group.', { required: true }),
    {
      name: 'members',
      type: 'complex',
      description: 'Users and groups in it.',
      multi_valued: true,
      sub: [
        text('value', 'Id of the member.', { case_exact: true }),
        text('display', 'Name of the member.', { read_only: true }),
        text('type', 'User or Group.', { read_only: true }),
        { name: '$ref', type: 'reference', description: 'Address of the member.', read_only: true },
      ],
    },
  ],
  not_kept: new Set(),
};

export const RESOURCE_TYPES = [USER, GROUP] as const;
