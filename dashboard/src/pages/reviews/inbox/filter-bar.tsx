import { Box, Button, Group, Popover, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilter, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo, type Ref } from 'react';
import { INSIDERS, useMay, useSession } from '../../../api/session.ts';
import { SmallButton, TinyButton } from '../../../parts/buttons.tsx';
import { FilterPill } from '../../../parts/filter-fields.tsx';
import { formatDate, formatNumber } from '../../../parts/format.ts';
import { optionsOf } from '../../../parts/forms/bind-fields.ts';
import { SavedViews } from '../../../parts/list-tools/saved-views.tsx';
import { Hint } from '../../../parts/text.ts';
import { ThingSearch } from '../../../parts/thing-search.tsx';
import { listStrings } from '../../../strings/lists.ts';
import { filterStrings } from '../../../strings/reviews.ts';
import { riskStrings } from '../../../strings/risk.ts';
import { campaignsQuery } from '../reviews.ts';
import { WITHOUT_FACETS } from './facet-filters.ts';
import { FacetMenu, FacetPills, facetsQuery } from './facet-menu.tsx';
import { assignedTo, type FilterName, isClosed, isNarrowed, RISKS, unknownFilters } from './inbox-filters.ts';
import type { Inbox } from './use-inbox.ts';

const ANY = 'ANY';

/** Everything that narrows the list. What is chosen is in the address. */
export const FilterBar = memo(function FilterBar(props: {
  inbox: Inbox;
  /** Names of principal and asset that are filtered by, where the list knows them. */
  principalName: string | null;
  assetName: string | null;
  searchRef: Ref<HTMLInputElement>;
}) {
  const { inbox, principalName, assetName, searchRef } = props;
  const names = { principal: principalName, asset: assetName };
  const { filters, change } = inbox;
  const session = useSession();
  const whose = assignedTo(filters, session);
  const isOfAnother = whose !== 'me' && whose !== 'all';
  const counts = useQuery({ ...facetsQuery(inbox.facets), enabled: isOfAnother });
  const reviewers = counts.data?.facets.assigned_to.values;
  const reviewer = reviewers?.find(({ value }) => value === whose)?.name ?? whose;
  const field = { size: 'xs', allowDeselect: false, withCheckIcon: false } as const;
  const orNull = (value: string | null) => (value === ANY ? null : value);
  const unknown = unknownFilters(filters);
  const known = (name: FilterName) =>
    unknown.some((each) => each.name === name) ? undefined : filters[name];
  const selected = inbox.grouping === null ? 0 : (filters.review_ids?.split(',').length ?? 0);
  // What is selected one by one is not counted.
  const hasFacets = !isClosed(inbox.query.status) && selected === 0;
  const due = known('due');
  const dues = optionsOf(filterStrings.dues);
  return (
    <Stack gap={6} component="search" aria-label={filterStrings.bar}>
      {/* On a screen of 1280 px they fit into one line. */}
      <Group gap={6}>
        <Box flex="1 1 140px" maw={188}>
          <ThingSearch
            kinds={['principal', 'asset']}
            label={filterStrings.find}
            isLabelHidden
            isClearedOnChoice
            placeholder={filterStrings.findHint}
            leftSection={<IconSearch size={14} aria-hidden />}
            size="xs"
            inputRef={searchRef}
            value={null}
            onChange={(thing) => thing && change({ [`${thing.kind}_id`]: thing.id })}
          />
        </Box>
        {inbox.grouping === null ? (
          <Select
            {...field}
            w={106}
            aria-label={filterStrings.status}
            value={known('status') ?? 'PENDING'}
            onChange={(status) =>
              change({
                status: status === 'PENDING' ? null : status,
                ...(isClosed(status ?? undefined) ? WITHOUT_FACETS : {}),
              })
            }
            data={optionsOf(filterStrings.statuses)}
          />
        ) : null}
        <Select
          {...field}
          w={98}
          aria-label={filterStrings.risk}
          value={known('risk_level') ?? ANY}
          onChange={(risk) => change({ risk_level: orNull(risk) })}
          data={[
            { value: ANY, label: filterStrings.anyRisk },
            ...RISKS.map((risk) => ({
              value: risk,
              label: riskStrings[risk.toLowerCase() as keyof typeof riskStrings],
            })),
          ]}
        />
        <Select
          {...field}
          w={126}
          aria-label={filterStrings.assigned}
          value={whose}
          onChange={(assigned_to_id) => change({ assigned_to_id })}
          data={[
            ...(session.principal_id === null ? [] : [{ value: 'me', label: filterStrings.mine }]),
            { value: 'all', label: filterStrings.everybody },
            ...(isOfAnother ? [{ value: whose, label: filterStrings.somebody(reviewer) }] : []),
          ]}
        />
        {inbox.grouping === null ? (
          <Select
            {...field}
            w={138}
            aria-label={filterStrings.due}
            value={due ?? ANY}
            onChange={(value) => change({ due: orNull(value) })}
            data={[
              { value: ANY, label: filterStrings.anyDue },
              ...dues,
              ...(due && !dues.some(({ value }) => value === due)
                ? [{ value: due, label: filterStrings.dueBefore(due) }]
                : []),
            ]}
          />
        ) : null}
        {hasFacets ? <FacetMenu inbox={inbox} /> : null}
        <MoreFilters inbox={inbox} />
        <SavedViews
          page="reviews"
          place="lapse-inbox-filters"
          view={{ filters }}
          onChoose={(view) => inbox.setFilters(view.filters)}
        />
        {isNarrowed(filters) ? (
          <Button size="xs" variant="subtle" onClick={() => inbox.setFilters({})}>
            {filterStrings.clear}
          </Button>
        ) : null}
      </Group>
      {unknown.map(({ name, value }) => (
        <Group key={name} gap="xs" role="alert">
          <Text size="sm" c="var(--lapse-high)" style={{ overflowWrap: 'anywhere' }}>
            {filterStrings.unknown(filterStrings.names[name] ?? name, value)}
          </Text>
          <TinyButton onClick={() => change({ [name]: null })}>{filterStrings.removeUnknown}</TinyButton>
        </Group>
      ))}
      {filters.principal_id || filters.asset_id || selected > 0 || inbox.hasFacet ? (
        <Group gap="xs">
          <FacetPills inbox={inbox} />
          {selected > 0 ? (
            <FilterPill
              text={listStrings.selected(formatNumber(selected))}
              remove={filterStrings.remove(listStrings.selected(formatNumber(selected)))}
              onRemove={() => change({ review_ids: null })}
            />
          ) : null}
          {(['principal', 'asset'] as const).map((kind) => {
            const id = filters[`${kind}_id`];
            if (!id) return null;
            const name = names[kind] ?? id;
            return (
              <FilterPill
                key={kind}
                text={name}
                remove={filterStrings.remove(name)}
                onRemove={() => change({ [`${kind}_id`]: null })}
              />
            );
          })}
        </Group>
      ) : null}
    </Stack>
  );
});

