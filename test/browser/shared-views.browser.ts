import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expectNoSidewaysScroll, expectNoViolations } from './browser.ts';
import { openSignInWorld, type SignInWorld } from './sign-in-world.ts';

let world: SignInWorld;
beforeAll(async () => {
  world = await openSignInWorld({
    anna: ['service.admin'],
    nora: ['service.reviewer'],
    paul: ['service.reviewer'],
  });
});
afterEach(() => world.chromium.settle());
afterAll(() => world?.close());

const PEOPLE = ['Nora Dahl', 'Paul Berg'].map((display_name) => {
  const id = display_name.slice(0, 4).toLowerCase();
  return { kind: 'principal', id, display_name, type: 'user', email: `${id}@example.com` };
});

async function signedIn(name: string, path: string, options: object = {}): Promise<Page> {
  const page = await world.visit(path, options);
  await world.signIn(page, name);
  await page.getByRole('button', { name: /^Signed in as/ }).waitFor();
  return page;
}

const firstRow = (page: Page) => page.locator('[role="row"][aria-rowindex="2"]');
const heads = (page: Page) => page.getByRole('columnheader').allTextContents();
const inMenu = (page: Page, section: string) => page.getByRole('region', { name: section, exact: true });

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Saved views', exact: true }).click();
  await page.getByLabel('Name of this view', { exact: true }).waitFor();
}

/** What the browser says of an answer of the service, for whoever is signed in there. */
const asked = <T>(page: Page, path: string): Promise<T> =>
  page.evaluate(`fetch('${path}').then((answer) => answer.json())`) as Promise<T>;

