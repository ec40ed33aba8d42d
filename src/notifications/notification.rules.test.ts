import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { NOTICES_PER_MESSAGE, type RemediationNotice, type ReviewNotice } from './notification.rules.ts';
import { emailContent, isEmailAddress } from './send/email.rules.ts';
import { plain } from './send/plain.rules.ts';
import { slackMessage } from './send/slack.rules.ts';
import { teamsMessage } from './send/teams.rules.ts';
import { gatheredNotice, textNotice } from './text.rules.ts';

const anyText = fc.oneof(
  fc.string({ minLength: 500, maxLength: 1_200, unit: fc.constantFrom('<', '&', '>', 'a', ' ') }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '<!channel>',
    '<!here|here>',
    '<@U123>',
    '<https://evil.example|Open the review>',
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    'Ann\r\nBcc: evil@x.example',
    'Ann\u2028Bcc: evil@x.example',
    '\u202egnp.exe',
    '[Open](https://evil.example)',
    '&lt;b&gt;',
  ),
);

const review = fc.record<ReviewNotice>({
  review_id: fc.oneof(fc.uuid(), fc.string({ maxLength: 200, unit: 'binary' })),
  occasion: fc.constantFrom('assigned', 'reminder', 'escalated', 'overdue', 'holder_answered', 'mentioned'),
  principal_name: anyText,
  asset_name: anyText,
  access: anyText,
  summary: anyText,
  risk_level: fc.constantFrom('CRITICAL', 'HIGH', 'MEDIUM', 'LOW'),
  score: fc.double({ min: 0, max: 100, noNaN: true }),
  has_buttons: fc.boolean(),
  decide_url: fc.option(fc.constant('https://lapse.example/decide/1-00')),
  holder: fc.option(
    fc.record({
      answer: fc.constantFrom('keep', 'release'),
      reason: fc.option(anyText),
    }),
  ),
  comments: fc.array(
    fc.record({
      author_name: anyText,
      mentioned_names: fc.array(anyText, { minLength: 1, maxLength: 20 }),
      text: anyText,
    }),
    { maxLength: 5 },
  ),
  is_open: fc.boolean(),
  recommendation: fc.constantFrom('REVOKE', 'REVIEW', 'CONFIRM'),
  assigned_to_name: fc.option(anyText),
  due_at: fc.constant('2026-11-17T09:30:00.000Z'),
  revoked_if_unanswered: fc.boolean(),
});

const removal = fc.record<RemediationNotice>({
  remediation_id: fc.oneof(fc.uuid(), fc.string({ maxLength: 200, unit: 'binary' })),
  occasion: fc.constantFrom('removal_requested', 'removal_blocked'),
  operation: fc.constantFrom('revoke', 'restore'),
  principal_name: anyText,
  asset_name: anyText,
  permission: anyText,
  platform: anyText,
  group_name: fc.option(anyText),
  assigned_to_name: fc.option(anyText),
  decided_by_name: anyText,
  decided_at: fc.constant('2026-11-17T09:30:00.000Z'),
  reason: anyText,
  blocked_by: fc.array(fc.record({ message: anyText, remedy: fc.option(anyText) }), { maxLength: 7 }),
});

const notice = fc
  .tuple(
    fc.array(review, { maxLength: NOTICES_PER_MESSAGE }),
    fc.array(removal, { maxLength: NOTICES_PER_MESSAGE }),
    fc.nat(10_000),
    fc.boolean(),
  )
  .filter(([reviews, removals]) => reviews.length + removals.length > 0)
  .map(([reviews, removals, more, to_person]) => {
    const shown = reviews.slice(0, NOTICES_PER_MESSAGE - removals.length);
    return gatheredNotice({
      to_person,
      reviews: shown,
      removals,
      total: { reviews: reviews.length + more, removals: removals.length + more },
      public_url: 'https://lapse.example',
    });
  });

const OURS = /^https:\/\/lapse\.example\/(reviews|remediations|decide)/;

const TAGS = /<(?!\/?(?:html|head|meta|title|body|h1|h2|p|a|hr|!DOCTYPE html)\b)[^>]*>?/i;

describe('what no answer means', () => {
  const about: ReviewNotice = {
    review_id: 'r',
    occasion: 'reminder',
    principal_name: 'Ann',
    asset_name: 'wiki',
    access: 'read',
    summary: 'Unused for 143 days.',
    risk_level: 'HIGH',
    score: 78.4,
    decide_url: null,
    has_buttons: false,
    holder: null,
    comments: [],
    is_open: true,
    recommendation: 'REVIEW',
    assigned_to_name: 'Olaf',
    due_at: '2026-11-17T09:30:00.000Z',
    revoked_if_unanswered: true,
  };
  const lines = (review: ReviewNotice) =>
    gatheredNotice({
      to_person: true,
      reviews: [review],
      removals: [],
      total: { reviews: 1, removals: 0 },
      public_url: 'https://lapse.example',
    }).items[0]?.lines.join(' ');

  it('is told to whoever is asked, where it is revocation', () => {
    expect(lines(about)).toContain('Without an answer by then the access is revoked');
    expect(lines({ ...about, revoked_if_unanswered: false })).not.toContain('revoked');
    expect(lines({ ...about, occasion: 'overdue', is_open: false })).not.toContain('is revoked');
  });
});

