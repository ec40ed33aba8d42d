import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import {
  createRemediationWorld,
  grant,
  type RemediationWorld,
  user,
} from '../../../test/support/remediation-world.ts';
import { evaluateAlerts } from '../../alerts/evaluate-alerts.ts';
import { loadOperationalFigures } from '../../alerts/operational-figures.sql.ts';
import { DEFAULT_POLICY } from '../../core/policy/policy.rules.ts';
import { createDevAuthenticate } from '../../gateway/tokens/token-verifier.ts';
import { serviceMetrics } from '../../metrics/service-metrics.ts';
import { FINDINGS_SHOWN } from './finding.rules.ts';
import { observeAccess } from './observe-access.ts';

const MINUTE = 60_000;
let world: RemediationWorld;
let service: TestApp;
let foreign: TestApp;

beforeAll(async () => {
  world = await createRemediationWorld();
  service = await createTestApp({ test: world.store });
  foreign = await createTestApp({
    test: world.store,
    authenticate: ({ tenants }) => createDevAuthenticate(tenants.b),
  });
});
beforeEach(async () => {
  await world.reset();
  await world.store.admin(
    'TRUNCATE alert_states, alert_silences, alert_evaluations, webhooks, webhook_deliveries, webhook_events, reviews, workflows CASCADE',
  );
  world.simulated = false;
  await world.importLines([
    user('ann', { display_name: 'Ann Lee' }),
    user('olga', { display_name: 'Olga' }),
    { kind: 'asset', id: 'wiki', name: 'The Wiki', type: 'table', platform: 'fabric', owner_id: 'olga' },
  ]);
});
afterAll(async () => {
  await foreign.close();
  await service.close();
  await world.close();
});

type Item = { id: string; alert: string; state: string; [field: string]: unknown };

async function alerts(app = service, query = '?state=firing'): Promise<Item[]> {
  const answer = await app.call({ url: `/v1/alerts${query}&limit=100` });
  expect(answer.statusCode).toBe(200);
  return (answer.json().items as Item[]).filter(({ alert }) => alert.startsWith('removal'));
}

async function look(tenant = world.tenant): Promise<void> {
  world.now += MINUTE;
  expect(await evaluateAlerts(world.store.db, tenant, world.now)).toBe(true);
}

/** A person was asked to remove Ann's access. */
async function requested(): Promise<string> {
  const [id] = (await world.start('g-ann')) as [string];
  await world.work();
  return id;
}

const seen = async (more: object = {}): Promise<void> => {
  world.now += MINUTE;
  await world.importLines([grant('g-ann', 'ann', 'wiki', more)]);
};

/** It was attested to be gone, and is there. */
async function contradicted(): Promise<string> {
  const id = await requested();
  await ask(id, 'attest', { attestation: 'Taken out in the console.' });
  // The gateway's clock is the real one.
  world.now = Date.now();
  await seen();
  await look();
  expect((await alerts()).map((alert) => alert.id)).toEqual([`removal_contradicted:${id}`]);
  return id;
}

async function ask(id: string, order: string, payload: object = {}): Promise<void> {
  const answer = await service.call({ method: 'POST', url: `/v1/remediations/${id}/${order}`, payload });
  expect([answer.statusCode, answer.json().detail]).toEqual([200, undefined]);
}

/** What was found is concluded: nothing fires, and that it ended is told. */
async function ended(): Promise<void> {
  await look();
  expect(await alerts()).toEqual([]);
  expect((await alerts(service, '?state=resolved')).length).toBe(1);
}

async function decide(decision: 'CONFIRM' | 'REVOKE'): Promise<void> {
  const asked = await service.call({
    method: 'POST',
    url: '/v1/reviews',
    payload: { principal_id: 'ann', asset_id: 'wiki', reason: 'manual_trigger' },
  });
  expect(asked.statusCode).toBe(201);
  const answer = await service.call({
    method: 'POST',
    url: `/v1/reviews/${asked.json().review_id}/decide`,
    headers: { 'idempotency-key': uuidv7() },
    payload: { decision, justification: 'She needs it after all.' },
  });
  expect(answer.statusCode).toBe(200);
}

