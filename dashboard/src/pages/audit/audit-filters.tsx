import { Anchor, Autocomplete, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { auditStrings } from '../../strings/audit.ts';
import { operationStrings } from '../../strings/operations.ts';

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

const TYPES = Object.entries(types)
  .map(([value, label]) => ({ value, label }))
  .sort((a, b) => a.label.localeCompare(b.label));

export function AuditFilters(props: {
  filters: Given;
  onChange: (changes: Partial<Record<Name, string | null>>) => void;
}) {
  const { filters, onChange } = props;
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label={words.type}
        placeholder={operationStrings.any}
        data={TYPES}
        value={filters.event_type ?? null}
        onChange={(event_type) => onChange({ event_type })}
        searchable
        clearable
        w={166}
      />
      <Typed
        label={words.actor}
        value={filters.actor}
        onChange={(actor) => onChange({ actor })}
        suggestions={['system']}
      />
      <Typed
        label={words.principal}
        value={filters.principal_id}
        onChange={(principal_id) => onChange({ principal_id })}
      />
      <Typed label={words.asset} value={filters.asset_id} onChange={(asset_id) => onChange({ asset_id })} />
      <Typed
        label={words.review}
        value={filters.review_id}
        onChange={(review_id) => onChange({ review_id })}
      />
      <TextInput
        type="date"
        label={words.from}
        value={filters.from ?? ''}
        onChange={(event) => onChange({ from: event.currentTarget.value || null })}
        w={140}
      />
      <TextInput
        type="date"
        label={words.to}
        value={filters.to ?? ''}
        onChange={(event) => onChange({ to: event.currentTarget.value || null })}
        w={140}
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
        w={126}
      />
      {Object.keys(filters).length > 0 ? (
        <Anchor
          component="button"
          type="button"
          size="sm"
          pb={8}
          onClick={() => onChange(Object.fromEntries(FILTERS.map((name) => [name, null])))}
        >
          {operationStrings.clear}
        </Anchor>
      ) : null}
    </Group>
  );
}

/** Text that is looked for when the typing pauses. */
function Typed(props: {
  label: string;
  value: string | undefined;
  onChange: (value: string | null) => void;
  suggestions?: string[];
}) {
  const { label, value = '', onChange, suggestions = [] } = props;
  const [text, setText] = useState(value);
  const search = useDebouncedCallback((typed: string) => onChange(typed.trim() || null), 250);
  // Cleared from elsewhere, or the address was changed.
  useEffect(() => setText(value), [value]);
  return (
    <Autocomplete
      label={label}
      placeholder={operationStrings.any}
      data={suggestions}
      value={text}
      onChange={(typed) => {
        setText(typed);
        search(typed);
      }}
      w={120}
    />
  );
}
