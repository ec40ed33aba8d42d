import { v7 as uuidv7 } from 'uuid';
import { appendAuditEntries } from '../../audit/entries.sql.ts';
import { findCallerPrincipal } from '../../gateway/caller-principal.sql.ts';
import type { Caller } from '../../gateway/roles.rules.ts';
import type { Querier } from '../../platform/database/database.ts';
import { LapseError, required } from '../../platform/errors.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import { loadPeople } from '../reviews/evidence/pairs.sql.ts';
import { deleteSubstitute, getSubstitute, insertSubstitute, type Substitute } from './substitutes.sql.ts';

export interface NameSubstitute {
  principal_id: string;
  substitute_id: string;
  /** Milliseconds since 1970. */
  starts_at: number | null;
  ends_at: number | null;
  caller: Caller;
  now: number;
}

/** Lets somebody decide for another. An admin names anybody's substitutes, a reviewer their own. */
export async function nameSubstitute(tx: Querier, asked: NameSubstitute): Promise<Substitute> {
  const { principal_id, substitute_id, ends_at, caller, now } = asked;
  const starts_at = asked.starts_at ?? now;
  await requireOwn(tx, principal_id, caller);
  const people = await loadPeople(tx, [principal_id, substitute_id]);
  if (!people.has(principal_id))
    throw invalid('principal_id', 'expected the id of a principal', 'not_allowed');
  if (principal_id === substitute_id || people.get(substitute_id)?.disabled !== false) {
    throw invalid('substitute_id', 'expected the id of another principal that is enabled', 'not_allowed');
  }
  if (ends_at !== null && ends_at <= Math.max(starts_at, now)) {
    throw invalid('ends_at', 'expected an instant after starts_at and after now', 'out_of_range');
  }
  const id = uuidv7();
  const at = isoInstant(now);
  await insertSubstitute(tx, {
    id,
    principal_id,
    substitute_id,
    starts_at: isoInstant(starts_at),
    ends_at: ends_at === null ? null : isoInstant(ends_at),
    named_by: caller.label,
    created_at: at,
  });
  const named = (await getSubstitute(tx, id)) as Substitute;
  await tell(tx, named, { event_type: 'substitute.named', caller, at });
  return named;
}

export async function removeSubstitute(
  tx: Querier,
  { id, caller, now }: { id: string; caller: Caller; now: number },
): Promise<Substitute> {
  const found = required(await getSubstitute(tx, id), 'substitute');
  await requireOwn(tx, found.principal_id, caller);
  if (await deleteSubstitute(tx, id)) {
    await tell(tx, found, { event_type: 'substitute.removed', caller, at: isoInstant(now) });
  }
  return found;
}

async function requireOwn(tx: Querier, principalId: string, caller: Caller): Promise<void> {
  if (caller.is_synthetic || caller.roles.has('service.admin')) return;
  const me = await findCallerPrincipal(tx, caller);
  if (me?.id === principalId) return;
  throw new LapseError(
    'forbidden',
    'A reviewer names their own substitutes; those of others need service.admin.',
  );
}

async function tell(
  tx: Querier,
  { id, principal_id, principal_name, substitute_id, substitute_name, starts_at, ends_at }: Substitute,
  said: { event_type: 'substitute.named' | 'substitute.removed'; caller: Caller; at: string },
): Promise<void> {
  const { event_type, caller, at } = said;
  const period = `from ${starts_at}${ends_at === null ? '' : ` until ${ends_at}`}`;
  const description =
    event_type === 'substitute.named'
      ? `${caller.label} let ${substitute_name} decide for ${principal_name} ${period}.`
      : `${caller.label} ended that ${substitute_name} decides for ${principal_name}.`;
  const data = { substitute: id, principal_id, substitute_id, starts_at, ends_at };
  await appendAuditEntries(tx, [{ principal_id, event_type, description, actor: caller.label, at, data }]);
}

function invalid(field: string, msg: string, type: string): LapseError {
  return new LapseError('invalid_request', `body.${field} ${msg}`, [{ loc: ['body', field], msg, type }]);
}
