import { Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeBlock } from '../../../parts/code-block.tsx';
import { StateBadge, type Tone } from '../../../parts/state-badge.tsx';
import { Small, Strong } from '../../../parts/text.ts';
import { connectStrings } from '../../../strings/connect.ts';
import type { Setting, Values } from '../connector-settings.ts';
import { fillSnippet, type Step } from './connect-values.ts';

const { prepare: words, result } = connectStrings;
const TONES: Record<string, Tone> = { discover: 'good', read_use: 'waiting', revoke: 'idle' };

/** One thing to do on the platform: what, by which permissions, what to copy, and what to enter here from it. */
export function StepCard(props: {
  step: Step;
  number: number;
  settings: Setting[];
  values: Values;
  field: (setting: Setting) => ReactNode;
}) {
  const { step, number, settings, values, field } = props;
  const told = step.settings.flatMap(({ name }) => settings.filter((setting) => setting.name === name));
  return (
    <Paper withBorder p="md" component="section" aria-label={step.title} style={{ overflowWrap: 'anywhere' }}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={3} size="h5">
            {words.step(number, step.title)}
          </Title>
          <StateBadge tone={TONES[step.needed_for] ?? 'idle'}>
            {words.needed[step.needed_for] ?? step.needed_for}
          </StateBadge>
        </Group>
        <List size="sm" spacing={4}>
          {step.instructions.map((instruction) => (
            <List.Item key={instruction}>{instruction}</List.Item>
          ))}
        </List>
        {step.permissions.length > 0 ? (
          <div>
            <Strong>{words.permissions}</Strong>
            <List size="sm" spacing={4}>
              {step.permissions.map(({ name, purpose, ability }) => (
                <List.Item key={name}>
                  <Text span size="sm" ff="monospace">
                    {name}
                  </Text>{' '}
                  {purpose}.{ability === step.needed_for ? null : <Small>{result.abilities[ability]}</Small>}
                </List.Item>
              ))}
            </List>
          </div>
        ) : null}
        {step.snippets.map(({ title, parts }) => (
          <div key={JSON.stringify(parts)}>
            <Small mb={4}>{title}</Small>
            <CodeBlock label={words.snippet(title, step.title)} text={fillSnippet(parts, values)} wrap />
          </div>
        ))}
        {told.map(field)}
      </Stack>
    </Paper>
  );
}
