import { Select } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { developerStrings } from '../../strings/developers.ts';

const { resend: words, confirm } = developerStrings;
const DAY_MS = 86_400_000;

export function ResendFailed({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const [days, setDays] = useState('1');
  const send = async () => {
    const since = new Date(Date.now() - Number(days) * DAY_MS).toISOString();
    const { redelivered } = await api.post('/v1/webhooks/{id}/redeliver', {
      params: { id },
      body: { since },
    });
    notifications.show({ message: redelivered === 0 ? words.none : words.done(redelivered) });
    await client.invalidateQueries({ queryKey: ['webhooks', id] });
  };
  return (
    <ConfirmDialog confirmation={confirm.resendFailed} onClose={onClose} onConfirm={send}>
      <Select
        label={words.since}
        data={Object.entries(words.periods).map(([value, label]) => ({ value, label }))}
        value={days}
        onChange={(value) => setDays(value ?? '1')}
        allowDeselect={false}
        w={200}
      />
    </ConfirmDialog>
  );
}
