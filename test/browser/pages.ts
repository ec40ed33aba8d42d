import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLIENT_SECRET, TENANT_ID } from '../support/entra-server.ts';
import { READER_APP } from '../support/entra-tenant.ts';
import { PATIENCE_MS } from './browser.ts';
import type { RunningLapse } from './lapse.ts';
import { startSmallTenant } from './small-tenant.ts';

export interface ShownPage {
  /** Of its picture in docs/screenshots. */
  name: string;
  path: string;
}

interface Listed {
  items: { id: string; status?: string; recommendation?: string }[];
}

/** Every page, on an organisation in which something has happened: a removal, a webhook that fails, a report, a campaign. */
export async function preparePages(lapse: RunningLapse): Promise<{ pages: ShownPage[]; close: () => void }> {
  const first = async (path: string): Promise<string> => {
    const [item] = (await lapse.api<Listed>(path)).items;
    if (!item) throw new Error(`${path} has nothing to show`);
    return item.id;
  };
  const receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(500).end('the receiver is broken on purpose');
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  const webhook = await lapse.api<{ id: string }>('/v1/webhooks', {
    method: 'POST',
    body: { url: `http://127.0.0.1:${port}/lapse`, event_types: ['*'], description: 'Ticket system' },
  });
  const waiting = async (risk: string) =>
    (await lapse.api<Listed>(`/v1/reviews?status=PENDING&sort=score&risk_level=${risk}`)).items;
  // The first sweep asks some seconds after the start.
  const removable = async () =>
    (await waiting('CRITICAL')).find(({ recommendation }) => recommendation === 'REVOKE');
  await until(async () => (await removable()) !== undefined && (await waiting('HIGH')).length > 0);
  const decided = await removable();
  // Neither hopeless nor harmless: its curve has something to tell.
  const review = (await waiting('HIGH')).at(-1);
  if (!decided || !review) throw new Error('the demo has too few reviews');
  const decide = (id: string, decision: 'CONFIRM' | 'REVOKE', justification: string) =>
    lapse.api(`/v1/reviews/${id}/decide`, {
      method: 'POST',
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: { decision, justification },
    });
  await decide(decided.id, 'REVOKE', 'Left the project in spring; the team confirmed.');
  const now = Date.now();
  const campaign = await lapse.api<{ id: string }>('/v1/campaigns', {
    method: 'POST',
    body: {
      name: 'Personal data, every quarter',
      filter: { classification: 'pii' },
      due_at: new Date(now + 14 * 86_400_000).toISOString(),
    },
  });
  await until(
    async () => (await lapse.api<{ status: string }>(`/v1/campaigns/${campaign.id}`)).status === 'open',
  );
  const asked = await lapse.api<Listed>(`/v1/reviews?campaign_id=${campaign.id}&status=PENDING&limit=12`);
  const answered = asked.items.filter(({ id }) => id !== review.id);
  for (const { id } of answered) {
    const decision = id === answered.at(-1)?.id ? 'REVOKE' : 'CONFIRM';
    await decide(id, decision, 'Looked at with the owner of the data.');
  }
  await lapse.api('/v1/reports/schedules', {
    method: 'POST',
    body: {
      name: 'Summary for the auditors',
      type: 'compliance_summary',
      format: 'pdf',
      cron: '0 6 1 * *',
      time_zone: 'Europe/Berlin',
      period_rule: 'previous_month',
    },
  });
  await lapse.api('/v1/rules', {
    method: 'POST',
    body: {
      name: 'Leavers',
      kind: 'leaver',
      days: 30,
      cap_per_day: 25,
      owner_id: await first('/v1/principals?type=user'),
      expires_at: new Date(now + 300 * 86_400_000).toISOString(),
    },
  });
  await lapse.api('/v1/reports', {
    method: 'POST',
    body: {
      type: 'compliance_summary',
      format: 'pdf',
      period_start: new Date(now - 90 * 86_400_000).toISOString(),
      period_end: new Date(now).toISOString(),
    },
  });
  await until(async () => (await lapse.api<Listed>('/v1/remediations')).items[0]?.status === 'completed');
  await until(async () => (await lapse.api<Listed>('/v1/reports')).items[0]?.status === 'completed');
  await until(
    async () => (await lapse.api<Listed>(`/v1/webhooks/${webhook.id}/deliveries`)).items.length > 0,
  );
  // Who is shown on the other pages is of the demo.
  const [principal, asset] = [await first('/v1/principals'), await first('/v1/assets')];
  const entra = await startSmallTenant();
  const connector = await lapse.api<{ id: string }>('/v1/connectors', {
    method: 'POST',
    body: {
      platform: 'azure_ad',
      name: 'Corporate directory',
      settings: {
        tenant_id: TENANT_ID,
        client_id: READER_APP,
        client_secret: CLIENT_SECRET,
        graph_url: entra.url,
        login_url: entra.url,
      },
    },
  });
  const connectorPath = `/v1/connectors/${connector.id}`;
  await until(
    async () => (await lapse.api<{ last_sync_at: string | null }>(connectorPath)).last_sync_at !== null,
  );
  return {
    pages: [
      { name: 'inbox', path: `/reviews?review=${review.id}` },
      { name: 'review', path: `/reviews/${review.id}` },
      { name: 'waiting', path: '/reviews/waiting' },
      { name: 'overview', path: '/overview' },
      { name: 'missed', path: '/overview/missed' },
      { name: 'principals', path: '/principals' },
      { name: 'principal', path: `/principals/${principal}` },
      { name: 'accounts', path: '/accounts' },
      { name: 'assets', path: '/assets' },
      { name: 'asset', path: `/assets/${asset}` },
      { name: 'grants', path: '/grants' },
      { name: 'remediations', path: '/remediations' },
      { name: 'remediation', path: `/remediations/${await first('/v1/remediations')}` },
      { name: 'campaigns', path: '/campaigns' },
      { name: 'audit', path: '/audit' },
      { name: 'audit-entry', path: `/audit/${await first('/v1/audit?order=desc')}` },
      { name: 'reports', path: '/reports' },
      { name: 'connectors', path: '/connectors' },
      { name: 'import', path: '/connectors/import' },
      { name: 'connect', path: '/connectors/new?platform=azure_ad' },
      { name: 'connector', path: `/connectors/${connector.id}` },
      { name: 'policy', path: '/policy' },
      { name: 'rules', path: '/policy/rules' },
      { name: 'notifications', path: '/notifications' },
      { name: 'developers', path: '/developers' },
      { name: 'webhook', path: `/developers/webhooks/${webhook.id}` },
    ],
    close: () => {
      receiver.closeAllConnections();
      receiver.close();
      void entra.close();
    },
  };
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error('the organisation could not be prepared');
    await sleep(200);
  }
}
