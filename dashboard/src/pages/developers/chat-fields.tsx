import { PasswordInput, Select, SimpleGrid, TextInput } from '@mantine/core';
import { type bindFields, optionsOf } from '../../parts/forms/bind-fields.ts';
import { developerStrings } from '../../strings/developers.ts';
import { type ChannelFields, isSlackApp } from './channel-fields.ts';
import type { Channel } from './channel-row.tsx';

const { fields: words, reaches } = developerStrings.channels;

/** Where messages of Slack and Teams go. Secrets are sent only when they were typed. */
export function ChatFields({
  channel,
  fields,
  bound: { typed, chosen },
}: {
  channel: Channel | undefined;
  fields: ChannelFields;
  bound: Pick<ReturnType<typeof bindFields<ChannelFields>>, 'typed' | 'chosen'>;
}) {
  const kept = channel ? words.urlKept : undefined;
  return (
    <>
      {fields.kind === 'slack' && !channel ? (
        <Select label={words.reaches} data={optionsOf(reaches)} {...chosen('reaches')} />
      ) : null}
      {isSlackApp(fields) ? (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <PasswordInput
              label={words.botToken}
              description={kept ?? words.botTokenHint}
              required={!channel}
              autoComplete="off"
              {...typed('bot_token')}
            />
            <PasswordInput
              label={words.signingSecret}
              description={kept ?? words.passwordHint}
              required={!channel}
              autoComplete="off"
              {...typed('signing_secret')}
            />
          </SimpleGrid>
          <TextInput label={words.teamId} required placeholder="T0123456789" {...typed('team_id')} />
        </>
      ) : (
        <PasswordInput
          label={words.url}
          description={kept ?? words.urlHint}
          required={!channel}
          autoComplete="off"
          {...typed('url')}
        />
      )}
    </>
  );
}
