import {
  Button,
  Group,
  Modal,
  NumberInput,
  PasswordInput,
  Select,
  TagsInput,
  TextInput,
} from '@mantine/core';
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
  type Setting,
  type Value,
  type Values,
} from './connector-settings.ts';

const { form: words } = connectorStrings;

/** Connects a platform, or changes a connector; its fields are those that the platform says it takes. */
export function ConnectorForm({ connector, onClose }: { connector?: Connector; onClose: () => void }) {
  const query = useQuery(typesQuery);
  return (
    <Modal
      opened
      onClose={onClose}
      title={connector ? words.editTitle(connector.name) : words.addTitle}
      centered
      size="lg"
    >
      <QueryState query={query}>
        {({ items }) => <ConnectorFields types={items} connector={connector} onClose={onClose} />}
      </QueryState>
    </Modal>
  );
}

function ConnectorFields(props: {
  types: ConnectorType[];
  connector: Connector | undefined;
  onClose: () => void;
}) {
  const { types, connector, onClose } = props;
  const [platform, setPlatform] = useState(connector?.platform ?? types[0]?.platform ?? '');
  const type = types.find((each) => each.platform === platform) as ConnectorType;
  const [common, setCommon] = useState({
    name: connector?.name ?? '',
    mode: connector?.mode ?? ('dry_run' as const),
    sync_every_seconds: connector?.sync_every_seconds ?? 300,
  });
  const [values, setValues] = useState<Values>(() => initialValues(type, connector));
  const [showsMore, { toggle }] = useDisclosure(false);
  const save = useChange({
    send: async () => {
      const settings = changedSettings(type, values, connector);
      if (!connector) return api.post('/v1/connectors', { body: { ...common, platform, settings } });
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
        isSet={connector?.secret_names.includes(setting.name) ?? false}
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
      submit={connector ? words.save : words.add}
      isSending={save.isPending}
      error={restOf(save.error, shown)}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {connector ? null : (
        <Select
          label={words.platform}
          data={types.map((each) => ({ value: each.platform, label: each.title }))}
          value={platform}
          onChange={(value) => {
            const chosen = types.find((each) => each.platform === value);
            if (!chosen) return;
            setPlatform(chosen.platform);
            setValues(initialValues(chosen));
          }}
          allowDeselect={false}
        />
      )}
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

/** One setting of a platform, as its kind wants to be typed. */
function SettingField(props: {
  setting: Setting;
  value: Value;
  /** A secret that is there already. */
  isSet: boolean;
  onChange: (value: Value) => void;
  error: string | undefined;
}) {
  const { setting, value, isSet, onChange, error } = props;
  const { name, type, secret, required, description } = setting;
  const common = { label: words.label(name), description, error, required: required && !isSet };
  if (type === 'text_list') {
    return (
      <TagsInput
        {...common}
        description={`${description} ${words.list}`}
        value={Array.isArray(value) ? value : []}
        onChange={onChange}
      />
    );
  }
  if (type === 'integer') {
    return (
      <NumberInput
        {...common}
        value={Array.isArray(value) ? '' : value}
        onChange={(given) => onChange(given === '' ? '' : Number(given))}
        allowDecimal={false}
      />
    );
  }
  const text = String(value);
  if (secret) {
    return (
      <PasswordInput
        {...common}
        description={`${description} ${isSet ? words.secretKept : words.secretHint}`}
        autoComplete="new-password"
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      {...common}
      autoComplete="off"
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
