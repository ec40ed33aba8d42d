import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { type AuditEntry, appendAuditEntries } from '../../audit/entries.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import { LapseError, required } from '../../platform/errors.ts';
import { formatToken, hashOf, SECRET_BYTES } from './secret.rules.ts';
import {
  getToken,
  insertToken,
  lockAndCountTokens,
  markRevoked,
  replaceTokenSecret,
  type TokenRow,
} from './tokens.sql.ts';

interface By {
  actor: string;
  now: number;
}

const TOKENS_MAX = 10;
/** Long enough to bring the new one to the identity provider without haste. */
const ROTATION_MS = 86_400_000;

export async function createToken(tx: Querier, name: string, by: By): Promise<{ id: string; token: string }> {
  if ((await lockAndCountTokens(tx)) >= TOKENS_MAX) {
    throw new LapseError(
      'conflict',
      `There are already ${TOKENS_MAX} SCIM tokens, which is the limit; revoke one.`,
    );
  }
  const id = uuidv7();
  const token = newToken(tx, id);
  const at = new Date(by.now).toISOString();
  await insertToken(tx, { id, name, secret_hash: hashOf(token), created_by: by.actor, at });
  await record(tx, by, {
    event_type: 'scim_token.created',
    description: `The SCIM token "${name}" was created.`,
    data: { token_id: id, name },
  });
  return { id, token };
}

/** The present one may be used for another day; one that was replaced before is forgotten. */
export async function rotateToken(tx: Querier, id: string, by: By): Promise<string> {
  const { name } = await requireUsable(tx, id);
  const token = newToken(tx, id);
  const previous_expires_at = new Date(by.now + ROTATION_MS).toISOString();
  const at = new Date(by.now).toISOString();
  await replaceTokenSecret(tx, id, { secret_hash: hashOf(token), at, previous_expires_at });
  await record(tx, by, {
    event_type: 'scim_token.rotated',
    description: `The SCIM token "${name}" has a new secret; the previous one may be used until ${previous_expires_at}.`,
    data: { token_id: id, name, previous_expires_at },
  });
  return token;
}

/** From now on it is refused. To revoke it again changes nothing. */
export async function revokeToken(tx: Querier, id: string, by: By): Promise<void> {
  const { name, revoked_at } = required(await getToken(tx, id, 'FOR UPDATE'), 'SCIM token');
  if (revoked_at !== null) return;
  await markRevoked(tx, id, { actor: by.actor, at: new Date(by.now).toISOString() });
  await record(tx, by, {
    event_type: 'scim_token.revoked',
    description: `The SCIM token "${name}" was revoked.`,
    data: { token_id: id, name },
  });
}

async function requireUsable(tx: Querier, id: string): Promise<TokenRow> {
  const token = required(await getToken(tx, id, 'FOR UPDATE'), 'SCIM token');
  if (token.revoked_at === null) return token;
  throw new LapseError('conflict', 'This SCIM token was revoked; create another one.');
}

const newToken = ({ tenant_id }: Querier, id: string): string =>
  formatToken({ tenant_id, id, secret: randomBytes(SECRET_BYTES) });

const record = (
  tx: Querier,
  { actor, now }: By,
  entry: Pick<AuditEntry, 'event_type' | 'description' | 'data'>,
): Promise<void> => appendAuditEntries(tx, [{ ...entry, actor, at: new Date(now).toISOString() }]);
