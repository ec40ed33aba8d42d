import { sentenceCase } from '../parts/format.ts';

export const assetStrings = {
  title: 'Assets',
  description:
    'Databases, tables and workspaces: how many may reach them, and how much of that access is stale.',
  list: 'Assets',
  search: 'Search assets',
  searchHint: 'Name or tag',
  platform: 'Platform',
  type: 'Type',
  classification: 'Classification',
  columns: {
    name: 'Name',
    type: 'Type',
    platform: 'Platform',
    classification: 'Classification',
    owner: 'Owner',
    grants: 'Grants',
    stale: 'Stale',
  },
  csv: { id: 'Id', tags: 'Tags', ownerId: 'Owner id', stale: 'Stale grants' },
  types: {
    database: 'Database',
    table: 'Table',
    workspace: 'Workspace',
  } as Record<string, string>,
  classifications: {
    public: 'Public',
    internal: 'Internal',
    confidential: 'Confidential',
    pii: 'Personal data',
  } as Record<string, string>,
  unclassified: 'Not classified',
  noOwner: 'Nobody',
  protected: 'Protected',
  grantsOf: (text: string, count: number) => `${text} ${count === 1 ? 'grant' : 'grants'}`,
  staleShort: (stale: string) => `${stale} stale`,
  manyGrants: 'Open it to see',
  none: 'There are no assets yet',
  noneHint: 'They come with a connector, or with an import of the directory.',
  noneMatch: 'No asset matches',
  noneMatchHint: 'Every word must begin a word of the name or of a tag.',
} as const;

/** What people call a type of asset; one that a platform has alone, by the word that it has for it. */
export const assetTypeName = (type: string): string =>
  assetStrings.types[type] ?? sentenceCase(type.replaceAll('_', ' '));

/** What people call a classification. */
export const classificationName = (classification: string): string =>
  assetStrings.classifications[classification] ?? classification;

export const assetPageStrings = {
  loading: 'Asset',
  missing: 'There is no such asset',
  about: 'About it',
  facts: {
    type: 'Type',
    platform: 'Platform',
    classification: 'Classification',
    pii: 'Personal data',
    owner: 'Owner',
    tags: 'Tags',
    created: 'In the directory since',
    id: 'Id',
  },
  yes: 'Yes',
  no: 'No',
  unknown: 'not known',
  noOwner:
    'Nobody owns it. Reviews go to the manager of the person, or to the fallback reviewer of the policy.',
  reachList: (name: string) => `Grants on ${name}`,
  none: 'Nobody has an active grant on it',
  noneHint: 'Grants that were removed are in the list of grants.',
  tabs: { reach: 'Who can reach it', reviews: 'Reviews', removals: 'Remediations', activity: 'Activity' },
  reviews: 'Reviews of access to it',
  noReviews: 'Access to it has not been reviewed',
  noReviewsHint: 'A review is opened when a score passes the review threshold, or by hand.',
  removals: 'Remediations of access to it',
  noRemediations: 'No access to it was removed',
  noRemediationsHint: 'A remediation begins when a reviewer revokes access.',
} as const;
