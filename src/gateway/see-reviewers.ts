import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import { ExpiringMap } from '../platform/expiring-map.ts';
import { findCallerPrincipal } from './caller-principal.sql.ts';
import type { Caller } from './roles.rules.ts';
import { forgetReviewer, noteReviewer } from './seen-reviewers.sql.ts';

/** So long a role that was taken away may go unnoticed when its bearer goes on by way of this gateway. */
const LOOK_AGAIN_MS = 60_000;
const CALLERS_MAX = 20_000;

/**
 * Remembers who came with the role of a reviewer, and forgets whoever came without it: roles are in tokens, and whoever decides by
 * a link brings none. Also of requests that are refused for the lack of a role.
 */
export function registerSeenReviewers(app: FastifyInstance, { db }: { db: Database }): void {
  const seen = new ExpiringMap<string>(CALLERS_MAX);
  app.addHook('onRequest', (request, _reply, done) => {
    const { caller } = request;
    if (caller === null || caller.is_synthetic || request.routeOptions.config.access === 'scim') {
      done();
      return;
    }
    const key = `${caller.tenant_id} ${caller.subject}`;
    const print = printOf(caller);
    const now_ms = performance.now();
    if (seen.get(key, now_ms) === print) {
      done();
      return;
    }
    see(db, caller).then(
      () => {
        seen.set(key, print, { now_ms, expires_ms: now_ms + LOOK_AGAIN_MS });
        done();
      },
      (error: Error) => {
        // What was asked for does not depend on it.
        request.log.warn({ err: error }, 'who came could not be remembered');
        done();
      },
    );
  });
}

const isReviewer = ({ roles }: Caller): boolean => roles.has('service.reviewer');

const printOf = (caller: Caller): string =>
  isReviewer(caller) ? JSON.stringify([caller.identifiers, caller.aliases]) : '';

async function see(db: Database, caller: Caller): Promise<void> {
  const principal = isReviewer(caller)
    ? await findCallerPrincipal(db.tenant(caller.tenant_id), caller)
    : null;
  const q = db.alone(caller.tenant_id);
  if (principal === null) await forgetReviewer(q, caller.subject);
  else await noteReviewer(q, caller, principal.id);
}
