import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isReservedActor } from '../../../gateway/reserved-actors.rules.ts';
import { GRANT_STATUSES } from '../../directory/directory.rules.ts';
import { formatToken, hashOf, parseToken } from '../link-pages/link-token.rules.ts';
import { isFromOtherSite } from '../link-pages/other-site.rules.ts';
import { REVIEW_STATUSES } from '../review.rules.ts';
import { isOpen } from '../states.rules.ts';
import {
  HOLDER_ANSWERS,
  holderActor,
  isWaiting,
  type LinkedQuestion,
  linkState,
  questionInWords,
  type SaidQuestion,
  useInWords,
} from './holder.rules.ts';
import { readHolderForm } from './holder-form.rules.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const instant = fc.integer({ min: NOW - 1_000, max: NOW + 1_000 });
const answer = fc.constantFrom(null, ...HOLDER_ANSWERS);

const linked: fc.Arbitrary<LinkedQuestion> = fc.record({
  answer,
  expires_at: instant,
  is_latest: fc.boolean(),
  review_status: fc.constantFrom(...REVIEW_STATUSES),
  grants: fc.array(fc.record({ status: fc.constantFrom(...GRANT_STATUSES), is_decided: fc.boolean() }), {
    minLength: 1,
    maxLength: 3,
  }),
});

describe('a link', () => {
  test('is good only in time, unanswered, of the latest question, of an open review, for access that is there', () => {
    fc.assert(
      fc.property(linked, (question) => {
        const isGood =
          NOW < question.expires_at &&
          question.answer === null &&
          question.is_latest &&
          isOpen(question.review_status) &&
          question.grants.some(({ status, is_decided }) => status === 'active' && !is_decided);
        expect(linkState(question, NOW) === 'open').toBe(isGood);
      }),
      { numRuns: 5_000 },
    );
  });

  test('never comes back to life', () => {
    fc.assert(
      fc.property(linked, fc.nat(5_000), (question, later) => {
        const then = linkState(question, NOW + later);
        if (linkState(question, NOW) === 'dead') expect(then).toBe('dead');
        if (then === 'open') expect(linkState(question, NOW)).toBe('open');
      }),
    );
  });

  test('says nothing once it has expired, nor when there is none', () => {
    fc.assert(
      fc.property(linked, (question) => {
        expect(linkState({ ...question, expires_at: NOW }, NOW)).toBe(linkState(null, NOW));
      }),
    );
  });
});

test('a question waits while it may still reach somebody who has not answered', () => {
  const asked = { answer: null, expires_at: NOW + 1, sent_at: null, failed_at: null };
  expect(isWaiting(asked, NOW)).toBe(true);
  expect(isWaiting({ ...asked, sent_at: NOW }, NOW)).toBe(true);
  expect(isWaiting({ ...asked, failed_at: NOW }, NOW)).toBe(false);
  expect(isWaiting({ ...asked, sent_at: NOW, answer: 'keep' }, NOW)).toBe(false);
  expect(isWaiting(asked, NOW + 1)).toBe(false);
});

describe('a token', () => {
  test('says whose it is, and is found by its hash alone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_147_483_647 }),
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        (tenant, bytes) => {
          const token = formatToken(tenant, bytes);
          expect(parseToken(token)).toEqual({ tenant_id: tenant, hash: hashOf(token) });
          expect(token).toMatch(/^[0-9a-f-]+$/);
        },
      ),
    );
  });

  test('of another form is none', () => {
    const token = formatToken(7, randomBytes(32));
    const wrong = ['', '7', `${token}0`, token.slice(0, -1), token.toUpperCase(), `0${token}`, `x${token}`];
    for (const text of [...wrong, token.replace('7-', '2147483648-'), token.replace('7-', '-')])
      if (text !== token) expect([text, parseToken(text)]).toEqual([text, null]);
    fc.assert(fc.property(fc.string(), (text) => parseToken(text) === null));
  });
});

