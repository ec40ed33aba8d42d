import { type Authenticate, bearerToken } from '../../gateway/tokens/token-verifier.ts';
import type { Database } from '../../platform/database/database.ts';
import { LapseError } from '../../platform/errors.ts';
import { isSameHash, parseToken } from './secret.rules.ts';
import { findSecrets, noteTokenUse } from './tokens.sql.ts';

/** Who an identity provider is, by its SCIM token. Looked up at every request, so that one that was revoked is none at once. */
export function createScimAuthenticate(db: Database): Authenticate {
  return async (authorization) => {
    const token = parseToken(bearerToken(authorization));
    if (!token) throw refused();
    const q = db.tenant(token.tenant_id);
    const known = await findSecrets(q, token.id);
    if (!known?.hashes.some((each) => isSameHash(each, token.hash))) throw refused();
    if (known.is_unnoted) await noteTokenUse(db.alone(token.tenant_id), token.id);
    return {
      tenant_id: token.tenant_id,
      subject: `scim/${token.id}`,
      label: `${known.name} (SCIM)`,
      roles: new Set(),
      identifiers: [],
      aliases: [],
    };
  };
}

/** The same for all of them, so that a made-up one does not tell which tenants and tokens there are. */
const refused = (): LapseError =>
  new LapseError('unauthenticated', 'This is no SCIM token, or it was revoked.');
