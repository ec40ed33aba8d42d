import type { NoteKey } from '../tree/signed-note.rules.ts';
import type { AuditLog } from './logs.sql.ts';
import { openKey } from './signing-key.ts';

/** The key that a log's signatures are checked with, or why there is none to trust. */
export type LogKey = { key: NoteKey; trouble?: undefined } | { key?: undefined; trouble: string };

export type LogKeys = ReturnType<typeof createLogKeys>;

const KNOWN_MAX = 1_000;

/**
 * The public key of a log by its sealed private key, which only those who have the secrets key can make. The stored public
 * key is not trusted: whoever administers the database can replace it, and sign a rewritten log with a key of their own.
 */
export function createLogKeys(secretsKey: Buffer) {
  const known = new Map<number, { of: AuditLog; found: LogKey }>();
  return {
    of(tenantId: number, log: AuditLog): LogKey {
      const before = known.get(tenantId);
      if (before && isSame(before.of, log)) return before.found;
      const found = look(tenantId, secretsKey, log);
      if (known.size >= KNOWN_MAX) known.delete(known.keys().next().value as number);
      known.set(tenantId, { of: log, found });
      return found;
    },
  };
}

const isSame = (a: AuditLog, b: AuditLog): boolean =>
  a.sealed_private_key === b.sealed_private_key && a.origin === b.origin && a.public_key.equals(b.public_key);

function look(tenantId: number, secretsKey: Buffer, log: AuditLog): LogKey {
  try {
    openKey(tenantId, secretsKey, log);
    return { key: { name: log.origin, public_key: log.public_key } };
  } catch (error) {
    return { trouble: (error as Error).message };
  }
}
