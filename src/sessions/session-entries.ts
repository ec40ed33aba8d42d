import type { AuditEntry } from '../audit/entries.sql.ts';
import { hashId, type SessionName } from './session-tokens.ts';

/** Sessions that nobody ends, but that run out, leave no entry. */
export type EndReason =
  | 'signed_out'
  /** In the same browser. */
  | 'signed_in_again'
  /** The provider refuses to renew what proves who it is. */
  | 'not_renewed';

interface Made {
  actor: string;
  now: number;
}

/** Enough to find the two entries of a session, and nothing that opens it. */
const FINGERPRINT_CHARACTERS = 16;
const fingerprint = ({ id }: SessionName): string =>
  hashId(id).toString('hex').slice(0, FINGERPRINT_CHARACTERS);

const SENTENCES: Readonly<Record<EndReason, string>> = {
  signed_out: 'signed out.',
  signed_in_again: 'signed in again, which ended the session before.',
  not_renewed: 'is no longer signed in: the identity provider did not renew the session.',
};

export function sessionStarted(
  name: SessionName,
  { subject, roles, actor, now }: Made & { subject: string; roles: Iterable<string> },
): AuditEntry {
  return {
    event_type: 'session.started',
    description: `${actor} signed in.`,
    actor,
    at: new Date(now).toISOString(),
    data: { session: fingerprint(name), subject, roles: [...roles].sort() },
  };
}

export function sessionEnded(
  name: SessionName,
  { subject, reason, actor, now }: Made & { subject: string; reason: EndReason },
): AuditEntry {
  return {
    event_type: 'session.ended',
    description: `${actor} ${SENTENCES[reason]}`,
    actor,
    at: new Date(now).toISOString(),
    data: { session: fingerprint(name), subject, reason },
  };
}
