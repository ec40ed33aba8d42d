import { List, Select, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Thing } from '../../parts/find-things.ts';
import { formatNumber } from '../../parts/format.ts';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { useChange } from '../../parts/forms/use-change.ts';
import { Hint } from '../../parts/text.ts';
import { ThingSearch } from '../../parts/thing-search.tsx';
import { accountStrings as strings } from '../../strings/accounts.ts';
import { type Account, accountsOf, linkTo, toldAccount } from './account-queries.ts';

export interface Person {
  id: string;
  display_name: string;
  type: string;
}

/** Finds an account by whose it is now, and says what goes with it before it is linked. */
export function LinkDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const [found, setFound] = useState<Thing | null>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const query = useQuery({ ...accountsOf(found?.id ?? ''), enabled: found !== null });
  const accounts = found === null ? [] : (query.data?.items ?? []);
  const fitting = accounts.filter(
    ({ type, principal_id }) => type === person.type && principal_id !== person.id,
  );
  const chosen = fitting.length === 1 ? fitting[0] : fitting.find(({ id }) => id === chosenId);
  const link = useChange({
    send: (account: Account) => linkTo(person.id, account.id),
    stale: ['principals'],
    onDone: ({ name }) => {
      notifications.show({ message: strings.linked(name, person.display_name), role: 'status' });
      onClose();
    },
  });
  return (
    <FormDialog
      title={strings.linkTitle(person.display_name)}
      size="lg"
      submit={strings.send}
      isSending={link.isPending}
      isDisabled={chosen === undefined}
      error={link.error ?? query.error}
      onSubmit={() => chosen && link.mutate(chosen)}
      onClose={onClose}
    >
      <Text size="sm">{strings.linkHint}</Text>
      <ThingSearch kinds={['principal']} label={strings.find} value={found} onChange={setFound} />
      {fitting.length > 0 ? (
        <Select
          label={strings.account}
          value={chosen?.id ?? null}
          onChange={setChosenId}
          allowDeselect={false}
          data={fitting.map((account) => ({
            value: account.id,
            label: strings.option(toldAccount(account)),
          }))}
        />
      ) : found && query.data ? (
        <Hint role="status">{whyNone(found, accounts, person)}</Hint>
      ) : null}
      {chosen ? (
        <List size="sm" spacing={6}>
          {strings
            .whatLinks(toldAccount(chosen), formatNumber(chosen.grants), person.display_name)
            .map((sentence) => (
              <List.Item key={sentence}>{sentence}</List.Item>
            ))}
        </List>
      ) : null}
    </FormDialog>
  );
}

function whyNone(found: Thing, accounts: readonly Account[], person: Person): string {
  if (accounts.length === 0) return strings.noAccounts(found.name);
  return found.id === person.id ? strings.already : strings.otherKind;
}
