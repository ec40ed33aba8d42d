import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { platformName } from '../../dashboard/src/strings/platforms.ts';
import {
  changeScheme,
  choose,
  expectNoSidewaysScroll,
  expectNoViolations,
  type OpenBrowser,
  openBrowser,
  PATIENCE_MS,
  settled,
} from './browser.ts';
import { openDemo } from './demo.ts';
import { changeDatabase } from './embedded-database.ts';
import type { RunningLapse } from './lapse.ts';

interface Overview {
  computed_at: string | null;
  grants: { total: number; bands: Record<'low' | 'medium' | 'high' | 'critical', number> };
  history: { date: string; low: number; medium: number; high: number; critical: number }[];
  heat_map: { department: string | null; platform: string; grants: number; stale: number }[];
  reviews: { pending: number; escalated: number; overdue: number; due_24h: number; unanswered: number };
  removals: { verified: number };
  forecast: { week: string; reviews: number }[];
}

interface DryRun {
  status: string;
  result: {
    today: {
      packets_now: number;
      packets_then: number;
      grants_changed: number;
      grants: { principal_name: string; asks_now: boolean; asks_then: boolean }[];
    };
    last_90_days: { packets_now: number; packets_then: number };
  };
}

let lapse: RunningLapse;
let chromium: OpenBrowser;
beforeAll(async () => {
  [lapse, chromium] = await Promise.all([openDemo(), openBrowser()]);
});
afterEach(() => chromium.settle());
afterAll(async () => {
  await chromium?.close();
  await lapse?.stop();
});

async function until<T>(look: () => Promise<T>, isDone: (seen: T) => boolean): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const seen = await look();
    if (isDone(seen)) return seen;
    if (Date.now() > end) throw new Error(`still ${JSON.stringify(seen).slice(0, 500)} in the end`);
    await sleep(100);
  }
}

const number = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

test('the overview shows the numbers of the API, day by day and cell by cell', async () => {
  const page = await chromium.visit(`${lapse.url}/overview`);
  await page.getByRole('heading', { name: 'Stale grants by department and platform' }).waitFor();
  const weeks = page.getByRole('table', { name: 'Reviews to expect, next 12 weeks' });
  const FIGURES = [
    'Active grants',
    'Stale',
    'Open reviews',
    'Overdue',
    'Unanswered',
    'Verified remediations',
  ];
  // The demo is still being scored when it opens; the page follows by itself.
  const { overview } = await until(
    async () => ({
      overview: await lapse.api<Overview>('/v1/overview'),
      shown: await Promise.all(FIGURES.map((name) => page.getByTestId(name).textContent())),
      weeks: await weeks.getByRole('cell').allTextContents(),
      active: await lapse.api<{ total: number }>('/v1/grants?status=active&limit=1'),
    }),
    ({ overview: { grants, reviews, removals, history, forecast }, shown, weeks: bars, active }) => {
      const stale = grants.bands.high + grants.bands.critical;
      const told = [
        grants.total,
        `${Math.round((100 * stale) / grants.total)}%`,
        reviews.pending + reviews.escalated,
        reviews.overdue,
        reviews.unanswered,
        removals.verified,
      ];
      return (
        grants.total === active.total &&
        // The reviews that the demo begins with are all there.
        reviews.pending > 20 &&
        reviews.due_24h > 0 &&
        history.length === 90 &&
        shown.join() === told.join() &&
        bars.join() === forecast.map((week) => week.reviews).join()
      );
    },
  );
  const { history, heat_map, reviews } = overview;
  await page
    .getByRole('link', { name: `Due within 24 hours: ${reviews.due_24h}. Show in the inbox` })
    .waitFor();

  const days = page.getByRole('slider', { name: /^Grants by band/ });
  await days.focus();
  await page.keyboard.press('Home');
  const first = history[0];
  await expect
    .poll(() => days.getAttribute('aria-valuetext'))
    .toContain(
      `Low ${first?.low}, Medium ${first?.medium}, High ${first?.high}, Critical ${first?.critical}`,
    );
  expect(await days.getAttribute('aria-valuemax')).toBe(String(history.length - 1));

  const cell = heat_map.find(({ department, stale: some }) => department !== null && some > 0);
  const link = `${cell?.department}, ${platformName(cell?.platform as string)}: ${cell?.stale} of ${cell?.grants} grants stale`;
  await page.getByRole('link', { name: link }).click();
  await page.waitForURL('**/grants?**');
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('platform'), searchParams.get('department')]).toEqual([
    cell?.platform,
    cell?.department,
  ]);
});

