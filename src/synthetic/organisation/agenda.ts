import { type Access, accessFor } from './grants.ts';
import { directHoldings, groupAssets } from './holdings.ts';
import { groupPrincipal, groupsOf } from './membership.ts';
import type { Plan } from './plan.ts';
import { pairKey, type UsePattern, usePattern } from './use-pattern.ts';

const ACCESSES: readonly Access[] = ['read', 'read_write', 'admin', 'owner'];

/**
 * Who uses what, in columns: 19 bytes for each pair. This is all that is kept, and it lets the events come day by
 * day, as they would be ingested, instead of principal by principal.
 */
export type Agenda = ReturnType<typeof emptyAgenda>;

function emptyAgenda(pairsMax: number) {
  return {
    length: 0,
    principal: new Uint32Array(pairsMax),
    asset: new Uint32Array(pairsMax),
    key: new Uint32Array(pairsMax),
    access: new Uint8Array(pairsMax),
    period: new Uint8Array(pairsMax),
    phase: new Uint8Array(pairsMax),
    start: new Uint16Array(pairsMax),
    end: new Uint16Array(pairsMax),
  };
}

/** Every pair once, though a principal may hold a grant for an asset both directly and through groups. */
export function agendaOf(plan: Plan): Agenda {
  const agenda = emptyAgenda(plan.grants);
  for (const { principal, assets } of directHoldings(plan)) {
    const accesses = new Map<number, Access>();
    if (principal < plan.users) {
      for (const group of groupsOf(plan, principal)) {
        const holder = groupPrincipal(plan, group);
        for (const asset of groupAssets(plan, group))
          accesses.set(asset, accessFor(pairKey(plan, holder, asset)));
      }
    }
    for (const asset of assets) accesses.set(asset, accessFor(pairKey(plan, principal, asset)));
    for (const [asset, access] of accesses) addPair(plan, agenda, principal, asset, access);
  }
  return agenda;
}

function addPair(plan: Plan, agenda: Agenda, principal: number, asset: number, access: Access): void {
  const key = pairKey(plan, principal, asset);
  const pattern = usePattern(plan, principal, key);
  if (pattern.start >= pattern.end) return;
  const pair = agenda.length++;
  agenda.principal[pair] = principal;
  agenda.asset[pair] = asset;
  agenda.key[pair] = key;
  agenda.access[pair] = ACCESSES.indexOf(access);
  agenda.period[pair] = pattern.period;
  agenda.phase[pair] = pattern.phase;
  agenda.start[pair] = pattern.start;
  agenda.end[pair] = pattern.end;
}

export function accessAt(agenda: Agenda, pair: number): Access {
  return ACCESSES[agenda.access[pair] as number] as Access;
}

/** Into an object of the caller's: one for every pair and day would be 180 million for a large organisation. */
export function readPattern(agenda: Agenda, pair: number, pattern: UsePattern): void {
  pattern.period = agenda.period[pair] as number;
  pattern.phase = agenda.phase[pair] as number;
  pattern.start = agenda.start[pair] as number;
  pattern.end = agenda.end[pair] as number;
}
