import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../api/client.ts';
import { faultOf, restOf } from '../../../parts/forms/faults.ts';
import { SendError } from '../../../parts/forms/send-error.tsx';
import { useChange } from '../../../parts/forms/use-change.ts';
import { Panel } from '../../../parts/panel.tsx';
import { Hint } from '../../../parts/text.ts';
import { connectStrings } from '../../../strings/connect.ts';
import { connectorStrings } from '../../../strings/connectors.ts';
import { type ConnectorType, changedSettings, type Setting, type Value } from '../connector-settings.ts';
import { SettingField } from '../setting-field.tsx';
import { TestResult } from '../test-result.tsx';
import { chosenValues, firstValues, hostsOf, isForRemovals, untoldSettings } from './connect-values.ts';
import { StepCard } from './step-card.tsx';

const { prepare, finish } = connectStrings;
const { form: words } = connectorStrings;

/** The steps of a platform with the settings that each tells, the test of all of them, and the way to save them. */
export function ConnectForm({ type }: { type: ConnectorType }) {
  const { platform, steps } = type;
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState('');
  const [values, setValues] = useState(() => firstValues(type));
  const [withRemovals, setWithRemovals] = useState(false);
  const [showsMore, { toggle, open: showMore }] = useDisclosure(false);
  const settings = () => changedSettings(type, chosenValues(type, values, withRemovals));
  const test = useMutation({
    mutationFn: () => api.post('/v1/connectors/test', { body: { platform, settings: settings() } }),
  });
  const save = useChange({
    send: () => api.post('/v1/connectors', { body: { platform, name, settings: settings() } }),
    stale: ['connectors'],
    onDone: ({ id }) => void navigate({ to: '/connectors/$id', params: { id } as never }),
  });
  const error = save.error ?? test.error;
  const more = untoldSettings(type);
  const hasHiddenFault = more.some((setting) => faultOf(error, 'settings', setting.name));
  // They stay when the fault goes: it does at the first letter that is typed into one.
  useEffect(() => {
    if (hasHiddenFault) showMore();
  }, [hasHiddenFault, showMore]);
  // What is wrong may be far above the button.
  useEffect(() => {
    const fields = form.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [];
    const wrong = [...fields].find(({ dataset }) => faultOf(error, ...(dataset.field as string).split('.')));
    wrong?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea')?.focus();
  }, [error]);

  const change = (setting: string, value: Value) => {
    setValues((before) => ({ ...before, [setting]: value }));
    // What was tested is no longer what stands here.
    test.reset();
    save.reset();
  };
  const field = (setting: Setting) => (
    <div key={setting.name} data-field={`settings.${setting.name}`}>
      <SettingField
        setting={setting}
        value={values[setting.name] ?? ''}
        onChange={(value) => change(setting.name, value)}
        error={faultOf(error, 'settings', setting.name)}
      />
    </div>
  );
  const shownSteps = steps.filter((step) => withRemovals || !isForRemovals(step));
  const hosts = hostsOf(type, chosenValues(type, values, withRemovals));
  const shown = [['name'], ...type.settings.map((setting) => ['settings', setting.name])];
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack gap="xl">
        <Panel title={prepare.title} description={prepare.description} bare>
          {shownSteps.map((step) => (
            <StepCard
              key={step.title}
              step={step}
              number={steps.indexOf(step) + 1}
              settings={type.settings}
              values={values}
              field={field}
            />
          ))}
          {steps.some(isForRemovals) ? (
            <Checkbox
              label={prepare.removal}
              description={prepare.removalHint}
              checked={withRemovals}
              onChange={(event) => {
                setWithRemovals(event.currentTarget.checked);
                test.reset();
              }}
            />
          ) : null}
        </Panel>
        <Panel title={finish.title} description={finish.description}>
          <div data-field="name">
            <TextInput
              label={words.name}
              description={words.nameHint}
              placeholder={finish.nameExample}
              required
              value={name}
              onChange={(event) => {
                setName(event.currentTarget.value);
                save.reset();
              }}
              error={faultOf(save.error, 'name')}
            />
          </div>
          {showsMore || hasHiddenFault ? more.map(field) : null}
          <Group>
            <Button variant="subtle" size="xs" onClick={toggle} aria-expanded={showsMore}>
              {showsMore ? words.fewer : words.more}
            </Button>
          </Group>
          {hosts.length > 0 ? <Hint>{finish.reaches(hosts.join(', '))}</Hint> : null}
          <div aria-live="polite">
            {test.isPending ? <Text size="sm">{finish.testing}</Text> : null}
            {test.data ? <TestResult health={test.data} /> : null}
          </div>
          <SendError error={restOf(error, shown)} />
          {test.data || test.isPending ? null : <Hint>{finish.untested}</Hint>}
          <Group justify="flex-end">
            <Button
              variant={test.data?.ok ? 'default' : 'filled'}
              loading={test.isPending}
              onClick={() => test.mutate()}
            >
              {test.data ? finish.testAgain : finish.test}
            </Button>
            <Button type="submit" variant={test.data?.ok ? 'filled' : 'default'} loading={save.isPending}>
              {test.data?.ok ? finish.connect : finish.connectAnyway}
            </Button>
          </Group>
        </Panel>
      </Stack>
    </form>
  );
}
