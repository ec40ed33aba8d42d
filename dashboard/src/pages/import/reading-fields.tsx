import { Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { SmallButton } from '../../parts/buttons.tsx';
import { optionsOf } from '../../parts/forms/bind-fields.ts';
import { Hint } from '../../parts/text.ts';
import { importStrings } from '../../strings/import.ts';
import { type Preview, type Reading, type Source, withSource } from './csv-reading.ts';

const { reading: words, fields: names } = importStrings;

/** Which column says what, and how cells are written. */
export function ReadingFields(props: {
  preview: Preview;
  reading: Reading;
  onChange: (reading: Reading) => void;
}) {
  const { preview, reading, onChange } = props;
  const [showsAll, { toggle }] = useDisclosure(false);
  const isSaid = (field: string) => field in preview.map || field in reading.set;
  const shown = preview.fields.filter(
    ({ name, required }) => showsAll || required || isSaid(name) || name === 'platform',
  );
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
        {shown.map((field) => (
          <FieldSource
            key={field.name}
            field={field}
            columns={preview.columns}
            column={preview.map[field.name]}
            value={reading.set[field.name]}
            onChange={(source) => onChange(withSource(reading, preview, field.name, source))}
          />
        ))}
      </SimpleGrid>
      <Group justify="space-between">
        <SmallButton onClick={toggle} aria-expanded={showsAll}>
          {showsAll ? words.fewer : words.more}
        </SmallButton>
        {preview.unread.length > 0 ? <Hint>{words.unread(preview.unread)}</Hint> : null}
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <Select
          label={words.separator}
          data={optionsOf(words.separators)}
          value={reading.separator ?? preview.separator}
          onChange={(separator) => onChange({ ...reading, separator })}
          allowDeselect={false}
        />
        <Select
          label={words.dates}
          description={words.datesHint}
          data={optionsOf(words.formats)}
          value={reading.date_format}
          onChange={(date_format) => date_format && onChange({ ...reading, date_format })}
          allowDeselect={false}
          inputWrapperOrder={['label', 'input', 'description']}
        />
        <Select
          label={words.zone}
          data={ZONES}
          value={reading.time_zone}
          onChange={(time_zone) => time_zone && onChange({ ...reading, time_zone })}
          allowDeselect={false}
          searchable
          limit={60}
        />
      </SimpleGrid>
    </Stack>
  );
}

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
const ALWAYS = 'always';
const COLUMN = 'column ';

function FieldSource(props: {
  field: Preview['fields'][number];
  columns: readonly string[];
  column: string | undefined;
  value: string | undefined;
  onChange: (source: Source) => void;
}) {
  const { field, columns, column, value, onChange } = props;
  const label = names[field.name] ?? field.name;
  const named = [...new Set(columns)].filter((name) => name !== '');
  return (
    <Stack gap={6}>
      <Select
        label={label}
        description={field.description}
        withAsterisk={field.required}
        inputWrapperOrder={['label', 'input', 'description']}
        placeholder={words.nothing}
        data={[
          ...named.map((name) => ({ value: `${COLUMN}${name}`, label: name })),
          { value: ALWAYS, label: words.always },
        ]}
        value={value !== undefined ? ALWAYS : column === undefined ? null : `${COLUMN}${column}`}
        onChange={(chosen) => {
          if (chosen === null) onChange(null);
          else onChange(chosen === ALWAYS ? { value: '' } : { column: chosen.slice(COLUMN.length) });
        }}
        clearable
        clearButtonProps={{ 'aria-label': `${words.nothing}: ${label}` }}
      />
      {value === undefined ? null : (
        <TextInput
          aria-label={words.value(label)}
          placeholder={words.value(label)}
          value={value}
          onChange={(event) => onChange({ value: event.currentTarget.value })}
          data-autofocus
        />
      )}
    </Stack>
  );
}
