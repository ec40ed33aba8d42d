import type { Channel } from './channel-row.tsx';

/** As they stand in the form: a secret is empty until somebody types one. */
export type ChannelFields = ReturnType<typeof fieldsOf>;

export function fieldsOf(channel: Channel | undefined) {
  const settings = channel?.settings;
  return {
    kind: (channel?.kind ?? 'email') as string,
    description: channel?.description ?? '',
    occasions: (channel?.occasions ?? [
      'assigned',
      'reminder',
      'escalated',
      'overdue',
      'removal_requested',
      'removal_blocked',
      'holder_answered',
      'mentioned',
    ]) as string[],
    host: settings?.host ?? '',
    port: settings?.port ?? 587,
    security: (settings?.security ?? 'starttls') as string,
    username: settings?.username ?? '',
    password: '',
    from: settings?.from ?? '',
    url: '',
    reaches: (settings?.team_id === undefined ? 'channel' : 'people') as string,
    bot_token: '',
    signing_secret: '',
    team_id: settings?.team_id ?? '',
    gather_seconds: settings?.gather_seconds ?? 60,
    decide_links: settings?.decide_links ?? false,
  };
}

/** An app of Slack writes to people; an incoming webhook to a channel. */
export const isSlackApp = ({ kind, reaches }: ChannelFields): boolean =>
  kind === 'slack' && reaches === 'people';

/** Only what the kind takes, and secrets only when they were typed. */
export function channelSettings(fields: ChannelFields): Record<string, unknown> {
  const { kind, host, port, security, username, password, from, url, gather_seconds, decide_links } = fields;
  if (isSlackApp(fields)) {
    const { bot_token, signing_secret, team_id } = fields;
    const typed = Object.entries({ bot_token, signing_secret }).filter(([, secret]) => secret !== '');
    return { gather_seconds, team_id, ...Object.fromEntries(typed) };
  }
  if (kind !== 'email') return { gather_seconds, ...(url === '' ? {} : { url }) };
  return {
    host,
    port,
    security,
    username: username === '' ? null : username,
    from,
    gather_seconds,
    decide_links,
    ...(password === '' ? {} : { password }),
  };
}
