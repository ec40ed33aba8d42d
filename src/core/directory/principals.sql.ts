import type { Querier } from '../../platform/database/database.ts';
import {
  type PageOf,
  type PageRequest,
  Parameters,
  queryPage,
  wordConditions,
} from '../../platform/database/page.ts';
import { tallySql } from '../../platform/database/tallies.ts';
import { searchWords } from '../../platform/search-words.ts';
import type { PrincipalType, Purpose } from './directory.rules.ts';

export type PrincipalRow = {
  id: string;
  display_name: string;
  email: string | null;
  type: PrincipalType;
  source: string;
  created_at: string;
  department: string | null;
  platform: string | null;
  manager_id: string | null;
  mfa_enabled: boolean | null;
  last_login_at: string | null;
  disabled: boolean;
  protected: boolean;
  department_since: string | null;
  purpose: Purpose | null;
  inventory_since: string | null;
  linked_to: string | null;
};

export const PRINCIPAL_COLUMNS = `p.id, p.display_name, p.email, p.type, p.source, p.created_at, p.department, p.platform,
  p.manager_id, p.mfa_enabled, p.last_login_at, p.disabled, p.protected, p.department_since, p.purpose, p.inventory_since, p.linked_to`;

export interface PrincipalFilters {
  email?: string | undefined;
  type?: PrincipalType | undefined;
  department?: string | undefined;
  q?: string | undefined;
}

export async function listPrincipals(
  q: Querier,
  filters: PrincipalFilters,
  page: PageRequest,
): Promise<PageOf<PrincipalRow>> {
  if (!isSearchable(filters.q)) return { items: [], total: 0, has_more: false };
  const parameters = new Parameters();
  const where = principalConditions(q, filters, parameters);
  return queryPage(q, page, {
    parameters,
    key: 'p.id',
    total:
      talliedPrincipals(filters, parameters) ?? `SELECT count(*) AS total FROM principals p WHERE ${where}`,
    page: (bounds) => `SELECT ${PRINCIPAL_COLUMNS} FROM principals p WHERE ${where} ${bounds}`,
  });
}

/** Whether a search has anything that could be found. */
export const isSearchable = (text: string | undefined): boolean =>
  text === undefined || isAddress(text) || searchWords(text).length > 0;

/** On the principal `p`. The tenant becomes the first parameter. `search` finds what the words of `q` mean. */
export function principalConditions(
  q: Querier,
  filters: PrincipalFilters,
  parameters: Parameters,
  search: (text: string) => string[] = (text) =>
    wordConditions(searchWords(text), 'principals', 'p.id', parameters),
): string {
  const conditions = [`p.tenant_id = ${parameters.add(q.tenant_id)}`];
  // Whoever is linked to another is listed as that one.
  conditions.push('p.linked_to IS NULL');
  if (filters.email !== undefined) conditions.push(`p.email_key = lower(${parameters.add(filters.email)})`);
  if (filters.type !== undefined) conditions.push(`p.type = ${parameters.add(filters.type)}`);
  if (filters.department !== undefined)
    conditions.push(`p.department = ${parameters.add(filters.department)}`);
  if (filters.q !== undefined) {
    conditions.push(...(isAddress(filters.q) ? emailBeginsWith(filters.q, parameters) : search(filters.q)));
  }
  return conditions.join(' AND ');
}

/** Whoever types an @ is typing an address. */
export const isAddress = (text: string): boolean => text.includes('@');

/** The kept total, where the filters have one. */
export function talliedPrincipals(
  { email, type, department, q: search }: PrincipalFilters,
  parameters: Parameters,
): string | undefined {
  if (email !== undefined || search !== undefined) return undefined;
  return tallySql('principals', [type, department], parameters);
}

export function emailBeginsWith(text: string, parameters: Parameters, row = 'p'): string[] {
  const begin = parameters.add(text.trim());
  return [
    `${row}.email_key >= lower(${begin})`,
    `${row}.email_key < lower(${begin}) || ${parameters.add('\u{10FFFF}')}`,
  ];
}

export async function getPrincipal(q: Querier, id: string): Promise<PrincipalRow | null> {
  const rows = await q.query<PrincipalRow>(
    `SELECT ${PRINCIPAL_COLUMNS} FROM principals p WHERE p.tenant_id = $1 AND p.id = $2`,
    [q.tenant_id, id],
  );
  return rows[0] ?? null;
}

export async function hasPrincipals(q: Querier): Promise<boolean> {
  const rows = await q.query('SELECT FROM principals WHERE tenant_id = $1 LIMIT 1', [q.tenant_id]);
  return rows.length > 0;
}

export async function principalNames(q: Querier, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await q.query<{ id: string; display_name: string }>(
    'SELECT id, display_name FROM principals WHERE tenant_id = $1 AND id = ANY ($2::text[])',
    [q.tenant_id, ids],
  );
  return new Map(rows.map((row) => [row.id, row.display_name]));
}

/** Whose account each of these is, and whether that one is an inventory account; those of which nothing is special are left out. */
export async function usersOf(
  q: Querier,
  ids: readonly string[],
): Promise<Map<string, { id: string; is_inventory: boolean }>> {
  const rows = await q.query<{ id: string; linked_to: string | null; is_inventory: boolean }>(
    `SELECT p.id, p.linked_to,
            CASE WHEN p.linked_to IS NULL THEN p.inventory_since IS NOT NULL
                 ELSE EXISTS (SELECT FROM principals o
                              WHERE o.tenant_id = $1 AND o.id = p.linked_to AND o.inventory_since IS NOT NULL)
            END AS is_inventory
     FROM principals p
     WHERE p.tenant_id = $1 AND p.id = ANY ($2::text[])
       AND (p.linked_to IS NOT NULL OR p.inventory_since IS NOT NULL)`,
    [q.tenant_id, ids],
  );
  return new Map(rows.map(({ id, linked_to, is_inventory }) => [id, { id: linked_to ?? id, is_inventory }]));
}
