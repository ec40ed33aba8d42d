import { Group, Select, TextInput } from '@mantine/core';
import { AnySelect } from '../../parts/any-select.tsx';
import { ClearFilters } from '../../parts/clear-filters.tsx';
import { TypedFilter } from '../../parts/typed-filter.tsx';
import { auditStrings } from '../../strings/audit.ts';

const { filters: words, types } = auditStrings;
export const FILTERS = [
  'event_type',
  'actor',
  'principal_id',
  'asset_id',
  'review_id',
  'from',
  'to',
  'order',
] as const;
type Name = (typeof FILTERS)[number];
type Given = Partial<Record<Name, string>>;

const TYPES = Object.fromEntries(Object.entries(types).sort(([, a], [, b]) => a.localeCompare(b)));

export function AuditFilters(props: {
  filters: Given;
  onChange: (changes: Partial<Record<Name, string | null>>) => void;
}) {
  const { filters, onChange } = props;
  return (
    <Group gap="xs" align="flex-end">
      <AnySelect
        label={words.type}
        of={TYPES}
        value={filters.event_type}
        onChange={(event_type) => onChange({ event_type })}
        searchable
        w={150}
      />
      <TypedFilter
        label={words.actor}
        value={filters.actor}
        onChange={(actor) => onChange({ actor })}
        suggestions={['system']}
      />
      <TypedFilter
        label={words.principal}
        value={filters.principal_id}
        onChange={(principal_id) => onChange({ principal_id })}
      />
      <TypedFilter
        label={words.asset}
        value={filters.asset_id}
        onChange={(asset_id) => onChange({ asset_id })}
      />
      <TypedFilter
        label={words.review}
        value={filters.review_id}
        onChange={(review_id) => onChange({ review_id })}
      />
      <TextInput
        type="date"
        label={words.from}
        value={filters.from ?? ''}
        onChange={(event) => onChange({ from: event.currentTarget.value || null })}
        w={138}
      />
      <TextInput
        type="date"
        label={words.to}
        value={filters.to ?? ''}
        onChange={(event) => onChange({ to: event.currentTarget.value || null })}
        w={138}
      />
      <Select
        label={words.order}
        data={[
          { value: 'desc', label: words.newest },
          { value: 'asc', label: words.oldest },
        ]}
        value={filters.order ?? 'desc'}
        onChange={(order) => onChange({ order: order === 'asc' ? 'asc' : null })}
        allowDeselect={false}
        w={112}
      />
      <ClearFilters filters={filters} onChange={onChange} />
    </Group>
  );
}
