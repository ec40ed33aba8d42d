import type { Answer } from '@lapse/client';
import { List, Stack, Text } from '@mantine/core';
import { Facts } from '../../parts/facts.tsx';
import { formatNumber } from '../../parts/format.ts';
import { Notice } from '../../parts/notice.tsx';
import { Small, Strong } from '../../parts/text.ts';
import { connectStrings } from '../../strings/connect.ts';
import { connectorStrings } from '../../strings/connectors.ts';

const { result: words } = connectStrings;
const { test: facts } = connectorStrings;

type Health = Answer<'/v1/connectors/test', 'post'>;

const ABILITIES = ['discover', 'read_use', 'revoke'] as const;

/** What a platform answered to a test: what is missing, by what it is for. */
export function TestResult({ health }: { health: Health }) {
  const { ok, message, version, latency_ms, missing } = health;
  const latency = latency_ms === null ? null : facts.ms(formatNumber(Math.round(latency_ms)));
  return (
    <Stack gap="sm">
      <Notice
        tone={ok ? (missing.length === 0 ? 'good' : 'warning') : 'bad'}
        title={ok ? words.good : words.bad}
        role={ok ? 'status' : 'alert'}
      >
        <Text size="sm">{message}</Text>
      </Notice>
      <Facts
        single
        items={[
          [facts.version, version],
          [facts.latency, latency],
        ]}
      />
      {ok && missing.length === 0 ? <Text size="sm">{words.nothingMissing}</Text> : null}
      {ABILITIES.map((ability) => {
        const lacking = missing.filter((one) => one.ability === ability);
        if (lacking.length === 0) return null;
        return (
          <div key={ability}>
            <Strong>
              {words.missing}: {words.abilities[ability]}
            </Strong>
            <List size="sm">
              {lacking.map(({ what }) => (
                <List.Item key={what}>{what}</List.Item>
              ))}
            </List>
            {ability === 'discover' ? null : <Small>{words.notForReading}</Small>}
          </div>
        );
      })}
    </Stack>
  );
}
