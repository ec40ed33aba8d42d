import { Button, Group, Modal, NumberInput, Select, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { bindFields } from '../../parts/forms/bind-fields.ts';
import { faultOf, restOf } from '../../parts/forms/faults.ts';
import { Form } from '../../parts/forms/form-dialog.tsx';
import { useChange } from '../../parts/forms/use-change.ts';
import { QueryState } from '../../parts/query-state.tsx';
import { connectorStrings } from '../../strings/connectors.ts';
import { typesQuery } from './connector-queries.ts';
import {
  type Connector,
  type ConnectorType,
  changedSettings,
  initialValues,
  type Values,
} from './connector-settings.ts';
import { SettingField } from './setting-field.tsx';

const { form: words } = connectorStrings;

/** Changes a connector; its fields are those that the platform says it takes. */
export function ConnectorForm({ connector, onClose }: { connector: Connector; onClose: () => void }) {
  const query = useQuery(typesQuery);
  return (
    <Modal opened onClose={onClose} title={words.editTitle(connector.name)} centered size="lg">
      <QueryState query={query}>
        {({ items }) => <ConnectorFields types={items} connector={connector} onClose={onClose} />}
      </QueryState>
    </Modal>
  );
}

function ConnectorFields(props: { types: ConnectorType[]; connector: Connector; onClose: () => void }) {
  const { types, connector, onClose } = props;
  const type = types.find((each) => each.platform === connector.platform) as ConnectorType;
  const [common, setCommon] = useState({
    name: connector.name,
    mode: connector.mode,
    sync_every_seconds: connector.sync_every_seconds,
  });
  const [values, setValues] = useState<Values>(() => initialValues(type, connector));
  const [showsMore, { toggle }] = useDisclosure(false);
  const save = useChange({
    send: async () => {
      const settings = changedSettings(type, values, connector);
      const changes = Object.keys(settings).length === 0 ? common : { ...common, settings };
      return api.patch('/v1/connectors/{id}', { params: { id: connector.id }, body: changes });
    },
    stale: ['connectors'],
    onDone: onClose,
  });
  const { typed, given, chosen } = bindFields(
    common,
    (changes) => setCommon({ ...common, ...changes }),
    (name) => faultOf(save.error, name),
  );
  const isFirst = ({ name: setting, required, secret }: ConnectorType['settings'][number]) =>
    required || (secret && setting === 'password') || setting === 'port';
  const fields = (settings: ConnectorType['settings']) =>
    settings.map((setting) => (
      <SettingField
        key={setting.name}
        setting={setting}
        value={values[setting.name] ?? ''}
        isSet={connector.secret_names.includes(setting.name)}
        onChange={(value) => setValues((before) => ({ ...before, [setting.name]: value }))}
        error={faultOf(save.error, 'settings', setting.name)}
      />
    ));
  const rest = type.settings.filter((setting) => !isFirst(setting));
  const hasHiddenFault = rest.some((setting) => faultOf(save.error, 'settings', setting.name));
  const shown = [
    ...Object.keys(common).map((name) => [name]),
    ...type.settings.map((setting) => ['settings', setting.name]),
  ];
  return (
    <Form
      submit={words.save}
      isSending={save.isPending}
      error={restOf(save.error, shown)}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <TextInput label={words.name} description={words.nameHint} required {...typed('name')} />
      {fields(type.settings.filter(isFirst))}
      <Select label={words.mode} description={words.modeHint} data={[...words.modes]} {...chosen('mode')} />
      {showsMore || hasHiddenFault ? (
        <>
          <NumberInput label={words.every} {...given('sync_every_seconds', Number)} min={10} max={86400} />
          {fields(rest)}
        </>
      ) : null}
      <Group>
        <Button variant="subtle" size="xs" onClick={toggle} aria-expanded={showsMore}>
          {showsMore ? words.fewer : words.more}
        </Button>
      </Group>
    </Form>
  );
}
