import type { Answer } from '@lapse/client';
import {
  Button,
  Checkbox,
  Group,
  Radio,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { bindFields, optionsOf } from '../../parts/forms/bind-fields.ts';
import { faultOf, restOf } from '../../parts/forms/faults.ts';
import { SendError } from '../../parts/forms/send-error.tsx';
import { useChange } from '../../parts/forms/use-change.ts';
import { LOCALE } from '../../parts/locale.ts';
import { Notice } from '../../parts/notice.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Hint } from '../../parts/text.ts';
import { notificationSettingsStrings as words } from '../../strings/notification-settings.ts';

type Settings = Answer<'/v1/notifications/settings', 'get'>;
type Fields = Pick<Settings, 'delivery' | 'digest_at' | 'time_zone' | 'weekdays' | 'occasions'> & {
  is_quiet: boolean;
  from: string;
  to: string;
};

const SHOWN = [['digest_at'], ['time_zone'], ['quiet_hours'], ['weekdays'], ['occasions']];
/** What is proposed to whoever wants some. */
const USUAL_QUIET = { from: '20:00', to: '07:00' };

export function SettingsForm({ settings }: { settings: Settings }) {
  const [fields, setFields] = useState(() => fieldsOf(settings));
  const change = (changes: Partial<Fields>) => setFields({ ...fields, ...changes });
  const save = useChange({
    send: () => api.put('/v1/notifications/settings', { body: bodyOf(fields) }),
    stale: ['notification-settings'],
    done: words.saved,
  });
  const { typed, given, chosen } = bindFields(fields, change, (name) => faultOf(save.error, name));
  const quietFault = faultOf(save.error, 'quiet_hours');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack gap="md" maw={760}>
        <Hint>{settings.email === null ? words.noAddress : words.sentTo(settings.email)}</Hint>
        <Panel title={words.delivery}>
          <Radio.Group aria-label={words.delivery} {...given('delivery')}>
            <Stack gap="xs">
              {Object.entries(words.deliveries).map(([value, { label, hint }]) => (
                <Radio key={value} value={value} label={label} description={hint} />
              ))}
            </Stack>
          </Radio.Group>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {fields.delivery === 'daily' ? (
              <TextInput type="time" required label={words.digestAt} {...typed('digest_at')} />
            ) : null}
            <Select
              label={words.timeZone}
              description={words.timeZoneHint}
              data={zonesWith(fields.time_zone)}
              searchable
              limit={60}
              {...chosen('time_zone')}
            />
          </SimpleGrid>
          {settings.next_digest_at === null ? null : (
            <Text size="sm">{words.nextDigest(inZone(settings.next_digest_at, settings.time_zone))}</Text>
          )}
          <Notice tone="idle" title={words.always}>
            <Text size="sm">{settings.always_at_once.note}</Text>
          </Notice>
        </Panel>
        <Panel title={words.hours} description={words.hoursHint}>
          <Switch
            label={words.quiet}
            checked={fields.is_quiet}
            onChange={(event) => change({ is_quiet: event.currentTarget.checked })}
          />
          {fields.is_quiet ? (
            <SimpleGrid cols={2} maw={360}>
              <TextInput type="time" required label={words.quietFrom} {...typed('from')} error={quietFault} />
              <TextInput
                type="time"
                required
                label={words.quietTo}
                {...typed('to')}
                error={quietFault !== undefined}
              />
            </SimpleGrid>
          ) : null}
          <Checkbox.Group label={words.weekdays} {...given('weekdays')}>
            <Group mt={4} gap="md">
              {optionsOf(words.days).map((day) => (
                <Checkbox key={day.value} {...day} />
              ))}
            </Group>
          </Checkbox.Group>
        </Panel>
        <Panel title={words.what}>
          <Checkbox.Group aria-label={words.what} {...given('occasions')}>
            <Stack gap="xs">
              {optionsOf(words.occasions).map((occasion) => (
                <Checkbox
                  key={occasion.value}
                  {...occasion}
                  description={
                    (settings.occasions_sent as string[]).includes(occasion.value) ? undefined : words.notSent
                  }
                />
              ))}
            </Stack>
          </Checkbox.Group>
        </Panel>
        <SendError error={restOf(save.error, SHOWN)} />
        <Group>
          <Button type="submit" loading={save.isPending}>
            {words.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Whoever has never chosen is offered the time zone of their browser. */
function fieldsOf({
  delivery,
  digest_at,
  time_zone,
  weekdays,
  occasions,
  quiet_hours,
  version,
}: Settings): Fields {
  return {
    delivery,
    digest_at,
    time_zone: version === 0 ? Intl.DateTimeFormat().resolvedOptions().timeZone : time_zone,
    weekdays,
    occasions,
    is_quiet: quiet_hours !== null,
    ...(quiet_hours ?? USUAL_QUIET),
  };
}

const bodyOf = ({ is_quiet, from, to, ...fields }: Fields) => ({
  ...fields,
  quiet_hours: is_quiet ? { from, to } : null,
});

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
/** Names that are out of use stay chosen. */
const zonesWith = (zone: string): string[] => (ZONES.includes(zone) ? ZONES : [zone, ...ZONES]);

const inZone = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full', timeStyle: 'short', timeZone }).format(
    new Date(instant),
  );
