import { describe, expect, test } from 'vitest';
import { createTestApp } from '../../../../test/support/app.ts';
import {
  answersOf,
  ask,
  asked,
  channel,
  KEEP,
  linkOf,
  logged,
  mailing,
  open,
  people,
  post,
  questionOf,
  RELEASE,
  remediationsOf,
  useHolderWorld,
  world,
} from '../../../../test/support/holder-world.ts';
import { formatToken } from '../link-pages/link-token.rules.ts';

useHolderWorld();

describe('the page', () => {
  test('shows the question without scripts, and no cache or other site may have it', async () => {
    const { link } = await asked();
    const page = await open(link);
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(page.headers['set-cookie']).toBeUndefined();
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(page.body).toContain('<h1>Do you still need read on wiki?</h1>');
    expect(page.body).not.toMatch(/<script|javascript:|\son\w+=|https?:|\bAnn\b|\bolaf\b|\bscore\b/i);
    expect(page.body).not.toContain(link.split('/').at(-1));
  });

  test('decides nothing, however often it is opened or a form without an answer is sent', async () => {
    const { review, link } = await asked();
    for (let n = 0; n < 3; n += 1) expect((await open(link)).statusCode).toBe(200);
    expect((await world.call({ method: 'HEAD', url: link })).statusCode).toBe(200);
    for (const fields of [{}, { answer: 'keep' }, { answer: 'release' }, { reason: 'x' }] as Record<
      string,
      string
    >[]) {
      const again = await post(link, fields);
      expect([again.statusCode, again.body.includes('role="alert"')]).toEqual([400, true]);
    }
    expect((await world.call({ method: 'POST', url: link })).statusCode).toBe(400);
    expect((await world.call({ method: 'POST', url: link, payload: KEEP })).statusCode).toBe(400);
    expect((await post(link, { ...KEEP, reason: 'x'.repeat(20_000) })).statusCode).toBe(413);
    expect(await questionOf(review)).toMatchObject({ answer: null });
    expect(await answersOf(review)).toEqual({ status: 'PENDING', decided: 0 });
  });

  test('takes no answer from another site', async () => {
    const { review, link } = await asked();
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      expect((await post(link, RELEASE, headers)).statusCode).toBe(403);
    }
    expect(await questionOf(review)).toMatchObject({ answer: null });
  });

  test('says of what somebody called a thing what it is, and nothing more', async () => {
    await mailing();
    await world.import([
      { kind: 'asset', id: 'trap', name: '<script>alert(1)</script>"\'&', type: 'table', platform: 'fabric' },
      {
        kind: 'grant',
        id: 'g-trap',
        principal_id: 'ann',
        asset_id: 'trap',
        permission: '<b>',
        granted_at: '2020-01-01T00:00:00Z',
      },
    ]);
    await ask(await people.ask('ann', 'trap'));
    await people.send();
    const page = await open(linkOf());
    expect(page.body).toContain('&lt;b&gt; on &lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;?');
    expect(page.body).not.toContain('<script');
    const typed = await post(linkOf(), { answer: 'keep', reason: `</textarea><script>${'x'.repeat(600)}` });
    expect(typed.body).not.toContain('<script');
  });
});

