import { describe, expect, test } from 'vitest';
import { emailContent } from '../send/email.rules.ts';
import { type DigestMessage, digestNotice } from './digest.rules.ts';

const review = (id: string, more: object = {}): DigestMessage['reviews'][number] => ({
  review_id: id,
  occasion: 'assigned',
  principal_name: 'Ann',
  asset_name: 'wiki',
  access: 'read',
  summary: 'Unused for 200 days.',
  risk_level: 'HIGH',
  score: 80,
  recommendation: 'REVOKE',
  assigned_to_name: 'Olaf',
  due_at: '2026-11-21T09:30:00.000Z',
  decide_url: null,
  has_buttons: false,
  holder: null,
  comments: [],
  is_open: true,
  revoked_if_unanswered: false,
  is_overdue: false,
  is_due_soon: false,
  ...more,
});

const digest = (counts: Partial<DigestMessage['counts']>, reviews: DigestMessage['reviews']) =>
  digestNotice({
    counts: { waiting: 0, told: reviews.length, new: 0, due_soon: 0, overdue: 0, other: 0, ...counts },
    reviews,
    removals: [],
    removals_total: 0,
    public_url: 'https://lapse.example',
  });

describe('a digest', () => {
  test('counts in its title, what presses first', () => {
    const title = (counts: Partial<DigestMessage['counts']>) => digest(counts, []).title;
    expect(title({ new: 3, due_soon: 2, overdue: 1 })).toBe(
      'Your access reviews today: 1 overdue, 2 due within 3 days, 3 new',
    );
    expect(title({ other: 1 })).toBe('Your access reviews today: 1 other change');
  });

  test('says of each review why it is there', () => {
    const { items } = digest({ waiting: 4 }, [
      review('r-1', { is_overdue: true }),
      review('r-2', { is_due_soon: true }),
      review('r-3'),
      review('r-4', { occasion: 'reminder' }),
    ]);
    expect(items.map(({ lines }) => lines[0])).toEqual([
      'Overdue: it was not answered in time, and still waits for you.',
      'Due within 3 days: it still waits for your answer.',
      'New: you are asked to decide.',
      'It still waits for your answer.',
    ]);
  });

  test('says how many wait, how many more there are, and where to change it', () => {
    const shown = Array.from({ length: 10 }, (_, n) => review(`r-${n}`));
    const notice = digest({ waiting: 14, told: 12, new: 12 }, shown);
    expect(notice.paragraphs).toEqual([
      '14 reviews of access wait for you.',
      'The 10 most important are below; 2 more are in the list.',
    ]);
    expect(notice.links.map(({ url }) => url)).toEqual([
      'https://lapse.example/reviews',
      'https://lapse.example/notifications',
    ]);
  });

  test('holds no element that a name has brought', () => {
    const { html, text } = emailContent(
      digest({ waiting: 1, new: 1 }, [review('r-1', { principal_name: '<script>alert(1)</script>' })]),
    );
    expect(html).not.toContain('<script');
    expect(text).toContain('Does <script>alert(1)</script> still need read access to wiki?');
  });
});

test('what somebody wrote in a comment stays, also where the review is overdue', () => {
  const comments = [{ author_name: 'Mia', mentioned_names: ['Olaf'], text: 'Is it yours?' }];
  const told = (more: object) =>
    digest({ waiting: 1 }, [review('r1', { occasion: 'mentioned', comments, ...more })]).items[0]?.lines;
  expect(told({})?.[0]).toBe('Mia mentioned you: Is it yours?');
  expect(told({ is_overdue: true })?.slice(0, 2)).toEqual([
    'Overdue: it was not answered in time, and still waits for you.',
    'Mia mentioned you: Is it yours?',
  ]);
});
