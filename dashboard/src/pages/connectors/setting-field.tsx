import { NumberInput, PasswordInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { connectorStrings } from '../../strings/connectors.ts';
import type { Setting, Value } from './connector-settings.ts';

const { form: words } = connectorStrings;

/** One setting of a platform, as its kind wants to be typed. */
export function SettingField(props: {
  setting: Setting;
  value: Value;
  /** A secret that is there already. */
  isSet?: boolean;
  onChange: (value: Value) => void;
  error: string | undefined;
}) {
  const { setting, value, isSet = false, onChange, error } = props;
  const { name, type, secret, required, description, one_of } = setting;
  const common = { label: words.label(name), description, error, required: required && !isSet };
  if (type === 'text_list') {
    return (
      <TagsInput
        {...common}
        description={`${description} ${words.list}`}
        value={Array.isArray(value) ? value : []}
        onChange={onChange}
      />
    );
  }
  if (type === 'integer') {
    return (
      <NumberInput
        {...common}
        value={Array.isArray(value) ? '' : value}
        onChange={(given) => onChange(given === '' ? '' : Number(given))}
        allowDecimal={false}
      />
    );
  }
  const text = String(value);
  if (one_of !== null) {
    return (
      <Select
        {...common}
        data={one_of}
        value={text}
        onChange={(chosen) => onChange(chosen ?? '')}
        allowDeselect={false}
      />
    );
  }
  const hint = secret ? `${description} ${isSet ? words.secretKept : words.secretHint}` : description;
  // In one line it would lose its line breaks.
  if (/^PEM|one in each line/.test(description)) {
    return (
      <Textarea
        {...common}
        description={hint}
        autosize
        minRows={2}
        maxRows={6}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  if (secret) {
    return (
      <PasswordInput
        {...common}
        description={hint}
        autoComplete="new-password"
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      {...common}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