describe('access that is there although its remediation was claimed', () => {
  test('is a critical alert with names, a page and what to do', async () => {
    const id = await contradicted();
    const day = new Date(world.now).toISOString().slice(0, 10);
    const [alert] = await alerts();
    expect(alert).toMatchObject({
      alert: 'removal_contradicted',
      severity: 'critical',
      value: 1,
      labels: { remediation: id },
      link: `/remediations/${id}`,
      subject: expect.stringMatching(
        new RegExp(
          `^Ann Lee has read on The Wiki \\(fabric\\): seen by an import by importer@example.com on ${day}, although its remediation was attested by dev-admin on \\S+\\.$`,
        ),
      ),
    });
    expect(alert?.action).toContain(`POST /v1/remediations/${id}/retry`);
    expect(alert?.action).toContain('confirm the access');
  });

  test('is in the metrics, for its tenant', async () => {
    await contradicted();
    const figures = (tenant: number) =>
      world.store.db.transaction(tenant, (tx) =>
        loadOperationalFigures(tx, { policy: DEFAULT_POLICY, now: world.now }),
      );
    const { a, b } = world.store.tenants;
    const families = serviceMetrics([
      { tid: 'a', figures: await figures(a) },
      { tid: 'b', figures: await figures(b) },
    ]);
    const { samples } = families.find(({ name }) => name === 'lapse_removal_findings') as never as {
      samples: unknown;
    };
    expect(samples).toEqual([
      { labels: { tenant: 'a', removal: 'claimed' }, value: 1 },
      { labels: { tenant: 'a', removal: 'requested' }, value: 0 },
      { labels: { tenant: 'b', removal: 'claimed' }, value: 0 },
      { labels: { tenant: 'b', removal: 'requested' }, value: 0 },
    ]);
  });

  test('is told to webhooks and channels, with names and the page', async () => {
    await world.store.admin(
      `INSERT INTO webhooks (tenant_id, id, kind, event_types, created_by) VALUES
         ($1, 'all', 'webhook', '{alert.firing,alert.resolved}', 'x'), ($1, 'slack', 'slack', '{alert.firing,alert.resolved}', 'x'),
         ($2, 'foreign', 'webhook', '{*}', 'x')`,
      [world.store.tenants.a, world.store.tenants.b],
    );
    const id = await contradicted();
    await look();
    const told = async () =>
      (
        await world.store.admin(
          `SELECT d.endpoint_id, e.payload FROM webhook_deliveries d
           JOIN webhook_events e ON e.tenant_id = d.tenant_id AND e.id = d.event_id
           WHERE e.payload LIKE '%its remediation was claimed%' ORDER BY d.endpoint_id, d.id`,
        )
      ).map((row) => [row.endpoint_id, JSON.parse(String(row.payload)).data]);
    expect(await told()).toEqual([
      [
        'all',
        expect.objectContaining({
          alert_id: `removal_contradicted:${id}`,
          subject: expect.stringContaining('Ann Lee has read on The Wiki'),
          link: `/remediations/${id}`,
        }),
      ],
      [
        'slack',
        expect.objectContaining({
          subject: expect.stringMatching(
            /^Alert: Access is there although its remediation was claimed\. Ann Lee/,
          ),
          link: { label: 'Open the remediation', url: `/remediations/${id}` },
        }),
      ],
    ]);
    await ask(id, 'retry');
    await look();
    expect(await told()).toHaveLength(4);
  });

  test('can be acknowledged and silenced', async () => {
    const id = await contradicted();
    const url = `/v1/alerts/removal_contradicted:${id}`;
    const acknowledged = await service.call({
      method: 'POST',
      url: `${url}/acknowledge`,
      payload: { note: 'I ask the owner.' },
    });
    expect(acknowledged.json()).toMatchObject({ acknowledged: { note: 'I ask the owner.' } });
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const silenced = await service.call({
      method: 'POST',
      url: `${url}/silence`,
      payload: { until, reason: 'Known.' },
    });
    expect(silenced.json()).toMatchObject({ silenced: { reason: 'Known.' } });
    const elsewhere = await foreign.call({ method: 'POST', url: `${url}/acknowledge`, payload: {} });
    expect(elsewhere.statusCode).toBe(404);
  });

  test('ends when the remediation is retried', async () => {
    const id = await contradicted();
    await ask(id, 'retry');
    await ended();
  });

  test('ends when a listing shows that it is gone', async () => {
    const id = await contradicted();
    await seen({ status: 'revoked' });
    await ended();
    expect(await world.found(id)).toMatchObject({ observed: 'gone', contradiction_open: false });
  });

  test('ends when somebody confirms the access, which is not counted as removed for that', async () => {
    const id = await contradicted();
    await decide('CONFIRM');
    await ended();
    const removal = await world.found(id);
    expect(removal).toMatchObject({ contradiction_open: false, observed: 'present', status: 'completed' });
    expect(removal.steps.at(-1)).toMatchObject({ step: 'decide', outcome: 'confirmed' });
    expect(await world.statusOf('g-ann')).toBe('active');
    // The next import says nothing new.
    await seen();
    await look();
    expect(await alerts()).toEqual([]);
  });

  test('ends when it is revoked again, and begins again with that remediation', async () => {
    const id = await contradicted();
    await decide('REVOKE');
    await ended();
    world.now = Date.now() + 10 * MINUTE;
    await world.work();
    await seen();
    await look();
    const [alert] = await alerts();
    expect(alert).toMatchObject({ alert: 'removal_not_done', severity: 'warning' });
    expect(alert?.id).not.toContain(id);
  });

  test('is nothing to the other tenant, whose listing and decisions do not end it', async () => {
    const id = await contradicted();
    const { b } = world.store.tenants;
    await world.store.db.transaction(b, (tx) =>
      observeAccess(tx, {
        gone: ['g-ann'],
        source: { said_by: 'an import', actor: 'system', since: world.now, now: world.now },
      }),
    );
    await foreign.import([
      user('ann'),
      { kind: 'asset', id: 'wiki', name: 'wiki', type: 'table', platform: 'fabric' },
      grant('g-ann', 'ann', 'wiki'),
    ]);
    const asked = await foreign.call({
      method: 'POST',
      url: '/v1/reviews',
      payload: { principal_id: 'ann', asset_id: 'wiki', reason: 'manual_trigger' },
    });
    const answer = await foreign.call({
      method: 'POST',
      url: `/v1/reviews/${asked.json().review_id}/decide`,
      headers: { 'idempotency-key': uuidv7() },
      payload: { decision: 'CONFIRM', justification: 'Theirs.' },
    });
    expect(answer.statusCode).toBe(200);
    await look(b);
    await look();
    expect(await alerts(foreign)).toEqual([]);
    expect((await alerts()).map((alert) => alert.id)).toEqual([`removal_contradicted:${id}`]);
  });
});

