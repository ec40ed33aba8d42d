import type { Item } from '@lapse/client';
import { Group, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { TinyButton } from '../../parts/buttons.tsx';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { When } from '../../parts/when.tsx';
import { connectorStrings } from '../../strings/connectors.ts';

const { alerts: words } = connectorStrings;
type Alert = Item<'/v1/alerts'>;
type Handling = keyof typeof words.handling;

const DAY_MS = 86_400_000;
const dayAfter = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Who knows of an alert, who silenced it, and what may be done about that. */
export function AlertHandling({ alert, name }: { alert: Alert; name: string }) {
  const may = useMay();
  const [handling, setHandling] = useState<Handling | null>(null);
  const [day, setDay] = useState(() => dayAfter(7));
  const { id, state, acknowledged, silenced } = alert;
  const isAdmin = may('service.admin');
  const mayAcknowledge = state === 'firing' && !acknowledged && may('service.admin', 'service.reviewer');
  const send = async (note: string): Promise<void> => {
    const params = { id };
    if (handling === 'acknowledge') {
      await api.post('/v1/alerts/{id}/acknowledge', { params, body: note === '' ? {} : { note } });
    } else if (handling === 'silence') {
      const body = { until: `${day}T23:59:59Z`, reason: note };
      await api.post('/v1/alerts/{id}/silence', { params, body });
    } else await api.delete('/v1/alerts/{id}/silence', { params });
    if (handling) notifications.show({ message: words.handling[handling].done });
  };
  return (
    <>
      <Group gap="xs">
        {name === '' ? null : <Text size="sm">{name}</Text>}
        {acknowledged ? (
          <Text size="sm">
            {words.acknowledged(acknowledged.by)} <When at={acknowledged.at} />
            {acknowledged.note ? `: ${acknowledged.note}` : ''}
          </Text>
        ) : null}
        {silenced ? (
          <Text size="sm">
            {words.silencedBy(silenced.by)} <When at={silenced.until} />: {silenced.reason}
          </Text>
        ) : null}
        {mayAcknowledge ? (
          <TinyButton onClick={() => setHandling('acknowledge')}>{words.acknowledge}</TinyButton>
        ) : null}
        {isAdmin ? (
          <TinyButton onClick={() => setHandling(silenced ? 'unsilence' : 'silence')}>
            {silenced ? words.endSilence : words.silence}
          </TinyButton>
        ) : null}
      </Group>
      {handling ? (
        <ConfirmDialog
          confirmation={words.handling[handling]}
          onClose={() => setHandling(null)}
          onConfirm={send}
          stale={['alerts']}
        >
          {handling === 'silence' ? (
            <TextInput
              type="date"
              label={words.until}
              description={words.untilHint}
              required
              min={dayAfter(0)}
              max={dayAfter(89)}
              maw={260}
              value={day}
              onChange={(event) => setDay(event.currentTarget.value)}
            />
          ) : null}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
