import { openSecret, sealSecret } from '../platform/database/sealed-secret.ts';
import type { SigningSecrets } from './signature.rules.ts';
import type { ClaimedEndpoint } from './work.sql.ts';

interface Owner {
  tenant_id: number;
  id: string;
}

const purpose = ({ tenant_id, id }: Owner): string => `tenant ${tenant_id} webhook ${id} signing secret`;

export const sealSigningSecret = (key: Buffer, owner: Owner, secret: string): string =>
  sealSecret(key, purpose(owner), secret);

/** Those that are valid now, in the order in which they sign. */
export function openSigningSecrets(key: Buffer, endpoint: ClaimedEndpoint, now: number): SigningSecrets {
  const { sealed_secret, sealed_previous_secret, previous_secret_expires_at } = endpoint;
  if (sealed_secret === null) throw new Error(`the endpoint ${endpoint.id} has no signing secret`);
  const current = openSecret(key, purpose(endpoint), sealed_secret);
  const isInRotation = previous_secret_expires_at !== null && Date.parse(previous_secret_expires_at) > now;
  if (sealed_previous_secret === null || !isInRotation) return { first: current, second: null };
  const previous = openSecret(key, purpose(endpoint), sealed_previous_secret);
  return endpoint.signs_with_previous
    ? { first: previous, second: current }
    : { first: current, second: previous };
}
