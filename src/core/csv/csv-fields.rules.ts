import {
  ASSET_TYPES,
  CLASSIFICATIONS,
  PRINCIPAL_TYPES,
  PURPOSE_WORDS,
} from '../directory/directory.rules.ts';

/** What the rows of a file are. */
export const CSV_NOUNS = ['grants', 'events'] as const;
export type CsvNoun = (typeof CSV_NOUNS)[number];

/** What a cell may stand for. */
export interface CsvField {
  name: string;
  required?: boolean;
  /** Left out: text. */
  kind?: 'date' | 'flag' | 'integer';
  one_of?: readonly string[];
  /** Characters, at most. */
  longest?: number;
  description: string;
  /** Names of columns that say it, as `plainName` leaves them; the first that is there is taken. */
  headers: readonly string[];
}

const PRINCIPAL_HEADERS = [
  'principal',
  'principal id',
  'user id',
  'upn',
  'user principal name',
  'login',
  'login name',
  'username',
  'account',
  'account name',
  'email',
  'e mail',
  'email address',
  'mail',
  'user',
  'user name',
  'identity',
  'grantee',
  'member',
];
const ASSET_HEADERS = [
  'asset',
  'asset id',
  'table',
  'table name',
  'object',
  'object name',
  'resource',
  'resource name',
  'dataset',
  'securable',
  'database',
  'workspace',
];
const PLATFORM: CsvField = {
  name: 'platform',
  longest: 200,
  description: 'Where the asset is. Needed for assets that the directory does not have.',
  headers: ['platform', 'system', 'source system', 'application'],
};

const GRANTS: readonly CsvField[] = [
  {
    name: 'principal',
    required: true,
    longest: 200,
    description: 'Who has the access: id, e-mail or the name of an account that the directory knows.',
    headers: PRINCIPAL_HEADERS,
  },
  {
    name: 'asset',
    required: true,
    longest: 200,
    description: 'To what: id or name of the asset.',
    headers: ASSET_HEADERS,
  },
  {
    name: 'permission',
    required: true,
    longest: 200,
    description: 'What it allows, such as read.',
    headers: ['permission', 'right', 'privilege', 'access', 'access level', 'access right', 'role', 'grant'],
  },
  PLATFORM,
  {
    name: 'granted_at',
    kind: 'date',
    description: 'Since when.',
    headers: [
      'granted at',
      'granted on',
      'granted',
      'grant date',
      'assigned at',
      'assigned on',
      'since',
      'valid from',
    ],
  },
  {
    name: 'last_used_at',
    kind: 'date',
    description: 'When it was last used.',
    headers: ['last used at', 'last used', 'last use', 'last access', 'last accessed'],
  },
  {
    name: 'via_group',
    longest: 200,
    description: 'The group whose member the principal has it as.',
    headers: ['via group', 'group', 'group name', 'inherited from'],
  },
  {
    name: 'grant_id',
    longest: 200,
    description: 'An id of its own. Made of principal, asset, permission and group when there is none.',
    headers: ['grant id', 'assignment id'],
  },
  {
    name: 'principal_name',
    longest: 500,
    description: 'What the principal is called.',
    headers: ['principal name', 'display name', 'full name', 'name', 'user', 'user name', 'employee'],
  },
  {
    name: 'principal_email',
    longest: 320,
    description: 'E-mail of the principal.',
    headers: ['principal email', 'email', 'e mail', 'email address', 'mail'],
  },
  {
    name: 'principal_type',
    one_of: PRINCIPAL_TYPES,
    description: 'user when nothing says it.',
    headers: ['principal type', 'user type', 'account type'],
  },
  { name: 'department', longest: 500, description: 'Of the principal.', headers: ['department', 'team'] },
  {
    name: 'manager',
    longest: 200,
    description: 'Of the principal: id or e-mail. Gets reviews of assets without an owner.',
    headers: ['manager', 'manager id', 'manager email', 'supervisor'],
  },
  {
    name: 'last_login_at',
    kind: 'date',
    description: 'When the principal last signed in.',
    headers: ['last login at', 'last login', 'last sign in', 'last signin'],
  },
  {
    name: 'disabled',
    kind: 'flag',
    description: 'Whether the principal can no longer sign in: yes or no.',
    headers: ['disabled', 'inactive', 'is disabled'],
  },
  {
    name: 'principal_purpose',
    one_of: PURPOSE_WORDS,
    description: 'Whether all access of the principal is standby or break-glass; none when it no longer is.',
    headers: ['principal purpose', 'account purpose'],
  },
  {
    name: 'purpose',
    one_of: PURPOSE_WORDS,
    description: 'Whether the access is standby or break-glass; none when it no longer is.',
    headers: ['purpose', 'grant purpose', 'access purpose'],
  },
  {
    name: 'asset_name',
    longest: 500,
    description: 'What the asset is called.',
    headers: ['asset name', 'table name', 'object name', 'resource name'],
  },
  {
    name: 'asset_type',
    one_of: ASSET_TYPES,
    description: 'table when nothing says it.',
    headers: ['asset type', 'object type', 'resource type'],
  },
  {
    name: 'classification',
    one_of: CLASSIFICATIONS,
    description: 'Of the asset.',
    headers: ['classification', 'sensitivity', 'confidentiality'],
  },
  {
    name: 'owner',
    longest: 200,
    description: 'Of the asset: id or e-mail. Gets the reviews.',
    headers: ['owner', 'asset owner', 'data owner', 'owner id', 'owner email'],
  },
];

const EVENTS: readonly CsvField[] = [
  {
    name: 'principal',
    required: true,
    longest: 500,
    description: 'Who: id, e-mail or the name of an account that the directory knows.',
    headers: PRINCIPAL_HEADERS,
  },
  {
    name: 'asset',
    required: true,
    longest: 200,
    description: 'Used what: id of the asset, or its name where only one has it.',
    headers: ASSET_HEADERS,
  },
  {
    name: 'action',
    required: true,
    longest: 200,
    description: 'What was done, such as query.',
    headers: ['action', 'operation', 'event', 'event type', 'event name', 'activity', 'command', 'verb'],
  },
  {
    name: 'timestamp',
    required: true,
    kind: 'date',
    description: 'When.',
    headers: [
      'timestamp',
      'time',
      'event time',
      'date time',
      'datetime',
      'date',
      'when',
      'occurred at',
      'start time',
      'created at',
    ],
  },
  { ...PLATFORM, description: 'Where the asset is.' },
  {
    name: 'event_id',
    longest: 200,
    description: 'An id of its own. Made of what the row says when there is none.',
    headers: ['event id', 'query id', 'request id', 'id'],
  },
  {
    name: 'source_ip',
    longest: 200,
    description: 'From which address.',
    headers: ['source ip', 'client ip', 'ip', 'ip address'],
  },
  {
    name: 'query_type',
    longest: 200,
    description: 'Kind of query.',
    headers: ['query type', 'statement type'],
  },
  {
    name: 'rows_returned',
    kind: 'integer',
    description: 'How many rows it returned.',
    headers: ['rows returned', 'row count', 'rows'],
  },
];

export const CSV_FIELDS: Readonly<Record<CsvNoun, readonly CsvField[]>> = { grants: GRANTS, events: EVENTS };

/** The fields of an event that are metadata. */
export const METADATA_FIELDS: readonly string[] = ['source_ip', 'query_type', 'rows_returned'];

/** The name of a column without what differs from one export to the next. */
export const plainName = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
