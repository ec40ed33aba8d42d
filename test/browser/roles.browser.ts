import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { PAGES } from '../../src/gateway/openapi/pages.ts';
import { choose, expectNoViolations, settled } from './browser.ts';
import { until } from './inbox.ts';
import { openSignInWorld, type SignInWorld } from './sign-in-world.ts';

const PEOPLE = {
  anna: ['service.admin'],
  rita: ['service.reviewer'],
  otto: ['service.auditor'],
  paul: [],
} as const;
type Person = keyof typeof PEOPLE;

/** What pages offer, and to whom; everybody else must not find it anywhere. */
const OFFERS: Readonly<Record<string, readonly Person[]>> = {
  Revoke: ['rita'],
  Reassign: ['anna'],
  'Request a review': ['anna', 'rita'],
  'New campaign': ['anna'],
  'Put it back': ['anna'],
  'Download the log': ['anna', 'otto'],
  'New report': ['anna', 'otto'],
  'New schedule': ['anna', 'otto'],
  'Connect a platform': ['anna'],
  'Save …': ['anna'],
  'New rule': ['anna'],
  'Add a webhook': ['anna'],
};

let world: SignInWorld;
beforeAll(async () => {
  world = await openSignInWorld(PEOPLE);
});
afterEach(() => world.chromium.settle());
afterAll(() => world?.close());

interface Listed {
  items: { id: string; status: string; decided_by?: string }[];
}

/** As the page of who is signed in asks the API. */
const ask = async <T = Listed>(page: Page, path: string): Promise<T> =>
  (await page.evaluate(`fetch('${path}').then((answer) => answer.json())`)) as T;

