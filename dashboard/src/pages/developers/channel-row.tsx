import type { Item } from '@lapse/client';
import { Group, Menu, Table, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { RowButton } from '../../parts/buttons.tsx';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { StateBadge, type Tone } from '../../parts/state-badge.tsx';
import { Row } from '../../parts/table-box.tsx';
import { Small } from '../../parts/text.ts';
import { RowWhen } from '../../parts/when.tsx';
import { developerStrings } from '../../strings/developers.ts';
import { ChannelForm } from './channel-form.tsx';
import { ChannelMessages } from './channel-messages.tsx';

const { channels: words, confirm } = developerStrings;

export type Channel = Item<'/v1/notifications/channels'>;
const CHANNELS = ['webhooks', 'channels'];
type Asking = 'edit' | 'test' | 'messages' | 'enable' | 'disable' | 'remove' | null;

export function ChannelRow({ channel }: { channel: Channel }) {
  const [asking, setAsking] = useState<Asking>(null);
  const session = useSession();
  const { id, kind, description, occasions, settings, enabled } = channel;
  const { tone, label } = stateOf(channel);
  const name = description || words.kinds[kind] || kind;
  const close = () => setAsking(null);
  const params = { id };
  const setEnabled = (on: boolean) =>
    api.patch('/v1/notifications/channels/{id}', { params, body: { enabled: on } });
  return (
    <Row>
      <Table.Td>
        <Text size="sm">{name}</Text>
        <Small style={{ overflowWrap: 'anywhere' }}>
          {words.kinds[kind]}, {settings.host ?? settings.url ?? settings.team_id}
        </Small>
        {channel.interactions_path === null ? null : (
          <Small style={{ overflowWrap: 'anywhere' }}>
            {words.requestUrl(`${session.public_url ?? window.location.origin}${channel.interactions_path}`)}
          </Small>
        )}
      </Table.Td>
      <Table.Td maw={300}>
        <StateBadge tone={tone}>{label}</StateBadge>
        {channel.disabled_reason || channel.last_error ? (
          <Small mt={4}>{channel.disabled_reason ?? channel.last_error}</Small>
        ) : null}
      </Table.Td>
      <Text size="sm">{occasions.map((occasion) => words.occasions[occasion] ?? occasion).join(', ')}</Text>
      <RowWhen at={channel.last_success_at} />
      <Table.Td>
        <Group gap={6} wrap="nowrap" justify="flex-end">
          <RowButton disabled={!enabled} onClick={() => setAsking('test')}>
            {words.test}
          </RowButton>
          <RowButton onClick={() => setAsking('messages')}>{words.messages}</RowButton>
          <RowMenu label={words.menu(name)}>
            <Menu.Item onClick={() => setAsking('edit')}>{words.edit}</Menu.Item>
            <Menu.Item onClick={() => setAsking(enabled ? 'disable' : 'enable')}>
              {enabled ? words.disable : words.enable}
            </Menu.Item>
            <Menu.Item c="var(--lapse-critical)" onClick={() => setAsking('remove')}>
              {words.remove}
            </Menu.Item>
          </RowMenu>
        </Group>
        {asking === 'edit' ? <ChannelForm channel={channel} onClose={close} /> : null}
        {asking === 'test' ? <ChannelTest channel={channel} onClose={close} /> : null}
        {asking === 'messages' ? <ChannelMessages id={id} name={name} onClose={close} /> : null}
        {asking === 'enable' || asking === 'disable' ? (
          <ConfirmDialog
            confirmation={confirm[asking]}
            onClose={close}
            onConfirm={() => setEnabled(asking === 'enable')}
            stale={CHANNELS}
          />
        ) : null}
        {asking === 'remove' ? (
          <ConfirmDialog
            confirmation={{ ...words.removeConfirm(name), isDangerous: true }}
            onClose={close}
            onConfirm={() => api.delete('/v1/notifications/channels/{id}', { params })}
            stale={CHANNELS}
          />
        ) : null}
      </Table.Td>
    </Row>
  );
}

function stateOf({ enabled, failing_since, last_success_at }: Channel): { tone: Tone; label: string } {
  if (!enabled) return { tone: 'idle', label: words.state.disabled };
  if (failing_since !== null) return { tone: 'bad', label: words.state.failing };
  return last_success_at === null
    ? { tone: 'idle', label: words.state.fresh }
    : { tone: 'good', label: words.state.ok };
}

function ChannelTest({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const session = useSession();
  const [recipient, setRecipient] = useState(session.email ?? '');
  // Mail and apps of Slack go to people, and so does a test of them.
  const isPersonal = channel.kind === 'email' || channel.settings.team_id !== undefined;
  return (
    <ConfirmDialog
      confirmation={{ title: words.testTitle, consequences: [], action: words.testAction }}
      onClose={onClose}
      onConfirm={async () => {
        await api.post('/v1/notifications/channels/{id}/test', {
          params: { id: channel.id },
          body: isPersonal ? { recipient } : {},
        });
        notifications.show({ message: words.testSent });
      }}
      stale={CHANNELS}
    >
      {isPersonal ? (
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
