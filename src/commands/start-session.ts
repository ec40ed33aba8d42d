import { randomBytes } from 'node:crypto';
import type { Caller } from '../domain/roles.ts';
import type { Database } from '../store/database.ts';
import { insertSession } from '../store/sessions.ts';
import { type GivenTokens, hashId, type SessionName, sealTokens, tokenTimes } from './session-tokens.ts';

const ID_BYTES = 32;

/** Always under a new id: one that somebody planted in the browser before gains nothing. */
export async function startSession(
  { db, secrets_key }: { db: Database; secrets_key: Buffer },
  { tenant_id, subject }: Pick<Caller, 'tenant_id' | 'subject'>,
  { issuer, given }: { issuer: string; given: GivenTokens },
): Promise<SessionName> {
  const name = { tenant_id, id: randomBytes(ID_BYTES).toString('base64url') };
  const { access_token, refresh_token } = given;
  await insertSession(db.alone(tenant_id), {
    id_hash: hashId(name.id),
    subject,
    tokens: sealTokens(secrets_key, name, { issuer, access_token, refresh_token }),
    times: tokenTimes(given),
  });
  return name;
}
