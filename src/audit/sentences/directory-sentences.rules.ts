import type { Fields } from '../../core/directory/directory-changes.rules.ts';
import type { Names, Sentence, Told } from './sentences.rules.ts';

/** Who changed the directory: a person, the sync of a connector, or Lapse itself. */
export function changedBy({ actor, data }: Told, names: Names): string {
  if (typeof data.connector_name === 'string') return `The sync of ${data.connector_name}`;
  return actor === 'system' ? 'Lapse' : names.actor(actor);
}

const KINDS: Readonly<Record<string, string>> = {
  user: 'a user',
  service_account: 'a service account',
  group: 'a group',
  database: 'a database',
  table: 'a table',
  workspace: 'a workspace',
};

/** A field as a person calls it, where that is not its name with spaces. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  display_name: 'name',
  email: 'e-mail',
  manager_id: 'manager',
  owner_id: 'owner',
  mfa_enabled: 'multi-factor sign-in',
  contains_pii: 'personal data',
  via_group_id: 'group',
  principal_id: 'holder',
  asset_id: 'asset',
  granted_at: 'date of the grant',
  inventory_since: 'inventory account since',
};
/** What says whose an account is. */
const LINKS: Readonly<Record<string, string>> = {
  object_id: 'its object id in Entra ID',
  sign_in_name: 'the name that it signs in with',
  email: 'its e-mail',
};
const CONFLICTS: Readonly<Record<string, string>> = {
  several_candidates: 'more than one person fits',
  shared_address: 'several accounts have the same address',
  contradiction: 'the object id says one thing and the address another',
  disabled_look_alike: 'it is disabled, and its address may have been given to another person',
};
const PEOPLE: ReadonlySet<string> = new Set(['manager_id', 'owner_id', 'via_group_id', 'principal_id']);

export const DIRECTORY_SENTENCES: Readonly<Record<string, Sentence>> = {
  'principal.created': (told, names) => {
    const { department, type } = after(told);
    const where = department ? ` in ${department}` : '';
    return `${changedBy(told, names)} added ${principal(told, names)}, ${kind(type)}${where}`;
  },
  'principal.changed': (told, names) =>
    `${changedBy(told, names)} changed ${principal(told, names)}: ${changes(told, names)}`,
  'principal.removed': (told, names) => `${changedBy(told, names)} removed ${principal(told, names)}`,
  'asset.created': (told, names) => {
    const { classification, type, platform, owner_id } = after(told);
    const owner = owner_id ? `, owned by ${names.principal(owner_id)}` : '';
    const said = classification ? `, classified ${classification}` : '';
    return `${changedBy(told, names)} added ${asset(told, names)}, ${kind(type)} on ${platform}${said}${owner}`;
  },
  'asset.changed': (told, names) =>
    `${changedBy(told, names)} changed ${asset(told, names)}: ${changes(told, names)}`,
  'asset.removed': (told, names) => `${changedBy(told, names)} removed ${asset(told, names)}`,
  'grant.created': (told, names) => `${changedBy(told, names)} added ${access(told, names)}`,
  'grant.changed': (told, names) =>
    `${changedBy(told, names)} changed ${access(told, names)}: ${changes(told, names)}`,
  'grant.removed': (told, names) => `${changedBy(told, names)} removed ${access(told, names)}`,
  'grant.revoked': (told, names) =>
    typeof told.data.connector_name === 'string'
      ? `${changedBy(told, names)} found ${access(told, names)} gone; it was removed there`
      : `${changedBy(told, names)} imported that ${access(told, names)} is gone`,
  'grant.reappeared': (told, names) => {
    const { claim } = told.data;
    const found = typeof told.data.connector_name === 'string' ? 'found' : 'imported';
    const although = claim ? `, although its removal was ${claim}` : '';
    return `${changedBy(told, names)} ${found} ${access(told, names)}, which counted as revoked here${although}`;
  },
  'membership.added': (told, names) =>
    `${changedBy(told, names)} added ${principal(told, names)} to the group ${names.principal(told.data.group_id)}`,
  'membership.removed': (told, names) =>
    `${changedBy(told, names)} removed ${principal(told, names)} from the group ${names.principal(told.data.group_id)}`,
  'identity.added': (told, names) =>
    `${changedBy(told, names)} linked ${account(told)} to ${principal(told, names)}`,
  'identity.changed': (told, names) =>
    `${changedBy(told, names)} moved ${account(told)} from ${names.principal((told.data.before as Fields).principal_id)} to ${principal(told, names)}`,
  'account.linked': (told, names) =>
    `${changedBy(told, names)} linked ${named(told)} to ${principal(told, names)}${because(told)}${moving(told)}`,
  'account.unlinked': (told, names) =>
    `${changedBy(told, names)} unlinked ${named(told)} from ${principal(told, names)}${moving(told)}`,
  'account.conflict_found': (told, names) => {
    const candidates = (told.data.candidate_ids as unknown[]).map((id) => names.principal(id)).join(' or ');
    return `${changedBy(told, names)} found ${named(told)}, which may be of ${candidates}, and linked it to nobody: ${CONFLICTS[String(told.data.kind)]}`;
  },
  'identity.removed': (told, names) =>
    `${changedBy(told, names)} unlinked ${account(told)} from ${principal(told, names)}`,
};

/** "read on policy_admin for Tomás Echeverría, through the group Claims" */
export function access(told: Told, names: Names, toward = 'for'): string {
  const { data } = told;
  const fields = { ...(data.before as Fields | undefined), ...(data.after as Fields | undefined), ...data };
  const permission = fields.permission ?? names.permission(data.grant_id) ?? 'access';
  const group = fields.via_group_id ? `, through the group ${names.principal(fields.via_group_id)}` : '';
  return `${permission} on ${asset(told, names)} ${toward} ${principal(told, names)}${group}`;
}

export const principal = ({ principal_id, data }: Told, names: Names): string =>
  names.principal(principal_id ?? data.principal_id);

export const asset = ({ asset_id, data }: Told, names: Names): string =>
  names.asset(asset_id ?? data.asset_id);

const named = ({ data }: Told): string => `the account ${data.account_name}`;
const because = ({ data }: Told): string =>
  LINKS[String(data.how)] ? `, by ${LINKS[String(data.how)]}` : '';
const moving = ({ data }: Told): string =>
  typeof data.grants === 'number' && data.grants > 0
    ? `, with ${data.grants} ${data.grants === 1 ? 'grant' : 'grants'}`
    : '';

const account = ({ data }: Told): string => `the ${data.provider} account ${data.external_id}`;
const kind = (type: unknown): string => KINDS[String(type)] ?? String(type);
const after = ({ data }: Told): Fields => (data.after ?? {}) as Fields;

function changes({ data }: Told, names: Names): string {
  const [was, is] = [data.before as Fields, data.after as Fields];
  return Object.keys(is)
    .map((field) => {
      const word = FIELD_WORDS[field] ?? field.replaceAll('_', ' ');
      return `${word} from ${value(field, was[field], names)} to ${value(field, is[field], names)}`;
    })
    .join('; ');
}

function value(field: string, given: unknown, names: Names): string {
  if (given === null || given === undefined) return 'none';
  if (typeof given === 'boolean') return given ? 'yes' : 'no';
  if (Array.isArray(given)) return given.length === 0 ? 'none' : given.join(', ');
  if (PEOPLE.has(field)) return names.principal(given);
  return field === 'asset_id' ? names.asset(given) : String(given);
}
