import type { FastifyInstance } from 'fastify';
import type { Database, Querier } from '../platform/database/database.ts';
import { type CallerPrincipal, findCallerPrincipal } from './caller-principal.sql.ts';
import { isReservedActor } from './reserved-actors.rules.ts';
import type { Caller } from './roles.rules.ts';

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whoever changes something is recorded as the person that the directory knows, and not as an id of a provider. Last
 * before the handler, so that only requests that will do something cost it; sending events is no act of a person.
 */
export function registerActors(app: FastifyInstance, { db }: { db: Database }): void {
  app.addHook('preHandler', async (request) => {
    const { caller } = request;
    if (caller === null || caller.is_synthetic || READS.has(request.method)) return;
    const { access } = request.routeOptions.config;
    if (Array.isArray(access) && access.includes('service.ingest')) return;
    const label = await actorOf(db.tenant(caller.tenant_id), caller);
    if (label !== caller.label) request.caller = Object.freeze({ ...caller, label });
  });
}

/** By what name somebody is recorded when they change something. */
export async function actorOf(q: Querier, caller: Caller): Promise<string> {
  const principal = caller.is_synthetic ? null : await findCallerPrincipal(q, caller);
  return principal ? actorName(principal) : caller.label;
}

/** What a person reads of a principal that did something: unlike a name, an e-mail is nobody else's. */
export function actorName({ id, display_name, email }: CallerPrincipal): string {
  return email !== null && email !== '' && !isReservedActor(email) ? email : `${display_name} (${id})`;
}