test('a view is saved, shared, seen by another person and removed, and a file has what it shows', async () => {
  const admin = await signedIn('anna', '/reviews');
  const lines = PEOPLE.map((person) => JSON.stringify(person)).join('\n');
  const imported = await admin.evaluate(
    `fetch('/v1/directory/import', { method: 'POST', headers: { 'content-type': 'application/x-ndjson', 'x-lapse-request': '1' }, body: ${JSON.stringify(lines)} }).then((answer) => answer.status)`,
  );
  expect(imported).toBe(200);
  await admin.close();

  // What the browser has kept from before is offered, and moved when she says so.
  const nora = await signedIn('nora', '/grants?platform=postgres&risk_level=critical');
  await nora.evaluate(
    `localStorage.setItem('lapse-views-grants', JSON.stringify([{ name: 'From before', filters: { status: 'revoked' }, hidden: ['used'] }]))`,
  );
  await nora.reload();
  await firstRow(nora).getByRole('link').first().waitFor();
  await openMenu(nora);
  await inMenu(nora, 'In this browser').getByRole('button', { name: 'From before', exact: true }).waitFor();
  await nora.getByRole('button', { name: 'Keep them with my account', exact: true }).click();
  await inMenu(nora, 'Mine').getByRole('button', { name: 'From before', exact: true }).waitFor();
  await inMenu(nora, 'In this browser').waitFor({ state: 'detached' });
  await nora.keyboard.press('Escape');

  await nora.getByRole('button', { name: 'Columns', exact: true }).click();
  await nora.getByRole('checkbox', { name: 'Through', exact: true }).click();
  await nora.keyboard.press('Escape');
  await openMenu(nora);
  await nora.getByLabel('Name of this view', { exact: true }).fill('Critical databases');
  await nora.getByRole('button', { name: 'Save this view', exact: true }).click();
  await inMenu(nora, 'Mine').getByRole('button', { name: 'Critical databases', exact: true }).waitFor();
  await expectNoViolations(nora);
  await nora
    .getByRole('button', { name: 'What to do with the view Critical databases', exact: true })
    .click();
  await nora.getByText('Only you see it', { exact: true }).waitFor();
  await expectNoViolations(nora);
  await nora.getByRole('button', { name: 'Share with everybody', exact: true }).click();
  await nora.getByText('Everybody of your organisation sees it', { exact: true }).waitFor();

  const paul = await signedIn('paul', '/grants', { width: 320, height: 640 });
  await firstRow(paul).getByRole('link').first().waitFor();
  await openMenu(paul);
  const shared = inMenu(paul, 'Shared').getByRole('button', { name: /^Critical databases.*by Nora Dahl$/ });
  await shared.waitFor();
  await expectNoSidewaysScroll(paul);
  await paul
    .getByRole('button', { name: 'What to do with the view Critical databases', exact: true })
    .click();
  await paul.getByRole('button', { name: 'Copy link', exact: true }).waitFor();
  expect(await paul.getByRole('button', { name: 'Remove for everybody', exact: true }).count()).toBe(0);
  await paul.getByRole('button', { name: 'All views', exact: true }).click();
  await shared.click();
  await paul.waitForURL((url) => url.searchParams.get('risk_level') === 'critical');
  await paul.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(() => heads(paul)).toContain('Last used');
  expect(await heads(paul)).not.toContain('Through');

  const { items } = await asked<{ items: { id: string; principal_name: string }[] }>(
    paul,
    '/v1/grants?platform=postgres&risk_level=critical&sort=score&order=desc&limit=100',
  );
  const download = paul.waitForEvent('download');
  await paul.getByRole('button', { name: 'Export CSV', exact: true }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  const [head, ...rows] = text.trimEnd().split('\n');
  expect(head).toBe(
    'Principal,Principal id,Account,Asset,Asset id,Platform,Grant id,Permission,Purpose,Last used,Status,Nobody answered,Score,Risk,Lapses',
  );
  expect(rows.map((row) => row.split(',')[0])).toEqual(items.map((item) => item.principal_name));

  await nora.getByRole('button', { name: 'Remove for everybody', exact: true }).click();
  await inMenu(nora, 'Mine')
    .getByRole('button', { name: 'Critical databases', exact: true })
    .waitFor({ state: 'detached' });
  await paul.goto(`${world.home}/grants`);
  await firstRow(paul).getByRole('link').first().waitFor();
  await openMenu(paul);
  await inMenu(paul, 'Mine').waitFor();
  expect(await inMenu(paul, 'Shared').count()).toBe(0);
});

test('the inbox and every table that grows are taken along as they are shown', async () => {
  const page = await signedIn('anna', '/reviews?status=ALL&assigned_to_id=all&risk_level=CRITICAL');
  await page
    .getByRole('link', { name: /Critical/ })
    .first()
    .waitFor();
  const { items, total } = await asked<{ items: { id: string }[]; total: number }>(
    page,
    '/v1/reviews?risk_level=CRITICAL&sort=due_at&limit=100',
  );
  const file = async (): Promise<string[]> => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV', exact: true }).click();
    return (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\n');
  };
  const [head, ...rows] = await file();
  expect(head).toMatch(/^Principal,Principal id,.*,Review id$/);
  expect(rows.length).toBe(total);
  expect(rows.slice(0, 100).map((row) => row.split(',').at(-1))).toEqual(items.map(({ id }) => id));

  for (const [path, column, first] of [
    ['/campaigns', 'Begun', 'Campaign,Asks about,Campaign id,Status,'],
    ['/reports', 'Period', 'Type,Format,Report id,'],
    ['/reviews/waiting', 'Reviewer', 'Principal,Principal id,Asset,Asset id,Priority,'],
  ] as const) {
    await page.goto(`${world.home}${path}`);
    await page.getByRole('button', { name: 'Saved views', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await page.getByRole('checkbox', { name: column, exact: true }).click();
    // A column of buttons is none to choose.
    expect(await page.getByRole('checkbox', { name: '', exact: true }).count()).toBe(0);
    await page.keyboard.press('Escape');
    const lines = await file();
    expect([path, lines[0]?.startsWith(first), lines[0]?.includes(column)]).toEqual([path, true, false]);
  }
});
