import { Badge, Group, Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { RowButton, SmallButton } from '../../parts/buttons.tsx';
import { formatDate, formatNumber } from '../../parts/format.ts';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { Panel } from '../../parts/panel.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Row, TableBox } from '../../parts/table-box.tsx';
import { Hint, Small } from '../../parts/text.ts';
import { When } from '../../parts/when.tsx';
import { conflictStrings, accountStrings as strings } from '../../strings/accounts.ts';
import { platformName } from '../../strings/platforms.ts';
import { type Account, accountsOf, toldAccount, unlink } from './account-queries.ts';
import { LinkDialog, type Person } from './link-dialog.tsx';

/** Where a principal is known, by what each account was linked, and the way to link and unlink. */
export function AccountsPanel({ person }: { person: Person }) {
  const query = useQuery(accountsOf(person.id));
  const mayLink = useMay()('service.admin');
  const [isLinking, setIsLinking] = useState(false);
  const [leaving, setLeaving] = useState<Account | null>(null);
  const link = mayLink ? <SmallButton onClick={() => setIsLinking(true)}>{strings.link}</SmallButton> : null;
  const { columns } = strings;
  return (
    <Panel title={strings.title} description={strings.description} actions={link}>
      <QueryState query={query} skeleton={<Skeleton height={60} />}>
        {({ items }) =>
          items.length === 0 ? (
            <Hint>{strings.none}</Hint>
          ) : (
            <TableBox
              label={strings.title}
              columns={[
                columns.account,
                columns.platform,
                columns.by,
                columns.since,
                columns.grants,
                ...(mayLink ? [''] : []),
              ]}
              minWidth={760}
            >
              {items.map((account) => (
                <Row key={account.id}>
                  <AccountName account={account} />
                  <Table.Td>
                    {platformName(account.platform)}
                    <Small>{account.connector_name}</Small>
                  </Table.Td>
                  <LinkedBy account={account} />
                  <When at={account.linked_at} />
                  <span className="numbers">{formatNumber(account.grants)}</span>
                  {mayLink ? (
                    <Table.Td ta="end">
                      {account.own_principal_id === person.id ? null : (
                        <RowButton
                          aria-label={strings.unlinkOf(account.name)}
                          onClick={() => setLeaving(account)}
                        >
                          {strings.unlink}
                        </RowButton>
                      )}
                    </Table.Td>
                  ) : null}
                </Row>
              ))}
            </TableBox>
          )
        }
      </QueryState>
      {isLinking ? <LinkDialog person={person} onClose={() => setIsLinking(false)} /> : null}
      {leaving ? (
        <ConfirmDialog
          confirmation={{
            title: strings.unlinkTitle(leaving.name, person.display_name),
            consequences: strings.whatUnlinks(
              toldAccount(leaving),
              formatNumber(leaving.grants),
              person.display_name,
            ),
            action: strings.unlink,
          }}
          stale={['principals']}
          onConfirm={() => unlink(leaving)}
          onClose={() => setLeaving(null)}
        />
      ) : null}
    </Panel>
  );
}

function AccountName({ account }: { account: Account }) {
  const { name, external_key, disabled, gone_at, conflict } = account;
  return (
    <>
      <Group gap={6}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        {gone_at ? (
          <Badge size="sm" variant="default" tt="none">
            {strings.gone(formatDate(gone_at))}
          </Badge>
        ) : disabled ? (
          <Badge size="sm" variant="default" tt="none">
            {strings.disabled}
          </Badge>
        ) : null}
        {conflict ? <StateBadge tone="warning">{conflictStrings.unclear}</StateBadge> : null}
      </Group>
      <Small>{external_key}</Small>
    </>
  );
}

function LinkedBy({ account: { how, linked_by, settled } }: { account: Account }) {
  return (
    <>
      {strings.how[how] ?? linked_by}
      {settled ? <Small>{strings.stays}</Small> : null}
    </>
  );
}
