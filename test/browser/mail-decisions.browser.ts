import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { expectNoSidewaysScroll, expectNoViolations } from './browser.ts';
import { until, WITHIN } from './inbox.ts';
import { openSignInWorld, type SignInWorld } from './sign-in-world.ts';

let world: SignInWorld;
let mailbox: MailServer;
let admin: Page;
beforeAll(async () => {
  world = await openSignInWorld({ anna: ['service.admin'] }, { WEBHOOK_ALLOW_LOOPBACK: 'true' });
  mailbox = await startMailServer();
});
afterEach(() => world.chromium.settle());
afterAll(async () => {
  await world?.close();
  await mailbox?.close();
});

const PHONE = { width: 360, height: 740 };

interface Review {
  id: string;
  assigned_to_id: string | null;
  principal_id: string;
  status: string;
}

/** As the page of who is signed in asks the API. */
const call = async <T>(page: Page, method: string, path: string, body?: object): Promise<T> =>
  (await page.evaluate(
    `fetch(${JSON.stringify(path)}, {
       method: '${method}',
       headers: {'content-type': 'application/json', 'x-lapse-request': '1', 'idempotency-key': '${randomUUID()}'},
       body: ${body === undefined ? 'undefined' : JSON.stringify(JSON.stringify(body))},
     }).then(async (answer) => {
       if (!answer.ok) throw new Error(answer.status + ' ' + (await answer.text()));
       return answer.json();
     })`,
  )) as T;

async function signedIn(name: string): Promise<Page> {
  const page = await world.visit('/audit');
  await world.signIn(page, name);
  await page.getByRole('button', { name: /^Signed in as/ }).waitFor();
  return page;
}

/** The link in the mail to a reviewer who has signed in once, of a review that was given to them. */
async function link(): Promise<{ review: Review; url: string }> {
  admin = await signedIn('anna');
  if (mailbox.mails.length === 0) {
    const settings = {
      host: '127.0.0.1',
      port: mailbox.port,
      security: 'none',
      from: 'lapse@x.example',
      gather_seconds: 0,
      decide_links: true,
    };
    await call(admin, 'POST', '/v1/notifications/channels', {
      kind: 'email',
      occasions: ['assigned'],
      settings,
    });
  }
  // The first sweep asks some seconds after the start.
  let items: Review[] = [];
  await until(async () => {
    items = (await call<{ items: Review[] }>(admin, 'GET', '/v1/reviews?status=PENDING&limit=50')).items;
    return new Set(items.flatMap(({ assigned_to_id }) => assigned_to_id ?? [])).size > 1;
  });
  const review = items.find(({ assigned_to_id }) => assigned_to_id !== null) as Review;
  const reviewer = await call<{ id: string; email: string }>(
    admin,
    'GET',
    `/v1/principals/${review.assigned_to_id}`,
  );
  world.provider.accounts.set('rita', { tid: 'local', roles: ['service.reviewer'], email: reviewer.email });
  await signedIn('rita');
  const other = items.find(
    ({ assigned_to_id, principal_id }) =>
      assigned_to_id !== null && assigned_to_id !== reviewer.id && principal_id !== reviewer.id,
  )?.assigned_to_id;
  for (const assigned_to_id of [other, reviewer.id])
    await call(admin, 'POST', `/v1/reviews/${review.id}/reassign`, { assigned_to_id });
  // The same person may be asked about others meanwhile.
  const ofReview = new RegExp(
    `Decide without signing in: (\\S+/decide/\\S+)\\s+Open the review: \\S+/reviews/${review.id}`,
  );
  const found = (): string | undefined =>
    mailbox.mails
      .filter(({ to }) => to[0] === reviewer.email)
      .flatMap(({ text }) => ofReview.exec(text)?.[1] ?? [])
      .at(-1);
  await until(async () => found() !== undefined);
  return { review, url: found() as string };
}

test('a reviewer decides from a mail on a phone, without scripts and without signing in', async () => {
  const { review, url } = await link();
  const page = await world.chromium.visit(url, { ...PHONE, scripts: false });
  await page.getByRole('heading', { level: 1, name: /^Does .+ still need .+\?$/ }).waitFor();
  const reason = page.getByRole('textbox', { name: 'Why?' });
  const keep = page.getByRole('button', { name: 'Keep the access' });
  // The browser itself asks for the reason.
  await keep.click();
  expect(await reason.inputValue()).toBe('');
  const readable = await world.chromium.visit(url, PHONE);
  await readable.getByRole('heading', { level: 1 }).waitFor();
  await expectNoViolations(readable);
  await expectNoSidewaysScroll(readable);
  const dark = await world.chromium.visit(url, { ...PHONE, scheme: 'dark' });
  await dark.getByRole('heading', { level: 1 }).waitFor();
  await expectNoViolations(dark);
  await reason.fill('Needed for the quarterly close.');
  await keep.click();
  await page.getByRole('heading', { name: 'Your decision is recorded' }).waitFor(WITHIN);
  expect(await call<Review>(admin, 'GET', `/v1/reviews/${review.id}`)).toMatchObject({ status: 'DECIDED' });
  const again = await world.chromium.visit(url, PHONE);
  await again.getByRole('heading', { level: 1, name: 'This link does not work' }).waitFor();
  await expectNoViolations(again);
});