test('an admin tries a policy, sees how many reviews and which grants it would cause, and saves it', async () => {
  const page = await chromium.visit(`${lapse.url}/policy`);
  await page.getByText('Version 0 is in force').waitFor();
  await number(page, 'High').fill('3');
  await page.getByText('At least “Critical” (24).').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Try it' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Undo the change to High' }).click();

  await number(page, 'Never used').fill('30');
  await number(page, 'Habit not known yet').fill('30');
  await number(page, 'Base for people').fill('5');
  await number(page, 'Missed cycle, at most').fill('0');
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/v1/policy/dry-runs'));
  await page.getByRole('button', { name: 'Try it' }).click();
  const { id } = (await (await answered).json()) as { id: string };
  const { result } = await until(
    () => lapse.api<DryRun>(`/v1/policy/dry-runs/${id}`),
    ({ status }) => status !== 'running',
  );
  const { today, last_90_days: past } = result;
  expect(today.packets_then).toBeGreaterThan(today.packets_now);
  const found = page.getByRole('region', { name: 'What this change would do' });
  await found.getByText(`${today.packets_now} → ${today.packets_then}`, { exact: true }).waitFor();
  await found.getByText(`${past.packets_now} → ${past.packets_then}`, { exact: true }).waitFor();
  const rows = found.getByRole('table', { name: 'Grants that it matters to' }).getByRole('row');
  expect(await rows.nth(1).textContent()).toContain(today.grants[0]?.principal_name);
  expect(await rows.nth(1).textContent()).toContain('Now yes');
  await expectNoViolations(page);
  expect((await lapse.api<{ version: number }>('/v1/policy')).version).toBe(0);

  await page.getByRole('button', { name: 'Save …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Put version 1 in force?' });
  await dialog
    .getByText(`Reviews opened today: ${today.packets_then} with it, ${today.packets_now} without.`)
    .waitFor();
  await dialog.getByText('Never used: 90 days → 30 days').waitFor();
  await dialog.getByRole('button', { name: 'Put in force' }).click();
  await page.getByText('Version 1 is in force').first().waitFor();
  expect((await lapse.api<{ version: number; patience: object }>('/v1/policy')).version).toBe(1);
  await page
    .getByRole('table', { name: 'Earlier versions' })
    .getByText('Never used: 90 days → 30 days')
    .waitFor();
});

test('an admin names the organisation, and a name that is refused stays to be corrected', async () => {
  const page = await chromium.visit(`${lapse.url}/policy`);
  const name = page.getByRole('textbox', { name: 'Name of the organisation' });
  const save = page.getByRole('button', { name: 'Save the name' });
  const named = async () => (await lapse.api<{ name: string | null }>('/v1/organisation')).name;
  const before = await named();
  await name.fill(' Northwind');
  await save.click();
  await page.locator('form').filter({ has: name }).getByText(/space/i).waitFor();
  expect([await name.inputValue(), await named()]).toEqual([' Northwind', before]);
  await name.fill('Northwind Mutual');
  await save.click();
  await until(
    () => page.title(),
    (title) => title.includes('Northwind Mutual'),
  );
  expect(await named()).toBe('Northwind Mutual');
  await expectNoViolations(page);
});

test('whoever was overtaken keeps what was typed, and looks before saving', async () => {
  const page = await chromium.visit(`${lapse.url}/policy`);
  const { version } = await lapse.api<{ version: number }>('/v1/policy');
  await page.getByText(`Version ${version} is in force`).waitFor();
  await number(page, 'Half-life').fill('12');
  await lapse.api('/v1/policy', { method: 'PUT', body: { rhythm: { margin_days: 45 } } });
  await page.getByText(`dev-admin saved version ${version + 1} while you were editing`).waitFor();
  await expect.poll(() => number(page, 'Half-life').inputValue()).toBe('12');
  await expect.poll(() => number(page, 'Missed cycle, at most').inputValue()).toBe('45');
  await page.getByRole('button', { name: `Go on from version ${version + 1}` }).click();

  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
  await leave.getByRole('button', { name: 'Stay here' }).click();
  await expect.poll(() => number(page, 'Half-life').inputValue()).toBe('12');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => number(page, 'Half-life').inputValue()).toBe('10');
});

test('whoever lets silence revoke access reads first what that means', async () => {
  const page = await chromium.visit(`${lapse.url}/policy`);
  await page.getByText(/The review goes to the escalation contact/).waitFor();
  await choose(page.getByRole('combobox', { name: 'When nobody answers' }), 'Revoke the access');
  await page.getByText(/The access is revoked without anybody having decided it/).waitFor();
  await page.getByText(/People will lose access because somebody else did not answer/).waitFor();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Save …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/Reviews that nobody answers in time will revoke access from now on/).waitFor();
  await dialog.getByText('When nobody answers: Escalate → Revoke the access').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByText(/The review goes to the escalation contact/).waitFor();
});

