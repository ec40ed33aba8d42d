import { NumberInput, Select, Text, TextInput } from '@mantine/core';
import { PersonSelect } from '../../parts/person-select.tsx';
import { toneColor } from '../../parts/state-badge.tsx';
import {
  policyChoiceStrings,
  policyFieldStrings,
  policyOptionStrings,
  policyStrings as strings,
} from '../../strings/policy.ts';
import classes from './policy.module.css';
import { RULES } from './policy-fields.ts';

/** One number or choice of the policy, with what it means, its unit, and what is wrong with it. */
export function PolicyField(props: {
  path: string;
  value: unknown;
  isChanged: boolean;
  isReadOnly: boolean;
  error: string | undefined;
  onChange: (value: unknown) => void;
}) {
  const { path, value, isChanged, isReadOnly, error, onChange } = props;
  const rule = RULES[path];
  const text = policyFieldStrings[path];
  if (!rule || !text) return null;
  const { label, help, unit = '' } = text;
  const shared = {
    label,
    description: help,
    error,
    readOnly: isReadOnly,
    className: classes.field,
    'data-changed': isChanged,
    inputWrapperOrder: ['label', 'input', 'error', 'description'] as (
      | 'label'
      | 'input'
      | 'error'
      | 'description'
    )[],
  };
  const right = unit ? (
    <Text size="xs" c="dimmed">
      {unit}
    </Text>
  ) : undefined;
  const rightWidth = 16 + unit.length * 8;
  switch (rule.type) {
    case 'person':
      return (
        <PersonSelect
          {...shared}
          placeholder={strings.nobody}
          value={(value as string | null) ?? null}
          onChange={onChange}
        />
      );
    case 'choice': {
      const option = path === 'review.when_overdue' ? policyOptionStrings[String(value)] : undefined;
      return (
        <Select
          {...shared}
          description={
            option ? (
              <>
                {option.help}
                {option.warning ? (
                  <Text span display="block" mt={4} size="xs" fw={650} c={toneColor('warning')}>
                    {option.warning}
                  </Text>
                ) : null}
              </>
            ) : (
              help
            )
          }
          allowDeselect={false}
          data={rule.options.map((option) => ({
            value: option,
            label: policyChoiceStrings[option] ?? option,
          }))}
          value={String(value)}
          onChange={onChange}
        />
      );
    }
    case 'flag':
      return (
        <Select
          {...shared}
          allowDeselect={false}
          data={['true', 'false'].map((option) => ({
            value: option,
            label: policyChoiceStrings[option] ?? option,
          }))}
          value={String(value)}
          onChange={onChange}
        />
      );
    case 'list':
      return (
        <TextInput
          {...shared}
          inputMode="decimal"
          rightSection={right}
          rightSectionWidth={rightWidth}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    default:
      return (
        <NumberInput
          {...shared}
          hideControls
          allowDecimal={rule.type !== 'whole'}
          allowNegative={rule.min < 0}
          step={rule.max <= 1 ? 0.01 : 1}
          clampBehavior="none"
          rightSection={right}
          rightSectionWidth={rightWidth}
          value={value as number | string}
          onChange={onChange}
        />
      );
  }
}
