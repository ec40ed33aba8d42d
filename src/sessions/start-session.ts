import { randomBytes } from 'node:crypto';
import { appendAuditEntries } from '../audit/entries.sql.ts';
import type { Caller } from '../gateway/roles.rules.ts';
import { sessionStarted } from './session-entries.ts';
import {
  type GivenTokens,
  hashId,
  type SessionName,
  type SessionParts,
  sealTokens,
  tokenTimes,
} from './session-tokens.ts';
import { insertSession } from './sessions.sql.ts';

const ID_BYTES = 32;

/** Always under a new id: one that somebody planted in the browser before gains nothing. */
export async function startSession(
  { db, secrets_key, now, newId }: SessionParts,
  { tenant_id, subject, label, roles }: Caller,
  { issuer, given }: { issuer: string; given: GivenTokens },
): Promise<SessionName> {
  const name = { tenant_id, id: randomBytes(ID_BYTES).toString('base64url') };
  const { access_token, refresh_token } = given;
  await db.transaction(tenant_id, async (tx) => {
    await insertSession(tx, {
      id_hash: hashId(name.id),
      subject,
      tokens: sealTokens(secrets_key, name, { issuer, label, access_token, refresh_token }),
      times: tokenTimes(given),
    });
    await appendAuditEntries(tx, [sessionStarted(name, { subject, roles, actor: label, now: now(), newId })]);
  });
  return name;
}