describe('a link that is not good', () => {
  test('has one page, whatever it was', async () => {
    const { link } = await asked();
    const { body: unknown } = await open(`/holder/${formatToken(world.tenant, Buffer.alloc(32, 1))}`);
    const token = link.split('/').at(-1) as string;
    const forged = [
      `/holder/${token.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))}`,
      `/holder/${token.replace(/^\d+/, String(world.test.tenants.b))}`,
      `/holder/${token.replace(/^\d+/, '999999')}`,
      '/holder/nonsense',
      `/holder/${'x'.repeat(900)}`,
    ];
    await post(link, KEEP);
    for (const url of [...forged, link]) {
      const page = await open(url);
      expect([url, page.statusCode, page.body === unknown]).toEqual([url, 404, true]);
    }
    for (const url of forged) {
      const page = await post(url, RELEASE);
      expect([url, page.statusCode, page.body === unknown]).toEqual([url, 404, true]);
    }
  });

  test('has the same page when its time is over, and is forgotten', async () => {
    const { review, link } = await asked();
    await world.test.admin("UPDATE holder_questions SET expires_at = now() - interval '1 second'");
    for (const page of [await open(link), await post(link, RELEASE)]) {
      expect([page.statusCode, page.body]).toEqual([404, expect.stringContaining('This link does not work')]);
    }
    expect(await answersOf(review)).toEqual({ status: 'PENDING', decided: 0 });
  });

  test('is not found in another tenant, though the hash were there', async () => {
    const { link } = await asked();
    const token = link.split('/').at(-1) as string;
    const foreign = token.replace(/^\d+/, String(world.test.tenants.b));
    await world.test.admin(
      `INSERT INTO holder_links (tenant_id, token_hash, question_id, expires_at)
       SELECT $1, sha256($2::bytea), question_id, expires_at FROM holder_links`,
      [world.test.tenants.b, Buffer.from(foreign)],
    );
    expect((await open(`/holder/${foreign}`)).statusCode).toBe(404);
    expect((await post(`/holder/${foreign}`, RELEASE)).statusCode).toBe(404);
  });

  test('says so when the review was closed, the access is going, or is gone', async () => {
    const { review, link } = await asked();
    await world.decide(review, { decision: 'CONFIRM', justification: 'needed' });
    const closed = await post(link, RELEASE);
    expect([closed.statusCode, closed.body]).toEqual([
      410,
      expect.stringContaining('The review was closed meanwhile'),
    ]);
    expect((await open(link)).statusCode).toBe(410);
    for (const [status, title] of [
      ['revoking', 'is being removed already'],
      ['revoked', 'was removed meanwhile'],
    ]) {
      await world.test.admin(
        "UPDATE grants SET status = $1 WHERE principal_id = 'ann' AND asset_id = 'wiki'",
        [status],
      );
      const page = await post(link, RELEASE);
      expect([page.statusCode, page.body.includes(title as string)]).toEqual([410, true]);
    }
    expect(await questionOf(review)).toMatchObject({ answer: null });
    expect(await remediationsOf(review)).toEqual([]);
  });
});

test('the token is in the mail and nowhere else', async () => {
  const { review, link } = await asked();
  const token = link.split('/').at(-1) as string;
  await open(link);
  await open(`${link}/more`);
  await open(`/%68older/${token}`);
  await post(link, KEEP);
  const seen = [
    ...logged,
    (await world.call({ url: `/v1/reviews/${review}` })).body,
    (await world.call({ url: `/v1/audit?review_id=${review}` })).body,
    (await world.call({ url: `/v1/notifications/channels/${channel}/deliveries` })).body,
    JSON.stringify(await world.test.admin('SELECT * FROM holder_questions')),
    JSON.stringify(await world.test.admin('SELECT * FROM webhook_events')),
    JSON.stringify(await world.test.admin('SELECT * FROM webhook_deliveries')),
    JSON.stringify(await world.test.admin("SELECT encode(token_hash, 'hex') FROM holder_links")),
  ].join('\n');
  expect(seen).toContain('/holder/:token');
  expect(seen).not.toContain(token.split('-')[1]);
});

test('links are counted by address', async () => {
  const limited = await createTestApp({ test: world.test, env: { RATE_LIMIT_HOLDER: '3/1' } });
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) statuses.push((await limited.call({ url: '/holder/nonsense' })).statusCode);
  expect(statuses).toEqual([404, 404, 404, 404, 429, 429]);
  const over = await limited.call({ url: '/holder/nonsense' });
  expect(over.headers).toMatchObject({ 'retry-after': expect.any(String), 'cache-control': 'no-store' });
  expect(over.body).toContain('Please wait a moment');
  expect((await limited.call({ url: '/auth/sign-in' })).statusCode).not.toBe(429);
  await limited.app.close();
});
