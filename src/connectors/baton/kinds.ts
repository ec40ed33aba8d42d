import type { AssetType, PrincipalType } from '../../core/directory/directory.rules.ts';
import type { Codec } from './protocol/codec.ts';
import { ACCOUNT, type Resource, type ResourceType, TRAIT, type UserTrait } from './protocol/types.ts';

/** What a resource is in Lapse. A role is both: people are in it, and being in it is access that can go unused. */
export interface Kind {
  principal: PrincipalType | null;
  asset: AssetType | null;
}

/** Neither hold access nor are it. */
const APART: number[] = [
  TRAIT.secret,
  TRAIT.security_insight,
  TRAIT.vendor,
  TRAIT.vendor_agreement,
  TRAIT.license_profile,
  TRAIT.managed_device,
];

/** The type says it; the resource may say more, such as a role of a database that has members and signs in. */
export function kindOf(codec: Codec, type: ResourceType | undefined, resource: Resource): Kind {
  const { annotations } = resource;
  const traits = type?.traits ?? [];
  const has = (trait: number, name: string): boolean =>
    traits.includes(trait) || codec.has(name, annotations);
  if (traits.some((trait) => APART.includes(trait)) || codec.has('SecretTrait', annotations))
    return { principal: null, asset: null };
  const isUser = has(TRAIT.user, 'UserTrait');
  const isRole = has(TRAIT.role, 'RoleTrait');
  if (codec.has('GroupTrait', annotations) || (traits.includes(TRAIT.group) && !isUser))
    return { principal: 'group', asset: isRole ? assetType(type) : null };
  if (isUser)
    return { principal: userType(codec.annotation<UserTrait>('UserTrait', annotations)), asset: null };
  if (has(TRAIT.agent, 'AgentTrait') || codec.has('NonHumanIdentityTrait', annotations))
    return { principal: 'service_account', asset: null };
  return { principal: isRole ? 'group' : null, asset: assetType(type) };
}

function userType(user: UserTrait | undefined): PrincipalType {
  const account = user?.account_type;
  return account === ACCOUNT.service || account === ACCOUNT.system ? 'service_account' : 'user';
}

/** Of three words; what none of them describes is a place where people work. */
function assetType(type: ResourceType | undefined): AssetType {
  const name = `${type?.id ?? ''} ${type?.display_name ?? ''}`.toLowerCase();
  if (/table|view|column|volume/.test(name)) return 'table';
  return /database|schema|catalog|dataset|warehouse/.test(name) ? 'database' : 'workspace';
}

/** Whether being granted something on it makes one a member of it. */
export const isGroup = ({ principal }: Kind): boolean => principal === 'group';
