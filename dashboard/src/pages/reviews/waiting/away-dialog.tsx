import { Group, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { useMay, useSession } from '../../../api/session.ts';
import type { Thing } from '../../../parts/find-things.ts';
import { FormDialog } from '../../../parts/forms/form-dialog.tsx';
import { useChange } from '../../../parts/forms/use-change.ts';
import { ThingSearch } from '../../../parts/thing-search.tsx';
import { awayStrings } from '../../../strings/away.ts';
import { periodOfDays } from './away.ts';

/** Names a substitute for a while: of oneself, and where an admin does it, of anybody. */
export function AwayDialog({ onClose }: { onClose: () => void }) {
  const isAdmin = useMay()('service.admin');
  const { principal_id, name } = useSession();
  const [who, setWho] = useState<Thing | null>(
    principal_id === null ? null : { kind: 'principal', id: principal_id, name: name ?? principal_id },
  );
  const [substitute, setSubstitute] = useState<Thing | null>(null);
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const isBackwards = from !== '' && until !== '' && until < from;
  const nameIt = useChange({
    send: ({ principal_id, substitute_id }: { principal_id: string; substitute_id: string }) =>
      api.post('/v1/substitutes', { body: { principal_id, substitute_id, ...periodOfDays(from, until) } }),
    stale: ['reviews'],
    onDone: ({ substitute_name, principal_name }) => {
      notifications.show({ message: awayStrings.done(substitute_name, principal_name), role: 'status' });
      onClose();
    },
  });
  const submit = () => {
    setIsChecked(true);
    if (who && substitute && !isBackwards)
      nameIt.mutate({ principal_id: who.id, substitute_id: substitute.id });
  };
  const missing = (thing: Thing | null) => (isChecked && thing === null ? awayStrings.missing : null);
  return (
    <FormDialog
      title={awayStrings.name}
      submit={awayStrings.name}
      isSending={nameIt.isPending}
      error={nameIt.error}
      noValidate
      onSubmit={submit}
      onClose={onClose}
    >
      {isAdmin ? (
        <ThingSearch
          kinds={['principal']}
          isPerson
          label={awayStrings.who}
          value={who}
          onChange={setWho}
          error={missing(who)}
        />
      ) : null}
      <ThingSearch
        kinds={['principal']}
        isPerson
        label={awayStrings.substitute}
        description={awayStrings.substituteHint}
        value={substitute}
        onChange={setSubstitute}
        error={missing(substitute)}
      />
      <Group grow align="start">
        <TextInput
          type="date"
          label={awayStrings.from}
          description={awayStrings.fromHint}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label={awayStrings.until}
          description={awayStrings.untilHint}
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
          error={isBackwards ? awayStrings.order : null}
        />
      </Group>
    </FormDialog>
  );
}
