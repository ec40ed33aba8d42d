import type { Row } from '../rows.ts';
import { guidOf, textOf } from '../rows.ts';

export interface Item {
  id: string;
  workspace: string;
  /** As the platform says it. */
  type: string;
  name: string;
}

/** Items that hold data, and those that show it. What else is used in a workspace is a use of the workspace. */
const LISTED_TYPES = new Set(
  `Lakehouse Warehouse SQLEndpoint SQLDatabase KQLDatabase Eventhouse SemanticModel MirroredDatabase
   MirroredAzureDatabricksCatalog Datamart Report PaginatedReport Dashboard`
    .split(/\s+/)
    .map((type) => type.toLowerCase()),
);
const ONELAKE_TYPES = new Set(['lakehouse', 'mirroreddatabase', 'mirroredazuredatabrickscatalog']);
/** The call that tells who has access to an item demands the type of these. */
const TYPED = new Set(['report', 'dashboard', 'semanticmodel', 'app', 'dataflow']);

export const isListed = ({ type }: Item): boolean => LISTED_TYPES.has(type.toLowerCase());
export const hasOneLakeRoles = ({ type }: Item): boolean => ONELAKE_TYPES.has(type.toLowerCase());

/** Core calls say `displayName`, admin calls `name`. */
export function itemOf(row: Row, workspace = guidOf(row.workspaceId)): Item | undefined {
  const [id, type] = [guidOf(row.id), textOf(row.type)];
  if (id === undefined || type === null || workspace === undefined) return undefined;
  return { id, workspace, type, name: textOf(row.displayName) ?? textOf(row.name) ?? id };
}

export const itemUsersPath = ({ workspace, id, type }: Pick<Item, 'workspace' | 'id' | 'type'>): string =>
  `/v1/admin/workspaces/${workspace}/items/${id}/users${
    TYPED.has(type.toLowerCase()) ? `?type=${encodeURIComponent(type)}` : ''
  }`;
