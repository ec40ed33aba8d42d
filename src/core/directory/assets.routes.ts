import { resourceRoutes } from '../../gateway/lists/resource-routes.ts';
import type { TypedApp } from '../../gateway/route-context.ts';
import type { CoreContext } from '../core-context.ts';
import { type AssetListQuery, answerAssets, isOrdered } from '../scores/lists/scored-lists.ts';
import { Asset, AssetPage, AssetQuery } from './asset.schema.ts';
import { getAsset, listAssets } from './assets.sql.ts';

export function assetRoutes(app: TypedApp, context: CoreContext): void {
  resourceRoutes(app, context, {
    noun: 'assets',
    singular: 'asset',
    example_id: 'asset-001',
    item: Asset,
    page: AssetPage,
    query: AssetQuery,
    list: listAssets,
    get: getAsset,
    other: {
      asks: isOrdered,
      answer: (tenantId, query) => answerAssets(context, tenantId, query as AssetListQuery),
    },
  });
}