describe('deciding by a link', () => {
  const about = fc.sample(review, { numRuns: 1, seed: 1 })[0] as ReviewNotice;
  const told = (decide_url: string | null) =>
    gatheredNotice({
      to_person: true,
      reviews: [{ ...about, decide_url }],
      removals: [],
      total: { reviews: 1, removals: 0 },
      public_url: 'https://lapse.example',
    });

  it('is offered with a word about what the link is, and not without one', () => {
    const offered = told('https://lapse.example/decide/1-00');
    expect(offered.items[0]?.links.map(({ label }) => label)).toEqual([
      'Decide without signing in',
      'Open the review',
    ]);
    expect(offered.paragraphs.join(' ')).toContain('do not pass this message on');
    expect(told(null).items[0]?.links).toHaveLength(1);
    expect(told(null).paragraphs).toEqual([]);
  });
});

describe('whatever things are called', () => {
  test.prop([notice])(
    'subject and lines hold no line end or control character',
    ({ title, paragraphs, items }) => {
      const lines = [title, ...paragraphs, ...items.flatMap(({ heading, lines }) => [heading, ...lines])];
      for (const line of lines) expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
    },
  );

  test.prop([notice])('mails hold no element and no link but ours', (each) => {
    const { html } = emailContent(each);
    expect(html).not.toMatch(TAGS);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url as string);
    expect(links.every((url) => OURS.test(url))).toBe(true);
    const own = each.items.flatMap((item) => item.links);
    expect(links).toHaveLength(own.length + each.links.length);
  });

  test.prop([notice])('Slack messages hold no mention and no link but ours', (each) => {
    const { text, blocks } = slackMessage(each) as { text: string; blocks: { text: { text: string } }[] };
    expect(text).not.toMatch(/[<>]/);
    expect(blocks.filter((block) => /\|Open the (review|remediation)>/.test(block.text.text))).toHaveLength(
      each.items.length,
    );
    const marks = blocks.flatMap((block) => block.text.text.match(/<[^>]*>?/g) ?? []);
    expect(
      marks.every((mark) =>
        /^<https:\/\/lapse\.example\/(reviews|remediations|decide)[^<>|]*\|[^<>]*>$/.test(mark),
      ),
    ).toBe(true);
    expect(blocks.length).toBeLessThanOrEqual(50);
    expect(blocks.every((block) => block.text.text.length <= 3_000)).toBe(true);
  });

  test.prop([notice])('cards of Teams hold plain runs, and open nothing but ours', (each) => {
    const card = JSON.stringify(teamsMessage(each));
    expect(card).not.toContain('"type":"TextBlock"');
    const urls = [...card.matchAll(/"url":"([^"]*)"/g)].map(([, url]) => url as string);
    expect(urls.every((url) => OURS.test(url))).toBe(true);
    expect(card.length).toBeLessThan(28_000);
  });

  test.prop([anyText, fc.integer({ min: 1, max: 50 })])('plain text is short and stays so', (text, max) => {
    expect([...plain(text, max)].length).toBeLessThanOrEqual(max);
    expect(plain(plain(text, max), max)).toBe(plain(text, max));
  });
});

describe('addresses', () => {
  it.each(['a@x.example', "o'brien+lapse@mail.x.example", 'ünïcode@bücher.example', 'a@localhost'])(
    '%s is one',
    (text) => {
      expect(isEmailAddress(text)).toBe(true);
    },
  );
  it.each([
    '',
    'a',
    'a@',
    '@x.example',
    'a b@x.example',
    'a@x.example,b@x.example',
    'a@x.example b@x.example',
    'A <a@x.example>',
    'a@x.example\r\nRCPT TO:<b@x.example>',
    'a@b@x.example',
    `${'a'.repeat(65)}@x.example`,
    `a@${'x'.repeat(260)}.example`,
    '"a"@x.example',
    'a@x.example;b@x.example',
  ])('%j is none', (text) => {
    expect(isEmailAddress(text)).toBe(false);
  });
});

it('a text of another kind says what it was given', () => {
  const link = { label: 'Download', url: 'https://lapse.example/v1/reports/1/download' };
  const { subject, text, html } = emailContent(textNotice({ subject: 'Ready', paragraphs: ['A < B'], link }));
  expect(subject).toBe('Ready');
  expect(text).toContain('A < B\n\nDownload: https://lapse.example/v1/reports/1/download\n');
  expect(html).toContain('<p>A &lt; B</p>');
});
