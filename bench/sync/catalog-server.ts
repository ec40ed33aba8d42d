import { type BenchServer, serve } from './bench-server.ts';

export type { BenchServer };

/** A workspace and an account of Databricks, computed rather than stored: so many tables, each with so many grants. */
export interface CatalogSize {
  users: number;
  tables: number;
  grants_per_table: number;
}

const TABLES_PER_SCHEMA = 100;
const SCHEMAS_PER_CATALOG = 20;
const OWNER = 'user0@corp.example';
const userName = (number: number): string => `user${number}@corp.example`;
const numberOf = (name: string | undefined): number => Number(/\d+$/.exec(name ?? '')?.[0] ?? 0);

export async function startCatalogServer({
  users,
  tables,
  grants_per_table,
}: CatalogSize): Promise<BenchServer> {
  const schemas = Math.ceil(tables / TABLES_PER_SCHEMA);
  const catalogs = Math.ceil(schemas / SCHEMAS_PER_CATALOG);

  /** Continued by the number of the next row. */
  const paged = (url: URL, key: string, count: number, row: (number: number) => object): object => {
    const max = Number(url.searchParams.get('max_results')) || 1_000;
    const from = Number(url.searchParams.get('page_token') ?? 0);
    const to = Math.min(count, from + max);
    const rows = Array.from({ length: Math.max(0, to - from) }, (_, i) => row(from + i));
    return { [key]: rows, ...(to < count ? { next_page_token: String(to) } : {}) };
  };
  const scim = (url: URL, count: number, row: (number: number) => object): object => {
    const from = Number(url.searchParams.get('startIndex') ?? 1) - 1;
    const length = Math.max(0, Math.min(Number(url.searchParams.get('count') ?? 100), count - from));
    return {
      totalResults: count,
      startIndex: from + 1,
      Resources: Array.from({ length }, (_, i) => row(from + i)),
    };
  };
  const owned = (full_name: string) => ({ name: full_name.split('.').at(-1), full_name, owner: OWNER });
  const within = (from: number, total: number, each: number): number => Math.min(each, total - from);

  const unity = (url: URL, [set, type, name]: (string | undefined)[]): object | undefined => {
    const catalog = numberOf(url.searchParams.get('catalog_name') ?? undefined);
    const schema = numberOf(url.searchParams.get('schema_name') ?? undefined);
    switch (set) {
      case 'metastore_summary':
        return { metastore_id: 'metastore-1', name: 'metastore', owner: OWNER };
      case 'catalogs':
        return paged(url, set, catalogs, (number) => owned(`c${number}`));
      case 'schemas': {
        const from = catalog * SCHEMAS_PER_CATALOG;
        return paged(url, set, within(from, schemas, SCHEMAS_PER_CATALOG), (number) =>
          owned(`c${catalog}.s${from + number}`),
        );
      }
      case 'tables': {
        const from = schema * TABLES_PER_SCHEMA;
        return paged(url, set, within(from, tables, TABLES_PER_SCHEMA), (number) =>
          owned(`c${catalog}.s${schema}.t${from + number}`),
        );
      }
      case 'volumes':
        return {};
      case 'permissions': {
        const number = type === 'table' ? numberOf(name) : -1;
        return paged(url, 'privilege_assignments', number < 0 ? 0 : grants_per_table, (i) => ({
          principal: userName((number * 7_919 + i) % users),
          privileges: ['SELECT'],
        }));
      }
      case 'effective-permissions':
        return {};
      default:
        return undefined;
    }
  };

  return serve((url) => {
    const parts = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
    if (parts.at(-1) === 'token') return { token_type: 'Bearer', expires_in: 3_600, access_token: 'bench' };
    if (parts[2] === 'unity-catalog') return unity(url, parts.slice(3));
    if (parts[4] === 'workspaces') return [];
    if (parts.at(-1) !== 'Users') return { totalResults: 0, startIndex: 1 };
    return scim(url, users, (number) => ({
      id: String(500_000 + number),
      userName: userName(number),
      displayName: `User ${number}`,
      active: true,
    }));
  });
}
