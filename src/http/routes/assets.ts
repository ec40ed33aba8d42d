import { getAsset, listAssets } from '../../store/assets.ts';
import { resourceRoutes } from '../resource-routes.ts';
import type { RouteContext, TypedApp } from '../route-context.ts';
import { Asset, AssetPage, AssetQuery } from '../schemas/asset.ts';
import { type AssetListQuery, answerAssets, isOrdered } from '../scored-lists.ts';

export function assetRoutes(app: TypedApp, context: RouteContext): void {
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