function MoreFilters({ inbox: { filters, change, grouping } }: { inbox: Inbox }) {
  const [isOpen, { close, toggle }] = useDisclosure(false);
  const isInsider = useMay()(...INSIDERS);
  const campaigns = useQuery({
    ...campaignsQuery,
    enabled: isInsider && (isOpen || filters.campaign_id !== undefined),
  });
  const items = campaigns.data?.items ?? [];
  const date = filters.due && /^\d{4}/.test(filters.due) ? filters.due : '';
  const chosen = items.find(({ id }) => id === filters.campaign_id);
  return (
    <Popover opened={isOpen} onChange={close} onDismiss={close} width={280} trapFocus withRoles shadow="md">
      <Popover.Target>
        <SmallButton leftSection={<IconFilter size={15} aria-hidden />} onClick={toggle}>
          {chosen ? chosen.name : filterStrings.more}
          <span className="visually-hidden"> {filterStrings.bar}</span>
        </SmallButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={filterStrings.moreHint}>
        <Stack gap="sm">
          {grouping === null ? (
            <TextInput
              type="date"
              size="xs"
              label={filterStrings.dueDate}
              value={date}
              onChange={(event) => change({ due: event.currentTarget.value || null })}
            />
          ) : null}
          {items.length === 0 && filters.campaign_id === undefined ? (
            <Hint>{campaigns.data ? filterStrings.noCampaigns : filterStrings.searching}</Hint>
          ) : (
            <Select
              size="xs"
              label={filterStrings.campaign}
              allowDeselect={false}
              comboboxProps={{ withinPortal: false }}
              value={filters.campaign_id ?? ANY}
              onChange={(id) => change({ campaign_id: id === ANY ? null : id })}
              data={[
                { value: ANY, label: filterStrings.anyCampaign },
                ...items.map(({ id, name, created_at }) => ({
                  value: id,
                  label: `${name} (${formatDate(created_at)})`,
                })),
                ...(filters.campaign_id && !chosen
                  ? [{ value: filters.campaign_id, label: filters.campaign_id }]
                  : []),
              ]}
            />
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
