import { createHash } from 'node:crypto';

/** On which page each principal was found first, so that a listing names it once, and again when that page is read again. */
export interface FirstSightings {
  /** Those of a page that were not on one before it. */
  of<T extends { key: string }>(cursor: string | null, items: readonly T[]): T[];
}

/** Beyond so many, some are named more than once, which costs time and nothing else. */
const SIGHTINGS_MAX = 200_000;

export function createFirstSightings(): FirstSightings {
  const pages = new Map<string, string>();
  return {
    of(cursor, items) {
      if (cursor === null) pages.clear();
      const page = createHash('sha256')
        .update(cursor ?? '')
        .digest('base64');
      return items.filter(({ key }) => {
        const first = pages.get(key);
        if (first === undefined && pages.size < SIGHTINGS_MAX) pages.set(key, page);
        return first === undefined || first === page;
      });
    },
  };
}
