import { Group, Stack, Text } from '@mantine/core';
import { CodeBlock } from '../../parts/code-block.tsx';
import { formatDateTime, formatNumber } from '../../parts/format.ts';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Hint, Small, Strong } from '../../parts/text.ts';
import { developerStrings } from '../../strings/developers.ts';
import type { Delivery } from './webhook-state.ts';

const { deliveries: words } = developerStrings;

/** Every attempt: when, what came back and how fast. */
export function AttemptList({ attempts }: { attempts: Delivery['attempts'] }) {
  return (
    <Stack gap={6}>
      <Strong>{words.attempts}</Strong>
      {attempts.length === 0 ? <Hint>{words.noAttempt}</Hint> : null}
      <Stack component="ol" gap={8} m={0} p={0} style={{ listStyle: 'none' }}>
        {attempts.map(({ at, status_code, latency_ms, error, response }, place) => {
          const isGood = error === null && status_code !== null && status_code < 400;
          return (
            <li key={at}>
              <Group gap="xs">
                <Text size="sm" fw={500}>
                  {words.attempt(place + 1)}
                </Text>
                <StateBadge tone={isGood ? 'good' : 'bad'}>
                  {status_code === null ? words.noAnswer : words.status_code(status_code)}
                </StateBadge>
                <Small className="numbers">
                  {formatDateTime(at)}, {words.took(formatNumber(Math.round(latency_ms)))}
                </Small>
              </Group>
              {error ? (
                <Text size="sm" mt={2}>
                  {error}
                </Text>
              ) : null}
              {response ? (
                <div style={{ marginTop: 4 }}>
                  <CodeBlock label={words.answer} text={response} wrap maxHeight={140} />
                </div>
              ) : null}
            </li>
          );
        })}
      </Stack>
    </Stack>
  );
}
