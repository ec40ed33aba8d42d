import { Button, Group, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { sessionQuery, useMay, useSession } from '../../api/session.ts';
import { faultOf, restOf } from '../../parts/forms/faults.ts';
import { SendError } from '../../parts/forms/send-error.tsx';
import { Panel } from '../../parts/panel.tsx';
import { organisationStrings as strings } from '../../strings/policy.ts';

/** What the organisation is called on pages and reports. Admins name it; nobody else is offered to. */
export function OrganisationPanel() {
  const isAdmin = useMay()('service.admin');
  const { organisation_name } = useSession();
  const client = useQueryClient();
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? organisation_name ?? '';
  const save = useMutation({
    mutationFn: () => api.put('/v1/organisation', { body: { name } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
      setTyped(null);
      notifications.show({ message: strings.saved });
    },
  });
  if (!isAdmin) return null;
  return (
    <Panel title={strings.title} description={strings.description}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <SendError error={restOf(save.error, [['name']])} />
        <Group align="flex-end">
          <TextInput
            label={strings.name}
            placeholder={strings.unnamed}
            value={name}
            maxLength={200}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={faultOf(save.error, 'name')}
            flex={1}
            miw={200}
          />
          <Button type="submit" loading={save.isPending} disabled={name === (organisation_name ?? '')}>
            {strings.save}
          </Button>
        </Group>
      </form>
    </Panel>
  );
}
