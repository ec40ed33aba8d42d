import type { Parameters } from '../../../platform/database/page.ts';
import type { FacetFilters } from './facet.rules.ts';

/** What is not weighed yet is not known. Also of a review `r`. */
export const PERMISSION = `coalesce(r.priority_facts ->> 'permission', 'unknown')`;
export const ACCOUNT_STATE = `coalesce(r.priority_facts ->> 'account', 'unremarkable')`;
/** Of an asset `a` and a principal `p`. */
export const CLASSIFICATION = `coalesce(a.classification, 'unclassified')`;
export const DEPARTMENT = `coalesce(p.department, '')`;

/** Conditions on a review `r`. What is said of the asset and the principal is looked up once for all reviews. */
export function facetConditions(filters: FacetFilters, parameters: Parameters): string[] {
  const { recommendation, platform, classification, permission, department, account_state } = filters;
  const is = (column: string, value: string | undefined): string[] =>
    value === undefined ? [] : [`${column} = ${parameters.add(value)}`];
  const ofAsset = [
    ...is('platform', platform),
    ...(classification === 'unclassified'
      ? ['classification IS NULL']
      : is('classification', classification)),
  ];
  const ofPrincipal =
    department === '' ? [`(department IS NULL OR department = '')`] : is('department', department);
  return [
    ...is('r.recommendation', recommendation),
    ...is(PERMISSION, permission),
    ...is(ACCOUNT_STATE, account_state),
    ...isAmong('asset_id', 'assets', ofAsset),
    ...isAmong('principal_id', 'principals', ofPrincipal),
  ];
}

const isAmong = (column: string, table: string, conditions: readonly string[]): string[] =>
  conditions.length === 0
    ? []
    : [`r.${column} IN (SELECT id FROM ${table} WHERE tenant_id = $1 AND ${conditions.join(' AND ')})`];
