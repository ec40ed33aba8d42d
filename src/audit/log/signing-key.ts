import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Querier } from '../../platform/database/database.ts';
import { openSecret, sealSecret } from '../../platform/database/sealed-secret.ts';
import { tenantTid } from '../../platform/tenants/tenants.sql.ts';
import { rawPublicKey } from '../tree/signed-note.rules.ts';
import { type AuditLog, findAuditLog, insertAuditLog, sealSigned } from './logs.sql.ts';

export interface LogSigner {
  origin: string;
  public_key: Buffer;
  private_key: KeyObject;
  /** What was signed last, as sealed with the key; null for a log from before this was kept, until it signs again. */
  last_signed: SignedTree | null;
}

export interface SignedTree {
  tree_size: number;
  root_hash: Buffer;
}

const purposeOf = (tenantId: number): string => `tenant ${tenantId} audit signing key`;

/** The log of a tenant; null when none was ever begun. */
export async function openLog(tx: Querier, secretsKey: Buffer): Promise<LogSigner | null> {
  const found = await findAuditLog(tx);
  if (!found) return null;
  return openKey(tx.tenant_id, secretsKey, found);
}

/** Throws when the private key does not open, or the public key is not the one that belongs to it. */
export function openKey(tenantId: number, secretsKey: Buffer, log: AuditLog): LogSigner {
  const { origin, public_key } = log;
  const { pkcs8, last_signed } = openSealed(tenantId, secretsKey, log);
  const private_key = createPrivateKey({ key: Buffer.from(pkcs8, 'base64'), format: 'der', type: 'pkcs8' });
  if (!rawPublicKey(private_key).equals(public_key)) {
    throw new Error(
      `The public key of the log ${origin} is not the one that belongs to its private key: somebody changed its row. Nothing more is signed.`,
    );
  }
  return { origin, public_key, private_key, last_signed };
}

/** Does this key open the log's private key? `null` when there is no log yet. */
export async function opensLog(q: Querier, secretsKey: Buffer): Promise<boolean | null> {
  const found = await findAuditLog(q);
  if (!found) return null;
  try {
    openSealed(q.tenant_id, secretsKey, found);
    return true;
  } catch {
    return false;
  }
}

/** The name holds an id of its own, so that two installations with the same tenant cannot be mistaken for each other. */
export async function createLog(tx: Querier, secretsKey: Buffer, logId: string): Promise<LogSigner> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const origin = `lapse-audit/${encodeURIComponent(await tenantTid(tx))}/${logId}`;
  const publicKey = rawPublicKey(privateKey);
  const log = { origin, public_key: publicKey, private_key: privateKey, last_signed: null };
  await insertAuditLog(tx, {
    origin,
    public_key: publicKey,
    sealed_private_key: seal(tx.tenant_id, secretsKey, log, null),
  });
  return log;
}

/** With the key, so that it cannot be removed without losing the key, nor made by anybody who has not the secrets key. */
export function rememberSigned(
  tx: Querier,
  secretsKey: Buffer,
  log: LogSigner,
  signed: SignedTree,
): Promise<void> {
  return sealSigned(tx, seal(tx.tenant_id, secretsKey, log, signed));
}

function seal(tenantId: number, secretsKey: Buffer, log: LogSigner, signed: SignedTree | null): string {
  const pkcs8 = log.private_key.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  const last = signed && { tree_size: signed.tree_size, root_hash: signed.root_hash.toString('base64') };
  return sealSecret(secretsKey, purposeOf(tenantId), JSON.stringify({ pkcs8, last_signed: last }));
}

function openSealed(
  tenantId: number,
  secretsKey: Buffer,
  { sealed_private_key }: AuditLog,
): { pkcs8: string; last_signed: SignedTree | null } {
  const text = openSecret(secretsKey, purposeOf(tenantId), sealed_private_key);
  // Logs from before hold the key alone.
  if (!text.startsWith('{')) return { pkcs8: text, last_signed: null };
  const { pkcs8, last_signed } = JSON.parse(text);
  return {
    pkcs8,
    last_signed: last_signed && {
      tree_size: last_signed.tree_size,
      root_hash: Buffer.from(last_signed.root_hash, 'base64'),
    },
  };
}
