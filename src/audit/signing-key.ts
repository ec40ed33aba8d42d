import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { rawPublicKey } from '../domain/signed-note.ts';
import { findAuditLog, insertAuditLog, tenantTid } from '../store/audit-logs.ts';
import type { Querier } from '../store/database.ts';
import { openSecret, sealSecret } from '../store/sealed-secret.ts';

export interface LogSigner {
  origin: string;
  public_key: Buffer;
  private_key: KeyObject;
}

const purposeOf = (tenantId: number): string => `tenant ${tenantId} audit signing key`;

/** The log of a tenant, made on first need. Only one may ask at a time: the caller holds the sequencer's lock. */
export async function openLog(tx: Querier, secretsKey: Buffer, logId: () => string): Promise<LogSigner> {
  const found = await findAuditLog(tx);
  if (!found) return createLog(tx, secretsKey, logId());
  const pkcs8 = openSecret(secretsKey, purposeOf(tx.tenant_id), found.sealed_private_key);
  const privateKey = createPrivateKey({ key: Buffer.from(pkcs8, 'base64'), format: 'der', type: 'pkcs8' });
  if (!rawPublicKey(privateKey).equals(found.public_key)) {
    throw new Error(
      `The public key of the log ${found.origin} is not the one that belongs to its private key.`,
    );
  }
  return { origin: found.origin, public_key: found.public_key, private_key: privateKey };
}

/** Does this key open the log's private key? `null` when there is no log yet. Makes none. */
export async function opensLog(q: Querier, secretsKey: Buffer): Promise<boolean | null> {
  const found = await findAuditLog(q);
  if (!found) return null;
  try {
    openSecret(secretsKey, purposeOf(q.tenant_id), found.sealed_private_key);
    return true;
  } catch {
    return false;
  }
}

/** The name holds an id of its own, so that two installations with the same tenant cannot be mistaken for each other. */
async function createLog(tx: Querier, secretsKey: Buffer, logId: string): Promise<LogSigner> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const origin = `lapse-audit/${encodeURIComponent(await tenantTid(tx))}/${logId}`;
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  const publicKey = rawPublicKey(privateKey);
  await insertAuditLog(tx, {
    origin,
    public_key: publicKey,
    sealed_private_key: sealSecret(secretsKey, purposeOf(tx.tenant_id), pkcs8),
  });
  return { origin, public_key: publicKey, private_key: privateKey };
}
