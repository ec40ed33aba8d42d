import type { Fault } from '../platform/errors.ts';
import type { WebhookReach } from '../webhooks/reach/reach.rules.ts';
import { hostFault, isLoopbackHost, urlFault } from '../webhooks/url.rules.ts';
import { type ChannelKind, GATHER_SECONDS } from './notification.rules.ts';
import { isEmailAddress } from './send/email.rules.ts';

export const MAIL_SECURITY = ['tls', 'starttls', 'none'] as const;
export type MailSecurity = (typeof MAIL_SECURITY)[number];

/** As the caller gives them; which of them a kind takes is decided here. */
export interface GivenSettings {
  host?: string | undefined;
  port?: number | undefined;
  security?: MailSecurity | undefined;
  username?: string | null | undefined;
  password?: string | null | undefined;
  from?: string | undefined;
  url?: string | undefined;
  gather_seconds?: number | undefined;
  decide_links?: boolean | undefined;
  bot_token?: string | undefined;
  signing_secret?: string | undefined;
  team_id?: string | undefined;
  api_url?: string | undefined;
}

export interface EmailSettings {
  host: string;
  port: number;
  security: MailSecurity;
  username: string | null;
  from: string;
  gather_seconds: number;
  /** Whether mails lead to a page on which their reader decides without signing in. */
  decide_links: boolean;
}

export interface ChatSettings {
  /** Where it leads, without what makes it a secret. */
  url: string;
  gather_seconds: number;
}

/** An app of Slack, which writes to people and hears what they press. */
export interface SlackAppSettings {
  /** The workspace. */
  team_id: string;
  api_url: string;
  gather_seconds: number;
}

/** As a channel of any kind is shown. */
export type ShownSettings = Partial<EmailSettings & ChatSettings & SlackAppSettings> & {
  gather_seconds: number;
};

export interface ReadSettings {
  settings: EmailSettings | ChatSettings | SlackAppSettings;
  /** Sealed and never shown. */
  secrets: { password?: string; url?: string; bot_token?: string; signing_secret?: string };
}

const PORTS: Record<MailSecurity, number> = { tls: 465, starttls: 587, none: 25 };

export function readChannelSettings(
  kind: ChannelKind,
  given: GivenSettings,
  reach: WebhookReach,
): ReadSettings | { faults: Fault[] } {
  const faults: Fault[] = [];
  const fault = (field: keyof GivenSettings, msg: string): void => {
    faults.push({ loc: ['body', 'settings', field], msg, type: 'bad_value' });
  };
  const gather_seconds = given.gather_seconds ?? GATHER_SECONDS;
  const appFields = APP_FIELDS.filter((field) => given[field] !== undefined);
  if (kind === 'slack' && appFields.length > 0) return readSlackApp(given, reach);
  for (const field of appFields) fault(field, 'expected of a slack channel only');
  if (kind !== 'email') {
    for (const field of ['host', 'port', 'security', 'username', 'password', 'from', 'decide_links'] as const)
      if (given[field] !== undefined) fault(field, `expected url only; a ${kind} channel has no ${field}`);
    const url = given.url ?? '';
    const wrong = url === '' ? 'expected the address of an incoming webhook' : urlFault(url, reach);
    if (wrong !== null) fault('url', wrong);
    return faults.length > 0
      ? { faults }
      : { settings: { url: maskUrl(url), gather_seconds }, secrets: { url } };
  }
  const { host = '', security = 'starttls', username = null, password = null, from = '' } = given;
  if (given.url !== undefined) fault('url', 'expected host and port; an e-mail channel has no url');
  const hostIsWrong = host === '' ? 'expected the name of the mail server' : hostFault(host, reach);
  if (hostIsWrong !== null) fault('host', hostIsWrong);
  if (security === 'none' && !(reach.allow_loopback && isLoopbackHost(host.toLowerCase())))
    fault('security', 'expected tls or starttls; mail is sent without encryption to loopback only');
  if (!isEmailAddress(from)) fault('from', 'expected one e-mail address, such as lapse@example.com');
  if (username === null && password !== null) fault('username', 'expected a user name with the password');
  if (username !== null && password === null) fault('password', 'expected the password of the user name');
  if (faults.length > 0) return { faults };
  return {
    settings: {
      host: host.toLowerCase(),
      port: given.port ?? PORTS[security],
      security,
      username,
      from,
      gather_seconds,
      decide_links: given.decide_links ?? false,
    },
    secrets: password === null ? {} : { password },
  };
}

const APP_FIELDS = ['bot_token', 'signing_secret', 'team_id', 'api_url'] as const;
export const SLACK_API_URL = 'https://slack.com/api';

function readSlackApp(given: GivenSettings, reach: WebhookReach): ReadSettings | { faults: Fault[] } {
  const faults: Fault[] = [];
  const fault = (field: keyof GivenSettings, msg: string): void => {
    faults.push({ loc: ['body', 'settings', field], msg, type: 'bad_value' });
  };
  const { bot_token = '', signing_secret = '', team_id = '', api_url = SLACK_API_URL } = given;
  for (const field of [
    'url',
    'host',
    'port',
    'security',
    'username',
    'password',
    'from',
    'decide_links',
  ] as const)
    if (given[field] !== undefined)
      fault(field, 'expected none; an app of Slack has bot_token, signing_secret and team_id');
  if (!/^xoxb-[\w-]{10,300}$/.test(bot_token))
    fault('bot_token', 'expected the bot token of the app (xoxb-…)');
  if (!/^[\w-]{16,128}$/.test(signing_secret))
    fault('signing_secret', 'expected the signing secret of the app');
  if (!/^[TE][A-Z0-9]{2,30}$/.test(team_id)) fault('team_id', 'expected the id of the workspace (T…)');
  const wrong = urlFault(api_url, reach);
  if (wrong !== null) fault('api_url', wrong);
  if (faults.length > 0) return { faults };
  const gather_seconds = given.gather_seconds ?? GATHER_SECONDS;
  return {
    settings: { team_id, api_url: api_url.replace(/\/+$/, ''), gather_seconds },
    secrets: { bot_token, signing_secret },
  };
}

/** The path of an incoming webhook is what lets one write to the channel. */
function maskUrl(url: string): string {
  return `${new URL(url).origin}/…`;
}
