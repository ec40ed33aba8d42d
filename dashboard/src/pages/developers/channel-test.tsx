import { TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { developerStrings } from '../../strings/developers.ts';
import type { Channel } from './channel-row.tsx';

const { channels: words } = developerStrings;

export function ChannelTest({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const client = useQueryClient();
  const session = useSession();
  const [recipient, setRecipient] = useState(session.email ?? '');
  const isMail = channel.kind === 'email';
  return (
    <ConfirmDialog
      confirmation={{ title: words.testTitle, consequences: [], action: words.testAction }}
      onClose={onClose}
      onConfirm={async () => {
        await api.post('/v1/notifications/channels/{id}/test', {
          params: { id: channel.id },
          body: isMail ? { recipient } : {},
        });
        notifications.show({ message: words.testSent });
        await client.invalidateQueries({ queryKey: ['webhooks', 'channels'] });
      }}
    >
      {isMail ? (
        <TextInput
          label={words.recipient}
          type="email"
          required
          value={recipient}
          onChange={(event) => setRecipient(event.currentTarget.value)}
        />
      ) : null}
    </ConfirmDialog>
  );
}
