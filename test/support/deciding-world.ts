import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { createTokenVerifier } from '../../src/gateway/tokens/token-verifier.ts';
import { findTenant } from '../../src/platform/tenants/tenants.sql.ts';
import { createTestApp, type TestApp } from './app.ts';
import { AUDIENCE, type IdentityProvider, startIdentityProvider } from './identity-provider.ts';
import { createNotificationWorld, type NotificationWorld } from './notification-world.ts';
import { createReviewWorld, type ReviewWorld } from './review-world.ts';

export let provider: IdentityProvider;
export let world: ReviewWorld;
/** The same database, for callers with tokens. */
export let service: TestApp;
export let people: NotificationWorld;
/** What the gateway has logged. */
export const logged: string[] = [];

export const OLAF = { oid: 'oid-of-olaf', email: 'olaf@x.example' };

/** Reviewers who decide without a token, for the tests of a file. */
export function useDecidingWorld(): void {
  beforeAll(async () => {
    provider = await startIdentityProvider();
    const sink = new Writable({
      write(chunk, _encoding, done) {
        logged.push(String(chunk));
        done();
      },
    });
    world = await createReviewWorld(undefined, { logger: pino({ level: 'trace' }, sink) });
    await world.import([
      { kind: 'identity', principal_id: 'olaf', provider: 'azure_ad', external_id: 'oid-of-olaf' },
    ]);
    people = createNotificationWorld(world);
  });
  afterAll(async () => {
    await people.close();
    await world.close();
    await provider.stop();
  });
  afterEach(async () => {
    await people.reset();
    await service.app.close();
    logged.length = 0;
    await world.test.admin(
      `TRUNCATE decision_links, seen_reviewers, slack_users, slack_requests, remediations, holder_questions,
         holder_links CASCADE`,
    );
    await world.test.admin("UPDATE grants SET status = 'active'");
    await world.test.admin('UPDATE principals SET disabled = false');
  });
}

/** One gateway remembers whom it saw for a while; each test has one of its own. */
export async function openService(): Promise<void> {
  service = await createTestApp({
    test: world.test,
    authenticate: ({ db }) =>
      createTokenVerifier({
        issuer: provider.issuer,
        audience: AUDIENCE,
        jwks_uri: null,
        findTenant: (tid) => findTenant(db, tid),
      }),
  });
}

export async function comes(claims: object, roles: string[] = ['service.reviewer'], url = '/v1/session') {
  const token = provider.sign({ tid: 'tenant-a', roles, ...claims });
  return (await service.call({ url, headers: { authorization: `Bearer ${token}` } })).statusCode;
}

export async function stateOf(review: string) {
  const { status, decisions } = (await world.call({ url: `/v1/reviews/${review}` })).json();
  return { status, decided: decisions.length as number };
}
export const UNDECIDED = { status: 'PENDING', decided: 0 };

export const decisionsOf = (review: string) =>
  world.test.admin(
    'SELECT decision, reason, decided_by FROM review_decisions WHERE review_id = $1 ORDER BY grant_id',
    [review],
  );
