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

/** As a channel of any kind is shown. */
export type ShownSettings = Partial<EmailSettings & ChatSettings> & { gather_seconds: number };

export interface ReadSettings {
  settings: EmailSettings | ChatSettings;
  /** Sealed and never shown. */
  secrets: { password?: string; url?: string };
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

/** The path of an incoming webhook is what lets one write to the channel. */
function maskUrl(url: string): string {
  return `${new URL(url).origin}/…`;
}
