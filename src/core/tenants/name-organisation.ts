import { appendAuditEntries } from '../../audit/entries.sql.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Fault, LapseError } from '../../platform/errors.ts';
import { isPlainText, ORGANISATION_NAME_LENGTH_MAX } from '../../platform/tenants/tenant.rules.ts';
import { loadOrganisation, type Organisation, saveOrganisation } from './organisations.sql.ts';

/** The fault of a name, if it has one. */
export function organisationNameFaults(name: unknown, loc: string[]): Fault[] {
  if (isPlainText(name, ORGANISATION_NAME_LENGTH_MAX) && name.trim() === name) return [];
  const msg = `expected 1 to ${ORGANISATION_NAME_LENGTH_MAX} visible characters, without spaces at its ends`;
  return [{ loc, msg, type: 'bad_format' }];
}

/** The name and its audit entry commit together. The name that it has already changes nothing. */
export function nameOrganisation(
  db: Pick<Database, 'transaction'>,
  { tenant_id, name, actor }: { tenant_id: number; name: string; actor: string },
): Promise<Organisation> {
  const faults = organisationNameFaults(name, ['body', 'name']);
  if (faults.length > 0) {
    throw new LapseError('invalid_request', 'The organisation cannot be called that.', faults);
  }
  return db.transaction(tenant_id, async (tx) => {
    const changed_at = new Date().toISOString();
    const saved = await saveOrganisation(tx, { name, changed_by: actor, changed_at });
    if (saved) {
      const { previous_name } = saved;
      const said = previous_name === null ? `named ${name}` : `renamed from ${previous_name} to ${name}`;
      await appendAuditEntries(tx, [
        {
          event_type: 'organisation.renamed',
          description: `The organisation was ${said}.`,
          actor,
          at: changed_at,
          data: { previous_name, name },
        },
      ]);
    }
    return loadOrganisation(tx);
  });
}
