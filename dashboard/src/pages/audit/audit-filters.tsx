import { Group, Select, TextInput } from '@mantine/core';
import { AnySelect, ClearFilters, TypedFilter, unknownOf, unknownText } from '../../parts/filter-fields.tsx';
import type { BindFilter, ChangeFilters } from '../../parts/filters.ts';
import { auditStrings } from '../../strings/audit.ts';
import { rangeOf } from './range-of.ts';

const { filters: words, types } = auditStrings;
export const FILTERS = [
  'event_type',
  'actor',
  'principal',
  'principal_id',
  'asset',
  'asset_id',
  'review_id',
  'from',
  'to',
  'order',
] as const;
type Name = (typeof FILTERS)[number];
type Given = Partial<Record<Name, string>>;

const TYPES = Object.fromEntries(Object.entries(types).sort(([, a], [, b]) => a.localeCompare(b)));

const ORDERS = [
  { value: 'desc', label: words.newest },
  { value: 'asc', label: words.oldest },
];

export function AuditFilters(props: {
  filters: Given;
  onChange: ChangeFilters<Name>;
  bind: BindFilter<Name>;
}) {
  const { filters, onChange, bind } = props;
  return (
    <Group gap="xs" align="flex-end">
      <AnySelect label={words.type} of={TYPES} w={150} searchable {...bind('event_type')} />
      <TypedFilter label={words.actor} suggestions={['system']} {...bind('actor', 'typed')} />
      <TypedFilter
        label={words.principal}
        value={filters.principal ?? filters.principal_id}
        onChange={(principal) => onChange({ principal, principal_id: null }, 'typed')}
      />
      <TypedFilter
        label={words.asset}
        value={filters.asset ?? filters.asset_id}
        onChange={(asset) => onChange({ asset, asset_id: null }, 'typed')}
      />
      <TypedFilter label={words.review} {...bind('review_id', 'typed')} />
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          type="date"
          label={words[end]}
          value={filters[end] ?? ''}
          error={unknownDay(filters[end])}
          onChange={(event) => onChange({ [end]: event.currentTarget.value || null }, 'typed')}
          w={138}
        />
      ))}
      <Select
        label={words.order}
        data={ORDERS}
        value={filters.order ?? 'desc'}
        error={unknownOf(ORDERS, filters.order)}
        onChange={(order) => onChange({ order: order === 'asc' ? 'asc' : null })}
        allowDeselect={false}
        w={112}
      />
      <ClearFilters filters={filters} onChange={onChange} />
    </Group>
  );
}

const unknownDay = (day: string | undefined) =>
  day !== undefined && Object.keys(rangeOf({ from: day })).length === 0 ? unknownText(day) : null;
