import { Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { SmallButton } from '../../../parts/buttons.tsx';
import { FilterPill } from '../../../parts/filter-fields.tsx';
import { formatNumber } from '../../../parts/format.ts';
import { QueryState } from '../../../parts/query-state.tsx';
import { Hint, Small } from '../../../parts/text.ts';
import { facetStrings } from '../../../strings/review-facets.ts';
import { filterStrings } from '../../../strings/reviews.ts';
import { FACET_FILTERS, type FacetName, filterOf, type ReviewFacets } from './facet-filters.ts';
import classes from './facets.module.css';
import type { FacetsQuery } from './inbox-filters.ts';
import type { Inbox } from './use-inbox.ts';

export const facetsQuery = (query: FacetsQuery) => ({
  queryKey: ['reviews', 'facets', query],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.get('/v1/reviews/facets', { query, signal }),
  placeholderData: keepPreviousData,
});

/** Not more than the screen, also on a phone. */
const WIDTH = 'min(720px, calc(100vw - 24px))';

/** What the open reviews can be narrowed down to, each value with how many there would be. */
export function FacetMenu({ inbox }: { inbox: Inbox }) {
  const [isOpen, { close, toggle }] = useDisclosure(false);
  const counts = useQuery({ ...facetsQuery(inbox.facets), enabled: isOpen });
  return (
    <Popover opened={isOpen} onChange={close} onDismiss={close} width={WIDTH} trapFocus withRoles shadow="md">
      <Popover.Target>
        <SmallButton leftSection={<IconAdjustmentsHorizontal size={15} aria-hidden />} onClick={toggle}>
          {facetStrings.open}
          <span className="visually-hidden"> {facetStrings.openWhat}</span>
        </SmallButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={facetStrings.panel} className={classes.panel}>
        <QueryState query={counts}>
          {({ facets }) => (
            <div className={classes.facets}>
              {(Object.keys(facetStrings.titles) as FacetName[]).map((facet) => (
                <FacetSection key={facet} facet={facet} counts={facets[facet]} inbox={inbox} />
              ))}
            </div>
          )}
        </QueryState>
        <Small mt="sm">{facetStrings.asOf}</Small>
      </Popover.Dropdown>
    </Popover>
  );
}

/** As many as are seen at a glance. */
const SHOWN = 5;

function FacetSection(props: { facet: FacetName; counts: ReviewFacets[FacetName]; inbox: Inbox }) {
  const { facet, counts, inbox } = props;
  const [showsAll, setShowsAll] = useState(false);
  const chosen = inbox.chosen(facet);
  const { values, others } = counts;
  // What is chosen is in sight, also where it is not among the first.
  const shown = showsAll ? values : values.filter(({ value }, i) => i < SHOWN || value === chosen);
  const hidden = values.length - shown.length;
  const title = facetStrings.titles[facet];
  return (
    <section aria-label={title} className={classes.facet}>
      <h2>{title}</h2>
      {values.length === 0 ? <Hint>{facetStrings.none}</Hint> : null}
      <ul>
        {shown.map(({ value, name, reviews }) => {
          const filter = filterOf(facet, value);
          const isChosen = filter !== null && value === chosen;
          const count = formatNumber(reviews);
          const text = facetStrings.valueOf(facet, value ?? '', name);
          return (
            <li key={value}>
              <button
                type="button"
                className={classes.value}
                aria-pressed={isChosen}
                disabled={filter === null}
                onClick={() => filter && inbox.change({ [filter.name]: isChosen ? null : filter.value })}
              >
                <span className={classes.name}>{text}</span>
                <span className="numbers">
                  <span aria-hidden>{count}</span>
                  <span className="visually-hidden">{facetStrings.reviews(count)}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {hidden > 0 || showsAll ? (
        <button
          type="button"
          className={classes.more}
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? facetStrings.fewer : facetStrings.more(formatNumber(hidden))}
          <span className="visually-hidden"> {facetStrings.ofFacet(facet)}</span>
        </button>
      ) : null}
      {showsAll && others.values > 0 ? (
        <Small>{facetStrings.others(formatNumber(others.values), formatNumber(others.reviews))}</Small>
      ) : null}
    </section>
  );
}

/** What is chosen, each with the way to take it off. */
export function FacetPills({ inbox }: { inbox: Inbox }) {
  return FACET_FILTERS.map((name) => {
    const value = inbox.chosen(name);
    if (value === undefined) return null;
    const text = facetStrings.chip(name, value);
    return (
      <FilterPill
        key={name}
        text={text}
        remove={filterStrings.remove(text)}
        onRemove={() => inbox.change({ [name]: null })}
      />
    );
  });
}
