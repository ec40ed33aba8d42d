import type { Answer } from '@lapse/client';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { SmallButton } from '../../parts/buttons.tsx';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Strong } from '../../parts/text.ts';
import { When } from '../../parts/when.tsx';
import { remediationStrings } from '../../strings/remediations.ts';

const { breaker: words } = remediationStrings;
type Breaker = Answer<'/v1/remediations/breaker', 'get'>['breakers'][number];

/** Only while one is tripped. */
export function BreakerBanner() {
  const may = useMay();
  const [releasing, setReleasing] = useState<Breaker | null>(null);
  const { data } = useQuery({
    queryKey: ['remediations', 'breaker'],
    queryFn: () => api.get('/v1/remediations/breaker'),
  });
  if (!data?.tripped) return null;
  const release = async (id: string, note: string) => {
    await api.post('/v1/remediations/breaker/release', { body: { id, note } });
    notifications.show({ message: words.released });
  };
  return (
    <Notice tone="bad" title={words.title} role="alert">
      <Stack gap="sm">
        {data.breakers.map((breaker) => (
          <Group key={breaker.id} justify="space-between" gap="sm" align="flex-start">
            <div style={{ flex: '1 1 320px' }}>
              <Strong>
                {breaker.asset_id === null ? words.tenant : words.asset(breaker.asset_id)} {words.since}{' '}
                <When at={breaker.tripped_at} />
              </Strong>
              <Text size="sm">{breaker.reason}</Text>
            </div>
            {may('service.admin') ? (
              <SmallButton onClick={() => setReleasing(breaker)}>{words.release}</SmallButton>
            ) : null}
          </Group>
        ))}
        <Text size="sm">
          {words.hint}{' '}
          <Anchor
            component={Link}
            to="/remediations"
            search={{ status: 'blocked' } as never}
            size="sm"
            c="inherit"
            underline="always"
          >
            {words.blocked}
          </Anchor>
        </Text>
      </Stack>
      {releasing ? (
        <ConfirmDialog
          confirmation={{
            title: words.releaseTitle,
            consequences: [releasing.reason, ...words.consequences],
            action: words.action,
            note: 'required',
          }}
          onClose={() => setReleasing(null)}
          onConfirm={(note) => release(releasing.id, note)}
          stale={['remediations']}
        />
      ) : null}
    </Notice>
  );
}