/** Signed in on a page, and every answer of the API that was a refusal. */
async function enter(name: Person, path: string): Promise<{ page: Page; refused: string[] }> {
  const page = await world.visit(path);
  await world.signIn(page, name);
  await page.getByRole('button', { name: /^Signed in as/ }).waitFor();
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()} on ${page.url()}`);
  });
  return { page, refused };
}

test('a reviewer sees whose a review is, and decides it when the policy lets any reviewer', async () => {
  const stranger = await enter('rita', '/reviews?risk_level=CRITICAL&sort=score&assigned=all');
  await until(
    async () => (await ask(stranger.page, '/v1/reviews?status=PENDING&risk_level=CRITICAL')).items.length > 0,
  );
  await stranger.page.reload();
  await stranger.page.getByRole('region', { name: 'Decide' }).getByText('an admin can reassign it').waitFor();
  const { page: admin } = await enter('anna', '/policy');
  const changed = await admin.evaluate(
    `fetch('/v1/policy', { method: 'PUT', headers: { 'content-type': 'application/json', 'x-lapse-request': 'dashboard' }, body: '{"review":{"deciders":"any_reviewer"}}' }).then((answer) => answer.status)`,
  );
  expect(changed).toBe(200);
  const { page, refused } = await enter('rita', '/reviews?risk_level=CRITICAL&sort=score&assigned=all');
  // Of what is stalest a guard protects the first.
  const removable = async () =>
    (
      await ask<{ items: { id: string; recommendation: string }[] }>(
        page,
        '/v1/reviews?status=PENDING&risk_level=CRITICAL&sort=score',
      )
    ).items.find(({ recommendation }) => recommendation === 'REVOKE')?.id;
  const id = await removable();
  await page.goto(new URL(`/reviews?assigned=all&review=${id}`, page.url()).href);
  await page
    .getByRole('region', { name: 'Decide', exact: true })
    .getByRole('button', { name: 'Revoke', exact: true })
    .click();
  await page.getByRole('textbox', { name: 'Justification' }).fill('Left the project in spring.');
  await page.getByRole('button', { name: 'Revoke access', exact: true }).click();
  const review = () =>
    ask<{ status: string; decisions: { decided_by: string }[] }>(page, `/v1/reviews/${id}`);
  await until(async () => (await review()).status === 'DECIDED');
  expect((await review()).decisions[0]?.decided_by).toBe('rita@example.com');
  // What was taken away is there for the next test to be put back.
  await until(async () => (await ask(page, '/v1/remediations')).items[0]?.status === 'completed');
  expect(refused).toEqual([]);
});

const NAMES_SEEN = `[...document.querySelectorAll('main button, main a')].map((element) => {
  const copy = element.cloneNode(true);
  for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove();
  return element.getAttribute('aria-label') || copy.textContent.trim();
})`;

/** Every page, as an address that somebody was sent. */
async function pathsOf(page: Page): Promise<string[]> {
  const first = async (path: string): Promise<string> => {
    const [item] = (await ask(page, path)).items;
    if (!item) throw new Error(`${path} has nothing to show`);
    return item.id;
  };
  const ids: Record<string, string> = {
    '/reviews/:id': await first('/v1/reviews?status=PENDING'),
    '/principals/:id': await first('/v1/principals'),
    '/assets/:id': await first('/v1/assets'),
    '/remediations/:id': await first('/v1/remediations'),
    '/audit/:id': await first('/v1/audit'),
    '/connectors/:id': 'of-somebody',
    '/developers/webhooks/:id': 'of-somebody',
  };
  return PAGES.map((url) => (url.includes(':id') ? url.replace(':id', ids[url] as string) : url));
}

/** Of what is not there: only an admin asks for a webhook, whoever has a role for a connector. */
const asksFor = (name: Person, path: string): boolean =>
  path.startsWith('/connectors/') ? PEOPLE[name].length > 0 : name === 'anna';

let paths: string[] | undefined;

test.each(Object.keys(PEOPLE) as Person[])(
  'every page offers %s what the role may do, and nothing else',
  { timeout: 300_000 },
  async (name) => {
    const { page, refused } = await enter(name, '/overview');
    const seen = new Set<string>();
    // Who has no role may not list everything; the addresses are the same for all.
    paths ??= await pathsOf((await enter('anna', '/overview')).page);
    for (const path of paths) {
      if (path.includes('of-somebody') && asksFor(name, path)) continue;
      await page.goto(world.home + path);
      await settled(page);
      for (const each of (await page.evaluate(NAMES_SEEN)) as string[]) seen.add(each);
      expect([path, await page.getByRole('alert').allTextContents()]).toEqual([path, []]);
    }
    const expected = Object.entries(OFFERS).filter(([, people]) => people.includes(name));
    expect(Object.keys(OFFERS).filter((offer) => seen.has(offer))).toEqual(expected.map(([offer]) => offer));
    const isInMenu = (await page.getByRole('link', { name: 'Developers' }).count()) > 0;
    expect(isInMenu).toBe(name === 'anna');
    expect(refused).toEqual([]);
  },
);

test('who may not see webhooks is told so, by a page that everybody can use', async () => {
  const { page, refused } = await enter('paul', '/developers');
  await page.getByText('Webhooks and channels are for admins').waitFor();
  await expectNoViolations(page);
  expect(refused).toEqual([]);
});

test('an auditor proves an entry, asks for a report, and sets up and changes a schedule', async () => {
  const { page, refused } = await enter('otto', '/audit');
  await page.getByRole('table', { name: 'Audit' }).getByRole('link').last().click();
  await page
    .getByText('Proved: this entry stands unaltered in the signed log.')
    .waitFor({ timeout: 120_000 });

  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await page.getByRole('button', { name: 'New report' }).click();
  await page.getByRole('button', { name: 'Generate the report' }).click();
  await page.getByRole('table', { name: 'Reports' }).getByText('Ready').waitFor({ timeout: 120_000 });

  await page.getByRole('button', { name: 'New schedule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Every month');
  await dialog.getByRole('textbox', { name: 'Department' }).fill('Finance');
  await dialog.getByRole('button', { name: 'Save the schedule' }).click();
  const schedules = page.getByRole('table', { name: 'Schedules' });
  await schedules.getByText('On day 1 of every month at 06:00').waitFor();

  await schedules.getByRole('button', { name: 'More actions for Every month' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await dialog.getByRole('heading', { name: 'Edit “Every month”' }).waitFor();
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Department' }).inputValue()).toBe('Finance');
  await expectNoViolations(page);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Every working day');
  await choose(dialog.getByRole('combobox', { name: 'When' }), 'Another time (cron)');
  const cron = dialog.getByRole('textbox', { name: 'Cron expression' });
  await cron.fill('every day');
  await dialog.getByRole('button', { name: 'Save the changes' }).click();
  await expect.poll(() => cron.getAttribute('aria-invalid')).toBe('true');
  expect(refused.splice(0)).toEqual([expect.stringMatching(/^400 .*\/v1\/reports\/schedules\//)]);
  await cron.fill('30 7 * * 1-5');
  await dialog.getByRole('button', { name: 'Save the changes' }).click();
  await schedules.getByText('Every working day', { exact: true }).waitFor();
  const [schedule] = (await ask(page, '/v1/reports/schedules')).items;
  expect(schedule).toMatchObject({
    name: 'Every working day',
    cron: '30 7 * * 1-5',
    type: 'compliance_summary',
    filters: { department: 'Finance' },
    enabled: true,
  });
  expect(refused).toEqual([]);
});
