import { Box, Group, List, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay, useSession } from '../../api/session.ts';
import { AddButton } from '../../parts/buttons.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { optionsOf } from '../../parts/forms/bind-fields.ts';
import { faultOf, restOf } from '../../parts/forms/faults.ts';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { useChange } from '../../parts/forms/use-change.ts';
import { Panel, Part } from '../../parts/panel.tsx';
import { Empty, QueryState } from '../../parts/query-state.tsx';
import { TableBox } from '../../parts/table-box.tsx';
import { Small } from '../../parts/text.ts';
import { provisioningStrings as words } from '../../strings/provisioning.ts';
import { SecretOnce } from '../developers/secret-once.tsx';
import { ScimTokenRow } from './scim-token-row.tsx';

/** Identity providers that push people and groups: their tokens, where they send to, and how they are set up. */
export function ProvisioningPanel() {
  const isAdmin = useMay()('service.admin');
  const [isAdding, setIsAdding] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  const query = useQuery({
    queryKey: ['scim', 'tokens'],
    queryFn: () => api.get('/v1/scim/tokens', { query: { limit: 100 } }),
  });
  const add = isAdmin ? (
    <AddButton variant="default" onClick={() => setIsAdding(true)}>
      {words.add}
    </AddButton>
  ) : null;
  return (
    <Panel title={words.title} description={words.description} actions={add} bare>
      <QueryState query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={words.none}>{words.noneHint}</Empty>
          ) : (
            <TableBox label={words.title} columns={words.columns} minWidth={720}>
              {items.map((each) => (
                <ScimTokenRow key={each.id} token={each} isAdmin={isAdmin} onSecret={setToken} />
              ))}
            </TableBox>
          )
        }
      </QueryState>
      <SetUp />
      {isAdding ? <CreateToken onClose={() => setIsAdding(false)} onCreated={setToken} /> : null}
      {token ? <SecretOnce words={words.secret} secret={token} onClose={() => setToken(null)} /> : null}
    </Panel>
  );
}

function CreateToken({ onClose, onCreated }: { onClose: () => void; onCreated: (token: string) => void }) {
  const [name, setName] = useState('');
  const create = useChange({
    send: () => api.post('/v1/scim/tokens', { body: { name } }),
    stale: ['scim'],
    onDone: ({ token }) => {
      onClose();
      onCreated(token);
    },
  });
  return (
    <FormDialog
      title={words.form.title}
      submit={words.form.action}
      isSending={create.isPending}
      error={restOf(create.error, [['name']])}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={words.form.name}
        description={words.form.nameHint}
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={faultOf(create.error, 'name')}
        data-autofocus
      />
    </FormDialog>
  );
}

type Provider = keyof typeof words.steps.names;

function SetUp() {
  const { steps } = words;
  const [provider, setProvider] = useState<Provider>('entra');
  // Whoever looks at this page may have come another way than an identity provider can.
  const address = useSession().public_url ?? window.location.origin;
  return (
    <Stack gap="sm">
      <Box maw={560}>
        <Text size="sm" fw={600} mb={4}>
          {words.address}
        </Text>
        <CodeBlock label={words.address} text={`${address}/scim/v2`} />
        <Small mt={4}>{words.addressHint}</Small>
      </Box>
      <Part title={steps.title}>
        <Group mb="xs">
          <SegmentedControl
            size="xs"
            aria-label={steps.provider}
            value={provider}
            onChange={(value) => setProvider(value as Provider)}
            data={optionsOf(steps.names)}
          />
        </Group>
        <List type="ordered" size="sm" spacing={4} maw={760}>
          {steps[provider].map((step) => (
            <List.Item key={step}>{step}</List.Item>
          ))}
        </List>
      </Part>
    </Stack>
  );
}
