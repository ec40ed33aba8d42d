import type { AssetLine, AssetType, Classification } from '../../core/directory/directory.rules.ts';
import { below, mix, pick } from '../random.ts';
import { departmentOfAsset } from './holdings.ts';
import { recordId } from './ids.ts';
import { assetName } from './names.ts';
import type { Department, Plan } from './plan.ts';

const PLATFORMS = ['fabric', 'synapse', 'databricks', 'postgres'] as const;
const TYPES: readonly AssetType[] = ['table', 'table', 'table', 'database', 'workspace'];
// In tenths: most data is internal, some is personal.
// biome-ignore format: a list of words
const CLASSIFICATIONS: readonly Classification[] = [
  'public', 'internal', 'internal', 'internal', 'internal', 'internal', 'confidential', 'confidential', 'pii', 'pii',
];

export function platformOf(plan: Plan, asset: number): string {
  return pick(PLATFORMS, mix(plan.seed ^ 0x706c6174, asset));
}

export function* assetLines(plan: Plan): Generator<AssetLine> {
  for (let asset = 0; asset < plan.assets; asset++) {
    const draw = mix(plan.seed ^ 0x61737374, asset);
    const department = plan.departments[departmentOfAsset(plan, asset)] as Department;
    const classification = pick(CLASSIFICATIONS, mix(draw, 1));
    const owner = department.first_user + below(Math.max(1, department.users), mix(draw, 2));
    yield {
      kind: 'asset',
      id: recordId(plan.seed, 'asset', asset),
      name: assetName(plan.seed, asset),
      type: pick(TYPES, draw),
      platform: platformOf(plan, asset),
      classification,
      owner_id: recordId(plan.seed, 'principal', Math.min(owner, plan.users - 1)),
      contains_pii: classification === 'pii',
      tags: [department.name.toLowerCase()],
    };
  }
}
