import type { Permission } from '../../core/directory/permission.rules.ts';

/** How much harm stale access can do, as shares of the worst. What is not known counts as internal, and as reading. */
const SENSITIVITY: Readonly<Record<string, number>> = {
  pii: 1,
  confidential: 0.75,
  internal: 0.5,
  public: 0.25,
};
const POWER: Readonly<Record<Permission, number>> = {
  admin: 1,
  owner: 1,
  write: 0.75,
  read_write: 0.75,
  read: 0.5,
};

export interface RiskFacts {
  score: number;
  classification: string | null;
  contains_pii: boolean | null;
  permission: Permission | null;
}

/** 0 to 100, one decimal. */
export function accessRisk({ score, classification, contains_pii, permission }: RiskFacts): number {
  const sensitivity = contains_pii ? 1 : (SENSITIVITY[classification ?? 'internal'] ?? 0.5);
  const power = permission === null ? 0.5 : POWER[permission];
  return Math.round(score * sensitivity * power * 10) / 10;
}

export const isPrivileged = (permission: Permission | null): boolean =>
  permission === 'admin' || permission === 'owner';

export const isPersonal = (facts: Pick<RiskFacts, 'classification' | 'contains_pii'>): boolean =>
  facts.classification === 'pii' || facts.contains_pii === true;
