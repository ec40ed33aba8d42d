import type { Page, RawAsset } from '../connector.ts';
import { guidOf, type Row, rowOf, textOf } from '../rows.ts';
import type { FabricContext } from './connector-context.ts';
import { ADMIN_ITEMS, CONNECTIONS, itemsPath } from './holdings.ts';
import { isListed, itemOf } from './items.ts';
import { assetKey } from './keys.ts';
import { type List, visitList } from './visit-list.ts';
import { walkPage } from './walk.ts';
import { ADMIN_WORKSPACES, OWN_WORKSPACES, workspaceOf } from './workspaces.ts';

const ASSETS: Record<string, List<RawAsset>> = {
  workspaces: { key: 'value', first: () => OWN_WORKSPACES, found: workspaceAsset },
  admin_workspaces: { key: 'workspaces', first: () => ADMIN_WORKSPACES, found: workspaceAsset },
  workspaces_of_items: {
    key: 'value',
    first: () => OWN_WORKSPACES,
    inside: (row) => {
      const workspace = workspaceOf(row);
      return workspace && ['items', workspace.id, ''];
    },
  },
  items: {
    key: 'value',
    first: ([workspace = '']) => itemsPath(workspace),
    found: (row, [workspace]) => itemAsset(row, workspace),
  },
  admin_items: { key: 'itemEntities', first: () => ADMIN_ITEMS, found: (row) => itemAsset(row) },
  connections: { key: 'value', first: () => CONNECTIONS, found: connectionAsset },
};

/** Workspaces before what is in them. */
export function listAssets(context: FabricContext, cursor: string | null): Promise<Page<RawAsset>> {
  const { settings } = context;
  const start = [
    ...(settings.admin_api === 'on'
      ? [
          ['admin_workspaces', ''],
          ['admin_items', ''],
        ]
      : [
          ['workspaces', ''],
          ['workspaces_of_items', ''],
        ]),
    ...(settings.connections === 'on' ? [['connections', '']] : []),
  ];
  return walkPage('assets', cursor, {
    start,
    visit: (step) => visitList(context, ASSETS, step),
    keyOf: ({ key }) => key,
  });
}

const COMMON = { owner_key: null, created_at: null } as const;

function workspaceAsset(row: Row): RawAsset | undefined {
  const workspace = workspaceOf(row);
  if (workspace === undefined) return undefined;
  const { id, name } = workspace;
  return {
    ...COMMON,
    key: assetKey({ kind: 'workspace', id }),
    name,
    type: 'workspace',
    container_key: null,
    tags: ['fabric', 'workspace'],
    details: { capacity_id: guidOf(row.capacityId) ?? null, domain_id: guidOf(row.domainId) ?? null },
  };
}

function itemAsset(row: Row, workspace?: string): RawAsset | undefined {
  const item = itemOf(row, workspace);
  if (item === undefined || !isListed(item)) return undefined;
  const { id, type, name } = item;
  return {
    ...COMMON,
    key: assetKey({ kind: 'item', workspace: item.workspace, item: id }),
    name,
    type: 'database',
    container_key: assetKey({ kind: 'workspace', id: item.workspace }),
    tags: ['fabric', type],
    details: { item_type: type },
  };
}

function connectionAsset(row: Row): RawAsset | undefined {
  const id = guidOf(row.id);
  if (id === undefined) return undefined;
  const type = textOf(rowOf(row.connectionDetails).type);
  return {
    ...COMMON,
    key: assetKey({ kind: 'connection', id }),
    name: textOf(row.displayName) ?? id,
    type: 'database',
    container_key: null,
    tags: ['fabric', 'connection'],
    details: { connection_type: type, connectivity: textOf(row.connectivityType) },
  };
}
