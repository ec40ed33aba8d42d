import type { Database } from '../../platform/database/database.ts';
import { type Fault, LapseError } from '../../platform/errors.ts';
import { isIssuer, isPlainText, type Tenant, TID_LENGTH_MAX } from '../../platform/tenants/tenant.rules.ts';
import { addTenant as storeTenant } from '../../platform/tenants/tenants.sql.ts';
import { nameOrganisation, organisationNameFaults } from './name-organisation.ts';

export interface NewTenant {
  tid: string;
  issuer: string | null;
  /** What the organisation is called; null: what it is called stays as it is. */
  name: string | null;
  actor: string;
}

/** Throws `invalid_request` for a name or an issuer that no token could carry, `conflict` for another issuer. */
export async function addTenant(
  db: Pick<Database, 'registry' | 'transaction'>,
  { tid, issuer, name, actor }: NewTenant,
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
  if (name !== null) faults.push(...organisationNameFaults(name, ['name']));
  if (faults.length > 0) {
    const reasons = faults.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`);
    throw new LapseError('invalid_request', `The tenant cannot be added: ${reasons.join('; ')}.`, faults);
  }
  const tenant = await storeTenant(db, tid, issuer);
  if (name !== null) await nameOrganisation(db, { tenant_id: tenant.tenant_id, name, actor });
  return tenant;
}
