import { Group, Menu, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { RowButton } from '../../../parts/buttons.tsx';
import { formatNumber } from '../../../parts/format.ts';
import { ConfirmDialog } from '../../../parts/forms/confirm-dialog.tsx';
import { PageLink } from '../../../parts/page-link.tsx';
import { RowMenu } from '../../../parts/row-menu.tsx';
import { StateBadge } from '../../../parts/state-badge.tsx';
import { Row } from '../../../parts/table-box.tsx';
import { Small } from '../../../parts/text.ts';
import { RowWhen } from '../../../parts/when.tsx';
import { ruleStrings as words } from '../../../strings/rules.ts';
import { type Rule, RuleForm } from './rule-form.tsx';
import { RulePreview } from './rule-preview.tsx';

const STALE = ['policy', 'rules'];

export function RuleRow({ rule, isAdmin }: { rule: Rule; isAdmin: boolean }) {
  const [asking, setAsking] = useState<'preview' | 'off' | 'edit' | 'remove' | null>(null);
  const close = () => setAsking(null);
  const { id, name, kind, days, permissions, owner_id, owner_name, expires_at, is_on } = rule;
  const params = { id };
  return (
    <Row>
      <Table.Td maw={300}>
        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Small>{words.about(kind, formatNumber(days), permissions)}</Small>
      </Table.Td>
      <Table.Td maw={220}>
        <State rule={rule} />
      </Table.Td>
      <Table.Td>
        <PageLink to="/principals/$id" id={owner_id} size="sm">
          {owner_name}
        </PageLink>
      </Table.Td>
      <RowWhen at={expires_at} />
      <Table.Td className="numbers">
        <Text size="sm">{words.today(formatNumber(rule.decided_today), formatNumber(rule.cap_per_day))}</Text>
        <Small>{words.ever(formatNumber(rule.decided))}</Small>
        {rule.held > 0 ? <Small>{words.held(formatNumber(rule.held))}</Small> : null}
      </Table.Td>
      <Table.Td>
        {isAdmin ? (
          <Group gap={6} wrap="nowrap" justify="flex-end">
            <RowButton onClick={() => setAsking('preview')}>{words.try}</RowButton>
            {is_on ? <RowButton onClick={() => setAsking('off')}>{words.switchOff}</RowButton> : null}
            <RowMenu label={words.menu(name)}>
              <Menu.Item onClick={() => setAsking('edit')}>{words.edit}</Menu.Item>
              <Menu.Item c="var(--lapse-critical)" onClick={() => setAsking('remove')}>
                {words.remove}
              </Menu.Item>
            </RowMenu>
          </Group>
        ) : null}
        {asking === 'preview' ? <RulePreview rule={rule} onClose={close} /> : null}
        {asking === 'edit' ? <RuleForm rule={rule} onClose={close} /> : null}
        {asking === 'off' ? (
          <ConfirmDialog
            confirmation={words.switchOffConfirm(name)}
            onClose={close}
            onConfirm={() => api.post('/v1/rules/{id}/switch-off', { params })}
            stale={STALE}
          />
        ) : null}
        {asking === 'remove' ? (
          <ConfirmDialog
            confirmation={{ ...words.removeConfirm(name), isDangerous: true }}
            onClose={close}
            onConfirm={() => api.delete('/v1/rules/{id}', { params })}
            stale={STALE}
          />
        ) : null}
      </Table.Td>
    </Row>
  );
}

function State({ rule: { is_on, off_because, paused_because } }: { rule: Rule }) {
  if (!is_on) {
    return (
      <>
        <StateBadge tone="idle">{words.off}</StateBadge>
        <Small>{words.because[off_because]}</Small>
      </>
    );
  }
  if (paused_because === null) return <StateBadge tone="good">{words.on}</StateBadge>;
  return (
    <>
      <StateBadge tone="warning">{words.paused}</StateBadge>
      <Small>{paused_because}</Small>
    </>
  );
}
