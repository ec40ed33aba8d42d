import type { Item, Options } from '@lapse/client';
import { campaignStrings as strings } from '../../strings/campaigns.ts';
import { permissionName } from '../../strings/permissions.ts';
import { platformName } from '../../strings/platforms.ts';

export type Campaign = Item<'/v1/campaigns'>;
export type NewCampaign = NonNullable<Options<'/v1/campaigns', 'post'>['body']>;
type Filter = Campaign['filter'];

/** What a campaign asks about, in the words of the page. */
export function filterWords(filter: Filter, say: (value: number) => string): string[] {
  const {
    platform,
    classification,
    department,
    principal_type,
    permission,
    principal_ids,
    asset_ids,
    min_score,
  } = filter;
  const words = [
    platform && platformName(platform),
    classification && strings.classifications[classification],
    department,
    principal_type && strings.principalTypes[principal_type],
    permission && permissionName(permission),
    principal_ids && strings.principalsChosen(principal_ids.length, say(principal_ids.length)),
    asset_ids && strings.assetsChosen(asset_ids.length, say(asset_ids.length)),
    min_score === undefined ? undefined : strings.scoreFrom(say(min_score)),
  ].filter((word): word is string => Boolean(word));
  return words.length === 0 ? [strings.everything] : words;
}

export const PARTS = ['confirmed', 'revoked', 'expired', 'escalated', 'pending'] as const;
export type Part = (typeof PARTS)[number];

/** Shares of the whole in percent, in the order in which the bar shows them; they add up to 100, or all are 0. */
export function partsOf(
  progress: Pick<Campaign['progress'], Part>,
): { part: Part; count: number; percent: number }[] {
  const total = PARTS.reduce((sum, part) => sum + progress[part], 0);
  return PARTS.map((part) => ({
    part,
    count: progress[part],
    percent: total === 0 ? 0 : (100 * progress[part]) / total,
  }));
}

/** What was typed into the dialog; at first, nothing. */
export const EMPTY_DRAFT = {
  name: '',
  description: '',
  platform: '',
  classification: null as string | null,
  department: '',
  principal_type: null as string | null,
  permission: '',
  principal_ids: [] as string[],
  asset_ids: [] as string[],
  min_score: '' as number | string,
  due_on: '',
  reviewer_ids: [] as string[],
};
export type CampaignDraft = typeof EMPTY_DRAFT;

/** What the API takes: only what was given. A day means its end, where the reader is. */
export function campaignBody(draft: CampaignDraft): NewCampaign {
  const { name, description, due_on, reviewer_ids, min_score, ...rest } = draft;
  const given = Object.entries(rest)
    .map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value] as const)
    .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0));
  const filter = { ...Object.fromEntries(given), ...(typeof min_score === 'number' ? { min_score } : {}) };
  return {
    name: name.trim(),
    ...(description.trim() ? { description: description.trim() } : {}),
    ...(Object.keys(filter).length > 0 ? { filter: filter as Filter } : {}),
    ...(due_on ? { due_at: new Date(`${due_on}T23:59:59`).toISOString() } : {}),
    ...(reviewer_ids.length > 0 ? { reviewer_ids } : {}),
  };
}

/** The part of the filter by which grants can be counted before; `isAll`: nothing else narrows it. */
export function countable(draft: CampaignDraft): { query: Record<string, string>; isAll: boolean } {
  const { filter = {} } = campaignBody({ ...draft, name: '-' });
  const { platform, department, principal_ids = [], asset_ids = [], ...others } = filter as Filter;
  const [principal_id, ...morePrincipals] = principal_ids;
  const [asset_id, ...moreAssets] = asset_ids;
  const query = {
    status: 'active',
    ...(platform ? { platform } : {}),
    ...(department ? { department } : {}),
    ...(principal_id && morePrincipals.length === 0 ? { principal_id } : {}),
    ...(asset_id && moreAssets.length === 0 ? { asset_id } : {}),
  };
  return {
    query,
    isAll: Object.keys(others).length + morePrincipals.length + moreAssets.length === 0,
  };
}
