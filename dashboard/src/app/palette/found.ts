import type { Item } from '@lapse/client';
import { IconChecklist, IconDatabase, IconUser } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { labelOf, listReviews } from '../../pages/reviews/reviews.ts';
import { findThings } from '../../parts/find-things.ts';
import { formatDate, formatNumber } from '../../parts/format.ts';
import { assetTypeName } from '../../strings/assets.ts';
import { paletteStrings as strings } from '../../strings/palette.ts';
import { platformName } from '../../strings/platforms.ts';
import { principalStrings } from '../../strings/principals.ts';
import type { Entry, EntryGroup, Go } from './entry.ts';

const SHOWN = 6;
const REVIEWS_SHOWN = 3;

type Principal = Item<'/v1/principals'>;
type Asset = Item<'/v1/assets'>;

/** Principals and assets by name, and the open reviews about the first of each: the API finds reviews by whom they are about. */
export function useFound(q: string, go: Go) {
  const things = useQuery({
    queryKey: ['search', q],
    queryFn: ({ signal }) => findThings(['principal', 'asset'], q, SHOWN, signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  const isFound = q !== '' && things.isSuccess && !things.isPlaceholderData;
  const { principals = [], assets = [] } = (q !== '' && things.data) || {};
  const of = isFound
    ? { principal: principals[0] ?? null, asset: assets[0] ?? null }
    : { principal: null, asset: null };
  const ofPrincipal = useOpenReviews('principal_id', of.principal?.id);
  const ofAsset = useOpenReviews('asset_id', of.asset?.id);
  const reviews = [
    ...(of.principal ? reviewEntries(ofPrincipal, 'principal_id', principalName(of.principal), go) : []),
    ...(of.asset ? reviewEntries(ofAsset, 'asset_id', assetName(of.asset), go) : []),
  ];
  const groups: EntryGroup[] = [
    { heading: strings.principals, entries: principals.map((each) => principalEntry(each, go)) },
    { heading: strings.assets, entries: assets.map((each) => assetEntry(each, go)) },
    { heading: strings.reviews, entries: unique(reviews) },
  ];
  return { things, isFound: q === '' || isFound, groups };
}

const principalName = ({ id, display_name }: Principal) => ({ id, name: display_name });
const assetName = ({ id, name }: Asset) => ({ id, name });

function principalEntry({ id, display_name, type, department, email }: Principal, go: Go): Entry {
  return {
    key: `principal ${id}`,
    label: display_name,
    about: [principalStrings.types[type], department, email].filter(Boolean).join(' · '),
    icon: IconUser,
    choose: () => go({ to: '/principals/$id', params: { id } }),
  };
}

function assetEntry({ id, name, type, platform }: Asset, go: Go): Entry {
  return {
    key: `asset ${id}`,
    label: name,
    about: [assetTypeName(type), platformName(platform)].join(' · '),
    icon: IconDatabase,
    choose: () => go({ to: '/assets/$id', params: { id } }),
  };
}

type Filter = 'principal_id' | 'asset_id';
const REVIEW_FIELDS = ['principal_id', 'principal_name', 'asset_id', 'asset_name', 'due_at'] as const;

function useOpenReviews(filter: Filter, id: string | undefined) {
  const query = { [filter]: id, status: 'PENDING', limit: REVIEWS_SHOWN } as const;
  return useQuery({
    queryKey: ['reviews', 'of', filter, id],
    queryFn: ({ signal }) => listReviews(query, REVIEW_FIELDS, signal),
    enabled: id !== undefined,
  }).data;
}

function reviewEntries(
  found: ReturnType<typeof useOpenReviews>,
  filter: Filter,
  { id, name }: { id: string; name: string },
  go: Go,
): Entry[] {
  if (!found || found.total === 0) return [];
  const each = found.items.map((review) => ({
    key: `review ${review.id}`,
    label: labelOf(review),
    about: strings.due(formatDate(review.due_at)),
    icon: IconChecklist,
    choose: () => go({ to: '/reviews/$id', params: { id: review.id } }),
  }));
  if (found.total <= found.items.length) return each;
  const search = { [filter]: id, assigned_to_id: 'all' };
  const all = {
    key: `reviews of ${id}`,
    label: strings.allReviews(formatNumber(found.total), name),
    about: strings.inInbox,
    icon: IconChecklist,
    choose: () => go({ to: '/reviews', search }),
  };
  return [...each, all];
}

/** The same review may be about the first principal and the first asset. */
const unique = (entries: Entry[]): Entry[] => [
  ...new Map(entries.map((entry) => [entry.key, entry])).values(),
];