describe('a form', () => {
  const read = (fields: Record<string, string> | string[][]) =>
    readHolderForm(new URLSearchParams(fields as Record<string, string>).toString());

  test('keeps with a reason, and gives up with a tick', () => {
    expect(read({ answer: 'keep', reason: ' quarterly close\r\n' })).toEqual({
      answer: 'keep',
      reason: 'quarterly close',
    });
    expect(read({ answer: 'release', sure: 'yes', reason: '' })).toEqual({ answer: 'release', reason: '' });
    expect(read({ answer: 'release', sure: 'yes', reason: 'left' })).toEqual({
      answer: 'release',
      reason: 'left',
    });
  });

  test.each([
    [{}],
    [{ answer: 'keep' }],
    [{ answer: 'keep', reason: ' \u200b ' }],
    [{ answer: 'keep', reason: 'x'.repeat(501) }],
    [{ answer: 'keep', reason: 'a\0b' }],
    [{ answer: 'release' }],
    [{ answer: 'release', reason: 'x', sure: 'no' }],
    [{ answer: 'KEEP', reason: 'x' }],
    [
      [
        ['answer', 'keep'],
        ['answer', 'release'],
        ['reason', 'x'],
        ['sure', 'yes'],
      ],
    ],
  ])('that says less or more decides nothing: %j', (fields) => {
    expect(read(fields as string[][]).fault).toMatch(/\.$/);
  });

  test('never fails, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (body) => {
        const { answer, reason, fault } = readHolderForm(body);
        if (fault === undefined) expect([answer, answer === 'release' || reason !== '']).not.toContain(false);
      }),
    );
  });
});

describe('an answer comes from another site', () => {
  const PUBLIC = 'https://lapse.example/base';
  test.each([
    [{}, false],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://lapse.example' }, false],
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ origin: 'https://lapse.example' }, false],
    [{ origin: 'null' }, true],
    [{ origin: 'https://evil.example' }, true],
    [{ origin: 'http://lapse.example' }, true],
    [{ 'sec-fetch-site': 'cross-site' }, true],
    [{ 'sec-fetch-site': 'same-site' }, true],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, true],
  ])('%j: %s', (headers, isOther) => expect(isFromOtherSite(headers, PUBLIC)).toBe(isOther));

  test('is judged by the host where no public address is known', () => {
    const host = 'lapse.local:8000';
    expect(isFromOtherSite({ host, origin: 'https://lapse.local:8000' }, null)).toBe(false);
    expect(isFromOtherSite({ host, origin: 'https://lapse.local' }, null)).toBe(true);
  });
});

test('nobody who calls can be recorded as a holder', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (id, display_name) => {
      expect(isReservedActor(holderActor({ id, display_name }))).toBe(true);
    }),
  );
  expect(isReservedActor('Ann, THE  Holder.')).toBe(true);
  expect(
    ['ann@x.example', 'The Holder', 'Holder (prin-1)', 'ann.theholder@x.example'].map(isReservedActor),
  ).not.toContain(true);
});

test('what is asked is said as it is known', () => {
  const said: SaidQuestion = {
    asset_name: 'payroll',
    platform: 'fabric',
    permissions: ['read'],
    last_used_at: '2026-03-03T08:00:00.000Z',
    granted_at: '2025-01-01T00:00:00.000Z',
    coverage: 'full',
    unobserved_days: 0,
    asked_by_name: 'Mia',
  };
  expect(questionInWords(said)).toBe('Do you still need read on payroll?');
  expect(questionInWords({ ...said, permissions: ['read', 'write', 'admin'] })).toBe(
    'Do you still need read, write and admin on payroll?',
  );
  expect(useInWords(said)).toBe('You last used it on 3 March 2026.');
  expect(useInWords({ ...said, last_used_at: null })).toBe(
    'No use of it is known since you got it on 1 January 2025.',
  );
  expect(useInWords({ ...said, coverage: 'partial', unobserved_days: 1 })).toContain(
    'not recorded for 1 day since',
  );
  expect(useInWords({ ...said, coverage: 'down' })).toContain('not being recorded at the moment');
});
