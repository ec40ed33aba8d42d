import { appendAuditEntries } from '../audit/entries.sql.ts';
import { type EndReason, sessionEnded } from './session-entries.ts';
import { hashId, openTokens, type SessionName, type SessionParts } from './session-tokens.ts';
import { deleteSession } from './sessions.sql.ts';

/** Where the person had signed in; `null`: the session had ended before. */
export function endSession(
  { db, secrets_key, now, newId }: SessionParts,
  name: SessionName,
  reason: EndReason,
): Promise<string | null> {
  return db.transaction(name.tenant_id, async (tx) => {
    const ended = await deleteSession(tx, hashId(name.id));
    if (ended === null) return null;
    const { subject, is_over } = ended;
    const { issuer, label = subject } = openTokens(secrets_key, name, ended.tokens);
    if (!is_over)
      await appendAuditEntries(tx, [
        sessionEnded(name, { subject, reason, actor: label, now: now(), newId }),
      ]);
    return issuer;
  });
}
