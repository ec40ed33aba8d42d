import { isIP } from 'node:net';
import { performance } from 'node:perf_hooks';
import { createTransport } from 'nodemailer';
import { describeNetworkError, isRefusedAddress } from '../../webhooks/delivery/network-errors.ts';
import { ANSWER_BYTES_MAX } from '../../webhooks/delivery/read-start.ts';
import { type AttemptResult, type Send, withoutAnswer } from '../../webhooks/delivery/sender.ts';
import type { WebhookReach } from '../../webhooks/reach/reach.rules.ts';
import { createResolve, type Resolve } from '../../webhooks/reach/reach-lookup.ts';
import { openSocket } from '../../webhooks/reach/reach-socket.ts';
import type { EmailSettings } from '../channel.rules.ts';
import { HOLDER_MESSAGE } from '../notification.rules.ts';
import { openChannelSecrets } from '../secrets.sql.ts';
import type { Addressee, NotificationMeans } from './content.ts';
import { type EmailContent, emailContent } from './email.rules.ts';
import { noteHolderMail } from './holder-mail.ts';
import { contentOf } from './notification-content.ts';

export interface EmailMeans extends NotificationMeans {
  reach: WebhookReach;
  resolve?: Resolve;
  /** Whom to trust instead of what node does. */
  ca?: string;
}

/** Mails to people, by the tenant's own mail server. */
export function createEmailSender(means: EmailMeans): Send {
  const resolve = means.resolve ?? createResolve();
  return async (endpoint, delivery, signal) => {
    const content = await contentOf(means, endpoint, delivery);
    if ('skipped' in content) return content.skipped;
    if (content.to === null) return withoutAnswer('skipped', 'Skipped: there is no recipient.', 0);
    const { password } = openChannelSecrets(means.secrets_key, endpoint, endpoint.sealed_settings);
    const settings = endpoint.settings as unknown as EmailSettings;
    const result = await mail(
      { ...means, resolve },
      { ...settings, password },
      {
        to: content.to,
        content: emailContent(content.notice),
        // The same at every attempt, so that a mailbox can tell a repeat.
        message_id: `<${delivery.id}.${endpoint.id}@${domainOf(settings.from)}>`,
      },
      signal,
    );
    if (delivery.type === HOLDER_MESSAGE)
      await noteHolderMail(means, endpoint, delivery, { to: content.to.address, result });
    return result;
  };
}

interface Message {
  to: Addressee;
  content: EmailContent;
  message_id: string;
}

async function mail(
  { reach, resolve, ca }: EmailMeans & { resolve: Resolve },
  { host, port, security, username, password, from }: EmailSettings & { password: string | undefined },
  { to, content, message_id }: Message,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const begun = performance.now();
  const latency = (): number => performance.now() - begun;
  const transport = createTransport({
    host,
    port,
    name: domainOf(from),
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(username !== null && password !== undefined ? { auth: { user: username, pass: password } } : {}),
    tls: {
      rejectUnauthorized: true,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ...(ca === undefined ? {} : { ca }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: (_options, callback) => {
      openSocket({ host, port }, { reach, resolve, signal }).then(
        (connection) => callback(null, { connection }),
        (error: Error) => callback(error, false),
      );
    },
  });
  try {
    const { response } = await transport.sendMail({
      from: { name: 'Lapse', address: from },
      to,
      envelope: { from, to: to.address },
      ...content,
      messageId: message_id,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    return { outcome: 'success', error: null, ...answered(response), latency_ms: latency() };
  } catch (error) {
    return { ...judge(error as MailError), latency_ms: latency() };
  } finally {
    transport.close();
  }
}

interface MailError extends Error {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/** 4xx and whatever keeps from talking is tried again; 5xx is the end, and that of a recipient is not the server's fault. */
function judge(error: MailError): Omit<AttemptResult, 'latency_ms'> {
  const { code, command, response, responseCode } = error;
  const failure = { outcome: 'failure' as const, ...answered(response) };
  if (code === 'EAUTH')
    return { ...failure, error: 'The mail server refused the user name or the password.' };
  if (code === 'ETLS')
    return { ...failure, error: `The connection could not be encrypted (STARTTLS): ${error.message}` };
  if (responseCode === undefined)
    return { ...failure, error: describeNetworkError(error), is_final: isRefusedAddress(error) };
  return {
    ...failure,
    error: `The mail server answered ${responseCode} to ${command ?? 'the message'}.`,
    is_final: responseCode >= 500,
    is_recipient_fault: responseCode >= 500 && command === 'RCPT TO',
  };
}

function answered(response: string | undefined): { status_code: number | null; response: string | null } {
  const text = response?.slice(0, ANSWER_BYTES_MAX).replaceAll('\0', '\u{FFFD}') ?? null;
  const code = /^\d{3}/.exec(text ?? '')?.[0];
  return { status_code: code === undefined ? null : Number(code), response: text };
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);