describe('access that is still there after its remediation was requested', () => {
  const stillThere = async (): Promise<string> => {
    const id = await requested();
    await seen();
    await look();
    expect(await alerts()).toMatchObject([
      {
        id: `removal_not_done:${id}`,
        severity: 'warning',
        subject:
          'Ann Lee still has read on The Wiki (fabric): seen by an import by importer@example.com on 2026-06-01, although its remediation was requested on 2026-06-01 of Olga.',
      },
    ]);
    return id;
  };

  test.each([
    ['attested', (id: string) => ask(id, 'attest', { attestation: 'Done.' })],
    ['cancelled', (id: string) => ask(id, 'cancel')],
    ['seen to be gone', () => seen({ status: 'revoked' })],
  ])('is a warning until it is %s', async (_, conclude) => {
    await conclude(await stillThere());
    await ended();
  });
});

test('of very many each of the first is an alert, and the others are one; channels get one message', async () => {
  await world.store.admin(
    `INSERT INTO webhooks (tenant_id, id, kind, event_types, created_by)
     VALUES ($1, 'slack', 'slack', '{alert.firing,alert.resolved}', 'x')`,
    [world.tenant],
  );
  const count = FINDINGS_SHOWN + 7;
  await world.store.admin(
    `INSERT INTO remediations (tenant_id, id, review_id, decision_id, grant_id, principal_id, asset_id, platform, execution,
       action, target, reason, requested_by, created_at, status, completed_at, contradiction_open, contradicted_at, observed,
       observed_at, observed_by)
     SELECT $1, 'rem-' || lpad(i::text, 4, '0'), 'review', 'd', 'g-' || i, 'ann', 'wiki', 'fabric', 'person', 'revoke_grant', 'x', 'x',
            'x', now(), 'completed', now(), true, now(), 'present', now(), 'an import'
     FROM generate_series(1, $2) i`,
    [world.tenant, count],
  );
  await look();
  const answer = (await service.call({ url: '/v1/alerts?state=firing&limit=1' })).json();
  expect(answer.total).toBe(FINDINGS_SHOWN + 1);
  expect(answer.items[0]).toMatchObject({
    id: 'removal_contradicted',
    value: 7,
    labels: {},
    link: '/remediations',
    subject: '7 more remediations are found not to hold.',
  });
  const sent = await world.store.admin('SELECT payload FROM webhook_events');
  expect(sent).toHaveLength(1);
  const { data } = JSON.parse(String(sent[0]?.payload));
  expect(data.subject).toMatch(/^Alert, of 101 remediations: Access is there/);
  expect(data.paragraphs).toHaveLength(1 + 10 + 1 + 1);
});
