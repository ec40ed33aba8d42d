import { setTimeout as sleep } from 'node:timers/promises';
import { appendAuditEntries } from '../audit/entries.sql.ts';
import { LapseError } from '../platform/errors.ts';
import { type EndReason, sessionEnded } from './session-entries.ts';
import {
  type GivenTokens,
  hashId,
  openTokens,
  type SessionName,
  type SessionParts,
  type SessionTokens,
  sealTokens,
  tokenTimes,
} from './session-tokens.ts';
import {
  deleteSession,
  findSession,
  leaseRenewal,
  noteUse,
  postponeRenewal,
  type Session,
  saveRenewal,
} from './sessions.sql.ts';

export interface SessionContext extends SessionParts {
  /** Asks the provider; `null`: it refuses for good. Throws `unavailable` when it cannot be asked. */
  renew(tokens: SessionTokens & { refresh_token: string }): Promise<GivenTokens | null>;
}

export interface UsedSession {
  subject: string;
  access_token: string;
}

const LOOK_EVERY_MS = 100;
/** Longer than a provider is waited for. */
const WAIT_MS_MAX = 8_000;

/**
 * The access token of a session, renewed before it ends. One of all gateways renews; nobody holds a connection or a lock
 * while the provider is asked. The others go on with the old token, or wait for the new one when the old has expired.
 * `null`: there is no such session.
 */
export async function useSession(context: SessionContext, name: SessionName): Promise<UsedSession | null> {
  const { db } = context;
  const idHash = hashId(name.id);
  for (let waited = 0; waited < WAIT_MS_MAX; waited += LOOK_EVERY_MS) {
    const session = await findSession(db.tenant(name.tenant_id), idHash);
    if (session === null) return null;
    if (session.is_unnoted) await noteUse(db.alone(name.tenant_id), idHash);
    if (session.is_due) {
      const leased = await leaseRenewal(db.alone(name.tenant_id), idHash);
      if (leased !== null) return renewSession(context, name, { ...session, tokens: leased });
    }
    if (!session.is_renewable || !session.is_expired) return opened(context, name, session);
    // Expired, and not due: the provider did not answer a moment ago.
    if (!session.is_due) throw providerAway();
    await sleep(LOOK_EVERY_MS);
  }
  throw providerAway();
}

async function renewSession(
  context: SessionContext,
  name: SessionName,
  session: Session,
): Promise<UsedSession | null> {
  const { db, secrets_key } = context;
  const q = db.alone(name.tenant_id);
  const idHash = hashId(name.id);
  const tokens = openTokens(secrets_key, name, session.tokens);
  let given: GivenTokens | null;
  try {
    given = await context.renew({ ...tokens, refresh_token: tokens.refresh_token ?? '' });
  } catch (error) {
    await postponeRenewal(q, idHash);
    if (session.is_expired) throw error;
    return opened(context, name, session);
  }
  if (given === null) {
    await endSession(context, name, 'not_renewed');
    return null;
  }
  // A provider that does not rotate refresh tokens sends none.
  const renewed = { ...given, refresh_token: given.refresh_token ?? tokens.refresh_token };
  const { access_token, refresh_token } = renewed;
  const isSaved = await saveRenewal(q, idHash, {
    from: session.tokens,
    to: sealTokens(secrets_key, name, { ...tokens, access_token, refresh_token }),
    times: tokenTimes(renewed),
  });
  if (isSaved) return { subject: session.subject, access_token };
  const current = await findSession(db.tenant(name.tenant_id), idHash);
  return current && opened(context, name, current);
}

function opened({ secrets_key }: SessionContext, name: SessionName, session: Session): UsedSession {
  const { access_token } = openTokens(secrets_key, name, session.tokens);
  return { subject: session.subject, access_token };
}

const providerAway = (): LapseError =>
  new LapseError('unavailable', 'The identity provider cannot be reached at the moment; try again shortly.');

/** Where the person had signed in; `null`: the session had ended before. */
export function endSession(
  { db, secrets_key, now }: SessionParts,
  name: SessionName,
  reason: EndReason,
): Promise<string | null> {
  return db.transaction(name.tenant_id, async (tx) => {
    const ended = await deleteSession(tx, hashId(name.id));
    if (ended === null) return null;
    const { subject, is_over } = ended;
    const { issuer, label = subject } = openTokens(secrets_key, name, ended.tokens);
    if (!is_over)
      await appendAuditEntries(tx, [sessionEnded(name, { subject, reason, actor: label, now: now() })]);
    return issuer;
  });
}
