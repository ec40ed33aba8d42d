import { type Fault, LapseError } from '../domain/errors.ts';
import { isIssuer, isPlainText, type Tenant, TID_LENGTH_MAX } from '../domain/tenant.ts';
import type { Database } from '../store/database.ts';
import { addTenant as storeTenant } from '../store/tenants.ts';

/** Throws `invalid_request` for a name or an issuer that no token could carry, `conflict` for another issuer. */
export async function addTenant(
  db: Pick<Database, 'registry'>,
  { tid, issuer }: { tid: string; issuer: string | null },
): Promise<Tenant> {
  const faults: Fault[] = [];
  if (!isPlainText(tid, TID_LENGTH_MAX) || tid.trim() !== tid) {
    const msg = `expected 1 to ${TID_LENGTH_MAX} visible characters, as the claim tid of the tenant's tokens has them`;
    faults.push({ loc: ['tid'], msg, type: 'bad_format' });
  }
  if (issuer !== null && !isIssuer(issuer)) {
    const msg =
      'expected an https:// address without query (http:// on loopback only), as the claim iss has it';
    faults.push({ loc: ['issuer'], msg, type: 'bad_format' });
  }
  if (faults.length > 0) {
    const reasons = faults.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`);
    throw new LapseError('invalid_request', `The tenant cannot be added: ${reasons.join('; ')}.`, faults);
  }
  return storeTenant(db, tid, issuer);
}
