import { type InputWrapperProps, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { principalThing } from '../../parts/find-things.ts';
import { Panel } from '../../parts/panel.tsx';
import { toneColor } from '../../parts/state-badge.tsx';
import { Small, Strong } from '../../parts/text.ts';
import { ThingSearch } from '../../parts/thing-search.tsx';
import {
  policyChoiceStrings,
  policyFieldStrings,
  policyOptionStrings,
  policyStrings as strings,
} from '../../strings/policy.ts';
import { principalQueries } from '../principals/principal-queries.ts';
import classes from './policy.module.css';
import { type Edits, type Policy, shownAt } from './policy-draft.ts';
import { GROUPS, isTaken, RULES } from './policy-fields.ts';

const ORDER: InputWrapperProps['inputWrapperOrder'] = ['label', 'input', 'error', 'description'];

/** All fields of the policy, by what they are about. */
export function PolicyGroups(props: {
  policy: Policy;
  edits: Edits;
  faults: Readonly<Record<string, string>>;
  changed: ReadonlySet<string>;
  isReadOnly: boolean;
  onEdit: (path: string, value: unknown) => void;
}) {
  const { policy, edits, faults, changed, isReadOnly, onEdit } = props;
  const model = Number(shownAt(policy, edits, 'model_version'));
  const groups = GROUPS.map(({ key, parts }) => ({
    key,
    parts: parts
      .map((part) => ({ ...part, paths: part.paths.filter((path) => isTaken(path, model)) }))
      .filter(({ paths }) => paths.length > 0),
  })).filter(({ parts }) => parts.length > 0);
  return (
    <Stack gap="md">
      <nav className={classes.sections} aria-label={strings.sections}>
        {groups.map(({ key }) => (
          <a key={key} href={`#${key}`}>
            {strings.groups[key].title}
          </a>
        ))}
      </nav>
      {groups.map(({ key, parts }) => (
        <Panel key={key} id={key} {...strings.groups[key]}>
          {parts.map((part) => (
            <Stack key={part.paths[0]} gap="xs" className={classes.part}>
              {part.key ? <Strong component="h3">{strings.parts[part.key]}</Strong> : null}
              <div className={classes.fields}>
                {part.paths.map((path) => (
                  <PolicyField
                    key={path}
                    path={path}
                    value={shownAt(policy, edits, path)}
                    isChanged={changed.has(path)}
                    isReadOnly={isReadOnly}
                    error={faults[path]}
                    onChange={(value) => onEdit(path, value)}
                  />
                ))}
              </div>
            </Stack>
          ))}
        </Panel>
      ))}
    </Stack>
  );
}

/** One number or choice of the policy, with what it means, its unit, and what is wrong with it. */
function PolicyField(props: {
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
    inputWrapperOrder: ORDER,
  };
  const right = unit ? <Small>{unit}</Small> : undefined;
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
    case 'flag':
    case 'choice': {
      const options = rule.type === 'flag' ? ['true', 'false'] : rule.options.map(String);
      const isExplained = path === 'review.when_overdue' || path === 'model_version';
      const option = isExplained ? policyOptionStrings[String(value)] : undefined;
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
          data={options.map((each) => ({ value: each, label: policyChoiceStrings[each] ?? each }))}
          value={String(value)}
          onChange={onChange}
        />
      );
    }
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
          placeholder={rule.orNone ? strings.noLimit : undefined}
          value={(value ?? '') as number | string}
          onChange={onChange}
        />
      );
  }
}

/** One principal by its id, found by name or e-mail. */
function PersonSelect(props: {
  label: string;
  description?: string;
  value: string | null;
  onChange: (id: string | null) => void;
  error?: string | undefined;
  readOnly?: boolean;
  placeholder?: string;
}) {
  const { value, onChange, ...rest } = props;
  const chosen = useQuery({ ...principalQueries.principal(value ?? ''), enabled: value !== null });
  const known = chosen.data ? principalThing(chosen.data) : null;
  return (
    <ThingSearch
      {...rest}
      kinds={['principal']}
      value={value === null ? null : (known ?? { kind: 'principal', id: value, name: value })}
      onChange={(thing) => onChange(thing?.id ?? null)}
    />
  );
}
