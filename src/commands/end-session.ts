import type { Database } from '../store/database.ts';
import { deleteSession } from '../store/sessions.ts';
import { hashId, openTokens, type SessionName } from './session-tokens.ts';

/** Where the person had signed in; `null`: the session had ended before. */
export async function endSession(
  { db, secrets_key }: { db: Database; secrets_key: Buffer },
  name: SessionName,
): Promise<string | null> {
  const tokens = await deleteSession(db.alone(name.tenant_id), hashId(name.id));
  return tokens === null ? null : openTokens(secrets_key, name, tokens).issuer;
}
