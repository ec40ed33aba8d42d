import type { Item } from '@lapse/client';
import { Menu, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { formatDateTime, formatNumber } from '../../parts/format.ts';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Row } from '../../parts/table-box.tsx';
import { Small } from '../../parts/text.ts';
import { RowWhen } from '../../parts/when.tsx';
import { provisioningStrings as words } from '../../strings/provisioning.ts';

type Token = Item<'/v1/scim/tokens'>;

export function ScimTokenRow(props: { token: Token; isAdmin: boolean; onSecret: (token: string) => void }) {
  const { token, isAdmin, onSecret } = props;
  const { id, name, created_by, last_used_at, revoked_at, previous_expires_at } = token;
  const [asking, setAsking] = useState<'rotate' | 'revoke' | null>(null);
  const params = { id };
  const orders = {
    rotate: async () => onSecret((await api.post('/v1/scim/tokens/{id}/rotate', { params })).token),
    revoke: () => api.delete('/v1/scim/tokens/{id}', { params }),
  };
  const state = revoked_at !== null ? 'revoked' : last_used_at === null ? 'unused' : 'active';
  const overlap =
    revoked_at === null && previous_expires_at !== null && Date.parse(previous_expires_at) > Date.now();
  return (
    <Row>
      <Table.Td maw={320}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Small>{words.by(created_by)}</Small>
        {overlap ? <Small>{words.twoSecrets(formatDateTime(previous_expires_at as string))}</Small> : null}
      </Table.Td>
      <StateBadge tone={TONES[state]}>{words.states[state]}</StateBadge>
      <RowWhen at={last_used_at} fallback={words.never} />
      <Arrived name={name} />
      <Table.Td>
        {isAdmin && revoked_at === null ? (
          <RowMenu label={words.more(name)}>
            <Menu.Item onClick={() => setAsking('rotate')}>{words.rotate}</Menu.Item>
            <Menu.Item c="var(--lapse-critical)" onClick={() => setAsking('revoke')}>
              {words.revoke}
            </Menu.Item>
          </RowMenu>
        ) : null}
        {asking ? (
          <ConfirmDialog
            confirmation={asking === 'rotate' ? words.confirmRotate(name) : words.confirmRevoke(name)}
            onConfirm={orders[asking]}
            onClose={() => setAsking(null)}
            stale={['scim']}
          />
        ) : null}
      </Table.Td>
    </Row>
  );
}

const TONES = { active: 'good', unused: 'waiting', revoked: 'idle' } as const;

/** What it does is in the audit trail under its name. */
function Arrived({ name }: { name: string }) {
  const actor = `${name} (SCIM)`;
  const { data } = useQuery({
    queryKey: ['audit', 'of', actor],
    queryFn: () => api.get('/v1/audit', { query: { actor, limit: 1 } }),
  });
  if (!data) return <Text size="sm">…</Text>;
  if (data.total === 0) return <Text size="sm">{words.nothing}</Text>;
  return (
    <PageLink to="/audit" search={{ actor }} size="sm">
      {words.arrived(formatNumber(data.total))}
    </PageLink>
  );
}
