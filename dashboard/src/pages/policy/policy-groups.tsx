import { Stack, Text } from '@mantine/core';
import { Panel } from '../../parts/panel.tsx';
import { policyStrings as strings } from '../../strings/policy.ts';
import classes from './policy.module.css';
import { type Edits, type Policy, shownAt } from './policy-draft.ts';
import { PolicyField } from './policy-field.tsx';
import { GROUPS } from './policy-fields.ts';

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
  return (
    <Stack gap="md">
      {GROUPS.map(({ key, parts }) => (
        <Panel key={key} {...strings.groups[key]}>
          {parts.map((part) => (
            <Stack key={part.paths[0]} gap="xs">
              {part.key ? (
                <Text fw={600} size="sm" component="h3">
                  {strings.parts[part.key]}
                </Text>
              ) : null}
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