test('the page says what answers have taught, and whether it moves anything', async () => {
  const page = await chromium.visit(`${lapse.url}/policy`);
  const panel = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Learned from answers' }) });
  await panel.getByText('Nothing yet.').waitFor();
  // What takes weeks of answers; they are not looked at again meanwhile.
  await changeDatabase(
    lapse.data_dir,
    `INSERT INTO likelihoods (tenant_id, model_version, blocks, fitted_at)
     SELECT min(tenant_id), 1, '[]', now() + interval '1 year' FROM tenants
     ON CONFLICT (tenant_id) DO UPDATE SET fitted_at = excluded.fitted_at`,
  );
  const kinds = [
    {
      platform: 'fabric',
      permission: 'read',
      principal_type: 'user',
      revoked: { cases: 31, needed: 4, days: 13 },
      never_used: { cases: 2, needed: 1, days: 0 },
    },
    {
      platform: 'synapse',
      permission: 'admin',
      principal_type: 'service_account',
      revoked: { cases: 0, needed: 0, days: 0 },
      never_used: { cases: 20, needed: 12, days: 57 },
    },
  ];
  await changeDatabase(
    lapse.data_dir,
    `INSERT INTO learned (tenant_id, kinds, told, learned_at) SELECT min(tenant_id), $1, '[]', now() FROM tenants
     ON CONFLICT (tenant_id) DO UPDATE SET kinds = excluded.kinds`,
    [JSON.stringify(kinds)],
  );
  await page.reload();
  await panel
    .getByText(
      'Reading on Fabric by people was revoked 31 times and missed 4 of those times: asked about 13 days later.',
    )
    .waitFor();
  await panel
    .getByText(
      'Administration on Synapse by service accounts that was never used was asked about 20 times and needed 12 of those times: asked about 57 days later.',
    )
    .waitFor();
  await expect.poll(() => panel.getByRole('listitem').count()).toBe(2);
  const notInForce = panel.getByText(/^None of this moves a lapse date/);
  const model = (await lapse.api<{ model_version: number }>('/v1/policy')).model_version;
  await lapse.api('/v1/policy', { method: 'PUT', body: { model_version: 1 } });
  await notInForce.waitFor();
  await page.getByRole('combobox', { name: 'Learn from answers' }).waitFor({ state: 'detached' });
  // Nobody reloads: the stream tells.
  await lapse.api('/v1/policy', { method: 'PUT', body: { model_version: 2 } });
  await notInForce.waitFor({ state: 'detached' });
  await choose(page.getByRole('combobox', { name: 'Learn from answers' }), 'No');
  await page.getByRole('button', { name: 'Save …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Learn from answers: Yes → No').waitFor();
  await dialog.getByRole('button', { name: 'Put in force' }).click();
  await notInForce.waitFor();
  expect(await lapse.api('/v1/policy/learned')).toMatchObject({ in_force: false, kinds });
  await expectNoViolations(page);
  await lapse.api('/v1/policy', { method: 'PUT', body: { model_version: model, learning: true } });
});

test('a campaign is begun, shows how far it is, and leads to its questions', async () => {
  const page = await chromium.visit(`${lapse.url}/campaigns`);
  await page.getByText('No campaign yet').waitFor();
  await page.getByRole('button', { name: 'New campaign' }).click();
  const dialog = page.getByRole('dialog', { name: 'New campaign' });
  await dialog.getByRole('button', { name: 'Begin', exact: true }).click();
  await dialog.getByText('A campaign needs a name.').waitFor();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Quarterly review of personal data');
  await choose(dialog.getByRole('combobox', { name: 'Classification' }), 'Personal data');
  await dialog.getByText(/^Reviews at most \d+ active grants\.$/).waitFor();
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Begin', exact: true }).click();

  const drawer = page.getByRole('dialog', { name: 'Quarterly review of personal data' });
  await drawer.getByText('Open', { exact: true }).waitFor();
  const [campaign] = (
    await lapse.api<{ items: { id: string; progress: { packets_total: number } }[] }>('/v1/campaigns')
  ).items;
  const total = campaign?.progress.packets_total ?? 0;
  expect(total).toBeGreaterThan(0);
  await drawer.getByText(`0 of ${total} (0 % decided)`).waitFor();
  expect(new URL(page.url()).searchParams.get('campaign')).toBe(campaign?.id);
  await drawer.getByRole('table', { name: 'Next due' }).waitFor();
  await expectNoViolations(page);

  const [first, second] = (
    await lapse.api<{ items: { id: string }[] }>(`/v1/reviews?campaign_id=${campaign?.id}&status=PENDING`)
  ).items;
  const decide = (id: string | undefined, decision: 'CONFIRM' | 'REVOKE') =>
    lapse.api(`/v1/reviews/${id}/decide`, {
      method: 'POST',
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: { decision, justification: 'Looked at for the closing of the year.' },
    });
  await decide(first?.id, 'CONFIRM');
  await decide(second?.id, 'REVOKE');
  // Nobody reloads: the stream tells.
  await drawer.getByText(`2 of ${total}`).waitFor();
  const outcome = `What came of it: Confirmed 1, Revoked 1, Waiting ${total - 2}`;
  await drawer.getByRole('img', { name: outcome }).waitFor();
  await drawer.getByRole('link', { name: 'Show open reviews in the inbox' }).click();
  await page.waitForURL(`**/reviews?**campaign_id=${campaign?.id}**`);
});

test('the overview says how much of what was revoked was missed, and leads to it', async () => {
  const page = await chromium.visit(`${lapse.url}/overview`);
  const panelOf = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
  const panel = panelOf('Revoked and missed');
  const reviewers = panelOf('How reviews were decided');
  await reviewers.getByText('Nobody has made 50 decisions in the last 90 days').waitFor();
  // What takes months: twelve grants that were revoked 70 days ago, of which one is there again.
  await changeDatabase(
    lapse.data_dir,
    `WITH stale AS (
       SELECT tenant_id, grant_id, principal_id, asset_id FROM grant_scores
       WHERE active AND (last_used_at IS NULL OR last_used_at < now() - interval '80 days') ORDER BY grant_id LIMIT 12
     ), asked AS (
       INSERT INTO reviews (tenant_id, id, principal_id, asset_id, access_grant_ids, decay_score, risk_level, recommendation,
         workflow_id, status, origin, requested_by, due_at, created_at)
       SELECT tenant_id, 'past-' || grant_id, principal_id, asset_id, ARRAY[grant_id], 60, 'HIGH', 'REVOKE',
              'past-' || grant_id, 'DECIDED', 'threshold', 'system', now() - interval '70 days', now() - interval '75 days'
       FROM stale
     )
     INSERT INTO review_decisions (tenant_id, id, review_id, grant_id, decision, reason, decided_by, decided_at)
     SELECT tenant_id, 'past-' || grant_id, 'past-' || grant_id, grant_id, 'REVOKE', 'Left the project', 'past@x.example',
            now() - interval '70 days'
     FROM stale`,
  );
  await changeDatabase(
    lapse.data_dir,
    `UPDATE grants SET restored_at = now() - interval '60 days'
     WHERE id = (SELECT grant_id FROM review_decisions WHERE decided_by = 'past@x.example' ORDER BY id LIMIT 1)`,
  );
  await page.reload();
  const { all } = await lapse.api<{ all: { cases: number; cases_regretted: number; regretted: number } }>(
    '/v1/outcomes/regret',
  );
  expect([all.cases, all.cases_regretted > 0]).toEqual([12, true]);
  await panel
    .getByText(
      new RegExp(
        `^Of 12 grants that were revoked 60 or more days ago ${all.cases_regretted} (was|were) missed, \\d+%`,
      ),
    )
    .waitFor();
  const table = panel.getByRole('table', { name: 'Revoked and missed' });
  await table.getByRole('row', { name: /^past@x\.example/ }).waitFor();
  await expectNoViolations(page);
  await panel.getByRole('link', { name: new RegExp(`^Show the ${all.regretted} `) }).click();
  await page.waitForURL('**/overview/missed');
  const list = page.getByRole('table', { name: 'Revoked and missed' });
  const [row] = (
    await lapse.api<{ items: { asset_name: string }[] }>('/v1/outcomes/regretted?decided_by=past@x.example')
  ).items;
  await list
    .getByRole('row', { name: new RegExp(`${row?.asset_name}.*Granted again.*Left the project`) })
    .first()
    .waitFor();
  await settled(page);
  await expectNoViolations(page);
  await changeDatabase(lapse.data_dir, "DELETE FROM review_decisions WHERE decided_by = 'past@x.example'");
});

test('everybody can use these pages, in both schemes', async () => {
  for (const path of ['/overview', '/policy', '/campaigns']) {
    const page = await chromium.visit(lapse.url + path);
    await settled(page);
    const table = page.getByRole('button', { name: /^Show as table.*Reviews to expect/ });
    if (path === '/overview') await table.click();
    await settled(page);
    await expectNoViolations(page);
    await changeScheme(page, 'dark');
    await expectNoViolations(page);
    await page.close();
  }
});

test('on the smallest screen nothing scrolls sideways', async () => {
  for (const path of ['/overview', '/policy', '/campaigns']) {
    const page = await chromium.visit(lapse.url + path, { width: 320, height: 640 });
    await settled(page);
    await expectNoSidewaysScroll(page);
    await page.close();
  }
});
