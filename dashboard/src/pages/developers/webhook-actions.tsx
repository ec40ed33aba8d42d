import { Button, Menu } from '@mantine/core';
import { IconDots, IconSend } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { type Confirmation, ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { useChange } from '../../parts/forms/use-change.ts';
import { developerStrings } from '../../strings/developers.ts';
import { SecretOnce } from './secret-once.tsx';
import { WebhookForm } from './webhook-form.tsx';
import type { Webhook } from './webhook-state.ts';

const { webhook: words, confirm } = developerStrings;
type Asking = 'edit' | 'rotate' | 'enable' | 'disable' | 'remove' | null;

export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState<Asking>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const params = { id: webhook.id };
  const close = () => setAsking(null);
  const test = useChange({
    send: () => api.post('/v1/webhooks/{id}/test', { params }),
    stale: ['webhooks'],
    done: words.testSent,
    saysFailure: true,
  });
  const setEnabled = (enabled: boolean) => api.patch('/v1/webhooks/{id}', { params, body: { enabled } });
  const orders: Record<Exclude<Asking, 'edit' | null>, [Confirmation, () => Promise<unknown>]> = {
    rotate: [
      confirm.rotate,
      async () => setSecret((await api.post('/v1/webhooks/{id}/rotate-secret', { params })).secret),
    ],
    enable: [confirm.enable, () => setEnabled(true)],
    disable: [confirm.disable, () => setEnabled(false)],
    remove: [
      { ...confirm.remove(webhook.url), isDangerous: true },
      async () => {
        await api.delete('/v1/webhooks/{id}', { params });
        await navigate({ to: '/developers' });
      },
    ],
  };
  const [confirmation, order] = asking === null || asking === 'edit' ? [] : orders[asking];
  return (
    <>
      {webhook.enabled ? (
        <Button
          leftSection={<IconSend size={16} aria-hidden />}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          {words.test}
        </Button>
      ) : (
        <Button onClick={() => setAsking('enable')}>{words.enable}</Button>
      )}
      <Button variant="default" onClick={() => setAsking('edit')}>
        {words.edit}
      </Button>
      <Button variant="default" onClick={() => setAsking('rotate')}>
        {words.rotate}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" px="xs" aria-label={words.more}>
            <IconDots size={18} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {webhook.enabled ? (
            <Menu.Item onClick={() => setAsking('disable')}>{words.disable}</Menu.Item>
          ) : null}
          <Menu.Item c="var(--lapse-critical)" onClick={() => setAsking('remove')}>
            {words.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking === 'edit' ? <WebhookForm webhook={webhook} onClose={close} /> : null}
      {confirmation && order ? (
        <ConfirmDialog confirmation={confirmation} onClose={close} onConfirm={order} stale={['webhooks']} />
      ) : null}
      {secret ? <SecretOnce secret={secret} onClose={() => setSecret(null)} /> : null}
    </>
  );
}
